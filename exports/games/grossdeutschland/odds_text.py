"""Chances and random aids as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from catalogs.games.grossdeutschland import Catalog
from generator.games.grossdeutschland.authoring.generators import (
    count_steps,
    draw_black_chits,
    draw_start_positions,
    make_action,
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

from .messages import MessageFormatter

WEATHER_STRIP_TURNS = 12  # turns of weather
LOOK_AHEAD_DRAWS = 3  # draws to look ahead
Document = dict[str, Any]


def format_chance(words: str, chance: Fraction, formatter: MessageFormatter) -> str:
    """Return a chance with its exact fraction, so that it can be checked."""
    return f"{formatter.percent(chance, 2):>8}  {chance!s:>8}  {words}"


def list_attack_chances(
    catalog: Catalog, formatter: MessageFormatter, column: str, drm: int, dice: int
) -> list[str]:
    """10.1: return the chance of each result."""
    odds = compute_chances(catalog, column, drm, dice)
    return [format_chance(formatter.name("result", code), chance, formatter) for code, chance in odds.items()]


def list_weather_chances(catalog: Catalog, formatter: MessageFormatter, modifier: int) -> list[str]:
    """14.0, 4.1: return the weather by its modifier, and the chance of replacements in it."""
    lines = []
    for name, chance in compute_weather_chances(catalog, modifier).items():
        facts = {"weather": name, "chance": f"{compute_rebuild_chance(catalog, name)}"}
        lines.append(format_chance(formatter.sentence("odds.weather", facts), chance, formatter))
    return lines


def fill_first_cup(catalog: Catalog, document: Document) -> State:
    """3.4: return the activation cup of a battle's first turn, before the first picks."""
    battle = make_battle(document, catalog)
    return fill_cup(make_initial_state(Rules(catalog, battle, Settings()), battle.first or Turn(1, 0)))


def list_cup_chances(state: State | None, formatter: MessageFormatter) -> list[str]:
    """3.4: return the exact chances of the next chits."""
    if state is None or not state.cup:
        return [formatter.term("odds.empty")]
    cup_odds = compute_cup_chances(state.battle, state.cup, LOOK_AHEAD_DRAWS, formatter)
    return [format_chance(words, chance, formatter) for words, chance in cup_odds]


def compute_cup_chances(
    battle: Battle, cup: Sequence[str], draws: int, formatter: MessageFormatter
) -> list[tuple[str, Fraction]]:
    """Return the chances of the next chit's side, of a chit among the next, and of a side's count."""
    sides = {side: [formation.key for formation in battle.formations_of(side)] for side in SIDES}
    cup_odds = [
        (formatter.sentence("odds.next", {"side": side}), chance_of_count(cup, mine, 1, 1))
        for side, mine in sides.items()
    ]
    draws = min(draws, len(cup))
    cup_odds.append(
        (formatter.sentence("odds.among", {"draws": draws}), chance_among_next(cup, cup[0], draws))
    )
    side, mine = next(iter(sides.items()))
    for wanted in range(draws + 1):
        facts = {"wanted": wanted, "draws": draws, "side": side}
        cup_odds.append(
            (formatter.sentence("odds.so_many", facts), chance_of_count(cup, mine, draws, wanted))
        )
    return cup_odds


def make_aid_document(catalog: Catalog, battle: str, seed: str, what: str = "variant") -> Document:
    """Return an unofficial variant of a printed battle, or a small action made from it."""
    maker = make_action if what == "action" else make_variant
    return maker(catalog, make_printed(catalog, battle), seed)


def list_aid(catalog: Catalog, formatter: MessageFormatter, battle: str, seed: str, what: str) -> list[str]:
    """Return start positions, weather or black chits of a seed, labelled as unofficial."""
    aid = make_aid(catalog, formatter, make_printed(catalog, battle), seed, what)
    return [formatter.term("page.unofficial"), *aid.about, *(f"{head}: {cell}" for head, cell in aid.rows)]


class AidResult(NamedTuple):
    """The result of a random aid: sentences about it, rows, and the document it made."""

    about: list[str]
    rows: list[tuple[str, str]]
    document: Document | None = None


def make_aid(
    catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str, what: str
) -> AidResult:
    """Return a random aid for any battle, printed or custom."""
    makers = {
        "positions": _make_positions,
        "weather": _make_weather_strip,
        "black": _draw_black_chits,
        "variant": _make_variant,
        "action": _make_action,
    }
    return makers[what](catalog, formatter, document, seed)


def _make_positions(
    catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str
) -> AidResult:
    placed, left = draw_start_positions(catalog, document, seed)
    rows = [
        (f"{formatter.unit(make_unit_key(row))} ({formatter.name('side', row['side'])})", row["at"])
        for row in placed["units"]
        if row["at"]
    ]
    about = [formatter.term("page.positions_about")]
    if left:
        about.append(f"{formatter.term('page.positions_left')} {formatter.words('unit', list(left))}.")
    return AidResult(about, rows, placed)


def _make_weather_strip(
    catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str
) -> AidResult:
    strip = roll_weather_strip(catalog, make_battle(document, catalog), seed, WEATHER_STRIP_TURNS)
    blind = any(turn["modifier"] is None for turn in strip)
    rows = [(formatter.sentence("sheet.turn_of", turn), format_strip_turn(turn, formatter)) for turn in strip]
    return AidResult([formatter.term("page.strip_blind")] if blind else [], rows)


def format_strip_turn(turn: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """14.0: return the weather of a turn, or the die alone if its modifier is not typed."""
    known = turn["weather"] is not None
    return formatter.name("weather", turn["weather"]) if known else formatter.sentence("page.die_only", turn)


def _draw_black_chits(
    catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str
) -> AidResult:
    drawn = draw_black_chits(catalog, document, seed)
    rows = [
        (formatter.name("side_title", side), formatter.chit(chit))
        for side, chits in drawn.items()
        for chit in chits
    ]
    return AidResult([formatter.term("page.black_about")], rows)


def _make_variant(catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str) -> AidResult:
    other = make_variant(catalog, document, seed)
    about = [formatter.term("page.variant_about"), *list_variant_changes(document, other, formatter)]
    return AidResult(about, [], other)


def _make_action(catalog: Catalog, formatter: MessageFormatter, document: Document, seed: str) -> AidResult:
    action = make_action(catalog, document, seed)
    rows = list_action_forces(catalog, action, formatter)
    return AidResult([formatter.term("page.action_about")], rows, action)


def list_action_forces(
    catalog: Catalog, action: Document, formatter: MessageFormatter
) -> list[tuple[str, str]]:
    """Return each side of a small action with its formations and steps, and what the attacker needs."""
    battle = make_battle(action, catalog)
    rows = []
    for side in SIDES:
        formations = list(battle.formations_of(side))
        names = formatter.list([formation.name for formation in formations])
        facts = {"formations": names, "steps": sum(map(count_steps, formations))}
        rows.append((formatter.name("side_title", side), formatter.sentence("page.action_force", facts)))
    victory = action["victory"]
    places = formatter.list([formatter.place(row["place"]) for row in victory["locations"]])
    facts = {"side": victory["side"], "win": victory["win"], "places": places}
    rows.append((formatter.term("page.action_goal"), formatter.sentence("page.action_win", facts)))
    return rows


def make_unit_key(row: Mapping[str, Any]) -> str:
    return f"{row['side']}:{row['formation']}:{row['unit']}"


def list_variant_changes(
    before: Mapping[str, Any], after: Mapping[str, Any], formatter: MessageFormatter
) -> list[str]:
    """Return the differences of a variant."""
    lines = [
        formatter.sentence("page.variant_cup", {"side": side, **after["cups"][side]})
        for side in SIDES
        if after["cups"][side] != before["cups"][side]
    ]
    if after["picks"] != before["picks"]:
        lines.append(formatter.sentence("sheet.picks", after["picks"]))
    moved = dict.fromkeys(
        f"{new['side']}:{new['formation']}"
        for old, new in zip(before["units"], after["units"], strict=True)
        if old["placement"] != new["placement"]
    )
    if moved:
        lines.append(formatter.sentence("page.variant_swap", {"formations": tuple(moved)}))
    return lines
