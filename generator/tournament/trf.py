"""A Swiss tournament as a FIDE tournament report file, TRF16 (FIDE Handbook C.04, Annex 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.errors import HorahError

from .match import NO_SHOW
from .model import Pairing, Player, Round, Tournament
from .standing import Line

LINE_END = "\r\n"
NAME_WIDTH = 33  # columns 15 to 47
# A player's line up to the rounds: number, sex and title, name, rating to birth date, points, place.
PLAYER = "001 {number:4} {none:4} {name:33} {none:4} {none:3} {none:11} {none:10} {points:4.1f} {place:4}"
ROUND = "  {opponent:>4} {colour} {result}"  # ten columns for each round, from column 90
NOBODY = "0000"
BYE, ABSENT = "U", "Z"  # bye of the pairing; not in the round
SCORES = {"1": 1.0, "+": 1.0, BYE: 1.0, "=": 0.5}


def write_trf(tournament: Tournament, standings: tuple[Line, ...]) -> str:
    """Return the report file; the first side plays white. A round with open tables is left out."""
    if tournament.system != "swiss":
        raise HorahError("TOURNAMENT.not_swiss")
    rounds = [each for each in tournament.rounds if not each.open]
    numbers = {each.number: place for place, each in enumerate(tournament.players, start=1)}
    places = {line.number: line.place for line in standings}
    lines = [
        f"012 {tournament.title}",
        f"062 {len(tournament.players)}",
        "092 Individual: Swiss-System",
        f"XXR {tournament.planned}",
        *(_write_player(each, numbers, places[each.number], rounds) for each in tournament.players),
    ]
    return LINE_END.join(lines) + LINE_END


def _write_player(player: Player, numbers: Mapping[int, int], place: int, rounds: list[Round]) -> str:
    cells = list(_list_rounds(player, numbers, rounds))
    points = sum(SCORES.get(result, 0.0) for _, _, result in cells)
    head = PLAYER.format(
        number=numbers[player.number], none="", name=player.name[:NAME_WIDTH], points=points, place=place
    )
    return head + "".join(
        ROUND.format(opponent=opponent, colour=colour, result=result) for opponent, colour, result in cells
    )


def _list_rounds(
    player: Player, numbers: Mapping[int, int], rounds: list[Round]
) -> Iterator[tuple[str, str, str]]:
    """Yield opponent, colour and result of every round."""
    for played in rounds:
        pairing = next((each for each in played.pairings if player.number in each.players), None)
        if pairing is None:
            yield NOBODY, "-", ABSENT
        elif pairing.second is None:
            yield NOBODY, "-", BYE
        else:
            white = pairing.first == player.number
            opponent = pairing.second if white else pairing.first
            yield str(numbers[opponent]), "w" if white else "b", _get_result(pairing, white)


def _get_result(pairing: Pairing, white: bool) -> str:
    assert pairing.report is not None
    if pairing.report.winner == "nobody":
        return "="
    won = (pairing.report.winner == "first") == white
    if pairing.report.how == NO_SHOW:
        return "+" if won else "-"
    return "1" if won else "0"
