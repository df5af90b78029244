"""3.3.1.1, O14.1: who is activated by an order, and by the leader that carries it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from .cards import Steps
from .pieces import Unit
from .state import Fight


class Later(Sequence[str]):
    """Options that are worked out when somebody reads them."""

    __slots__ = ("_found", "_make")

    def __init__(self, make: Callable[[], Sequence[str]]) -> None:
        self._make = make
        self._found: Sequence[str] | None = None

    def _all(self) -> Sequence[str]:
        if self._found is None:
            self._found = self._make()
        return self._found

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


def ready(fight: Fight, side: Side) -> list[Unit]:
    """O14.1, E58.1: who was not activated in this turn; a hero may be again."""
    return [unit for unit in fight.camps[side].units if not unit.active or unit.kind == "hero"]


def led_by(fight: Fight, leader: Unit) -> list[Unit]:
    """3.3.1.1: the units a leader can take along: no leaders, within his command, not yet activated.

    NO-4: a Scout takes nobody along but mortars (O20).
    """
    if leader.scout:
        return []
    far, radius = fight.ground.far[leader.hex], leader.command
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
    """O14.1: one unit, and where it is a leader those he leads, or those whom he calls from farther off."""
    chosen: Any = yield Choose(rule, ask, side, "unit", Later(lambda: [unit.id for unit in able()]))
    first = fight.unit(chosen)
    first.active = True
    units = [first]
    others = led_by(fight, first) if first.leads else []
    others += [unit for unit in called(first) if unit not in others]
    if others:
        ids = tuple(unit.id for unit in others)
        more = yield Choose("3.3.1.1", f"{ask}_more", side, "unit", ids, least=0, most=len(ids))
        units += [unit for unit in others if unit.id in more]
    for unit in units:
        unit.active = True
    fight.tell(
        rule,
        "activated",
        who=side,
        units=tuple(unit.ref for unit in units),
        hex=fight.ground.names[first.hex],
    )
    return units
