"""Actions in a tournament: players enter and leave, rounds are drawn, tables report, errors are corrected.

Every function returns a new tournament or raises an error. Permissions are checked here too: players report
their own table once, the organiser may report any table again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.chance import Chance
from schemas.errors import HorahError

from . import pairing
from .match import NO_SHOW, Match
from .model import (
    GENERATED,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_TITLE_LENGTH,
    MIN_PLAYERS,
    ORGANISER,
    SYSTEMS,
    Pairing,
    Plan,
    Player,
    Report,
    Round,
    Tournament,
)
from .sides import assign_sides, collect_history
from .standing import rank_for_pairing


def new_tournament(
    game: str, title: str, system: str, rounds: int, names: Sequence[str], seed: str
) -> Tournament:
    """Make a tournament before its first round."""
    kind = next((each for each in SYSTEMS if each == system), None)
    if kind is None:
        raise HorahError("TOURNAMENT.system", given=system, known=SYSTEMS)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise HorahError("TOURNAMENT.rounds", given=rounds, most=MAX_ROUNDS)
    tournament = Tournament(game, clean_line(title, MAX_TITLE_LENGTH), kind, rounds, seed, ())
    for name in names:
        tournament = enter(tournament, name)
    return tournament


def count_rounds(tournament: Tournament) -> int:
    """Return the number of rounds."""
    first = sum(each.since == 1 for each in tournament.players)
    return pairing.count_rounds(tournament.system, first, tournament.planned)


def is_finished(tournament: Tournament) -> bool:
    """Tell whether every round has been drawn and every table has reported."""
    last = tournament.last
    return last is not None and not last.open and len(tournament.rounds) >= count_rounds(tournament)


# ----------------------------------------------------------------------------------------------- players


def enter(tournament: Tournament, name: str) -> Tournament:
    """Add a player; in a Swiss tournament also later, from the next round on."""
    word = clean_line(name, MAX_NAME_LENGTH)
    if not word:
        raise HorahError("TOURNAMENT.nameless")
    if any(each.name.casefold() == word.casefold() for each in tournament.players):
        raise HorahError("TOURNAMENT.twice", name=word)
    if len(tournament.players) >= MAX_PLAYERS:
        raise HorahError("TOURNAMENT.full", most=MAX_PLAYERS)
    if tournament.rounds and tournament.system != "swiss":
        raise HorahError("TOURNAMENT.begun")
    number = max(tournament.given, *(each.number for each in tournament.players), 0) + 1
    player = Player(number, word, since=len(tournament.rounds) + 1)
    return replace(tournament, players=(*tournament.players, player), given=number)


def leave(tournament: Tournament, number: int) -> Tournament:
    """Remove a player: entirely before their first round, later from the next round on."""
    player = find_player(tournament, number)
    rest = tuple(each for each in tournament.players if each.number != number)
    if player.since > len(tournament.rounds):
        return replace(tournament, players=rest)
    gone = replace(player, until=len(tournament.rounds))
    return _replace_player(tournament, gone)


def come_back(tournament: Tournament, number: int) -> Tournament:
    """Let a player who left play again from the next round on."""
    return _replace_player(tournament, replace(find_player(tournament, number), until=None))


def rename(tournament: Tournament, number: int, name: str) -> Tournament:
    player, word = find_player(tournament, number), clean_line(name, MAX_NAME_LENGTH)
    if not word:
        raise HorahError("TOURNAMENT.nameless")
    others = (each for each in tournament.players if each.number != number)
    if any(each.name.casefold() == word.casefold() for each in others):
        raise HorahError("TOURNAMENT.twice", name=word)
    return _replace_player(tournament, replace(player, name=word))


def find_player(tournament: Tournament, number: int) -> Player:
    player = next((each for each in tournament.players if each.number == number), None)
    if player is None:
        raise HorahError("TOURNAMENT.nobody", given=number)
    return player


def _replace_player(tournament: Tournament, player: Player) -> Tournament:
    return replace(
        tournament,
        players=tuple(player if each.number == player.number else each for each in tournament.players),
    )


# ------------------------------------------------------------------------------------------------ rounds


def draw(tournament: Tournament, match: Match, catalog: Any, plan: Plan | None = None) -> Tournament:
    """Draw the next round: pairings, sides and tables."""
    number = len(tournament.rounds) + 1
    wanted = _check_plan(plan or Plan(), match)
    last = tournament.last
    if last is not None and last.open:
        raise HorahError("TOURNAMENT.open", round=last.number, tables=last.open)
    playing = tournament.playing(number)
    if len(playing) < MIN_PLAYERS:
        raise HorahError("TOURNAMENT.few", least=MIN_PLAYERS, given=len(playing))
    if number > count_rounds(tournament):
        raise HorahError("TOURNAMENT.over", rounds=count_rounds(tournament))
    pairs = _pair_players(tournament, match, catalog, number)
    tables = tuple(Pairing(table, one, other) for table, (one, other) in enumerate(pairs, start=1))
    return replace(tournament, rounds=(*tournament.rounds, Round(number, wanted, tables)))


def _check_plan(plan: Plan, match: Match) -> Plan:
    names = tuple(word for word in (clean_line(name, MAX_TITLE_LENGTH) for name in plan.names) if word)
    if plan.kind in GENERATED and not match.procedure:
        raise HorahError("TOURNAMENT.no_roll")
    if plan.kind == "named" and len(names) != 1:
        raise HorahError("TOURNAMENT.scenario")
    if plan.kind == "linked" and len(names) != 2:
        raise HorahError("TOURNAMENT.linked")
    return replace(plan, names=names if plan.kind in ("named", "linked") else ())


def _pair_players(tournament: Tournament, match: Match, catalog: Any, number: int) -> list[pairing.Pair]:
    lots = _draw_lots(tournament, number)
    before = collect_history(tournament.pairings())
    if tournament.system == "round_robin":
        circle = sorted(
            (each.number for each in tournament.players), key=_draw_lots(tournament, 0).__getitem__
        )
        return _remove_departed(pairing.pair_round_robin(circle, number), tournament, number)
    if tournament.system == "knockout":
        pairs = _pair_knock_out(tournament, number)
    else:
        present = set(tournament.playing(number))
        order = rank_for_pairing(tournament, match, catalog, lots)
        pairs = pairing.pair_swiss([each for each in order if each in present], before)
    return [(one, None) if other is None else assign_sides(one, other, before, lots) for one, other in pairs]


def _draw_lots(tournament: Tournament, number: int) -> dict[int, int]:
    """Return a lot for every player from the seed, always the same for the same round."""
    lots = Chance(f"{tournament.seed}/lots/{number}")
    left = sorted(each.number for each in tournament.players)
    lot_of: dict[int, int] = {}
    while left:
        lot_of[left.pop(lots(len(left)))] = len(lot_of)
    return lot_of


def _remove_departed(
    pairs: Sequence[pairing.Pair], tournament: Tournament, number: int
) -> list[pairing.Pair]:
    """Remove players who have left; their opponents get a bye."""
    present = set(tournament.playing(number))
    left = _keep_present(pairs, present)
    return sorted(left, key=lambda pair: pair[1] is None)  # tables with two players come first


def _keep_present(
    pairs: Iterable[tuple[int | None, int | None]], present: Collection[int]
) -> list[pairing.Pair]:
    """Keep the present players of each pair; drop a pair without any."""
    kept = ([number for number in pair if number is not None and number in present] for pair in pairs)
    return [(numbers[0], numbers[1] if len(numbers) > 1 else None) for numbers in kept if numbers]


def _pair_knock_out(tournament: Tournament, number: int) -> list[pairing.Pair]:
    """Return the pairs of a knock-out round from the first round's bracket; players who left drop out."""
    if number == 1:
        lots = _draw_lots(tournament, 0)
        return pairing.pair_bracket(sorted(tournament.playing(1), key=lots.__getitem__))
    present = set(tournament.playing(number))
    slots = [each.winner for each in tournament.rounds[0].pairings]
    for played in tournament.rounds[1:]:
        won = {frozenset(each.players): each.winner for each in played.pairings}
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = [_find_advancing(pair, won, tournament.playing(played.number)) for pair in pairs]
    open_pairs = _keep_present(zip(slots[::2], slots[1::2], strict=True), present)
    if not open_pairs:
        raise HorahError("TOURNAMENT.few", least=MIN_PLAYERS, given=0)
    return open_pairs


def _find_advancing(
    pair: tuple[int | None, int | None], won: Mapping[frozenset[int], int | None], playing: Sequence[int]
) -> int | None:
    present = frozenset(each for each in pair if each is not None and each in playing)
    return won.get(present) if present else None


def undraw(tournament: Tournament) -> Tournament:
    """Take the last round back, if no table of it has reported."""
    last = tournament.last
    if last is None:
        raise HorahError("TOURNAMENT.undrawn")
    if any(each.report for each in last.pairings):
        raise HorahError("TOURNAMENT.reported", round=last.number)
    return replace(tournament, rounds=tournament.rounds[:-1])


def swap(tournament: Tournament, one: int, other: int) -> Tournament:
    """Let two players change places in the last round, if none of their tables has reported.

    Two opponents change sides.
    """
    last = tournament.last
    if last is None:
        raise HorahError("TOURNAMENT.undrawn")
    moved = [each for each in last.pairings if {one, other} & set(each.players)]
    if one == other or len({number for each in moved for number in each.players} & {one, other}) < 2:
        raise HorahError("TOURNAMENT.swap")
    if any(each.report for each in moved):
        raise HorahError("TOURNAMENT.reported", round=last.number)
    places = {one: other, other: one}
    tables = tuple(
        replace(
            each,
            first=places.get(each.first, each.first),
            second=None if each.second is None else places.get(each.second, each.second),
        )
        for each in last.pairings
    )
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, pairings=tables)))


# ----------------------------------------------------------------------------------------------- reports


def report(
    tournament: Tournament, match: Match, catalog: Any, number: int, table: int, reported: Report
) -> Tournament:
    """Take a report. Only the organiser may replace a report."""
    pairing_ = find_table(tournament, number, table)
    if pairing_.second is None:
        raise HorahError("TOURNAMENT.bye")
    if reported.by != ORGANISER and reported.by not in pairing_.players:
        raise HorahError("TOURNAMENT.not_yours")
    before = pairing_.report
    if before is not None and reported.by != ORGANISER:
        raise HorahError("TOURNAMENT.told")
    taken = replace(_check_report(reported, match, catalog), corrected=before.corrected + 1 if before else 0)
    _check_goes_on(tournament, number, pairing_, taken)
    return _replace_pairing(tournament, number, replace(pairing_, report=taken))


def unreport(tournament: Tournament, number: int, table: int) -> Tournament:
    """Delete a report of the last round, so that the table reports again."""
    if number != len(tournament.rounds):
        raise HorahError("TOURNAMENT.later", round=number)
    return _replace_pairing(tournament, number, replace(find_table(tournament, number, table), report=None))


def find_table(tournament: Tournament, number: int, table: int) -> Pairing:
    rounds = (each for each in tournament.rounds if each.number == number)
    pairing_ = next((each for one in rounds for each in one.pairings if each.table == table), None)
    if pairing_ is None:
        raise HorahError("TOURNAMENT.no_table", round=number, table=table)
    return pairing_


def _check_goes_on(tournament: Tournament, number: int, pairing_: Pairing, taken: Report) -> None:
    """Check that a knock-out table has a winner, unchanged once the next round is drawn."""
    if tournament.system != "knockout":
        return
    if taken.winner == "nobody":
        raise HorahError("TOURNAMENT.no_draw")
    changed = pairing_.report is not None and pairing_.report.winner != taken.winner
    if changed and number < len(tournament.rounds):
        raise HorahError("TOURNAMENT.later", round=number)


def _check_report(reported: Report, match: Match, catalog: Any) -> Report:
    """Return the report with exactly the figures that its ending needs; raise if it is illegal."""
    if reported.how not in match.endings:
        raise HorahError("TOURNAMENT.ending", given=reported.how, known=match.endings)
    if reported.winner == "nobody" and (not match.draws or reported.how == NO_SHOW):
        raise HorahError("TOURNAMENT.winner")
    asked = [figure for figure in match.figures(catalog) if reported.how in figure.endings]
    unknown = set(reported.figures) - {figure.id for figure in match.figures(catalog)}
    if unknown:
        raise HorahError("TOURNAMENT.figure_unknown", given=", ".join(sorted(unknown)))
    figures: dict[str, int] = {}
    for figure in asked:
        value = reported.figures.get(figure.id, 0 if figure.tick else None)
        if value is None or not 0 <= value <= figure.most:
            raise HorahError("TOURNAMENT.figure", figure=figure.id, most=figure.most)
        figures[figure.id] = value
    return replace(reported, figures=figures, note=clean_line(reported.note, MAX_NOTE_LENGTH))


def _replace_pairing(tournament: Tournament, number: int, pairing_: Pairing) -> Tournament:
    rounds = tuple(
        replace(
            each,
            pairings=tuple(pairing_ if one.table == pairing_.table else one for one in each.pairings),
        )
        if each.number == number
        else each
        for each in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def clean_line(text: str, most: int) -> str:
    """Return the text as one line of printable characters, cut to a length."""
    plain = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(plain.split())[:most].strip()
