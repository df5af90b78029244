"""Chances and aids as lines of text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.authoring.aids import (
    black_draw,
    start_positions,
    variant,
    weather_strip,
)
from generator.games.grossdeutschland.battle import SIDES, Turn, battle_of
from generator.games.grossdeutschland.combat import chances
from generator.games.grossdeutschland.document import printed
from generator.games.grossdeutschland.odds import among_next, so_many
from generator.games.grossdeutschland.play.activation import fill_cup
from generator.games.grossdeutschland.play.state import Rules, State, begin
from generator.games.grossdeutschland.rolls import rebuild_chance, weather_chances
from generator.games.grossdeutschland.settings import Settings

from .scribe import Scribe

STRIP = 12  # turns of weather
NEXT = 3  # draws to look ahead


def line(words: str, chance: Fraction) -> str:
    """A chance with its fraction, so that it can be checked."""
    return f"{float(chance * 100):6.2f} %  {chance!s:>8}  {words}"


def attack_lines(catalog: Catalog, scribe: Scribe, column: str, drm: int, dice: int) -> list[str]:
    """10.1: the chance of each result."""
    odds = chances(catalog, column, drm, dice)
    return [line(scribe.name("result", code), chance) for code, chance in odds.items()]


def weather_lines(catalog: Catalog, scribe: Scribe, modifier: int) -> list[str]:
    """14.0, 4.1: weather by its modifier, and what replacements would do in it."""
    found = []
    for name, chance in weather_chances(catalog, modifier).items():
        facts = {"weather": name, "chance": f"{rebuild_chance(catalog, name)}"}
        found.append(line(scribe.sentence("odds.weather", facts), chance))
    return found


def first_cup(catalog: Catalog, battle: str) -> State:
    """3.4: the activation cup of a battle's first turn, before the first picks."""
    found = battle_of(printed(catalog, battle), catalog)
    rules = Rules(catalog, found, Settings(battle=battle))
    return fill_cup(begin(rules, found.first or Turn(1, 0)))


def cup_lines(state: State | None, scribe: Scribe) -> list[str]:
    """3.4: whose chit comes next, and which formations are among the next few; exact."""
    if state is None or not state.cup:
        return [scribe.term("odds.empty")]
    found = []
    for side in SIDES:
        mine = [each.key for each in state.battle.of_side(side)]
        found.append(line(scribe.sentence("odds.next", {"side": side}), so_many(state.cup, mine, 1, 1)))
    draws = min(NEXT, len(state.cup))
    for name in state.cup:
        words = scribe.sentence("odds.among", {"formation": name, "draws": draws})
        found.append(line(words, among_next(state.cup, name, draws)))
    return found


def aid_document(catalog: Catalog, battle: str, seed: str) -> dict[str, Any]:
    """An unofficial variant of a printed battle."""
    return variant(catalog, printed(catalog, battle), seed)


def aid_lines(catalog: Catalog, scribe: Scribe, battle: str, seed: str, what: str) -> list[str]:
    """Start positions, weather or black chits of a seed, under the label that says what they are."""
    document = printed(catalog, battle)
    found = [scribe.term("page.unofficial")]
    if what == "weather":
        strip = weather_strip(catalog, battle_of(document, catalog), seed, STRIP)
        turns = [
            (scribe.sentence("sheet.turn_of", each), scribe.name("weather", each["weather"]))
            for each in strip
        ]
        return [*found, scribe.term("page.strip_blind"), *(f"{turn}: {sky}" for turn, sky in turns)]
    if what == "black":
        for side, chits in black_draw(catalog, document, seed).items():
            found += [scribe.name("side_title", side), *(f"  {scribe.chit(chit)}" for chit in chits)]
        return found
    placed, left = start_positions(catalog, document, seed)
    found.append(scribe.term("page.positions_about"))
    for row in placed["units"]:
        if row["at"]:
            key = f"{row['side']}:{row['formation']}:{row['unit']}"
            found.append(f"{row['at']}  {scribe.unit(key)} ({scribe.name('side', row['side'])})")
    return (
        [*found, f"{scribe.term('page.positions_left')} {scribe.words('unit', list(left))}"]
        if left
        else found
    )
