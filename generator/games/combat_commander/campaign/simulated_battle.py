"""RS.17: simulated battles: two bots fight them out, and the result is reported as by a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.chance import open_part
from generator.table import NO_ANSWER, Answer, Prompt, Report, Table
from schemas.errors import HorahError

from ..battle.state import SIDES, opponent
from ..forms import MARKER
from ..rehearsal.commander_names import DEFAULT_LEVEL
from ..rehearsal.fight import new_fight, run_fight
from ..rehearsal.outcome import answer_all
from ..rehearsal.pieces import Unit
from ..rehearsal.state import Camp, Fight
from .card import Attached, iterate_battles, make_card_at
from .state import RESULT, Survivor

#: Errors that prevent a simulation: unknown rules or terrain, or a card that is not attached.
UNFOUGHT = ("NOT_REHEARSED", "NO_FIGHTING_GROUND", "NO_CARD")
#: 6.3: endings of simulations as reports name them; endings by points depend on the units left.
ENDINGS: Mapping[str, str] = {
    "surrender": "surrender",
    "wiped_out": "elimination",
    "all_objectives": "chit_v",
}


class FoughtResults:
    """Answerer that simulates the current battle and reports it; others answer if it cannot."""

    by = "fight"

    def __init__(self, catalog: Catalog, seed: str, attached: Attached | None = None) -> None:
        self.catalog = catalog
        self.seed = open_part(seed)
        self.attached = attached or {}

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        if not isinstance(prompt, Report) or prompt.ask != RESULT:
            return NO_ANSWER
        try:
            fight = self._fought(table, f"{self.seed}/{len(table.entries)}/result")
        except HorahError as refused:
            if refused.code not in UNFOUGHT:
                raise
            return NO_ANSWER
        return make_report(fight, prompt.context)

    def _fought(self, table: Table[Any], seed: str) -> Fight:
        card = make_card_at(table, len(list(iterate_battles(table))), None, self.attached)
        fight = new_fight(card, self.catalog)
        answer_all(fight, run_fight(fight, card), seed, dict.fromkeys(SIDES, DEFAULT_LEVEL))
        return fight


def make_report(fight: Fight, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a simulation as a report."""
    assert fight.winner is not None
    ended = ENDINGS.get(fight.ending)
    if ended is None:  # 6.3.2, 7.2.1: a side without units on the map has exited
        gone = any(not fight.camps[side].units for side in SIDES)
        ended = "exit" if gone else "sudden_death"
    marker = max(MARKER["minimum"], min(MARKER["maximum"], fight.marker))
    result = {"winner": fight.winner, "ended": ended, "marker": marker, "initiative": fight.initiative}
    if context["brought"] is not None:
        alive: dict[Side, list[Survivor]] = {side: list_survivors(fight.camps[side]) for side in SIDES}
        if ended == "elimination":
            alive[opponent(fight.winner)] = []
        result["survivors"] = {side: [one.json() for one in alive[side]] for side in SIDES}
    return result


def list_survivors(camp: Camp) -> list[Survivor]:
    """ST-C3.4: return the unbroken units on the map and those on the Time track.

    Broken weapons and captured enemy weapons (E71) stay behind.
    """
    sound = [unit for unit in camp.units if not unit.broken and not unit.suppressed]
    waiting = [unit for units in camp.coming.values() for unit in units]
    return [_survivor(unit, camp.faction) for unit in (*sound, *waiting)]


def _survivor(unit: Unit, faction: str) -> Survivor:
    weapon = unit.weapon
    keeps_weapon = weapon is not None and not weapon.broken and weapon.counter.faction in (faction, "common")
    return Survivor(unit.ref, weapon.counter.ref if weapon and keeps_weapon else None, unit.veteran)
