"""Gastadores, Tablas de Recursos: resources rolled between the phases, and those that take effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.campaigns import Resource
from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Note, Procedure, Roll

from ...battle.state import SIDES, opponent
from .state import Gastadores

RULE = "Gastadores: Tabla de Recursos"
RECON, HIDDEN = "advance_reconnaissance", "hidden_deployment"
NEED_COUNTERS = ("radio", "reinforcements", "pieces", "fortifications")


def resource_at(sheet: Sheet, side: Side, roll: int) -> Resource:
    """Return the row of a side's table for a roll."""
    return next(row for row in sheet.resources.values() if row.side == side and roll in row.rolls)


def roll_resource(state: Gastadores, side: Side, rolls: int) -> Procedure[Gastadores]:
    """Roll one or more times for a side on its own table."""
    for _ in range(rolls):
        white, coloured = yield Roll(RULE, "resource_roll", side, state.deck(side))
        resource = resource_at(state.sheet, side, white + coloured)
        yield Note(RULE, "resource", {"side": side, "resource": resource.id})
        state = replace(state, resources={**state.resources, side: (*state.resources[side], resource.id)})
    return state


def take_effect(state: Gastadores) -> Procedure[Gastadores]:
    """Remove cancelled, unavailable and declined resources."""
    standing = uncancelled({side: [state.resource(n) for n in state.resources[side]] for side in SIDES})
    in_force: list[str] = []
    for side in SIDES:
        for name in state.resources[side]:
            resource = state.resource(name)
            if resource not in standing:
                yield Note(RULE, "resource_cancelled", {"side": side, "resource": name})
            elif (yield from _granted(state, side, resource)):
                in_force.append(name)
    return replace(state, in_force=tuple(in_force))


def uncancelled(held: Mapping[Side, Sequence[Resource]]) -> list[Resource]:
    """Return the resources left: reconnaissance on both sides cancels itself, on one the other's hidden
    deployment.
    """
    scouts = [side for side in SIDES if any(one.effect == RECON for one in held[side])]
    lost: set[tuple[Side, str]] = set()
    if len(scouts) == len(SIDES):
        lost = {(side, RECON) for side in SIDES}
    elif scouts:
        lost = {(opponent(scouts[0]), HIDDEN)}
    return [one for side in SIDES for one in held[side] if (side, one.effect) not in lost]


def _granted(state: Gastadores, side: Side, resource: Resource) -> Procedure[bool]:
    """La Campaña: ask whether the counters are available and, if optional, whether the owner uses them."""
    context = {"resource": resource.id}
    if resource.effect in NEED_COUNTERS:
        answer = yield Choose(RULE, "resource_counters", side, "yes_no", ("yes", "no"), context=context)
        if answer == "no":
            yield Note(RULE, "resource_no_counters", {"side": side, "resource": resource.id})
            return False
    all_optional = resource.effect == "radio" and state.reading("radio_resources") == "all_optional"
    if resource.optional or all_optional:
        wish = yield Choose(RULE, "resource_used", side, "yes_no", ("yes", "no"), context=context)
        if wish == "no":
            yield Note(RULE, "resource_declined", {"side": side, "resource": resource.id})
            return False
    return True
