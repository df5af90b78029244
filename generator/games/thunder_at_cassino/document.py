"""The document of a play, ``hora-h/cassino-play/1``: state, settings and log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalogs.games.thunder_at_cassino import Catalog
from generator.game import Document, Maker
from generator.table import EVERYONE, Seat, Table
from generator.table.visibility import Lines

from .play.settings import Settings, write
from .play.state import State, to_json

FORMAT = "hora-h/cassino-play/1"


def make_documents(_: Catalog, settings: Settings, table: Table[State], seed: str | None) -> Sequence[Maker]:
    """Return the maker of the record, available from the first moment."""
    state = get_latest_state(table)
    return [] if state is None else [lambda: make_document(state, settings, table, seed)]


def get_latest_state(table: Table[State]) -> State | None:
    """Return the last state shown."""
    if table.state is not None:
        return table.state
    return table.stands[-1].state if table.stands else None


def make_document(state: State, settings: Settings, table: Table[State], seed: str | None) -> Document:
    record: dict[str, Any] = {
        "format": FORMAT,
        "catalog": state.catalog.version,
        "settings": write(settings),
        "finished": table.finished,
        "play": to_json(state),
        "log": list(Lines(table.log, EVERYONE)),
    }
    return {**record, "seed": seed} if seed is not None else record


def view_document(document: Document, seat: Seat) -> Document:
    """Return the document unchanged: nothing in a record is secret."""
    return document


def view_standing(_: Catalog, __: Settings, table: Table[State], ___: Seat) -> Document | None:
    state = get_latest_state(table)
    return None if state is None else to_json(state)
