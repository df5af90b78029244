"""NO-5, NO-6: night and starshells; :mod:`.terrain` applies the darkness."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..board import Hex
from ..cards import Steps
from ..state import Fight


def is_dark(fight: Fight) -> bool:
    return fight.has_rule("NO-5.3")


def is_air_grounded(fight: Fight) -> bool:
    """NO-5.5: return whether aircraft are grounded at night."""
    return fight.has_rule("NO-5.5")


def update_light(fight: Fight) -> None:
    """NO-6.2: light the hexes within two hexes of each starshell."""
    radius = fight.get_figure("rule.starshell", "radius")
    far, names = fight.board.distances, fight.board.names
    shells = fight.special.starshells
    fight.update_overlay(
        lit=frozenset(names[h] for h in range(len(names)) if any(far[s][h] <= radius for s in shells))
    )


def place_starshell(fight: Fight, side: Side, hex_: Hex) -> None:
    """NO-6.1: place a starshell."""
    fight.special.starshells.add(hex_)
    fight.record("NO-6.1", "starshell", who=side, hex=fight.board.names[hex_])
    update_light(fight)


def remove_starshells(fight: Fight) -> None:
    """NO-6.3: a Breeze removes all starshells."""
    if fight.special.starshells:
        fight.special.starshells.clear()
        update_light(fight)


def remove_starshell(fight: Fight, side: Side, rule: str) -> Steps[None]:
    """NO-6.3: remove one starshell, by Artillery Denied or when Time advances."""
    names = tuple(fight.board.names[hex_] for hex_ in sorted(fight.special.starshells))
    chosen = names[0] if len(names) == 1 else (yield Choose(rule, "starshell", side, "hex", names))
    fight.special.starshells.discard(fight.board.numbers[chosen])
    fight.record("NO-6.3", "put_out", who=side, hex=chosen)
    update_light(fight)
