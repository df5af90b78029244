"""Generated battles of tournament tables; the same tournament always gives the same card."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from generator.game import Document, Procedure, find_procedure, game_ids, games, load_game
from generator.session import Session, begin
from generator.settings_check import check_settings
from schemas.errors import HorahError

from .match import Match
from .model import GENERATED, Plan, Tournament


def find_match(game: str) -> Match:
    """Return how battles of a game count; raise if the game has no tournaments."""
    match = load_game(game).match if game in game_ids() else None
    if match is None:
        known = tuple(each.id for each in games().values() if each.match)
        raise HorahError("TOURNAMENT.game", given=game, known=known)
    return match


OPEN_SEED_LENGTH, SECRET_SEED_LENGTH = 8, 32  # characters of the two parts of a table's seed
TRIAL_SEED = "trial"  # seed of a trial battle that nobody plays


def table_seed(tournament: Tournament, number: int, table: int) -> str:
    """Return the seed of a table; with one battle for all, every table has the same seed.

    A card may show all of it, so it is a hash that reveals nothing about the tournament's seed.
    """
    one_for_all = tournament.rounds[number - 1].plan.kind == "same"
    key = f"{tournament.seed}/battle/{number}/{0 if one_for_all else table}"
    digest = sha256(key.encode()).hexdigest()
    return f"{digest[:OPEN_SEED_LENGTH]}.{digest[OPEN_SEED_LENGTH : OPEN_SEED_LENGTH + SECRET_SEED_LENGTH]}"


def is_generated(tournament: Tournament, number: int, table: int) -> bool:
    """Tell whether the program generates the battle of a table."""
    return (
        1 <= number <= len(tournament.rounds)
        and tournament.rounds[number - 1].plan.kind in GENERATED
        and any(each.table == table and each.second for each in tournament.rounds[number - 1].pairings)
    )


def check_plan(plan: Plan, match: Match, catalog: Any) -> None:
    """Refuse settings by which no battle can be generated, by trying one before the round is drawn."""
    if plan.kind in GENERATED and match.procedure:
        kind = find_procedure(match.procedure, game=catalog.game)
        _generate(kind, catalog, check_settings(kind, catalog, plan.settings), TRIAL_SEED)


def generate_card(tournament: Tournament, catalog: Any, number: int, table: int) -> Document:
    """Return the card with all its secrets; show only a view of it."""
    seed, settings = table_seed(tournament, number, table), tournament.rounds[number - 1].plan.settings
    return generate_from_seed(find_match(tournament.game), catalog, settings, seed)


def generate_from_seed(match: Match, catalog: Any, settings: Mapping[str, Any], seed: str) -> Document:
    """Return the card of the battle that a seed gives, with all its secrets."""
    kind = find_procedure(match.procedure, game=catalog.game)
    return _generate(kind, catalog, settings, seed).ready(seed)[-1]()


def _generate(kind: Procedure, catalog: Any, settings: Mapping[str, Any], seed: str) -> Session:
    """Generate a whole battle without people."""
    session = begin(kind, catalog, kind.read(catalog, settings), seed)
    session.fill()
    if not session.finished:
        asked = session.table.pending[0]
        raise HorahError("UNANSWERED", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    return session


def view_table_card(tournament: Tournament, catalog: Any, number: int, table: int, seat: str) -> Document:
    """Return the card of a table as a seat may see it."""
    kind = find_procedure(find_match(tournament.game).procedure, game=tournament.game)
    return kind.view(generate_card(tournament, catalog, number, table), seat)
