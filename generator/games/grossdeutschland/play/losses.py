"""2.3, 10.4: losses of steps and counters, and their effect on HQs and formations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.table import Choose, Note, Procedure

from ..battle import opposing_side
from .state import OUT, State

LONE_HQ = "lone_hq"  # the only unit of the hex was an HQ


def apply_result(state: State, side: str, code: str) -> Procedure[State]:
    """10.4: let the losing side choose its losses."""
    result_code = state.catalog.codes[code]
    if result_code.side is None or result_code.effect not in ("spent", "eliminated"):
        return state
    loser = side if result_code.side == "attacker" else opposing_side(side)
    formation = state.active if result_code.side == "attacker" else None
    options = list_hittable(state, loser, formation)
    min_units, max_units = _count_losses(result_code.units, len(options))
    if not max_units:
        return state
    ask = "spend" if result_code.effect == "spent" else "eliminate"
    if result_code.units == "one":
        context = {"result": code, "side": loser}
        unit = yield from choose_single_loss(state, "10.4", ask, loser, options, context)
        return (yield from (spend if ask == "spend" else eliminate)(state, [unit]))
    chosen = yield Choose(
        "10.4",
        ask,
        state.seat_of(loser),
        "unit",
        options,
        min_units,
        max_units,
        context={"result": code, "side": loser},
    )
    return (yield from (spend if ask == "spend" else eliminate)(state, as_list(chosen)))


def _count_losses(units: str | None, available: int) -> tuple[int, int]:
    """10.4: return minimum and maximum number of units: one, half rounded down, or all."""
    max_units = {"one": min(1, available), "half": available // 2}.get(units or "", available)
    return 0 if units == "half" else 1, max_units


def choose_single_loss(
    state: State, rule: str, ask: str, by: str, options: Sequence[str], context: Mapping[str, Any]
) -> Procedure[str]:
    """10.4, 11.4: let a side choose one unit; an HQ only where it stands alone in its hex."""
    heads = tuple(unit for unit in options if state.unit(unit).hq)
    others = tuple(unit for unit in options if unit not in heads)
    if others:
        more = (LONE_HQ,) if heads else ()
        unit = yield Choose(rule, ask, state.seat_of(by), "unit", (*others, *more), context=context)
        if unit != LONE_HQ:
            return str(unit)
    return str((yield Choose(rule, "lone_hq", state.seat_of(by), "unit", heads, context=context)))


def list_hittable(state: State, side: str, formation: str | None = None) -> tuple[str, ...]:
    """9.5: return the units that can be hit; riders suffer with their carriers."""
    return tuple(unit for unit in state.units_on_map(side, formation) if unit not in state.riders)


def as_list(chosen: str | Sequence[str]) -> Sequence[str]:
    """Return a choice of one or several as a list."""
    return [chosen] if isinstance(chosen, str) else chosen


def spend(state: State, units: Sequence[str]) -> Procedure[State]:
    """2.3: turn full counters to spent; eliminate spent and one-sided ones, riders included (9.5)."""
    units = _add_riders(state, units)
    gone = [unit for unit in units if unit in state.spent or state.unit(unit).one_sided]
    turned = [unit for unit in units if unit not in gone]
    if turned:
        yield Note("2.3", "gd_spent", {"units": turned})
        state = state.change(spent=state.spent.union(turned))
    return (yield from _eliminate_units(state, gone))


def _add_riders(state: State, units: Sequence[str]) -> list[str]:
    """9.5: add the riders of the units."""
    more = [unit for unit, under in state.riders.items() if under in units and unit not in units]
    return [*units, *more]


def eliminate(state: State, units: Sequence[str]) -> Procedure[State]:
    """2.3: eliminate units for good, riders included."""
    return (yield from _eliminate_units(state, _add_riders(state, units)))


def _eliminate_units(state: State, units: Sequence[str]) -> Procedure[State]:
    if not units:
        return state
    yield Note("2.3", "gd_eliminated", {"units": list(units)})
    before = state
    riders = {unit: under for unit, under in state.riders.items() if not {unit, under} & set(units)}
    state = state.change(units={**state.units, **dict.fromkeys(units, OUT)}, riders=riders)
    for formation in dict.fromkeys(state.unit(unit).formation for unit in units):
        if state.is_wiped_out(formation):
            yield Note("3.5", "gd_wiped_out", {"formation": formation})
        elif before.has_hq(formation) and not state.has_hq(formation):
            yield Note("2.4", "gd_hq_lost", {"formation": formation})
    return state
