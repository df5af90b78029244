"""Table procedure of a battle: seats, dice and documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Cups, Seeded
from generator.game import Procedure
from generator.table import Answerer, Ask, Seat
from generator.tournament.match import Match

from .battle import SIDES, make_battle
from .document import make_printed
from .play.companion import play_companion
from .play.state import Rules
from .play.turn import play_battle
from .record import make_documents, view_document, view_standing
from .settings import COMPANION, ONE, TYPED, Settings, describe, read, write


def start_battle(catalog: Catalog, settings: Settings) -> Callable[[], Generator[Ask, Any, Any]]:
    document = settings.scenario or make_printed(catalog, settings.battle)
    rules = Rules(catalog, make_battle(document, catalog), settings)
    play = play_companion if settings.mode == COMPANION else play_battle
    return lambda: play(rules)


def make_dice(_: Catalog, settings: Settings, seed: str) -> Seeded:
    """Make dice and cups; only cups if people type their dice."""
    return Cups(seed) if settings.dice == TYPED else Seeded(seed)


def make_answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    return [make_dice(catalog, settings, seed)]


def list_persons(settings: Settings) -> tuple[Seat, ...]:
    """Return the sides that must agree; with the companion and at a table for one, the first for both."""
    return SIDES[:1] if settings.players == ONE or settings.mode == COMPANION else SIDES


PLAY = Procedure(
    name="grossdeutschland/1",
    game="grossdeutschland",
    kind="grossdeutschland",
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read,
    write=write,
    describe=describe,
    start=start_battle,
    dice=make_dice,
    answerers=make_answerers,
    persons=list_persons,
    documents=make_documents,
    view=view_document,
    standing=view_standing,
)

PROCEDURES = (PLAY,)
MATCH = Match(SIDES)
