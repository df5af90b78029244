"""A play as a document, ``hora-h/cassino-play/1``: how it stands, what was settled, and how it came there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from generator.game import Document, Maker
from generator.table import EVERYONE, Seat, Table
from generator.table.seen import log_lines

from .play.settings import Settings, write
from .play.state import State, shown

FORMAT = "hora-h/cassino-play/1"


def documents(_: Catalog, settings: Settings, table: Table[State], seed: str | None) -> Sequence[Maker]:
    """The record of the play: there from its first moment, to be printed whenever players stop."""
    found = current(table)
    return [] if found is None else [lambda: document(found, settings, table, seed)]


def current(table: Table[State]) -> State | None:
    """The state that was last shown."""
    if table.state is not None:
        return table.state
    return table.stands[-1].state if table.stands else None


def document(state: State, settings: Settings, table: Table[State], seed: str | None) -> Document:
    found: dict[str, Any] = {
        "format": FORMAT,
        "catalog": state.catalog.version,
        "settings": write(settings),
        "finished": table.finished,
        "play": shown(state),
        "log": list(log_lines(table.log, EVERYONE)),
    }
    return {**found, "seed": seed} if seed is not None else found


def view(document: Document, seat: Seat) -> Document:
    """Nothing of a play is secret once it is in its record."""
    return document


def standing(_: Catalog, __: Settings, table: Table[State], ___: Seat) -> Document | None:
    found = current(table)
    return None if found is None else shown(found)
