"""Text of a diary: each battle in a line, and statistics as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from exports.kit.messages import Scribe
from exports.kit.sheet import Grid
from generator.diary.figures import Figures, Tally
from generator.diary.model import Battle
from generator.tournament.match import Match


@dataclass(frozen=True, slots=True)
class Part:
    """Statistics under a heading."""

    title: str
    grid: Grid


def format_result(battle: Battle, scribe: Scribe) -> str:
    """Return how a battle ended."""
    if not battle.winner:
        return scribe.term("diary.open")
    words = [scribe.term("diary.drawn")]
    if battle.winner != "nobody":
        fighter = battle.first if battle.winner == "first" else battle.second
        words = [scribe.sentence("diary.won", {"name": fighter.name})]
    if battle.how:
        words.append(scribe.sentence("diary.how", {"how": battle.how}))
    if battle.vp is not None:
        words.append(scribe.sentence("diary.vp", {"vp": battle.vp}))
    return " ".join(words)


def format_odds(battle: Battle, scribe: Scribe) -> str:
    """Return the odds of the rehearsal, if there was one."""
    if battle.odds is None:
        return ""
    facts = {"name": battle.first.name, "share": round(100 * battle.odds)}
    return scribe.sentence("diary.odds", facts)


def format_sides(battle: Battle, match: Match, scribe: Scribe) -> tuple[str, str]:
    """Return players, nation and posture of both sides."""
    sides = []
    for side, fighter in zip(match.sides, battle.fighters, strict=True):
        nation = scribe.name("faction", fighter.nation) if fighter.nation else scribe.name("seat", side)
        posture = f", {scribe.name('posture', fighter.posture)}" if fighter.posture else ""
        sides.append(f"{fighter.name} ({nation}{posture})")
    return sides[0], sides[1]


def make_parts(figures: Figures, match: Match, scribe: Scribe, *, of_one: bool) -> list[Part]:
    """Return the statistics as tables, without groups that have no data."""
    side_names = dict(zip(("first", "second"), match.sides, strict=True))
    groups: list[tuple[str, Mapping[str, Tally], Callable[[str], str]]] = [
        ("whole", {"whole": figures.whole}, lambda _: scribe.term("diary.head.whole")),
        ("sides", figures.sides, lambda name: scribe.name("seat", side_names[name])),
        ("postures", figures.postures, lambda name: scribe.name("posture", name)),
        ("nations", figures.nations, lambda name: scribe.name("faction", name)),
        ("maps" if of_one else "maps_first", figures.maps, lambda name: name),
        ("opponents" if of_one else "players", figures.players, lambda name: name),
    ]
    return [
        Part(scribe.sentence(f"diary.head.{key}", {"side": match.sides[0]}), _grid(tallies, word, scribe))
        for key, tallies, word in groups
        if any(each.fought for each in tallies.values()) and (of_one or key != "whole")
    ]


def _grid(tallies: Mapping[str, Tally], word: Callable[[str], str], scribe: Scribe) -> Grid:
    judged = any(each.judged for each in tallies.values())
    names = ("fought", "won_count", "drawn_count", "share")
    heads = ["", *(scribe.term(f"diary.{name}") for name in names)]
    heads += [scribe.term("diary.against_odds")] if judged else []
    ordered = sorted(tallies.items(), key=lambda each: (-each[1].fought, each[0]))
    rows = [
        [word(name), *_format_tally(tally), *([_format_against_odds(tally, scribe)] if judged else [])]
        for name, tally in ordered
    ]
    return Grid(heads, rows, [2.4, 1, 1, 1, 1, *([2.4] if judged else [])])


def _format_tally(tally: Tally) -> list[str]:
    share = round(100 * (tally.won + tally.drawn / 2) / tally.fought) if tally.fought else 0
    return [str(tally.fought), str(tally.won), str(tally.drawn), str(share)]


def _format_against_odds(tally: Tally, scribe: Scribe) -> str:
    if not tally.judged:
        return "–"
    scored, expected = (scribe.decimal(round(each, 1)) for each in (tally.scored, tally.expected))
    facts = {"scored": scored, "judged": tally.judged, "expected": expected}
    return scribe.sentence("diary.odds_cell", facts)
