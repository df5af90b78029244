"""What only the owner's components tell: tracks, entry hexes, towns, event chits, values of counters."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.blanks import Blank
from catalogs.store import Store


def numbered(store: Store) -> Iterator[str]:
    """Red and blue chits have a number; black ones have none."""
    for row in store.table("event_chits").values():
        if row.data["colour"] != "black" and row.data["modifier"] is None:
            yield row.id


def coloured(store: Store) -> Iterator[str]:
    """Red and blue chits may be void at night."""
    return (row.id for row in store.table("event_chits").values() if row.data["colour"] != "black")


BLANKS = (
    Blank("battles", "last_date", unlocks="blank.last_turn"),
    Blank("battles", "last_slot", unlocks="blank.last_turn"),
    Blank("turns", "weather", unlocks="blank.weather"),
    Blank("entries", "hex", unlocks="blank.entries"),
    Blank("places", "hexes", unlocks="blank.hexes"),
    Blank("regions", "hexes", unlocks="blank.regions"),
    Blank("event_chits", "title", unlocks="blank.chits"),
    Blank("event_chits", "modifier", rows=numbered, unlocks="blank.chits"),
    Blank("event_chits", "no_night", rows=coloured, unlocks="blank.chits"),
    Blank("event_chits", "cancels", unlocks="blank.cancels"),
    Blank("counters", "class", unlocks="blank.classes"),
    Blank("counters", "attack", unlocks="blank.counters"),
    Blank("counters", "defence", unlocks="blank.counters"),
    Blank("counters", "spent_attack", unlocks="blank.spent"),
    Blank("counters", "spent_defence", unlocks="blank.spent"),
    Blank("counters", "move", unlocks="blank.others"),
    Blank("counters", "spent_move", unlocks="blank.others"),
    Blank("counters", "range", unlocks="blank.others"),
)
