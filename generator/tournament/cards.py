"""The battle of a table where a round is rolled up: the same card for the same tournament, always."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from generator.game import Document, Procedure, game_ids, games, load_game, procedure
from generator.session import Session, begin
from generator.settled import checked
from schemas.errors import HorahError

from .match import Match
from .model import ROLLED, Plan, Tournament


def match_of(game: str) -> Match:
    """How battles of a game count; one that has no two sides has no tournaments."""
    found = load_game(game).match if game in game_ids() else None
    if found is None:
        known = tuple(each.id for each in games().values() if each.match)
        raise HorahError("TOURNAMENT.game", given=game, known=known)
    return found


OPEN, SECRET = 8, 32  # letters of the two parts of a table's seed
TRIAL = "trial"  # the seed of a battle that nobody fights


def seed_of(tournament: Tournament, number: int, table: int) -> str:
    """The seed of a table; of a round with one battle for all, the same for every table.

    A card may show the whole of it, so that nothing of the tournament's own can be told from it.
    """
    one_for_all = tournament.rounds[number - 1].plan.kind == "same"
    key = f"{tournament.seed}/battle/{number}/{0 if one_for_all else table}"
    found = sha256(key.encode()).hexdigest()
    return f"{found[:OPEN]}.{found[OPEN : OPEN + SECRET]}"


def rolled(tournament: Tournament, number: int, table: int) -> bool:
    """Has the table a battle of ours?"""
    return (
        1 <= number <= len(tournament.rounds)
        and tournament.rounds[number - 1].plan.kind in ROLLED
        and any(each.table == table and each.second for each in tournament.rounds[number - 1].pairings)
    )


def check(plan: Plan, match: Match, catalog: Any) -> None:
    """Refuse settings by which no battle can be rolled up, before a round is drawn: one is tried."""
    if plan.kind in ROLLED and match.procedure:
        kind = procedure(match.procedure, game=catalog.game)
        _rolled_up(kind, catalog, checked(kind, catalog, plan.settings), TRIAL)


def card(tournament: Tournament, catalog: Any, number: int, table: int) -> Document:
    """The card with all its secrets: show a view of it."""
    kind = procedure(match_of(tournament.game).procedure, game=tournament.game)
    seed = seed_of(tournament, number, table)
    return _rolled_up(kind, catalog, tournament.rounds[number - 1].plan.settings, seed).ready(seed)[-1]()


def _rolled_up(kind: Procedure, catalog: Any, settings: Mapping[str, Any], seed: str) -> Session:
    """A battle from beginning to end, with nobody at the table."""
    session = begin(kind, catalog, kind.read(catalog, settings), seed)
    session.fill()
    if not session.finished:
        asked = session.table.pending[0]
        raise HorahError("UNANSWERED", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    return session


def seen(tournament: Tournament, catalog: Any, number: int, table: int, seat: str) -> Document:
    """The card of a table as a seat may see it."""
    kind = procedure(match_of(tournament.game).procedure, game=tournament.game)
    return kind.view(card(tournament, catalog, number, table), seat)
