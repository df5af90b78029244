"""RS.17: the form that reports how a battle ended; all units count as alive unless changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from exports.games.combat_commander.report_text import ReportText, format_report
from generator.games.combat_commander.battle.state import SIDES, opponent
from generator.games.combat_commander.campaign.report import BY_MARKER, due_winner
from generator.games.combat_commander.campaign.survivor_counts import (
    Carried,
    Line,
    Tally,
    list_survivors,
    tally_report,
    tally_without_losses,
)
from schemas.errors import HorahError
from web.http.request_context import language
from web.pages.prompts import Given, parse_number

from ..request_context import catalog, formatter
from .card import draw_face
from .page_text import Choice, term, thing

JOINED_LINES = 4  # lines for units that joined during the battle, such as a hero
VETERAN_SUFFIX = "v"
MAX_VALUE_LENGTH = 100  # characters of a field: longer than any number or id
Context = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type of unit: its counter, which of its units were lost, and its Veterans.

    ``name`` is the suffix of its fields.
    """

    name: str
    label: str
    counter: Markup
    lost: tuple[bool, ...]  # of each unit at the start
    veterans: str


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A weapon, or a unit that joined during the battle, with the value filled in."""

    name: str
    label: str
    value: str
    veteran: bool = False


@dataclass(frozen=True, slots=True)
class SideForm:
    """The form for one side's survivors."""

    side: str
    faction: str
    lines: tuple[TypeLine, ...]
    weapons: tuple[WeaponLine, ...]
    carriers: tuple[Choice, ...]
    joined: tuple[WeaponLine, ...]
    others: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The whole form."""

    factions: Mapping[str, str]
    endings: tuple[Choice, ...]
    sides: tuple[SideForm, ...]
    clean_up: str
    values: Given
    by_marker: tuple[str, ...] = BY_MARKER  # endings in which the marker names the winner


def make_form(context: Context, values: Given) -> Ending:
    """Return the form with the given values."""
    asked = context["brought"] is not None
    return Ending(
        context["factions"],
        tuple(Choice(ending, term(f"ended.{ending}")) for ending in context["endings"]),
        tuple(_make_side(context, side, values) for side in SIDES) if asked else (),
        (context["clean_up"] or {}).get(language(), ""),
        values,
    )


def initial_values(context: Context, answer: Mapping[str, Any] | None = None) -> Given:
    """Return the initial values: all units alive, or an earlier report."""
    values: Given = MultiDict()
    if answer is None:
        values.update({"ended": context["endings"][0], "initiative": context.get("started") or ""})
    else:
        values.update({name: answer[name] for name in ("winner", "ended", "initiative")})
        values["marker"] = str(abs(answer["marker"]))
        values["marker_side"] = "allied" if answer["marker"] < 0 else "axis"
    for side in SIDES if context["brought"] is not None else ():
        tally = (
            tally_without_losses(catalog(), context, side)
            if answer is None
            else tally_report(catalog(), context, side, answer["survivors"][side])
        )
        values.update(_list_fields(side, tally))
    return values


def read_known_fields(context: Context, form: Given) -> dict[str, str]:
    """Return the known fields of a form, without validating them."""
    names = ["winner", "ended", "marker", "marker_side", "initiative"]
    for side in SIDES if context["brought"] is not None else ():
        tally = tally_without_losses(catalog(), context, side)
        names += [name for name, _ in _list_fields(side, tally)]
        names += [f"lost-{side}-{n}-{k}" for n, line in enumerate(tally.lines) for k in range(line.brought)]
        for n in range(JOINED_LINES):
            names += [f"joined-{side}-{n}", f"joined-veteran-{side}-{n}"]
    return {name: form[name][:MAX_VALUE_LENGTH] for name in names if name in form}


def _list_fields(side: str, tally: Tally) -> Iterator[tuple[str, str]]:
    """Yield a tally as form fields."""
    lines = [line for line in tally.lines if line.brought]
    joined = [line for line in tally.lines for _ in range(line.alive - line.brought)]
    names = {line.piece: str(n) for n, line in enumerate(lines)}
    names |= {line.piece: f"j{n}" for n, line in enumerate(joined)}
    for n, line in enumerate(lines):
        for unit in range(line.alive, line.brought):
            yield f"lost-{side}-{n}-{unit}", "1"
        yield f"veterans-{side}-{n}", str(line.veterans)
    for n, line in enumerate(joined):
        yield f"joined-{side}-{n}", line.piece
        if n < line.veterans and not line.brought:
            yield f"joined-veteran-{side}-{n}", "1"
    for n, weapon in enumerate(tally.weapons):
        name = names.get(weapon.piece, "")
        yield f"carrier-{side}-{n}", f"{name}{VETERAN_SUFFIX}" if weapon.veteran and name.isdigit() else name


def _make_side(context: Context, side: str, values: Given) -> SideForm:
    faction, tally = context["factions"][side], tally_without_losses(catalog(), context, side)
    lines = tuple(
        TypeLine(
            f"{side}-{n}",
            thing(line.piece),
            draw_face(formatter(), line.piece, side, faction),
            tuple(f"lost-{side}-{n}-{unit}" in values for unit in range(line.brought)),
            values.get(f"veterans-{side}-{n}", str(line.veterans)),
        )
        for n, line in enumerate(tally.lines)
    )
    return SideForm(
        side,
        faction,
        lines,
        tuple(
            WeaponLine(f"{side}-{n}", thing(weapon.weapon), values.get(f"carrier-{side}-{n}", ""))
            for n, weapon in enumerate(tally.weapons)
        ),
        tuple(_list_carriers(lines)),
        tuple(_list_joined(side, values)),
        _list_joining_units(faction),
    )


def _list_carriers(lines: tuple[TypeLine, ...]) -> Iterator[Choice]:
    """Yield the units that may carry a weapon at the end."""
    for n, line in enumerate(lines):
        yield Choice(str(n), line.label)
        yield Choice(f"{n}{VETERAN_SUFFIX}", f"{line.label} ({term('campaign_record.veteran')})")
    for n in range(JOINED_LINES):
        yield Choice(f"j{n}", f"+{n + 1}")


def _list_joined(side: str, values: Given) -> Iterator[WeaponLine]:
    for n in range(JOINED_LINES):
        yield WeaponLine(
            f"{side}-{n}",
            f"+{n + 1}",
            values.get(f"joined-{side}-{n}", ""),
            f"joined-veteran-{side}-{n}" in values,
        )


def _list_joining_units(faction: str) -> tuple[Choice, ...]:
    """Return the units that can join during a battle."""
    counters = catalog().counters.values()
    return tuple(
        Choice(counter.ref, thing(counter.ref))
        for counter in counters
        if counter.faction == faction and counter.kind in ("hero", "squad", "team")
    )


def parse_report(context: Context, values: Given) -> dict[str, Any]:
    """Return the report that the form describes. 6.3: an eliminated side has no survivors."""
    _require_fields(values)
    marker = parse_number(values["marker"]) * (-1 if values.get("marker_side") == "allied" else 1)
    ended, initiative = values["ended"], values["initiative"]
    due = due_winner(marker, initiative) if ended in BY_MARKER else ""
    report: dict[str, Any] = {
        "winner": values.get("winner") or due,
        "ended": ended,
        "marker": marker,
        "initiative": initiative,
    }
    if context["brought"] is not None:
        gone = opponent(report["winner"]) if report["ended"] == "elimination" else ""
        report["survivors"] = {
            side: [] if side == gone else list_survivors(_parse_tally(context, side, values))
            for side in SIDES
        }
    return report


def _require_fields(values: Given) -> None:
    """Raise an error that names all missing fields; the marker names the winner of most endings."""
    winner = () if values.get("ended") in BY_MARKER else (("winner", term("card.winner")),)
    asked = (
        *winner,
        ("ended", gettext("How it ended")),
        ("marker", term("card.vp_marker")),
        ("marker_side", gettext("side of the VP marker")),
        ("initiative", term("card.initiative_card")),
    )
    missing = [words for name, words in asked if not values.get(name, "").strip()]
    if missing:
        raise HorahError("REPORT_EARLY", missing=missing)


def _parse_tally(context: Context, side: str, values: Given) -> Tally:
    """Return the tally of one side from the form."""
    start = tally_without_losses(catalog(), context, side)
    filled = {name: values.get(name, usual) for name, usual in _list_fields(side, start)}
    lines = [
        Line(
            line.piece,
            line.brought,
            line.brought - sum(f"lost-{side}-{n}-{unit}" in values for unit in range(line.brought)),
            parse_number(filled[f"veterans-{side}-{n}"] or "0"),
        )
        for n, line in enumerate(start.lines)
    ]
    lines = [Line(item.piece, item.brought, item.alive, min(item.veterans, item.alive)) for item in lines]
    crews = {str(n): (line.piece, False) for n, line in enumerate(lines)}
    crews |= {f"{n}{VETERAN_SUFFIX}": (line.piece, True) for n, line in enumerate(lines)}
    for n in range(JOINED_LINES):
        if piece := values.get(f"joined-{side}-{n}", ""):
            veteran = f"joined-veteran-{side}-{n}" in values
            lines = _add_unit(lines, piece, veteran)
            crews[f"j{n}"] = (piece, veteran)
    weapons = tuple(
        Carried(item.weapon, *crews.get(filled[f"carrier-{side}-{n}"], ("", False)))
        for n, item in enumerate(start.weapons)
    )
    return Tally(tuple(lines), _drop_lost_weapons(weapons, lines))


def _add_unit(lines: list[Line], piece: str, veteran: bool) -> list[Line]:
    """Return the lines with one more unit of a type."""
    previous = next((line for line in lines if line.piece == piece), Line(piece, 0, 0))
    more = Line(piece, previous.brought, previous.alive + 1, previous.veterans + veteran)
    return [*(line for line in lines if line.piece != piece), more]


def _drop_lost_weapons(weapons: tuple[Carried, ...], lines: list[Line]) -> tuple[Carried, ...]:
    """Mark weapons as lost if no unit is left to carry them."""
    return tuple(
        weapon
        if any(_count_carriers(line, weapon) for line in lines)
        else Carried(weapon.weapon)
        if weapon.piece
        else weapon
        for weapon in weapons
    )


def _count_carriers(line: Line, weapon: Carried) -> int:
    if line.piece != weapon.piece:
        return 0
    return line.veterans if weapon.veteran else line.alive - line.veterans


def describe_report(context: Context, answer: Mapping[str, Any]) -> ReportText:
    """Return a report in words, in the reader's language."""
    return format_report(answer, context, catalog(), language())
