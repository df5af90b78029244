"""The play as a procedure: its seats, its dice, its documents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Cups, Seeded
from generator.game import Procedure
from generator.table import Answerer, Ask, Entry, Seat
from generator.tournament.match import Match

from .battle import SIDES, battle_of
from .document import printed
from .play.state import NEWEST, Rules
from .play.turn import battle
from .record import documents, standing, view
from .settings import ONE, TYPED, Settings, describe, read, write


def start(
    catalog: Catalog, settings: Settings, *, version: int = NEWEST
) -> Callable[[], Generator[Ask, Any, Any]]:
    document = settings.scenario or printed(catalog, settings.battle)
    rules = Rules(catalog, battle_of(document, catalog), settings, version)
    return lambda: battle(rules)


def dice(_: Catalog, settings: Settings, seed: str) -> Seeded:
    """Dice and cups; where people type their dice, the cups alone."""
    return Cups(seed) if settings.dice == TYPED else Seeded(seed)


def answerers(catalog: Catalog, settings: Settings, seed: str) -> Sequence[Answerer]:
    return [dice(catalog, settings, seed)]


def persons(settings: Settings) -> tuple[Seat, ...]:
    """Both sides; at a table for one its first link answers for both, and nobody else need agree."""
    return SIDES[:1] if settings.players == ONE else SIDES


def by_person(settings: Settings, entry: Entry) -> bool:
    return entry.kind in ("choose", "report") or (entry.kind == "roll" and settings.dice == TYPED)


PLAY = Procedure(
    name="grossdeutschland/4",
    game="grossdeutschland",
    kind="grossdeutschland",
    current=True,
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read,
    write=write,
    describe=describe,
    start=start,
    dice=dice,
    answerers=answerers,
    persons=persons,
    by_person=by_person,
    documents=documents,
    view=view,
    standing=standing,
)

#: Losses to a barrage or to direct fire had no bounds, a chit that did not count could cancel the other one,
#: who had no anti-air was asked for it, a pontoon was laid where one stood, who was cut off was rebuilt.
PLAY_3 = replace(
    PLAY,
    name="grossdeutschland/3",
    current=False,
    start=lambda catalog, settings: start(catalog, settings, version=3),
)

#: Before tank riders and the work of engineers were noted; who has none could blow bridges and lay pontoons.
PLAY_2 = replace(
    PLAY,
    name="grossdeutschland/2",
    current=False,
    start=lambda catalog, settings: start(catalog, settings, version=2),
)

#: Black chits were drawn into the cups beforehand, where a hidden draw kept others from checking later ones.
PLAY_1 = replace(
    PLAY,
    name="grossdeutschland/1",
    current=False,
    start=lambda catalog, settings: start(catalog, settings, version=1),
)

PROCEDURES = (PLAY, PLAY_3, PLAY_2, PLAY_1)
MATCH = Match(SIDES)
