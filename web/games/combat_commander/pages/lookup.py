"""Reference pages for use during play: a nation in a year, a formation, a roll for Support."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_commander.forces import Lot
from exports.games.combat_commander.lookup import Cell, Formation, YearTables, look_up_year, roll_support
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.dice import DIE
from generator.games.combat_commander.support_in_play import EDITION, ROLLS, RULES, years_of
from generator.table import EVERYONE
from schemas.errors import HorahError
from web.games.combat_commander.service import battles
from web.http.offline_headers import allow_offline
from web.http.request_context import context, language, parse_number, sentence
from web.pages.viewer import current_sitting
from web.service import tables
from web.service.errors import NotHere

from ..request_context import catalog, formatter
from .book_tables import list_leaders, list_steps, list_tables
from .card import draw_stack, load_table_card
from .maps import list_addresses as map_addresses
from .page_text import format_counts

blueprint = Blueprint("lookup_pages", __name__, url_prefix="/lookup")
play_blueprint = Blueprint("support_pages", __name__)


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """A table cell with its counters drawn."""

    cell: Cell
    pictures: tuple[Markup, ...]


@blueprint.get("")
def index() -> str:
    """List every nation with its years."""
    allow_offline("catalogue")
    factions = [(faction.id, years_of(catalog(), faction.id)) for faction in catalog().factions.values()]
    return render_template("lookup/index.html", factions=factions)


@blueprint.get("/tables")
def show_book() -> str:
    """Show the tables of the generator as one edition prints them."""
    allow_offline("catalogue")
    editions = catalog().editions
    edition = editions.get(request.args.get("edition", EDITION)) or editions[EDITION]
    return render_template(
        "lookup/book.html",
        edition=edition,
        editions=tuple(editions),
        steps=list_steps(),
        tables=list_tables(edition),
        leaders=list_leaders(),
    )


@blueprint.get("/<faction>/<int:year>")
def show(faction: str, year: int) -> str:
    """Show a nation's tables in a year, or a single roll of them."""
    tables, side = _get_year(faction, year)
    roll = parse_number(request.args.get("roll", ""), 0)
    allow_offline("catalogue", whole=not roll)
    rows = [row for row in tables.rows if roll not in ROLLS or row.roll == roll]
    return render_template(
        "lookup/year.html",
        found=tables,
        years=years_of(catalog(), faction),
        side=side,
        rolls=ROLLS,
        roll=roll,
        rows=[(row, [_draw_cell(cell, side, faction) for cell in row.support]) for row in rows],
        formations=_list_formations(tables, roll),
    )


def _list_formations(tables: YearTables, roll: int) -> list[tuple[Formation, tuple[str, ...]]]:
    """RS.5: return the orders of battle with their counters; of a roll, those of the quality it brings."""
    qualities = {words for row in tables.rows if row.roll == roll for _, words in row.qualities}
    return [
        (formation, format_counts(formation.counters))
        for formation in tables.formations
        if not qualities or formation.quality in qualities
    ]


@blueprint.get("/<faction>/<int:year>/<path:order>")
def formation(faction: str, year: int, order: str) -> str:
    """RS.5: show an order of battle with its counters drawn."""
    tables, side = _get_year(faction, year)
    chosen = next((row for row in tables.formations if row.id == order), None)
    if chosen is None:
        raise NotHere
    allow_offline("catalogue")
    return render_template(
        "lookup/formation.html",
        found=tables,
        one=chosen,
        side=side,
        stacks=_draw_stacks(chosen, side, faction),
    )


def list_offline_addresses() -> list[str]:
    """Return the addresses of reference pages and maps, to be stored for offline use."""
    addresses = [url_for("lookup_pages.index"), url_for("lookup_pages.show_book")]
    addresses += [url_for("lookup_pages.show_book", edition=name) for name in catalog().editions]
    for faction in catalog().factions:
        for year in years_of(catalog(), faction):
            addresses.append(url_for("lookup_pages.show", faction=faction, year=year))
            addresses += [
                url_for("lookup_pages.formation", faction=faction, year=year, order=order.id)
                for order in look_up_year(catalog(), faction, year, language()).formations
            ]
    return [*addresses, *map_addresses()]


def _get_year(faction: str, year: int) -> tuple[YearTables, str]:
    if faction not in catalog().factions:
        raise NotHere
    return look_up_year(catalog(), faction, year, language()), catalog().factions[faction].side


def _draw_stacks(order: Formation, side: str, faction: str) -> list[tuple[Markup, str]]:
    words = formatter()
    return [
        (draw_stack(words, Lot(count, (ref,)), side, faction), f"{count} × {words.thing(ref)}")
        for ref, count in order.counters.items()
    ]


def _draw_cell(cell: Cell, side: str, faction: str) -> DrawnCell:
    return DrawnCell(
        cell, tuple(draw_stack(formatter(), Lot(1, (ref,)), side, faction) for ref in cell.pieces)
    )


# Support during play: A35.4, E59, E68


@play_blueprint.get("/battles/<battle_id>/support")
def of_battle(battle_id: str) -> Response:
    """Show the Support table for a quick battle under way."""
    card = battles.view_battle_card(context(), battle_id, EVERYONE)
    back = url_for("battle_pages.show", battle_id=battle_id)
    return _render_support(card, back, url_for("support_pages.roll_battle", battle_id=battle_id))


@play_blueprint.post("/battles/<battle_id>/support")
def roll_battle(battle_id: str) -> Redirect:
    """Roll, and redirect to the address of the result."""
    battles.open_battle(context(), battle_id)
    return redirect(url_for("support_pages.of_battle", battle_id=battle_id, **_get_roll()), 303)


@play_blueprint.get("/tables/<link>/support")
def of_table(link: str) -> Response:
    """Show the Support table for the last battle of a table."""
    card = _get_public_card(link)
    back = url_for("table_pages.show", link=link)
    return _render_support(card, back, url_for("support_pages.roll_table", link=link))


@play_blueprint.post("/tables/<link>/support")
def roll_table(link: str) -> Redirect:
    _get_public_card(link)
    return redirect(url_for("support_pages.of_table", link=link, **_get_roll()), 303)


def _get_public_card(link: str) -> dict[str, Any]:
    """Return everyone's view of the last card; counters in play are not secret."""
    return load_table_card(tables.Sitting(current_sitting(link).table, EVERYONE))


def _get_roll() -> dict[str, Any]:
    """Return side, rule and two dice: those entered, or random ones."""
    dice = {name: parse_number(request.form.get(name, ""), 0) for name in ("white", "coloured")}
    if not all(die in DIE for die in dice.values()):
        dice = {name: DIE[randbelow(len(DIE))] for name in dice}
    return {"side": request.form.get("side", ""), "rule": request.form.get("rule", ""), **dice}


def _render_support(card: dict[str, Any], back: str, action: str) -> Response:
    asked = request.args
    side, rule = asked.get("side", ""), asked.get("rule", "")
    dice = [parse_number(asked.get(name, ""), 0) for name in ("white", "coloured")]
    result, refusal = None, ""
    if side in SIDES and all(die in DIE for die in dice):
        try:
            result = roll_support(catalog(), card, side, rule, sum(dice), language())
        except HorahError as fault:
            refusal = sentence(fault)
    faction = card["sides"][side]["faction"] if side in SIDES else ""
    return make_response(
        render_template(
            "lookup/support.html",
            card=card,
            back=back,
            action=action,
            rules=RULES,
            side=side,
            rule=rule,
            dice=dice,
            found=result,
            open=[_draw_cell(cell, side, faction) for cell in result.open] if result else [],
            refusal=refusal,
        ),
        422 if refusal else 200,
    )
