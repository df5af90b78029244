"""The play as a procedure: its seats, its dice, its documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Cups, Seeded
from generator.game import Procedure
from generator.table import Answerer, Ask, Seat
from generator.tournament.match import Match

from .battle import SIDES, battle_of
from .document import printed
from .play.state import Rules
from .play.turn import battle
from .record import documents, standing, view
from .settings import ONE, TYPED, Settings, describe, read, write


def start(catalog: Catalog, settings: Settings) -> Callable[[], Generator[Ask, Any, Any]]:
    document = settings.scenario or printed(catalog, settings.battle)
    rules = Rules(catalog, battle_of(document, catalog), settings)
    return lambda: battle(rules)


def dice(_: Catalog, settings: Settings, seed: str) -> Seeded:
    """Dice and cups; where people type their dice, the cups alone."""
    return Cups(seed) if settings.dice == TYPED else Seeded(seed)


def answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    return [dice(catalog, settings, seed)]


def persons(settings: Settings) -> tuple[Seat, ...]:
    """Both sides; at a table for one its first link answers for both, and nobody else need agree."""
    return SIDES[:1] if settings.players == ONE else SIDES


PLAY = Procedure(
    name="grossdeutschland/1",
    game="grossdeutschland",
    kind="grossdeutschland",
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read,
    write=write,
    describe=describe,
    start=start,
    dice=dice,
    answerers=answerers,
    persons=persons,
    documents=documents,
    view=view,
    standing=standing,
)

PROCEDURES = (PLAY,)
MATCH = Match(SIDES)
