"""11 victory points: control, fifth column, winner. 15.1: night. 20: the bid."""

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


def find_control_changes(control: Collection[Place], held: Mapping[Place, Held]) -> Mapping[Place, int]:
    """11.2: return +1 for areas that turn Allied and -1 for areas that turn German."""
    changes: dict[Place, int] = {}
    for area, units in held.items():
        if units.allied and not units.german and area not in control:
            changes[area] = 1
        elif units.german and not units.allied and area in control:
            changes[area] = -1
    return changes


def find_fifth_column_gains(
    catalog: Catalog, turn: int, won: Collection[Place], held: Mapping[Place, Held]
) -> list[Place]:
    """11.5: return the areas that score at the end of turns 1 to 3; each once, and never lost."""
    if turn > catalog.figures["fifth_column_last"]:
        return []
    areas = (area for area in catalog.fifth_column_areas if area in held and area not in won)
    return [area for area in areas if held[area].allied > held[area].german]


def can_be_night(turn: int, nights: Collection[int], *, first_turn: int) -> bool:
    """15.1: not on the first turn of the game, and not after a night."""
    return turn != first_turn and turn - 1 not in nights and turn not in nights


def decide_by_bands(catalog: Catalog, vp: int) -> str:
    """11.4: return the winner by the track at the end of turn 9."""
    if vp <= catalog.bands["german_most"].points:
        return "german"
    return "allied" if vp >= catalog.bands["allied_least"].points else DRAW


def are_bands_printed(catalog: Catalog) -> bool:
    """Tell whether the owner has typed the bands of the board."""
    return all(band.value is not None for band in catalog.bands.values())


def decide_by_threshold(catalog: Catalog, vp: int) -> Side:
    """11.4: at the end of turn 15 the Allies need 22."""
    return "allied" if vp >= catalog.figures["last_days_vp"] else "german"


def decide_by_net(german_gains: int, german_losses: int) -> Side:
    """Card: the Germans win if they gain more points than they lose."""
    return "german" if german_gains > german_losses else "allied"


def decide_by_unit_majority(held: Held) -> Side:
    """Card: more combat units in the area win; ties go to the Allies."""
    return "german" if held.german > held.allied else "allied"


def find_german_bidder(first: int, second: int) -> int | None:
    """20.1, 20.3: return which of two bids commands the Germans, 0 or 1; None if they are equal."""
    return None if first == second else 0 if first > second else 1


def list_due_events(catalog: Catalog, part: str, turn: int) -> Iterator[Event]:
    """Yield the events of a turn in the campaign or the Last Days."""
    yield from (
        event for event in catalog.calendar.values() if part in event.of and event.first <= turn <= event.last
    )
