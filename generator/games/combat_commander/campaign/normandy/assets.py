"""NO-C1.72 to NO-C1.75: armour, artillery and air, bought before postures are fixed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from catalogs.games.combat_commander.campaigns import Asset
from generator.table import Choose, Note, Procedure

from ...battle.lookups import count_in_mix
from ...battle.rs07_support import taken
from ...battle.state import Battle, holds, move_marker, pay
from .state import Normandy

Both = tuple[Normandy, Battle]


def assets(state: Normandy, battle: Battle) -> Procedure[Both]:
    """NO-C1.72 to NO-C1.75: offer the assets in the order of the sheet."""
    state = replace(state, used={}, cancelled=())
    for asset in state.sheet.assets.values():
        state, battle = yield from _offer(state, battle, asset)
    return (yield from air_superiority(state)), battle


def _offer(state: Normandy, battle: Battle, asset: Asset) -> Procedure[Both]:
    """Ask the side how many points to spend on the asset."""
    most = min(state.assets[asset.id], asset.most_per_battle)
    if asset.excluded_by and state.used.get(asset.excluded_by):
        yield Note(asset.rule, "asset_excluded", {"asset": asset.id, "by": asset.excluded_by})
        return state, battle
    if not most:
        yield Note(asset.rule, "asset_spent", {"asset": asset.id})
        return state, battle
    options = tuple(map(str, range(most + 1)))
    context = {
        "asset": asset.id,
        "left": state.assets[asset.id],
        "price": asset.radio_vp + asset.counters_vp,
        "marker": holds(battle, asset.side),
    }
    spent = int((yield Choose(asset.rule, asset.id, asset.side, "points", options, context=context)))
    if not spent:
        return state, battle
    return (yield from _take(state, battle, asset, spent))


def _take(state: Normandy, battle: Battle, asset: Asset, spent: int) -> Procedure[Both]:
    left = state.assets[asset.id] - spent
    yield Note(asset.rule, "asset", {"side": asset.side, "asset": asset.id, "count": spent, "left": left})
    state = replace(state, assets={**state.assets, asset.id: left}, used={**state.used, asset.id: spent})
    battle = battle.with_force(asset.side, radio=asset.radio, radio_cost=asset.radio_vp)
    battle = yield from pay(battle, asset.side, asset.radio_vp, asset.rule, asset.id)
    battle = yield from _extras(state, battle, asset)
    if asset.cancels and state.used.get(asset.cancels):
        state, battle = yield from _cancel(state, battle, state.sheet.assets[asset.cancels], asset.rule)
    return state, battle


def _extras(state: Normandy, battle: Battle, asset: Asset) -> Procedure[Battle]:
    """NO-C1.72: add satchel charges for a point, and a free Deploy."""
    if not asset.counters:
        return battle
    if state.reading("armor_satchels") == "optional":
        wish = yield Choose(asset.rule, "armor_satchels", asset.side, "yes_no", ("yes", "no"))
        if wish == "no":
            return battle.with_force(asset.side, free_deploys=asset.free_deploys)
    counters, used = dict(battle.force(asset.side).counters), taken(battle, asset.side)
    for piece, count in asset.counters.items():
        free = min(count, count_in_mix(state.catalog, piece) - used.get(piece, 0))
        if free < count:
            facts = {"side": asset.side, "leader": asset.id, "value": piece, "count": count - free}
            yield Note(asset.rule, "counters_lost", facts)
        if free:
            counters[piece] = counters.get(piece, 0) + free
    battle = battle.with_force(asset.side, counters=counters, free_deploys=asset.free_deploys)
    return (yield from pay(battle, asset.side, asset.counters_vp, asset.rule, "asset_counters"))


def _cancel(state: Normandy, battle: Battle, asset: Asset, rule: str) -> Procedure[Both]:
    """NO-C1.73: remove the radio; the point stays spent; handle the rest by the campaign's reading."""
    yield Note(rule, "asset_cancelled", {"side": asset.side, "asset": asset.id})
    battle = battle.with_force(asset.side, radio=None, radio_cost=0)
    refund = asset.radio_vp
    if state.reading("cancelled_armor_extras") == "go":
        battle = battle.with_force(asset.side, counters=_without_extras(battle, asset), free_deploys=0)
        refund += asset.counters_vp
    if state.reading("cancelled_armor_vp") == "refunded":
        battle = yield from move_marker(battle, asset.side, refund, rule, "refund")
    return replace(state, cancelled=(*state.cancelled, asset.id)), battle


def _without_extras(battle: Battle, asset: Asset) -> dict[str, int]:
    """Return the counters of a side without those the asset brought; the platoons keep theirs."""
    force = battle.force(asset.side)
    grouped: Counter[str] = Counter()
    for group in force.groups:
        grouped.update(group.counters)
    left = {piece: grouped[piece] if piece in asset.counters else n for piece, n in force.counters.items()}
    return {piece: count for piece, count in left.items() if count}


def air_superiority(state: Normandy) -> Procedure[Normandy]:
    """NO-C1.75: without American armour the fighter-bombers are free for ground support."""
    figures = state.figures.air_superiority
    air = figures.start if state.used.get(figures.armor) else figures.without_armor
    if figures.armor in state.cancelled:
        air = state.reading("air_after_cancelling")  # type: ignore[assignment]
    yield Note("NO-C1.75", "air_superiority", {"air": air})
    return replace(state, air=air)
