"""A card laid out for a page, with the texts, lists and drawings of the printed sheets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

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
from exports.games.combat_commander.messages import Card, Scribe
from exports.games.combat_commander.pull import PullList, make_pull_list, make_table_list
from exports.games.combat_commander.rules import SpecialRule, list_special_rules
from exports.games.combat_commander.situation import card_title, describe_situation, format_place
from exports.kit.shapes import move_shapes
from exports.kit.svg import to_svg
from exports.kit.theme import livery
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_ruled_ground

from .ground_view import Entry, entries, looked_over

HEX = 24.0  # points from the centre of a hex to its corner, on a page
TRACK = 640.0
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
    time: Markup | None
    victory: Markup | None
    forces: tuple[Force, ...]
    steps: tuple[Step, ...]
    rules: tuple[SpecialRule, ...]
    table_pull: PullList
    how_to_read: str


def leaf(card: Card, scribe: Scribe) -> Leaf:
    """Lay out a card; it must be a view, because all of it is shown."""
    ground = get_ruled_ground(scribe.catalog, card)
    return Leaf(
        card=card,
        title=card_title(card, scribe),
        place=format_place(card, scribe),
        matchup=f"{scribe.faction(card, 'axis')} {scribe.phrase('vs')} {scribe.faction(card, 'allied')}",
        situation=describe_situation(card, scribe),
        facts=tuple(_facts(card, scribe)),
        spots=tuple(_spots(card, scribe)),
        chits=_chits(scribe, card["objectives"]["open"]),
        more_chits=_more_chits(card, scribe),
        secrets=tuple(_secret(card, scribe, side) for side in SIDES),
        map=_picture(draw_battle_map(card, scribe, HEX), scribe.map_words(card), "map"),
        legend=entries(ground, scribe) if ground else (),
        over=looked_over(card) if ground else "",
        time=_time(card, scribe),
        victory=None if card["marker"] is None else victory(card, scribe),
        forces=tuple(_force(card, scribe, side) for side in SIDES),
        steps=tuple(list_steps(card, scribe)),
        rules=tuple(list_special_rules(card, scribe)),
        table_pull=make_table_list(card, scribe),
        how_to_read=scribe.phrase("how_to_read"),
    )


def victory(card: Card, scribe: Scribe) -> Markup:
    """4.1.1: draw the victory track alone, for a battle under way."""
    return _victory(scribe, card["marker"], *(card["sides"][side]["faction"] for side in SIDES))


@lru_cache(maxsize=256)
def _victory(scribe: Scribe, marker: int, *factions: str) -> Markup:
    """Draw a victory track; cached for all tables with the same marker and factions."""
    sides = {side: {"faction": faction} for side, faction in zip(SIDES, factions, strict=True)}
    card = {"sides": sides, "marker": marker}
    words = _victory_words(card, scribe)
    return _both(draw_victory_track(card, scribe, TRACK), draw_narrow_victory_track(card, scribe), words)


def _picture(drawing: Drawing, words: str, kind: str) -> Markup:
    return Markup(to_svg(drawing, words, kind))


def _both(wide: Drawing, narrow: Drawing, words: str) -> Markup:
    """Return a wide and a narrow track; the style sheet shows the one that fits the screen."""
    return _picture(wide, words, "track wide") + _picture(narrow, words, "track narrow")


def _facts(card: Card, scribe: Scribe) -> list[Fact]:
    facts = [*list_conditions(card, scribe), *list_elimination_values(scribe)]
    if any(work["type"] == "mines" for work in card["fortifications"]):
        facts.append((scribe.term("card.mine_strength"), str(card["mine_strength"])))
    return facts


def _spots(card: Card, scribe: Scribe) -> list[Spot]:
    found = []
    for number, hex_id, holder in list_objectives(card, scribe):
        drawing = Drawing(26, 26)
        for shape in draw_objective(card, scribe, number, 13, 13, 11.2):
            drawing.add(shape)
        found.append(Spot(number, hex_id, holder, Markup(to_svg(drawing))))
    return found


def _chits(scribe: Scribe, letters: Any) -> tuple[Chit, ...]:
    return tuple(Chit(letter, scribe.term(f"chit.{letter}")) for letter in letters)


def _more_chits(card: Card, scribe: Scribe) -> str:
    more = card["objectives"].get("random", {}).get("open")
    if more:
        return scribe.phrase("drawn_open", count=more)
    return "" if card["objectives"]["open"] else scribe.phrase("no_open")


def _secret(card: Card, scribe: Scribe, side: str) -> Secret:
    """7.3.3: return the part of a side's secret chits that this seat may see."""
    letters = card["objectives"]["secret"][side]
    name = scribe.faction(card, side)
    drawn = card["objectives"].get("random", {}).get(side)
    if letters == "hidden":
        return Secret(side, "", (), scribe.phrase("other_secret", faction=name))
    if letters:
        return Secret(side, scribe.phrase("own_secret", faction=name), _chits(scribe, letters))
    if drawn:
        return Secret(side, "", (), scribe.phrase("drawn_secret", faction=name, count=drawn))
    return Secret(side, "", (), scribe.phrase("no_secret", faction=name))


def _force(card: Card, scribe: Scribe, side: str) -> Force:
    force = card["sides"][side]
    return Force(
        side=side,
        faction=force["faction"],
        name=scribe.faction(card, side),
        subtitle=f"{scribe.formation(card, side)} · {scribe.term('posture.' + force['posture'])}",
        figures=tuple(list_side_figures(card, scribe, side)),
        shelves=tuple(_shelf(card, scribe, side, section) for section in list_sections(card, scribe, side)),
        works=tuple(_work(scribe, kind, count) for kind, count in count_works(card, side).items()),
        casualties=_casualties(card, scribe, side),
        pull=make_pull_list(card, scribe, side),
        setup=tuple(_setup(card, scribe, side)),
    )


def _setup(card: Card, scribe: Scribe, side: str) -> list[Fact]:
    setup = card["sides"][side]["setup"]
    return [
        (scribe.term("card.edge"), scribe.term(f"edge.{setup['edge']}")),
        (scribe.term("card.zone"), scribe.zone(card, side)),
        (scribe.term("card.setup_order"), scribe.term(f"setup.{setup['order']}")),
    ]


def _shelf(card: Card, scribe: Scribe, side: str, section: Section) -> CounterGroup:
    faction = card["sides"][side]["faction"]
    return CounterGroup(
        section.title,
        tuple((counter(scribe, lot, side, faction), format_lot(scribe, lot)) for lot in section.lots),
    )


@lru_cache(maxsize=2048)
def counter(scribe: Scribe, lot: Lot, side: str, faction: str) -> Markup:
    """Draw a stack of counters; cached because the same stacks recur."""
    note = "" if lot.cost is None else scribe.phrase("bought_for", cost=lot.cost)
    if lot.veterans:
        note = scribe.phrase("veterans_short", count=lot.veterans)
    stack = Stack(lot.count, tuple(scribe.piece(ref) for ref in lot.refs), note)
    drawing = draw_counter_row([stack], side, livery(scribe.catalog, faction))
    return Markup(to_svg(drawing, format_lot(scribe, lot), "counter", COUNTER_SCALE))


@lru_cache(maxsize=1024)
def face_of(scribe: Scribe, ref: str, side: str, faction: str, scale: float = COUNTER_SCALE) -> Markup:
    """Draw a single counter."""
    piece = scribe.piece(ref)
    size = counter_size(piece)
    drawing = Drawing(size + 1, size + STRIP_HEIGHT + 1)
    drawing.add(move_shapes([draw_counter(piece, side, livery(scribe.catalog, faction))], 0.5, 0.5))
    return Markup(to_svg(drawing, piece.name, "counter", scale))


def _work(scribe: Scribe, kind: str, count: int) -> tuple[Markup, str]:
    drawing = Drawing(20, 16)
    drawing.add(move_shapes(list(map_glyph(kind)), 10, 8, 1.0))
    return Markup(to_svg(drawing, "", "work", COUNTER_SCALE)), scribe.works(kind, count)


def _time(card: Card, scribe: Scribe) -> Markup | None:
    if card["time"] is None and card["sudden_death"] is None:
        return None
    words = _time_words(card, scribe)
    return _both(draw_time_track(card, scribe, TRACK), draw_narrow_time_track(card, scribe), words)


def _time_words(card: Card, scribe: Scribe) -> str:
    unused = scribe.phrase("not_used")
    arrivals = [
        scribe.phrase("arrival_alt", who=scribe.faction(card, side), space=arrival["space"])
        for side in SIDES
        for arrival in card["sides"][side].get("reinforcements", ())
    ]
    time = unused if card["time"] is None else card["time"]
    death = unused if card["sudden_death"] is None else card["sudden_death"]
    return scribe.phrase("time_alt", time=time, death=death, arrivals=" ".join(arrivals)).strip()


def _victory_words(card: Card, scribe: Scribe) -> str:
    return scribe.phrase("victory_alt", where=marker_words(card, scribe, card["marker"]))


def _casualties(card: Card, scribe: Scribe, side: str) -> Markup | None:
    surrender = card["sides"][side]["surrender"]
    if surrender is None:
        return None
    where = scribe.phrase("surrender_at", space=surrender)
    words = scribe.phrase("casualty_alt", who=scribe.faction(card, side), where=where)
    return Markup(to_svg(draw_casualty_track(card, scribe, side, TRACK / 2), words, "track", CASUALTY_SCALE))
