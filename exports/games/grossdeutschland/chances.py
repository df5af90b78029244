"""Chances and aids as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.authoring.generators import (
    draw_black_chits,
    draw_start_positions,
    make_variant,
    roll_weather_strip,
)
from generator.games.grossdeutschland.battle import SIDES, Battle, Turn, make_battle
from generator.games.grossdeutschland.combat import compute_chances
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.odds import chance_among_next, chance_of_count
from generator.games.grossdeutschland.play.activation import fill_cup
from generator.games.grossdeutschland.play.state import Rules, State, make_initial_state
from generator.games.grossdeutschland.rolls import compute_rebuild_chance, compute_weather_chances
from generator.games.grossdeutschland.settings import Settings

from .scribe import Scribe

STRIP = 12  # turns of weather
NEXT = 3  # draws to look ahead
Document = dict[str, Any]


def line(words: str, chance: Fraction, scribe: Scribe) -> str:
    """A chance with its fraction, so that it can be checked."""
    return f"{scribe.percent(chance, 2):>8}  {chance!s:>8}  {words}"


def attack_lines(catalog: Catalog, scribe: Scribe, column: str, drm: int, dice: int) -> list[str]:
    """10.1: the chance of each result."""
    odds = compute_chances(catalog, column, drm, dice)
    return [line(scribe.name("result", code), chance, scribe) for code, chance in odds.items()]


def weather_lines(catalog: Catalog, scribe: Scribe, modifier: int) -> list[str]:
    """14.0, 4.1: weather by its modifier, and what replacements would do in it."""
    found = []
    for name, chance in compute_weather_chances(catalog, modifier).items():
        facts = {"weather": name, "chance": f"{compute_rebuild_chance(catalog, name)}"}
        found.append(line(scribe.sentence("odds.weather", facts), chance, scribe))
    return found


def first_cup(catalog: Catalog, document: Document) -> State:
    """3.4: the activation cup of a battle's first turn, before the first picks."""
    found = make_battle(document, catalog)
    return fill_cup(make_initial_state(Rules(catalog, found, Settings()), found.first or Turn(1, 0)))


def cup_lines(state: State | None, scribe: Scribe) -> list[str]:
    """3.4: whose chits come next; exact."""
    if state is None or not state.cup:
        return [scribe.term("odds.empty")]
    found = cup_chances(state.battle, state.cup, NEXT, scribe)
    return [line(words, chance, scribe) for words, chance in found]


def cup_chances(battle: Battle, cup: Sequence[str], draws: int, scribe: Scribe) -> list[tuple[str, Fraction]]:
    """Whose the next chit is, whether one of the cup is among the next so many, and how many are a side's."""
    sides = {side: [each.key for each in battle.formations_of(side)] for side in SIDES}
    found = [
        (scribe.sentence("odds.next", {"side": side}), chance_of_count(cup, mine, 1, 1))
        for side, mine in sides.items()
    ]
    draws = min(draws, len(cup))
    found.append((scribe.sentence("odds.among", {"draws": draws}), chance_among_next(cup, cup[0], draws)))
    side, mine = next(iter(sides.items()))
    for wanted in range(draws + 1):
        facts = {"wanted": wanted, "draws": draws, "side": side}
        found.append((scribe.sentence("odds.so_many", facts), chance_of_count(cup, mine, draws, wanted)))
    return found


def aid_document(catalog: Catalog, battle: str, seed: str) -> Document:
    """An unofficial variant of a printed battle."""
    return make_variant(catalog, make_printed(catalog, battle), seed)


def aid_lines(catalog: Catalog, scribe: Scribe, battle: str, seed: str, what: str) -> list[str]:
    """Start positions, weather or black chits of a seed, under the label that says what they are."""
    told = aid_rows(catalog, scribe, make_printed(catalog, battle), seed, what)
    return [scribe.term("page.unofficial"), *told.about, *(f"{head}: {cell}" for head, cell in told.rows)]


class Told(NamedTuple):
    """What an aid by chance brings: sentences about it, rows, and the document it made."""

    about: list[str]
    rows: list[tuple[str, str]]
    document: Document | None = None


def aid_rows(catalog: Catalog, scribe: Scribe, document: Document, seed: str, what: str) -> Told:
    """An aid by chance of any battle, printed or one's own."""
    makers = {"positions": _positions, "weather": _strip, "black": _black, "variant": _variant}
    return makers[what](catalog, scribe, document, seed)


def _positions(catalog: Catalog, scribe: Scribe, document: Document, seed: str) -> Told:
    placed, left = draw_start_positions(catalog, document, seed)
    rows = [
        (f"{scribe.unit(unit_key(row))} ({scribe.name('side', row['side'])})", row["at"])
        for row in placed["units"]
        if row["at"]
    ]
    about = [scribe.term("page.positions_about")]
    if left:
        about.append(f"{scribe.term('page.positions_left')} {scribe.words('unit', list(left))}.")
    return Told(about, rows, placed)


def _strip(catalog: Catalog, scribe: Scribe, document: Document, seed: str) -> Told:
    strip = roll_weather_strip(catalog, make_battle(document, catalog), seed, STRIP)
    blind = any(each["modifier"] is None for each in strip)
    rows = [
        (scribe.sentence("sheet.turn_of", each), scribe.name("weather", each["weather"])) for each in strip
    ]
    return Told([scribe.term("page.strip_blind")] if blind else [], rows)


def _black(catalog: Catalog, scribe: Scribe, document: Document, seed: str) -> Told:
    drawn = draw_black_chits(catalog, document, seed)
    rows = [
        (scribe.name("side_title", side), scribe.chit(chit))
        for side, chits in drawn.items()
        for chit in chits
    ]
    return Told([scribe.term("page.black_about")], rows)


def _variant(catalog: Catalog, scribe: Scribe, document: Document, seed: str) -> Told:
    other = make_variant(catalog, document, seed)
    about = [scribe.term("page.variant_about"), *variant_lines(document, other, scribe)]
    return Told(about, [], other)


def unit_key(row: Mapping[str, Any]) -> str:
    return f"{row['side']}:{row['formation']}:{row['unit']}"


def variant_lines(before: Mapping[str, Any], after: Mapping[str, Any], scribe: Scribe) -> list[str]:
    """What a variant does differently."""
    found = [
        scribe.sentence("page.variant_cup", {"side": side, **after["cups"][side]})
        for side in SIDES
        if after["cups"][side] != before["cups"][side]
    ]
    if after["picks"] != before["picks"]:
        found.append(scribe.sentence("sheet.picks", after["picks"]))
    moved = dict.fromkeys(
        f"{new['side']}:{new['formation']}"
        for old, new in zip(before["units"], after["units"], strict=True)
        if old["placement"] != new["placement"]
    )
    if moved:
        found.append(scribe.sentence("page.variant_swap", {"formations": tuple(moved)}))
    return found
