"""What only the owner's components tell: tracks, entry hexes, towns, event chits, values of counters."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.blanks import Blank, columns
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
    *columns("battles", "last_date", "last_slot", unlocks="blank.last_turn"),
    *columns("turns", "weather", unlocks="blank.weather"),
    Blank("turns", unlocks="blank.track", named="{battle}:{date}:{slot}"),
    *columns("terrain", "foot", "tracked", "wheeled", unlocks="blank.terrain"),
    *columns("entries", "hex", unlocks="blank.entries"),
    *columns("places", "hexes", unlocks="blank.hexes"),
    *columns("regions", "hexes", unlocks="blank.regions"),
    *columns("event_chits", "title", unlocks="blank.chits"),
    *columns("event_chits", "modifier", unlocks="blank.chits", rows=numbered),
    *columns("event_chits", "no_night", unlocks="blank.chits", rows=coloured),
    *columns("event_chits", "cancels", unlocks="blank.cancels"),
    *columns("counters", "class", unlocks="blank.classes"),
    *columns("counters", "attack", "defence", unlocks="blank.counters"),
    *columns("counters", "spent_attack", "spent_defence", unlocks="blank.spent"),
    *columns("counters", "move", "spent_move", "range", unlocks="blank.others"),
)
