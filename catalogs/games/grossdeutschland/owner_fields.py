"""Fields that only the owner's components show: tracks, entry hexes, towns, chits, counter values."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.owner_fields import Blank, columns
from catalogs.store import Store


def list_numbered(store: Store) -> Iterator[str]:
    """Yield red and blue chits without a number; black ones have none."""
    for row in store.table("event_chits").values():
        if row.data["colour"] != "black" and row.data["modifier"] is None:
            yield row.id


def list_coloured(store: Store) -> Iterator[str]:
    """Yield red and blue chits, which may be void at night."""
    return (row.id for row in store.table("event_chits").values() if row.data["colour"] != "black")


OWNER_FIELDS = (
    *columns("battles", "last_date", "last_slot", unlocks="blank.last_turn"),
    *columns("turns", "weather", unlocks="blank.weather"),
    Blank("turns", unlocks="blank.track", named="{battle}:{date}:{slot}"),
    *columns("terrain", "foot", "tracked", "wheeled", unlocks="blank.terrain"),
    *columns("entries", "hex", unlocks="blank.entries"),
    *columns("places", "hexes", unlocks="blank.hexes"),
    *columns("regions", "hexes", unlocks="blank.regions"),
    *columns("event_chits", "title", unlocks="blank.chits"),
    *columns("event_chits", "modifier", unlocks="blank.chits", rows=list_numbered),
    *columns("event_chits", "no_night", unlocks="blank.chits", rows=list_coloured),
    *columns("event_chits", "cancels", unlocks="blank.cancels"),
    *columns("counters", "class", unlocks="blank.classes"),
    *columns("counters", "attack", "defence", unlocks="blank.counters"),
    *columns("counters", "spent_attack", "spent_defence", unlocks="blank.spent"),
    *columns("counters", "move", "spent_move", "range", unlocks="blank.others"),
)
