"""The card of a battle of the Stalingrad campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.table import Shown, Table

from ...battle.card import Card
from ..card import Message, make_rolled_card

SAID: tuple[Message, ...] = (("urban_sniper", {}), ("clean_up", {}))


def card(
    table: Table[Any], begun: Shown, ready: Shown, seed: str | None, _: Mapping[str, Any] | None
) -> Card:
    """ST-C2, ST-C3.4: return the battle's card with the urban sniper and the rule for survivors."""
    return make_rolled_card(table, begun, ready, seed, said=SAID)
