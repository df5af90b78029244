"""What a tournament says: every table of figures that pages, terminal and paper show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exports.kit.scribe import Scribe
from exports.kit.sheet import Grid
from generator.tournament.course import rounds_of
from generator.tournament.match import Match
from generator.tournament.model import Pairing, Round, Tournament
from generator.tournament.standing import Line

HALF = Fraction(1, 2)


def title_of(tournament: Tournament, scribe: Scribe) -> str:
    return tournament.title or scribe.term("tournament.title")


def heading_of(tournament: Tournament, scribe: Scribe) -> str:
    """The game, the system, and how many play."""
    facts = {
        "game": tournament.game,
        "system": tournament.system,
        "players": len(tournament.players),
        "rounds": rounds_of(tournament),
    }
    return scribe.sentence("tournament.about", facts)


def so_far(tournament: Tournament, scribe: Scribe) -> list[str]:
    """That the standings are provisional, while they are."""
    last = tournament.last
    if last is None or not last.open:
        return []
    return [scribe.sentence("tournament.so_far", {"round": last.number, "tables": last.open})]


def points_of(points: Fraction | None) -> str:
    """Points as people write them: 4½."""
    if points is None:
        return "–"
    whole, rest = divmod(points, 1)
    half = "½" if rest == HALF else f" {rest}" if rest else ""
    return half.strip() if half and not whole else f"{whole}{half}"


def battle_of(played: Round, table: int, scribe: Scribe) -> str:
    """What is fought at a table."""
    name, kind = played.name_at(table), played.plan.kind
    if kind == "linked":
        other = played.beside(table)
        key = "tournament.linked" if other else "tournament.linked_alone"
        return scribe.sentence(key, {"name": name, "table": other})
    return name or scribe.term(f"tournament.battle.{kind}")


def result_of(tournament: Tournament, pairing: Pairing, scribe: Scribe) -> str:
    """How a table ended; nothing while it has not."""
    if pairing.second is None:
        return scribe.term("tournament.bye")
    report = pairing.report
    if report is None:
        return ""
    how = scribe.name("ended", report.how)
    if report.winner == "nobody":
        return scribe.term("tournament.drawn")
    number = pairing.first if report.winner == "first" else pairing.second
    shown = {name: value for name, value in report.figures.items() if value}
    figures = "; ".join(f"{scribe.name('figure', name)}: {value}" for name, value in shown.items())
    facts = {"name": tournament.player(number).name, "how": how, "figures": figures}
    return scribe.sentence("tournament.won_with" if figures else "tournament.won", facts)


def pairings(tournament: Tournament, played: Round, match: Match, scribe: Scribe) -> Grid:
    """Who plays whom, on which side, at which table, and how it ended."""
    heads = [
        scribe.term("tournament.table"),
        *(scribe.name("seat", side) for side in match.sides),
        scribe.term("tournament.battle"),
        scribe.term("tournament.result"),
    ]
    rows = [
        [
            str(each.table) if each.second else "–",
            tournament.player(each.first).name,
            tournament.player(each.second).name if each.second else "–",
            battle_of(played, each.table, scribe) if each.second else "–",
            result_of(tournament, each, scribe),
        ]
        for each in played.pairings
    ]
    return Grid(heads, rows, [0.7, 2, 2, 2, 3])


def standing(tournament: Tournament, lines: Sequence[Line], match: Match, scribe: Scribe) -> Grid:
    """Places and points, round by round; and how often each fought on which side."""
    rounds = [str(each.number) for each in tournament.rounds]
    first, second = (scribe.name("seat", side) for side in match.sides)
    heads = [
        scribe.term("tournament.place"),
        scribe.term("tournament.player"),
        *rounds,
        scribe.term("tournament.points"),
        scribe.term("tournament.won_count"),
        f"{first} – {second}",
    ]
    rows = [
        [
            str(line.place),
            tournament.player(line.number).name,
            *(points_of(each) for each in line.by_round),
            points_of(line.points),
            str(line.won),
            _sides(tournament, line.number),
        ]
        for line in lines
    ]
    return Grid(heads, rows, [0.7, 2.6, *(0.6 for _ in rounds), 0.9, 0.9, 1.8])


def _sides(tournament: Tournament, number: int) -> str:
    tables = [each for each in tournament.pairings() if each.second and number in each.players]
    first = sum(each.first == number for each in tables)
    return f"{first} – {len(tables) - first}"
