"""3.3.1.1, O14.1: activate units by an order, alone or through a leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps
from .pieces import Unit
from .state import Fight


class LazyOptions(Sequence[str]):
    """Options computed when they are first read."""

    __slots__ = ("_make", "_options")

    def __init__(self, make: Callable[[], Sequence[str]]) -> None:
        self._make = make
        self._options: Sequence[str] | None = None

    def _all(self) -> Sequence[str]:
        if self._options is None:
            self._options = self._make()
        return self._options

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())


def list_ready_units(fight: Fight, side: Side) -> list[Unit]:
    """O14.1, E58.1: return the units not yet activated in this turn, and heroes."""
    return [unit for unit in fight.camps[side].units if not unit.active or unit.kind == "hero"]


def list_led_units(fight: Fight, leader: Unit) -> list[Unit]:
    """3.3.1.1: return the units a leader can activate: no leaders, within command, not yet activated.

    NO-4: a Scout activates only mortars (O20).
    """
    if leader.scout:
        return []
    far, radius = fight.board.distances[leader.hex], leader.command
    return [
        unit
        for unit in fight.camps[leader.side].units
        if not unit.leads and not unit.active and far[unit.hex] <= radius
    ]


def activate(
    fight: Fight,
    side: Side,
    rule: str,
    ask: str,
    able: Callable[[], Sequence[Unit]],
    called: Callable[[Unit], Sequence[Unit]] = lambda first: (),
) -> Steps[list[Unit]]:
    """O14.1: activate one unit; a leader also activates units in command or units from ``called``."""
    chosen: Any = yield Choose(rule, ask, side, "unit", LazyOptions(lambda: [unit.id for unit in able()]))
    first = fight.get_unit(chosen)
    first.active = True
    units = [first]
    others = list_led_units(fight, first) if first.leads else []
    others += [unit for unit in called(first) if unit not in others]
    if others:
        ids = tuple(unit.id for unit in others)
        more = yield Choose("3.3.1.1", f"{ask}_more", side, "unit", ids, least=0, most=len(ids))
        units += [unit for unit in others if unit.id in more]
    for unit in units:
        unit.active = True
    fight.record(
        rule,
        "activated",
        who=side,
        units=tuple(unit.ref for unit in units),
        hex=fight.board.names[first.hex],
    )
    return units
