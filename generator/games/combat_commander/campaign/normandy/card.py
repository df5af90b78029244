"""The card of a battle of the Normandy campaign: date, air superiority and assets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander.campaigns import Asset
from catalogs.games.combat_commander.model import Side
from generator.table import Shown, Table

from ...battle.card import Card
from ...battle.state import SIDES
from ..card import Message, command_extras, make_rolled_card
from .state import Normandy


def card(
    table: Table[Any], begun: Shown, ready: Shown, seed: str | None, _: Mapping[str, Any] | None
) -> Card:
    """NO-C1.7, NO-C2: return the battle's card with the effects of the campaign's markers."""
    state: Normandy = ready.state
    return make_rolled_card(
        table,
        begun,
        ready,
        seed,
        date=state.date(),
        optional=state.sheet.options if state.reading("armor_line_of_sight") == "on" else (),
        said=_said(state),
        markers={side: _markers(state, side) for side in SIDES},
    )


def _said(state: Normandy) -> Iterator[Message]:
    yield f"air_{state.air}", {}
    for asset in state.sheet.assets.values():
        spent = state.used.get(asset.id, 0)
        radio = f"counter.{asset.radio.replace(':', '.')}"
        if _in_force(state, asset):
            yield asset.id, {"count": spent, "radio": radio, "deploys": asset.free_deploys}
        elif spent:
            yield "cancelled", {"asset": f"asset.{asset.id}", "radio": radio}
    if state.used.get("german_armor") and state.reading("german_armor_attacks") == "two":
        yield "german_armor_twice", {}
    for side in SIDES:
        if count := command_extras(state, side).get("scout"):
            yield "scout", {"count": count, "side": f"faction.{state.faction(side)}"}


def _markers(state: Normandy, side: Side) -> dict[str, int]:
    """NO-C1.74: return a marker for every point of an asset."""
    return {
        asset.marker_per_point: state.used[asset.id]
        for asset in state.sheet.assets.values()
        if asset.side == side and asset.marker_per_point and _in_force(state, asset)
    }


def _in_force(state: Normandy, asset: Asset) -> bool:
    return bool(state.used.get(asset.id)) and asset.id not in state.cancelled
