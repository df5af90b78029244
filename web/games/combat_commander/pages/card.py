"""A card laid out for a page, with the texts, lists and drawings of the printed sheets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request, url_for
from markupsafe import Markup
from reportlab.graphics.shapes import Drawing

from exports.games.combat_commander.checklist import Step, list_steps, marker_words
from exports.games.combat_commander.drawings.counters import (
    STRIP_HEIGHT,
    Stack,
    counter_size,
    draw_counter,
    draw_counter_row,
)
from exports.games.combat_commander.drawings.glyphs import map_glyph
from exports.games.combat_commander.drawings.map import draw_battle_map, draw_objective
from exports.games.combat_commander.drawings.tracks import (
    draw_casualty_track,
    draw_narrow_time_track,
    draw_narrow_victory_track,
    draw_time_track,
    draw_victory_track,
)
from exports.games.combat_commander.facts import (
    Fact,
    format_lot,
    list_conditions,
    list_elimination_values,
    list_objectives,
    list_side_figures,
)
from exports.games.combat_commander.forces import Lot, Section, count_works, list_sections
from exports.games.combat_commander.messages import Card, MessageFormatter
from exports.games.combat_commander.pull import PullList, make_pull_list, make_table_list
from exports.games.combat_commander.rules import SpecialRule, list_special_rules
from exports.games.combat_commander.situation import card_title, describe_situation, format_place
from exports.kit.shapes import move_shapes
from exports.kit.svg import to_svg
from exports.kit.theme import livery
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.battle.view import SEATS
from generator.games.combat_commander.ground.card_ground import get_ruled_ground
from generator.table import EVERYONE
from web.http.request_context import context
from web.service import tables
from web.service.errors import NotHere

from ..request_context import GAME
from .ground_view import HEX_SIZE_POINTS, Entry, list_legend, map_address

TRACK_WIDTH_POINTS = 640.0
CASUALTY_SCALE = 1.55
COUNTER_SCALE = 1.5  # slightly larger than life on most screens


@dataclass(frozen=True, slots=True)
class Chit:
    """An objective chit with its description."""

    letter: str
    words: str


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret objectives of a side as this seat may see them; ``words`` if there are none to show."""

    side: str
    title: str
    chits: tuple[Chit, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """One of the five objectives."""

    number: str
    hex: str
    holder: str
    drawing: Markup


@dataclass(frozen=True, slots=True)
class CounterGroup:
    """Counters under a heading, each with drawing and name."""

    title: str
    stacks: tuple[tuple[Markup, str], ...]


@dataclass(frozen=True, slots=True)
class Force:
    """One side of the card."""

    side: str
    faction: str
    name: str
    subtitle: str
    figures: tuple[Fact, ...]
    shelves: tuple[CounterGroup, ...]
    works: tuple[tuple[Markup, str], ...]
    casualties: Markup | None
    pull: PullList
    setup: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """All parts of a card that a page shows."""

    card: Card
    title: str
    place: str
    matchup: str
    situation: str
    facts: tuple[Fact, ...]
    spots: tuple[Spot, ...]
    chits: tuple[Chit, ...]
    more_chits: str
    secrets: tuple[Secret, ...]
    map: Markup
    legend: tuple[Entry, ...]  # of the ground, if known
    over: str  # address of the page of this map
    record: str  # address where the owner records the ground that we do not have
    time: Markup | None
    victory: Markup | None
    forces: tuple[Force, ...]
    steps: tuple[Step, ...]
    rules: tuple[SpecialRule, ...]
    table_pull: PullList
    how_to_read: str


def requested_seat() -> str:
    """Return the seat whose view of a card the query asks for: everyone's by default."""
    seat = request.args.get("seat", EVERYONE)
    if seat not in SEATS:
        raise NotHere
    return seat


def load_table_card(sitting: tables.Sitting, number: int | None = None) -> dict[str, Any]:
    """Return a card of a table, by default the last; raise ``NotHere`` for a table of another game."""
    with tables.view_table(context(), sitting) as view:
        if view.procedure.game != GAME:
            raise NotHere
    card = tables.card(context(), sitting, number)
    if "sides" not in card:  # the changes to a printed scenario that the players have
        raise NotHere
    return card


def lay_out_card(card: Card, formatter: MessageFormatter) -> Leaf:
    """Lay out a card; it must be a view, because all of it is shown."""
    ground = get_ruled_ground(formatter.catalog, card)
    return Leaf(
        card=card,
        title=card_title(card, formatter),
        place=format_place(card, formatter),
        matchup=f" {formatter.phrase('vs')} ".join(
            formatter.faction(card, side) for side in ("axis", "allied")
        ),
        situation=describe_situation(card, formatter),
        facts=tuple(_list_facts(card, formatter)),
        spots=tuple(_list_objectives(card, formatter)),
        chits=_list_chits(formatter, card["objectives"]["open"]),
        more_chits=_describe_more_chits(card, formatter),
        secrets=tuple(_make_secret(card, formatter, side) for side in SIDES),
        map=_to_markup(draw_battle_map(card, formatter, HEX_SIZE_POINTS), formatter.map_words(card), "map"),
        legend=list_legend(ground, formatter) if ground else (),
        over=map_address(card) if ground else "",
        record=_record_address(card, formatter) if ground is None else "",
        time=_draw_time(card, formatter),
        victory=None if card["marker"] is None else draw_victory(card, formatter),
        forces=tuple(_make_force(card, formatter, side) for side in SIDES),
        steps=tuple(list_steps(card, formatter)),
        rules=tuple(list_special_rules(card, formatter)),
        table_pull=make_table_list(card, formatter),
        how_to_read=formatter.phrase("how_to_read"),
    )


def _record_address(card: Card, formatter: MessageFormatter) -> str:
    """Return where the owner of a printed map records its ground; empty for other maps."""
    number = card["map"]["number"]
    return url_for("recorded_map_pages.edit", map_id=number) if number in formatter.catalog.maps else ""


def draw_victory(card: Card, formatter: MessageFormatter) -> Markup:
    """4.1.1: draw the victory track alone, for a battle under way."""
    return _draw_victory(formatter, card["marker"], *(card["sides"][side]["faction"] for side in SIDES))


@lru_cache(maxsize=256)
def _draw_victory(formatter: MessageFormatter, marker: int, *factions: str) -> Markup:
    """Draw a victory track; cached for all tables with the same marker and factions."""
    sides = {side: {"faction": faction} for side, faction in zip(SIDES, factions, strict=True)}
    card = {"sides": sides, "marker": marker}
    words = _describe_victory(card, formatter)
    return _draw_both_widths(
        draw_victory_track(card, formatter, TRACK_WIDTH_POINTS),
        draw_narrow_victory_track(card, formatter),
        words,
    )


def _to_markup(drawing: Drawing, words: str, kind: str) -> Markup:
    return Markup(to_svg(drawing, words, kind))


def _draw_both_widths(wide: Drawing, narrow: Drawing, words: str) -> Markup:
    """Return a wide and a narrow track; the style sheet shows the one that fits the screen."""
    return _to_markup(wide, words, "track wide") + _to_markup(narrow, words, "track narrow")


def _list_facts(card: Card, formatter: MessageFormatter) -> list[Fact]:
    facts = [*list_conditions(card, formatter), *list_elimination_values(formatter)]
    if any(work["type"] == "mines" for work in card["fortifications"]):
        facts.append((formatter.term("card.mine_strength"), str(card["mine_strength"])))
    return facts


def _list_objectives(card: Card, formatter: MessageFormatter) -> list[Spot]:
    spots = []
    for number, hex_id, holder in list_objectives(card, formatter):
        drawing = Drawing(26, 26)
        for shape in draw_objective(card, formatter, number, 13, 13, 11.2):
            drawing.add(shape)
        spots.append(Spot(number, hex_id, holder, Markup(to_svg(drawing))))
    return spots


def _list_chits(formatter: MessageFormatter, letters: Any) -> tuple[Chit, ...]:
    return tuple(Chit(letter, formatter.term(f"chit.{letter}")) for letter in letters)


def _describe_more_chits(card: Card, formatter: MessageFormatter) -> str:
    more = card["objectives"].get("random", {}).get("open")
    if more:
        return formatter.phrase("drawn_open", count=more)
    return "" if card["objectives"]["open"] else formatter.phrase("no_open")


def _make_secret(card: Card, formatter: MessageFormatter, side: str) -> Secret:
    """7.3.3: return the part of a side's secret chits that this seat may see."""
    letters = card["objectives"]["secret"][side]
    name = formatter.faction(card, side)
    drawn = card["objectives"].get("random", {}).get(side)
    if letters == "hidden":
        return Secret(side, "", (), formatter.phrase("other_secret", faction=name))
    if letters:
        return Secret(side, formatter.phrase("own_secret", faction=name), _list_chits(formatter, letters))
    if drawn:
        return Secret(side, "", (), formatter.phrase("drawn_secret", faction=name, count=drawn))
    return Secret(side, "", (), formatter.phrase("no_secret", faction=name))


def _make_force(card: Card, formatter: MessageFormatter, side: str) -> Force:
    force = card["sides"][side]
    return Force(
        side=side,
        faction=force["faction"],
        name=formatter.faction(card, side),
        subtitle=f"{formatter.formation(card, side)} · {formatter.term('posture.' + force['posture'])}",
        figures=tuple(list_side_figures(card, formatter, side)),
        shelves=tuple(
            _make_group(card, formatter, side, section) for section in list_sections(card, formatter, side)
        ),
        works=tuple(_draw_work(formatter, kind, count) for kind, count in count_works(card, side).items()),
        casualties=_draw_casualties(card, formatter, side),
        pull=make_pull_list(card, formatter, side),
        setup=tuple(_list_setup(card, formatter, side)),
    )


def _list_setup(card: Card, formatter: MessageFormatter, side: str) -> list[Fact]:
    setup = card["sides"][side]["setup"]
    return [
        (formatter.term("card.edge"), formatter.term(f"edge.{setup['edge']}")),
        (formatter.term("card.zone"), formatter.zone(card, side)),
        (formatter.term("card.setup_order"), formatter.term(f"setup.{setup['order']}")),
    ]


def _make_group(card: Card, formatter: MessageFormatter, side: str, section: Section) -> CounterGroup:
    faction = card["sides"][side]["faction"]
    return CounterGroup(
        section.title,
        tuple(
            (draw_stack(formatter, lot, side, faction), format_lot(formatter, lot)) for lot in section.lots
        ),
    )


@lru_cache(maxsize=2048)
def draw_stack(
    formatter: MessageFormatter, lot: Lot, side: str, faction: str, scale: float = COUNTER_SCALE
) -> Markup:
    """Draw a stack of counters; cached because the same stacks recur."""
    note = "" if lot.cost is None else formatter.phrase("bought_for", cost=lot.cost)
    if lot.veterans:
        note = formatter.phrase("veterans_short", count=lot.veterans)
    stack = Stack(lot.count, tuple(formatter.piece(ref) for ref in lot.refs), note)
    drawing = draw_counter_row([stack], side, livery(formatter.catalog, faction))
    return Markup(to_svg(drawing, format_lot(formatter, lot), "counter", scale))


@lru_cache(maxsize=1024)
def draw_face(
    formatter: MessageFormatter, ref: str, side: str, faction: str, scale: float = COUNTER_SCALE
) -> Markup:
    """Draw a single counter."""
    piece = formatter.piece(ref)
    size = counter_size(piece)
    drawing = Drawing(size + 1, size + STRIP_HEIGHT + 1)
    drawing.add(move_shapes([draw_counter(piece, side, livery(formatter.catalog, faction))], 0.5, 0.5))
    return Markup(to_svg(drawing, piece.name, "counter", scale))


def _draw_work(formatter: MessageFormatter, kind: str, count: int) -> tuple[Markup, str]:
    return draw_work_sign(kind), formatter.works(kind, count)


@lru_cache(maxsize=64)
def draw_work_sign(kind: str) -> Markup:
    """Draw the sign of a fortification."""
    drawing = Drawing(20, 16)
    drawing.add(move_shapes(list(map_glyph(kind)), 10, 8, 1.0))
    return Markup(to_svg(drawing, "", "work", COUNTER_SCALE))


def _draw_time(card: Card, formatter: MessageFormatter) -> Markup | None:
    if card["time"] is None and card["sudden_death"] is None:
        return None
    words = _describe_time(card, formatter)
    return _draw_both_widths(
        draw_time_track(card, formatter, TRACK_WIDTH_POINTS), draw_narrow_time_track(card, formatter), words
    )


def _describe_time(card: Card, formatter: MessageFormatter) -> str:
    unused = formatter.phrase("not_used")
    arrivals = [
        formatter.phrase("arrival_alt", who=formatter.faction(card, side), space=arrival["space"])
        for side in SIDES
        for arrival in card["sides"][side].get("reinforcements", ())
    ]
    time = unused if card["time"] is None else card["time"]
    death = unused if card["sudden_death"] is None else card["sudden_death"]
    return formatter.phrase("time_alt", time=time, death=death, arrivals=" ".join(arrivals)).strip()


def _describe_victory(card: Card, formatter: MessageFormatter) -> str:
    return formatter.phrase("victory_alt", where=marker_words(card, formatter, card["marker"]))


def _draw_casualties(card: Card, formatter: MessageFormatter, side: str) -> Markup | None:
    surrender = card["sides"][side]["surrender"]
    if surrender is None:
        return None
    where = formatter.phrase("surrender_at", space=surrender)
    words = formatter.phrase("casualty_alt", who=formatter.faction(card, side), where=where)
    return Markup(
        to_svg(
            draw_casualty_track(card, formatter, side, TRACK_WIDTH_POINTS / 2), words, "track", CASUALTY_SCALE
        )
    )
