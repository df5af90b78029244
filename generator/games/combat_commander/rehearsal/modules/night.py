"""NO-5, NO-6: night and starshells; how dark it makes the ground stands in :mod:`.terrain`."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Choose

from ..cards import Steps
from ..state import Fight
from ..board import Hex


def dark(fight: Fight) -> bool:
    return fight.plays("NO-5.3")


def grounded(fight: Fight) -> bool:
    """NO-5.5: no aircraft at night."""
    return fight.plays("NO-5.5")


def shine(fight: Fight) -> None:
    """NO-6.2: a starshell lights its hex and those two around it."""
    radius = fight.figure("rule.starshell", "radius")
    far, names = fight.ground.far, fight.ground.names
    shells = fight.special.starshells
    fight.relay(
        lit=frozenset(names[h] for h in range(len(names)) if any(far[s][h] <= radius for s in shells))
    )


def place(fight: Fight, side: Side, hex_: Hex) -> None:
    """NO-6.1."""
    fight.special.starshells.add(hex_)
    fight.tell("NO-6.1", "starshell", who=side, hex=fight.ground.names[hex_])
    shine(fight)


def blown_out(fight: Fight) -> None:
    """NO-6.3: Breeze takes them all."""
    if fight.special.starshells:
        fight.special.starshells.clear()
        shine(fight)


def put_out(fight: Fight, side: Side, rule: str) -> Steps[None]:
    """NO-6.3: one of them, by Artillery Denied or as Time goes on."""
    names = tuple(fight.ground.names[hex_] for hex_ in sorted(fight.special.starshells))
    chosen = names[0] if len(names) == 1 else (yield Choose(rule, "starshell", side, "hex", names))
    fight.special.starshells.discard(fight.ground.numbers[chosen])
    fight.tell("NO-6.3", "put_out", who=side, hex=chosen)
    shine(fight)
