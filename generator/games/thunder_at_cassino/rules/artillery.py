"""14 artillery and 16 smoke: what an observer may reach, and whether smoke falls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Gun, Place
from schemas.errors import HorahError

from .bombardment import at_least

ABBEY, CASTLE = "66", "9"  # 14.3.1, 14.3.2


@dataclass(frozen=True, slots=True)
class Shot:
    """A bombardment, or smoke, as it is declared. ``observer`` is None for air units."""

    target: Place
    observer: Place | None
    friends: bool = False  # friendly units at the target
    smoke: bool = False  # smoke is laid, not shells
    air: bool = False
    night: bool = False
    covered: bool = False  # smoke lies on the target


def whole_board(catalog: Catalog) -> bool:
    """Has the owner typed all neighbours? Then what is not among them is none."""
    return all(degree for _, degree in catalog.board.degree())


def within(catalog: Catalog, one: Place, other: Place, steps: int) -> bool | None:
    """Are two areas at most so many steps apart? None where the known neighbours cannot tell."""
    reach = nx.single_source_shortest_path_length(catalog.board, one, cutoff=steps)
    if other in reach:
        return True
    return False if whole_board(catalog) else None


def castle_sees(catalog: Catalog, area: Place) -> bool | None:
    """14.3.2: is an area at most two areas from Castle Hill? None where nobody has said."""
    told = catalog.castle_reach.get(area)
    return within(catalog, CASTLE, area, catalog.figures["castle_distance"]) if told is None else told


def why_not(catalog: Catalog, shot: Shot) -> HorahError | None:
    """14.3-14.7: why a target cannot be fired at; None where it can, as far as the board is known."""
    if shot.air:
        return _from_the_air(shot)
    if shot.observer is None:
        return HorahError("NO_OBSERVER")
    if shot.target in catalog.zones:
        seen = shot.observer in (shot.target, ABBEY)
        return None if seen else HorahError("ZONE_UNSEEN", target=shot.target)
    if shot.observer in catalog.zones and shot.target != ABBEY:  # 14.3.3 says any observer
        return HorahError("FROM_ZONE", observer=shot.observer, target=shot.target)
    if _on_friends(shot) and not shot.smoke:
        return HorahError("OWN_UNITS", target=shot.target)
    return None if _seen(catalog, shot.observer, shot.target, shot.smoke) else _unseen(shot)


def _on_friends(shot: Shot) -> bool:
    """14.3.1, 14.3.2: are own units at the target? From abbey and castle, the observer himself may be."""
    return shot.friends or (shot.target == shot.observer and shot.target in (ABBEY, CASTLE))


def _from_the_air(shot: Shot) -> HorahError | None:
    """14.4: not on friends, not at night, not into smoke."""
    if shot.night:
        return HorahError("AIR_NIGHT")
    if shot.covered:
        return HorahError("AIR_SMOKE", target=shot.target)
    return HorahError("OWN_UNITS", target=shot.target) if shot.friends else None


def _seen(catalog: Catalog, observer: Place, target: Place, smoke: bool) -> bool:
    """14.3: beside the observer; from and to the abbey everywhere, from and to the castle two areas."""
    if ABBEY in (observer, target) or (smoke and observer == target):
        return True
    if CASTLE in (observer, target):
        return castle_sees(catalog, target if observer == CASTLE else observer) is not False
    return within(catalog, observer, target, 1) is not False and observer != target


def _unseen(shot: Shot) -> HorahError:
    return HorahError("UNSEEN", observer=shot.observer, target=shot.target)


def smoke_needs(catalog: Catalog, gun: Gun, altitude: int) -> int:
    """16.1, 16.1.1: what two dice must reach, the height of the target counted in."""
    assert gun.smoke is not None
    high = altitude >= catalog.figures["smoke_height_from"]
    return gun.smoke - (catalog.figures["smoke_height"] if high else 0)


def smoke_falls(catalog: Catalog, gun: Gun, altitude: int, dice: Sequence[int]) -> bool:
    """16.1: does the smoke lie where it should?"""
    return sum(dice) >= smoke_needs(catalog, gun, altitude)


def smoke_chance(catalog: Catalog, gun: Gun, altitude: int) -> Fraction:
    return at_least(smoke_needs(catalog, gun, altitude))
