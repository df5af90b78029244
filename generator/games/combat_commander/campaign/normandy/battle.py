"""NO-C1: a battle of the Normandy campaign, with the RS steps it replaces, keeps and adds."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_commander.model import Side
from generator.table import Note, Procedure, Stand

from ...battle.procedure import READY, run_in_order
from ...battle.rs04_objectives import objectives
from ...battle.rs07_support import support
from ...battle.rs08_posture import posture
from ...battle.rs09_fortifications import fortifications
from ...battle.rs10_defender import defender_setup
from ...battle.rs11_attacker import attacker_setup
from ...battle.rs12_fortification_setup import fortification_setup
from ...battle.rs13_recon import recon_setup
from ...battle.state import SIDES, Battle, opponent, pay
from ..field import compass, open_battle
from ..forces import command_of, commit, force_of, keep_away, muster, price_of
from ..points import Points, fortify
from ..report import ask_result, make_context
from ..state import Past
from .assets import assets
from .state import Normandy


def fight(state: Normandy) -> Procedure[Normandy]:
    """NO-C1.1 to NO-C1.9 and RS.16: prepare the battle, then ask for its result (RS.17)."""
    battle = open_battle(state, state.sheet.positions[state.position].map)
    yield from state.shuffle("NO-C1.12")
    edge: Side = "axis" if state.reading("compass_edge") == "axis" else "allied"
    battle = yield from compass(battle, state.figures.compass_side, edge, "NO-C1.12")
    for side in SIDES:
        yield Note("NO-C1.3", "quality", {"side": side, "value": state.quality[side]})
        battle = battle.with_force(side, quality=state.quality[side])
    battle = yield from objectives(battle)
    state, battle = yield from platoons(state, battle)
    yield Stand(replace(state, at_hand=battle))
    battle = yield from support(battle)
    yield Stand(replace(state, at_hand=battle))
    state, battle = yield from assets(state, battle)
    yield Stand(replace(state, at_hand=battle))
    battle = yield from posture(battle)
    yield Stand(replace(state, at_hand=battle))
    state, battle = yield from set_up(state, battle)
    battle = yield from run_in_order(battle, READY)
    yield from state.shuffle("RS.15")
    state = replace(state, stage="ready", at_hand=battle)
    yield Stand(state)
    return (yield from _result(state, battle))


def platoons(state: Normandy, battle: Battle) -> Procedure[tuple[Normandy, Battle]]:
    """NO-C1.54 to NO-C1.56: muster command platoons and platoons committed together, and pay for them."""
    sheet, quality = state.sheet, state.quality
    for side in SIDES:
        command = [(command_of(sheet, side), state.command_leader(side))]
        battle, _ = yield from muster(battle, side, command, quality[side], (), "NO-C1.54")
    yield Stand(replace(state, at_hand=battle))
    committed = yield from commit(sheet, state.pool, "NO-C1.55")
    bought = {side: [(force_of(sheet, leader), leader) for leader in committed[side]] for side in SIDES}
    for side in SIDES:
        battle, _ = yield from muster(battle, side, bought[side], quality[side], (), "NO-C1.55")
    state = replace(
        state,
        pool={s: tuple(leader for leader in state.pool[s] if leader not in committed[s]) for s in SIDES},
        committed={s: tuple(committed[s]) for s in SIDES},
    )
    first = state.figures.commitment_paid_first
    for side in (first, opponent(first)):
        price = price_of(bought[side])
        battle = battle.with_force(side, point_value=price)
        battle = yield from pay(battle, side, price, "NO-C1.56", "platoons")
    return state, keep_away(battle, state.kept())


def set_up(state: Normandy, battle: Battle) -> Procedure[tuple[Normandy, Battle]]:
    """RS.9 to RS.13 with NO-C1.9: German fortification points also cost VP, in any posture."""
    recon = battle.posture_side("recon") is not None
    if not recon:
        battle = yield from fortifications(battle)
    yield Stand(replace(state, at_hand=battle))
    past_zero = state.reading("fortification_past_zero") == "allowed"

    def show(battle: Battle, points: Points) -> Stand:
        return Stand(replace(state, points=points, at_hand=battle))

    battle, points = yield from fortify(
        battle, state.points, state.figures.fortification, "NO-C1.9", show, past_zero=past_zero
    )
    steps = (recon_setup,) if recon else (defender_setup, attacker_setup, fortification_setup)
    for step in steps:
        battle = yield from step(battle)
        yield show(battle, points)
    return replace(state, points=points), battle


def _result(state: Normandy, battle: Battle) -> Procedure[Normandy]:
    context = make_context(state.sheet.factions, started=battle.initiative)
    result = yield from ask_result(state.catalog, "RS.17", context)
    assert battle.map is not None
    past = Past(
        state.battle,
        state.position,
        battle.map.number,
        state.date(),
        result.winner,
        result.ended,
        result.marker,
        result.initiative,
        postures={side: role for side in SIDES if (role := battle.force(side).posture)},
        quality=dict(state.quality),
        committed=dict(state.committed),
        events={"assets": dict(state.used), "air_superiority": state.air},
    )
    return replace(state, stage="victory", result=result, history=(*state.history, past))
