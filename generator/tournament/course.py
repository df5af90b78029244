"""What happens in a tournament: players enter and leave, rounds are drawn, tables report, errors are mended.

Every function gives a new tournament or refuses with a sentence; nothing is half done. Who may do what is
said here too: a player reports his own table once, the organiser everything and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.chance import Chance
from schemas.errors import HorahError

from . import pairing
from .match import NO_SHOW, Match
from .model import (
    FEWEST,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST,
    MOST_ROUNDS,
    ORGANISER,
    ROLLED,
    SYSTEMS,
    Pairing,
    Plan,
    Player,
    Report,
    Round,
    Tournament,
)
from .sides import past, seated
from .standing import order_of


def new(game: str, title: str, system: str, rounds: int, names: Sequence[str], seed: str) -> Tournament:
    """A tournament before its first round."""
    kind = next((each for each in SYSTEMS if each == system), None)
    if kind is None:
        raise HorahError("TOURNAMENT.system", given=system, known=SYSTEMS)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise HorahError("TOURNAMENT.rounds", given=rounds, most=MOST_ROUNDS)
    begun = Tournament(game, _line(title, LONGEST_TITLE), kind, rounds, seed, ())
    for name in names:
        begun = enter(begun, name)
    return begun


def rounds_of(tournament: Tournament) -> int:
    """How many rounds it has."""
    first = sum(each.since == 1 for each in tournament.players)
    return pairing.rounds_of(tournament.system, first, tournament.planned)


def finished(tournament: Tournament) -> bool:
    """Has every round been drawn and every table reported?"""
    last = tournament.last
    return last is not None and not last.open and len(tournament.rounds) >= rounds_of(tournament)


# ----------------------------------------------------------------------------------------------- players


def enter(tournament: Tournament, name: str) -> Tournament:
    """One more player; in a Swiss tournament also later, from the next round on."""
    word = _line(name, LONGEST_NAME)
    if not word:
        raise HorahError("TOURNAMENT.nameless")
    if any(each.name.casefold() == word.casefold() for each in tournament.players):
        raise HorahError("TOURNAMENT.twice", name=word)
    if len(tournament.players) >= MOST:
        raise HorahError("TOURNAMENT.full", most=MOST)
    if tournament.rounds and tournament.system != "swiss":
        raise HorahError("TOURNAMENT.begun")
    number = max(tournament.given, *(each.number for each in tournament.players), 0) + 1
    player = Player(number, word, since=len(tournament.rounds) + 1)
    return replace(tournament, players=(*tournament.players, player), given=number)


def leave(tournament: Tournament, number: int) -> Tournament:
    """A player goes: before the first round he was never here, later he plays no further round."""
    player = player_of(tournament, number)
    rest = tuple(each for each in tournament.players if each.number != number)
    if player.since > len(tournament.rounds):
        return replace(tournament, players=rest)
    gone = replace(player, until=len(tournament.rounds))
    return _with_player(tournament, gone)


def come_back(tournament: Tournament, number: int) -> Tournament:
    """Who had gone plays again from the next round on."""
    return _with_player(tournament, replace(player_of(tournament, number), until=None))


def rename(tournament: Tournament, number: int, name: str) -> Tournament:
    player, word = player_of(tournament, number), _line(name, LONGEST_NAME)
    if not word:
        raise HorahError("TOURNAMENT.nameless")
    others = (each for each in tournament.players if each.number != number)
    if any(each.name.casefold() == word.casefold() for each in others):
        raise HorahError("TOURNAMENT.twice", name=word)
    return _with_player(tournament, replace(player, name=word))


def player_of(tournament: Tournament, number: int) -> Player:
    found = next((each for each in tournament.players if each.number == number), None)
    if found is None:
        raise HorahError("TOURNAMENT.nobody", given=number)
    return found


def _with_player(tournament: Tournament, player: Player) -> Tournament:
    return replace(
        tournament,
        players=tuple(player if each.number == player.number else each for each in tournament.players),
    )


# ------------------------------------------------------------------------------------------------ rounds


def draw(tournament: Tournament, match: Match, catalog: Any, plan: Plan | None = None) -> Tournament:
    """The next round: who plays whom, on which side, at which table."""
    number = len(tournament.rounds) + 1
    wanted = _plan(plan or Plan(), match)
    last = tournament.last
    if last is not None and last.open:
        raise HorahError("TOURNAMENT.open", round=last.number, tables=last.open)
    playing = tournament.playing(number)
    if len(playing) < FEWEST:
        raise HorahError("TOURNAMENT.few", least=FEWEST, given=len(playing))
    if number > rounds_of(tournament):
        raise HorahError("TOURNAMENT.over", rounds=rounds_of(tournament))
    pairs = _pairs(tournament, match, catalog, number)
    tables = tuple(Pairing(table, one, other) for table, (one, other) in enumerate(pairs, start=1))
    return replace(tournament, rounds=(*tournament.rounds, Round(number, wanted, tables)))


def _plan(plan: Plan, match: Match) -> Plan:
    names = tuple(word for word in (_line(name, LONGEST_TITLE) for name in plan.names) if word)
    if plan.kind in ROLLED and not match.procedure:
        raise HorahError("TOURNAMENT.no_roll")
    if plan.kind == "named" and len(names) != 1:
        raise HorahError("TOURNAMENT.scenario")
    if plan.kind == "linked" and len(names) != 2:
        raise HorahError("TOURNAMENT.linked")
    return replace(plan, names=names if plan.kind in ("named", "linked") else ())


def _pairs(tournament: Tournament, match: Match, catalog: Any, number: int) -> list[pairing.Pair]:
    lots = _lots(tournament, number)
    before = past(tournament.pairings())
    if tournament.system == "round_robin":
        circle = sorted((each.number for each in tournament.players), key=_lots(tournament, 0).__getitem__)
        return _without_the_gone(pairing.round_robin(circle, number), tournament, number)
    if tournament.system == "knockout":
        pairs = _knock_out(tournament, number)
    else:
        here = set(tournament.playing(number))
        order = order_of(tournament, match, catalog, lots)
        pairs = pairing.swiss([each for each in order if each in here], before)
    return [(one, None) if other is None else seated(one, other, before, lots) for one, other in pairs]


def _lots(tournament: Tournament, number: int) -> dict[int, int]:
    """A lot for every player, from the seed: the same for the same round always."""
    lots = Chance(f"{tournament.seed}/lots/{number}")
    left = sorted(each.number for each in tournament.players)
    found: dict[int, int] = {}
    while left:
        found[left.pop(lots(len(left)))] = len(found)
    return found


def _without_the_gone(
    pairs: Sequence[pairing.Pair], tournament: Tournament, number: int
) -> list[pairing.Pair]:
    """Whose opponent has gone has none."""
    here = set(tournament.playing(number))
    left = [[each for each in pair if each in here] for pair in pairs]
    found = [(each[0], each[1] if len(each) > 1 else None) for each in left if each]
    return sorted(found, key=lambda pair: pair[1] is None)  # tables are numbered by those who play


def _knock_out(tournament: Tournament, number: int) -> list[pairing.Pair]:
    """The bracket of the first round, played through as far as it is; who has gone is not waited for."""
    if number == 1:
        lots = _lots(tournament, 0)
        return pairing.bracket(sorted(tournament.playing(1), key=lots.__getitem__))
    here = set(tournament.playing(number))
    slots = [each.winner for each in tournament.rounds[0].pairings]
    for played in tournament.rounds[1:]:
        won = {frozenset(each.players): each.winner for each in played.pairings}
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = [_through(pair, won, tournament.playing(played.number)) for pair in pairs]
    left = [[each for each in pair if each in here] for pair in zip(slots[::2], slots[1::2], strict=True)]
    found = [(each[0], each[1] if len(each) > 1 else None) for each in left if each]
    if not found:
        raise HorahError("TOURNAMENT.few", least=FEWEST, given=0)
    return found


def _through(
    pair: tuple[int | None, int | None], won: Mapping[frozenset[int], int | None], playing: Sequence[int]
) -> int | None:
    there = frozenset(each for each in pair if each is not None and each in playing)
    return won.get(there) if there else None


def undraw(tournament: Tournament) -> Tournament:
    """Take the last round back, while no table of it has reported."""
    last = tournament.last
    if last is None:
        raise HorahError("TOURNAMENT.undrawn")
    if any(each.report for each in last.pairings):
        raise HorahError("TOURNAMENT.reported", round=last.number)
    return replace(tournament, rounds=tournament.rounds[:-1])


def swap(tournament: Tournament, one: int, other: int) -> Tournament:
    """Two players change places in the last round, while none of their tables has reported.

    Opposite each other they change sides.
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
    tournament: Tournament, match: Match, catalog: Any, number: int, table: int, given: Report
) -> Tournament:
    """Take a report. Of a table that has reported only the organiser takes another."""
    pairing_ = table_of(tournament, number, table)
    if pairing_.second is None:
        raise HorahError("TOURNAMENT.bye")
    if given.by != ORGANISER and given.by not in pairing_.players:
        raise HorahError("TOURNAMENT.not_yours")
    before = pairing_.report
    if before is not None and given.by != ORGANISER:
        raise HorahError("TOURNAMENT.told")
    taken = replace(_checked(given, match, catalog), corrected=before.corrected + 1 if before else 0)
    _check_goes_on(tournament, number, pairing_, taken)
    return _with_pairing(tournament, number, replace(pairing_, report=taken))


def unreport(tournament: Tournament, number: int, table: int) -> Tournament:
    """The organiser takes a report back; the table is to report again. Only in the last round."""
    if number != len(tournament.rounds):
        raise HorahError("TOURNAMENT.later", round=number)
    return _with_pairing(tournament, number, replace(table_of(tournament, number, table), report=None))


def table_of(tournament: Tournament, number: int, table: int) -> Pairing:
    rounds = (each for each in tournament.rounds if each.number == number)
    found = next((each for one in rounds for each in one.pairings if each.table == table), None)
    if found is None:
        raise HorahError("TOURNAMENT.no_table", round=number, table=table)
    return found


def _check_goes_on(tournament: Tournament, number: int, pairing_: Pairing, taken: Report) -> None:
    """In a knock-out somebody must go on, and it cannot be another once the next round is drawn."""
    if tournament.system != "knockout":
        return
    if taken.winner == "nobody":
        raise HorahError("TOURNAMENT.no_draw")
    changed = pairing_.report is not None and pairing_.report.winner != taken.winner
    if changed and number < len(tournament.rounds):
        raise HorahError("TOURNAMENT.later", round=number)


def _checked(given: Report, match: Match, catalog: Any) -> Report:
    """A report that the game knows, with the figures that its ending needs and no others."""
    if given.how not in match.endings:
        raise HorahError("TOURNAMENT.ending", given=given.how, known=match.endings)
    if given.winner == "nobody" and (not match.draws or given.how == NO_SHOW):
        raise HorahError("TOURNAMENT.winner")
    asked = [each for each in match.figures(catalog) if given.how in each.endings]
    unknown = set(given.figures) - {each.id for each in match.figures(catalog)}
    if unknown:
        raise HorahError("TOURNAMENT.figure_unknown", given=", ".join(sorted(unknown)))
    figures: dict[str, int] = {}
    for each in asked:
        value = given.figures.get(each.id, 0 if each.tick else None)
        if value is None or not 0 <= value <= each.most:
            raise HorahError("TOURNAMENT.figure", figure=each.id, most=each.most)
        figures[each.id] = value
    return replace(given, figures=figures, note=_line(given.note, LONGEST_NOTE))


def _with_pairing(tournament: Tournament, number: int, pairing_: Pairing) -> Tournament:
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


def _line(text: str, most: int) -> str:
    """One line of words, without what a keyboard does not type."""
    plain = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(plain.split())[:most].strip()
