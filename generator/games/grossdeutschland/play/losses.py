"""2.3, 10.4: steps and counters lost, and what follows for HQs and formations."""

from __future__ import annotations

from collections.abc import Sequence

from generator.table import Choose, Note, Procedure

from ..battle import other
from .state import OUT, State


def suffer(state: State, side: str, code: str) -> Procedure[State]:
    """10.4: whoever the result names chooses among his own; the counters in the fight are known to him."""
    found = state.catalog.codes[code]
    if found.side is None or found.effect not in ("spent", "eliminated"):
        return state
    loser = side if found.side == "attacker" else other(side)
    formation = state.active if found.side == "attacker" else None
    options = targets_of(state, loser, formation)
    least, most = _counted(found.units, len(options))
    if not most:
        return state
    ask = "spend" if found.effect == "spent" else "eliminate"
    chosen = yield Choose(
        "10.4", ask, state.seat(loser), "unit", options, least, most, context={"result": code, "side": loser}
    )
    return (yield from (spend if ask == "spend" else eliminate)(state, listed(chosen)))


def _counted(units: str | None, there: int) -> tuple[int, int]:
    """10.4: how many at least and at most: one, half of them (rounded down) or all."""
    most = {"one": min(1, there), "half": there // 2}.get(units or "", there)
    return 0 if units == "half" else 1, most


def targets_of(state: State, side: str, formation: str | None = None) -> tuple[str, ...]:
    """9.5: what can be hit: who rides suffers with the one below."""
    return tuple(unit for unit in state.here(side, formation) if unit not in state.riders)


def listed(chosen: str | Sequence[str]) -> Sequence[str]:
    """What was chosen, one or several."""
    return [chosen] if isinstance(chosen, str) else chosen


def spend(state: State, units: Sequence[str]) -> Procedure[State]:
    """2.3: a full counter is turned; one that is spent is eliminated. Riders suffer with it (9.5)."""
    units = _with_riders(state, units)
    gone = [unit for unit in units if unit in state.spent]
    turned = [unit for unit in units if unit not in state.spent]
    if turned:
        yield Note("2.3", "gd_spent", {"units": turned})
        state = state.change(spent=state.spent.union(turned))
    return (yield from _out(state, gone))


def _with_riders(state: State, units: Sequence[str]) -> list[str]:
    """9.5: what befalls a tracked unit befalls the one that rides on it."""
    more = [unit for unit, under in state.riders.items() if under in units and unit not in units]
    return [*units, *more]


def eliminate(state: State, units: Sequence[str]) -> Procedure[State]:
    """2.3: out of the game for good."""
    return (yield from _out(state, _with_riders(state, units)))


def _out(state: State, units: Sequence[str]) -> Procedure[State]:
    if not units:
        return state
    yield Note("2.3", "gd_eliminated", {"units": list(units)})
    before = state
    riders = {unit: under for unit, under in state.riders.items() if not {unit, under} & set(units)}
    state = state.change(units={**state.units, **dict.fromkeys(units, OUT)}, riders=riders)
    for formation in dict.fromkeys(state.unit(unit).formation for unit in units):
        if state.wiped_out(formation):
            yield Note("3.5", "gd_wiped_out", {"formation": formation})
        elif before.hq_alive(formation) and not state.hq_alive(formation):
            yield Note("2.4", "gd_hq_lost", {"formation": formation})
    return state
