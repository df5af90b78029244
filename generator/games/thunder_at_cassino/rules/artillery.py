"""14 artillery and 16 smoke: targets in sight of an observer, and smoke rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Gun, Place
from schemas.errors import HorahError

from .bombardment import chance_at_least

ABBEY, CASTLE = "66", "9"  # 14.3.1, 14.3.2


@dataclass(frozen=True, slots=True)
class Shot:
    """A declared bombardment or smoke. ``observer`` is None for air units."""

    target: Place
    observer: Place | None
    friends: bool = False  # friendly units at the target
    smoke: bool = False  # smoke instead of shells
    air: bool = False
    night: bool = False
    covered: bool = False  # smoke lies on the target


def is_board_complete(catalog: Catalog) -> bool:
    """Tell whether the owner has typed all neighbours, so that missing ones are not adjacent."""
    return all(degree for _, degree in catalog.board.degree())


def is_within(catalog: Catalog, start: Place, end: Place, steps: int) -> bool | None:
    """Tell whether two areas are at most this many steps apart; None if unknown."""
    reach = nx.single_source_shortest_path_length(catalog.board, start, cutoff=steps)
    if end in reach:
        return True
    return False if is_board_complete(catalog) else None


def is_in_castle_sight(catalog: Catalog, area: Place) -> bool | None:
    """14.3.2: tell whether an area is within two areas of Castle Hill; None if unknown."""
    known = catalog.castle_reach.get(area)
    return is_within(catalog, CASTLE, area, catalog.figures["castle_distance"]) if known is None else known


def find_reason_against(catalog: Catalog, shot: Shot) -> HorahError | None:
    """14.3-14.7: return why a target cannot be fired at, or None, as far as the board is known."""
    if shot.air:
        return _check_air(shot)
    if shot.observer is None:
        return HorahError("NO_OBSERVER")
    if shot.target in catalog.zones:
        seen = shot.observer in (shot.target, ABBEY)
        return None if seen else HorahError("ZONE_UNSEEN", target=shot.target)
    if shot.observer in catalog.zones and shot.target != ABBEY:  # 14.3.3 says any observer
        return HorahError("FROM_ZONE", observer=shot.observer, target=shot.target)
    if _hits_friends(shot) and not shot.smoke:
        return HorahError("OWN_UNITS", target=shot.target)
    return None if _is_seen(catalog, shot.observer, shot.target, shot.smoke) else _make_unseen_error(shot)


def _hits_friends(shot: Shot) -> bool:
    """14.3.1, 14.3.2: tell whether own units are at the target; the observer of abbey or castle counts."""
    return shot.friends or (shot.target == shot.observer and shot.target in (ABBEY, CASTLE))


def _check_air(shot: Shot) -> HorahError | None:
    """14.4: not on friends, not at night, not into smoke."""
    if shot.night:
        return HorahError("AIR_NIGHT")
    if shot.covered:
        return HorahError("AIR_SMOKE", target=shot.target)
    return HorahError("OWN_UNITS", target=shot.target) if shot.friends else None


def _is_seen(catalog: Catalog, observer: Place, target: Place, smoke: bool) -> bool:
    """14.3: adjacent areas; from and to the abbey all, from and to the castle two areas."""
    if ABBEY in (observer, target) or (smoke and observer == target):
        return True
    if CASTLE in (observer, target):
        return is_in_castle_sight(catalog, target if observer == CASTLE else observer) is not False
    return is_within(catalog, observer, target, 1) is not False and observer != target


def _make_unseen_error(shot: Shot) -> HorahError:
    return HorahError("UNSEEN", observer=shot.observer, target=shot.target)


def get_smoke_number(catalog: Catalog, gun: Gun, altitude: int) -> int:
    """16.1, 16.1.1: return the total that two dice must reach, modified by height."""
    assert gun.smoke is not None
    high = altitude >= catalog.figures["smoke_height_from"]
    return gun.smoke - (catalog.figures["smoke_height"] if high else 0)


def is_smoke_laid(catalog: Catalog, gun: Gun, altitude: int, dice: Sequence[int]) -> bool:
    """16.1: tell whether the smoke lands."""
    return sum(dice) >= get_smoke_number(catalog, gun, altitude)


def compute_smoke_chance(catalog: Catalog, gun: Gun, altitude: int) -> Fraction:
    return chance_at_least(get_smoke_number(catalog, gun, altitude))
