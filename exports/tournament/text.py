"""Text of a tournament: the tables that pages, terminal and paper show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exports.kit.messages import MessageFormatter
from exports.kit.sheet import Grid
from generator.tournament.actions import count_rounds
from generator.tournament.match import Match
from generator.tournament.model import Pairing, Round, Tournament
from generator.tournament.standing import Line
from schemas.messages import say

HALF = Fraction(1, 2)


def tournament_title(tournament: Tournament, formatter: MessageFormatter) -> str:
    return tournament.title or formatter.term("tournament.title")


def tournament_summary(tournament: Tournament, formatter: MessageFormatter) -> str:
    """Return the game, the system, and the number of players and rounds."""
    facts = {
        "game": tournament.game,
        "system": tournament.system,
        "players": say("tournament.player_count", count=len(tournament.players)),
        "rounds": say("tournament.round_count", count=count_rounds(tournament)),
    }
    return formatter.sentence("tournament.about", facts)


def list_provisional_notes(tournament: Tournament, formatter: MessageFormatter) -> list[str]:
    """Return a note that the standings are provisional while tables are open."""
    last = tournament.last
    if last is None or not last.open:
        return []
    return [formatter.sentence("tournament.so_far", {"round": last.number, "tables": last.open})]


def explain_halves(lines: Sequence[Line], match: Match, formatter: MessageFormatter) -> list[str]:
    """Return what half a point is for, if somebody has one."""
    points = (point for line in lines for point in line.by_round if point is not None)
    key = "tournament.halves" if match.draws else "tournament.halves_tied"
    return [formatter.term(key)] if any(point % 1 for point in points) else []


def format_points(points: Fraction | None) -> str:
    """Format points with halves: 4½."""
    if points is None:
        return "–"
    whole, rest = divmod(points, 1)
    half = "½" if rest == HALF else f" {rest}" if rest else ""
    return half.strip() if half and not whole else f"{whole}{half}"


def battle_name(
    played: Round, table: int, formatter: MessageFormatter, names: Mapping[int, str] | None = None
) -> str:
    """Return the name of the battle at a table; ``names`` are those of generated battles."""
    if names and names.get(table):
        return names[table]
    name, kind = played.name_at(table), played.plan.kind
    if kind == "linked":
        other = played.get_linked_table(table)
        key = "tournament.linked" if other else "tournament.linked_alone"
        return formatter.sentence(key, {"name": name, "table": other})
    return name or formatter.term(f"tournament.battle.{kind}")


def format_result(tournament: Tournament, pairing: Pairing, formatter: MessageFormatter) -> str:
    """Return the result of a table, or nothing while it is open."""
    if pairing.second is None:
        return formatter.term("tournament.bye")
    report = pairing.report
    if report is None:
        return ""
    how = formatter.name("ended", report.how)
    if report.winner == "nobody":
        return formatter.term("tournament.drawn")
    number = pairing.first if report.winner == "first" else pairing.second
    nonzero = {name: value for name, value in report.figures.items() if value}
    figures = "; ".join(f"{formatter.name('figure', name)}: {value}" for name, value in nonzero.items())
    facts = {"name": tournament.player(number).name, "how": how, "figures": figures}
    return formatter.sentence("tournament.won_with" if figures else "tournament.won", facts)


def make_pairings_grid(
    tournament: Tournament,
    played: Round,
    match: Match,
    formatter: MessageFormatter,
    names: Mapping[int, str] | None = None,
) -> Grid:
    """Return a table of who plays whom, on which side, at which table, with results."""
    heads = [
        formatter.term("tournament.table"),
        *(formatter.name("seat", side) for side in match.sides),
        formatter.term("tournament.battle"),
        formatter.term("tournament.result"),
    ]
    rows = [
        [
            str(pairing.table) if pairing.second else "–",
            tournament.player(pairing.first).name,
            tournament.player(pairing.second).name if pairing.second else "–",
            battle_name(played, pairing.table, formatter, names) if pairing.second else "–",
            format_result(tournament, pairing, formatter),
        ]
        for pairing in played.pairings
    ]
    return Grid(heads, rows, [0.7, 2, 2, 2, 3])


def make_standings_grid(
    tournament: Tournament, lines: Sequence[Line], match: Match, formatter: MessageFormatter
) -> Grid:
    """Return a table of places and points by round, and how often each player had each side."""
    rounds = [str(round_.number) for round_ in tournament.rounds]
    first, second = (formatter.name("side", side) for side in match.sides)
    heads = [
        formatter.term("tournament.place"),
        formatter.term("tournament.player"),
        *rounds,
        formatter.term("tournament.points"),
        formatter.term("tournament.won_count"),
        formatter.sentence("tournament.sides", {"first": first, "second": second}),
    ]
    rows = [
        [
            str(line.place),
            tournament.player(line.number).name,
            *(format_points(points) for points in line.by_round),
            format_points(line.points),
            str(line.won),
            _count_sides(tournament, line.number),
        ]
        for line in lines
    ]
    return Grid(heads, rows, [0.7, 2.6, *(0.6 for _ in rounds), 0.9, 0.9, 1.8])


def _count_sides(tournament: Tournament, number: int) -> str:
    tables = [pairing for pairing in tournament.pairings() if pairing.second and number in pairing.players]
    first = sum(pairing.first == number for pairing in tables)
    return f"{first} / {len(tables) - first}"
