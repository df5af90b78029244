"""RS.15 Cards: the Initiative card, and a hand for each side."""

from __future__ import annotations

from generator.table import Note, Procedure, Roll

from .state import SIDES, Battle, Steps, evolve

RULE = "RS.15"


def cards(battle: Battle) -> Steps:
    """RS.15: the Initiative card goes to the higher Initiative; hands follow posture."""
    battle = yield from higher_initiative(battle, RULE)
    for side in SIDES:
        yield Note(RULE, "hand", {"side": side, "value": battle.force(side).hand})
    return battle


def higher_initiative(battle: Battle, rule: str) -> Steps:
    """RS.13, RS.15: give the Initiative to the side with the higher number; dice settle a tie once."""
    if battle.initiative is not None:
        return battle
    axis, allied = battle.axis.initiative, battle.allied.initiative
    if axis == allied:
        yield Note(rule, "INITIATIVE_TIE", {"value": axis})
        axis, allied = yield from _roll_off(battle, rule)
    side = SIDES[0] if axis > allied else SIDES[1]
    yield Note(rule, "initiative", {"side": side})
    return evolve(battle, initiative=side)


def _roll_off(battle: Battle, rule: str) -> Procedure[tuple[int, int]]:
    while True:
        axis = yield Roll(rule, "initiative_roll", "axis", battle.deck("axis"))
        allied = yield Roll(rule, "initiative_roll", "allied", battle.deck("allied"))
        if sum(axis) != sum(allied):
            return sum(axis), sum(allied)
