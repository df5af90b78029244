"""Text of a diary: each battle in a line, and statistics as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from exports.kit.messages import MessageFormatter
from exports.kit.sheet import Grid
from generator.diary.calibration import Calibration
from generator.diary.figures import Figures, Tally
from generator.diary.model import Battle
from generator.tournament.match import Match


@dataclass(frozen=True, slots=True)
class Part:
    """Statistics under a heading."""

    title: str
    grid: Grid
    note: str = ""  # a sentence below the table
    shares: tuple[tuple[str, int], ...] = ()  # name and victories of 100, for a chart


def format_result(battle: Battle, formatter: MessageFormatter) -> str:
    """Return how a battle ended."""
    if not battle.winner:
        return formatter.term("diary.open")
    words = [formatter.term("diary.drawn")]
    if battle.winner != "nobody":
        fighter = battle.first if battle.winner == "first" else battle.second
        words = [formatter.sentence("diary.won", {"name": fighter.name})]
    if battle.how:
        words.append(formatter.sentence("diary.how", {"how": battle.how}))
    if battle.vp is not None:
        words.append(formatter.sentence("diary.vp", {"vp": battle.vp}))
    return " ".join(words)


def format_odds(battle: Battle, formatter: MessageFormatter) -> str:
    """Return the odds of the rehearsal, if there was one."""
    if battle.odds is None:
        return ""
    facts = {"name": battle.first.name, "share": formatter.percent(battle.odds, 0)}
    return formatter.sentence("diary.odds", facts)


def format_sides(battle: Battle, match: Match, formatter: MessageFormatter) -> tuple[str, str]:
    """Return players, nation and posture of both sides."""
    sides = []
    for side, fighter in zip(match.sides, battle.fighters, strict=True):
        nation = formatter.name("faction", fighter.nation) if fighter.nation else formatter.name("seat", side)
        posture = f", {formatter.name('posture', fighter.posture)}" if fighter.posture else ""
        sides.append(f"{fighter.name} ({nation}{posture})")
    return sides[0], sides[1]


def make_parts(figures: Figures, match: Match, formatter: MessageFormatter, *, of_one: bool) -> list[Part]:
    """Return the statistics as tables, without groups that have no data."""
    side_names = dict(zip(("first", "second"), match.sides, strict=True))
    groups: list[tuple[str, Mapping[str, Tally], Callable[[str], str]]] = [
        ("whole", {"whole": figures.whole}, lambda _: formatter.term("diary.head.whole")),
        ("sides", figures.sides, lambda name: formatter.name("seat", side_names[name])),
        ("postures", figures.postures, lambda name: formatter.name("posture", name)),
        ("nations", figures.nations, lambda name: formatter.name("faction", name)),
        ("maps" if of_one else "maps_first", figures.maps, lambda name: name),
        ("opponents" if of_one else "players", figures.players, lambda name: name),
    ]
    parts = [
        Part(
            formatter.sentence(f"diary.head.{key}", {"side": match.sides[0]}),
            _grid(tallies, word, formatter),
            shares=tuple((word(name), _share(tally)) for name, tally in _order(tallies)),
        )
        for key, tallies, word in groups
        if any(tally.fought for tally in tallies.values()) and (of_one or key != "whole")
    ]
    return [*parts, make_calibration_part(figures.calibration, formatter)] if figures.calibration else parts


def make_calibration_part(calibration: Calibration, formatter: MessageFormatter) -> Part:
    """Return results against the odds shown: by band of odds, with the Brier score and its worth."""
    heads = ["", *(formatter.term(f"diary.calibration.{name}") for name in ("games", "expected", "scored"))]
    rows = [
        [
            f"{band.low}-{formatter.percent(band.high / 100, 0)}",
            str(band.games),
            formatter.percent(band.expected, 0),
            formatter.percent(band.scored, 0),
        ]
        for band in calibration.bands
    ]
    facts = {
        "games": calibration.games,
        "needed": calibration.needed,
        "brier": formatter.decimal(round(calibration.brier, 2)),
        "coin": formatter.decimal(round(calibration.brier_of_coin, 2)),
    }
    key = "diary.calibration.telling" if calibration.telling else "diary.calibration.too_few"
    note = formatter.sentence(key, facts)
    return Part(formatter.term("diary.head.calibration"), Grid(heads, rows, [2, 1, 1, 1]), note)


def _grid(tallies: Mapping[str, Tally], word: Callable[[str], str], formatter: MessageFormatter) -> Grid:
    judged = any(tally.judged for tally in tallies.values())
    names = ("fought", "won_count", "drawn_count", "share")
    heads = ["", *(formatter.term(f"diary.{name}") for name in names)]
    heads += [formatter.term("diary.against_odds")] if judged else []
    rows = [
        [word(name), *_format_tally(tally), *([_format_against_odds(tally, formatter)] if judged else [])]
        for name, tally in _order(tallies)
    ]
    return Grid(heads, rows, [2.4, 1, 1, 1, 1, *([2.4] if judged else [])])


def _order(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """Return tallies with most battles first."""
    return sorted(tallies.items(), key=lambda item: (-item[1].fought, item[0]))


def _share(tally: Tally) -> int:
    """Return the victories of 100 battles; a draw counts half."""
    return round(100 * (tally.won + tally.drawn / 2) / tally.fought) if tally.fought else 0


def _format_tally(tally: Tally) -> list[str]:
    return [str(tally.fought), str(tally.won), str(tally.drawn), str(_share(tally))]


def _format_against_odds(tally: Tally, formatter: MessageFormatter) -> str:
    if not tally.judged:
        return "–"
    scored, expected = (formatter.decimal(round(value, 1)) for value in (tally.scored, tally.expected))
    facts = {"scored": scored, "judged": tally.judged, "expected": expected}
    return formatter.sentence("diary.odds_cell", facts)
