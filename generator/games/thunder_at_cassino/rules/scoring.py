"""11 victory points: control, the fifth column, and who has won. 15.1: when night may fall. 20: the bid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Event, Place, Side

DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Held:
    """Combat units of both sides in an area; observers and sappers do not count (11.2)."""

    allied: int
    german: int


def flips(control: Collection[Place], held: Mapping[Place, Held]) -> Mapping[Place, int]:
    """11.2: +1 for areas that turn Allied, -1 for those that turn German; the others stay as they are."""
    found: dict[Place, int] = {}
    for area, units in held.items():
        if units.allied and not units.german and area not in control:
            found[area] = 1
        elif units.german and not units.allied and area in control:
            found[area] = -1
    return found


def fifth_column(
    catalog: Catalog, turn: int, won: Collection[Place], held: Mapping[Place, Held]
) -> list[Place]:
    """11.5: the areas that bring a point at the end of turns 1 to 3; each once, and never lost."""
    if turn > catalog.figures["fifth_column_last"]:
        return []
    areas = (area for area in catalog.fifth_column_areas if area in held and area not in won)
    return [area for area in areas if held[area].allied > held[area].german]


def may_be_night(turn: int, nights: Collection[int], *, first_turn: int, banned_first: bool = True) -> bool:
    """15.1: not on the first turn of the game, and not after a night."""
    return not (banned_first and turn == first_turn) and turn - 1 not in nights and turn not in nights


def by_bands(catalog: Catalog, vp: int) -> str:
    """11.4: what the track says at the end of turn 9."""
    if vp <= catalog.bands["german_most"].points:
        return "german"
    return "allied" if vp >= catalog.bands["allied_least"].points else DRAW


def bands_are_printed(catalog: Catalog) -> bool:
    """Has the owner typed the bands of his board?"""
    return all(band.value is not None for band in catalog.bands.values())


def by_threshold(catalog: Catalog, vp: int) -> Side:
    """11.4: at the end of turn 15 the Allies need 22."""
    return "allied" if vp >= catalog.figures["last_days_vp"] else "german"


def by_net(german_gains: int, german_losses: int) -> Side:
    """Card: the German wins who gains more points than he loses."""
    return "german" if german_gains > german_losses else "allied"


def by_majority(held: Held) -> Side:
    """Card: more combat units in the area; the Allies win where both have as many."""
    return "german" if held.german > held.allied else "allied"


def german_by_bid(one: int, two: int) -> int | None:
    """20.1, 20.3: which of the two bids commands the Germans, 0 or 1; None where chance decides."""
    return None if one == two else 0 if one > two else 1


def due(catalog: Catalog, part: str, turn: int) -> Iterator[Event]:
    """What the rules fix to a turn of the campaign or of the Last Days."""
    yield from (
        event for event in catalog.calendar.values() if part in event.of and event.first <= turn <= event.last
    )


def last_days_fits(catalog: Catalog) -> bool | None:
    """Card: the points of the nine areas of the Last Days leave room for none to four of the fifth column.

    None until all are typed.
    """
    values = [catalog.areas[area].vp for area in catalog.setups["last_days"].control]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    least, most = (catalog.figures[f"last_days_control_{end}"] for end in ("least", "most"))
    return least <= sum(known) <= most
