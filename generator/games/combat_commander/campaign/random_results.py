"""Random answers to a campaign's reports: results of battles, and arrival of units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.chance import Chance, open_part
from generator.table import NO_ANSWER, Answer, Prompt, Report, Table

from ..battle.state import SIDES, opponent
from .report import BY_MARKER, UNITS
from .state import RESULT
from .survivor_counts import get_kind

SURVIVAL_ODDS = 3  # a random survivor is drawn with a chance of one in this many


class RandomResults:
    """Answerer that reports random results of battles, within the rules of a report."""

    by = "chance"

    def __init__(self, catalog: Catalog, seed: str) -> None:
        self.catalog = catalog
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        if not isinstance(prompt, Report) or prompt.ask != RESULT:
            return NO_ANSWER
        return random_result(self.catalog, prompt.context, Chance(f"{self.seed}/{len(table.entries)}/result"))


def random_result(catalog: Catalog, context: Mapping[str, Any], pick: Chance) -> dict[str, Any]:
    """Return a plausible report: any ending, a marker that fits it, some of the units as survivors."""
    ended = context["endings"][pick(len(context["endings"]))]
    reach = catalog.board.victory_spaces
    marker = pick(2 * reach + 1) - reach
    initiative = SIDES[pick(2)]
    winner: Side = SIDES[pick(2)]
    if ended in BY_MARKER:
        winner = initiative if marker == 0 else "axis" if marker > 0 else "allied"
    result = {"winner": winner, "ended": ended, "marker": marker, "initiative": initiative}
    if context["brought"] is not None:
        alive = {side: _draw_survivors(catalog, context["brought"][side], pick) for side in SIDES}
        if ended == "elimination":
            alive[opponent(winner)] = []
        result["survivors"] = alive
    return result


def _draw_survivors(catalog: Catalog, pieces: Mapping[str, int], pick: Chance) -> list[dict[str, Any]]:
    each = [piece for piece, count in pieces.items() for _ in range(count)]
    units = [piece for piece in each if get_kind(catalog, piece) in UNITS]
    weapons = [piece for piece in each if get_kind(catalog, piece) == "weapon"]
    alive = []
    for piece in units:
        if pick(SURVIVAL_ODDS):
            continue
        weapon = weapons.pop(pick(len(weapons))) if weapons and not pick(2) else None
        alive.append({"piece": piece, "weapon": weapon, "veteran": not pick(SURVIVAL_ODDS)})
    return alive


class Staff:
    """Answerer that puts the Reinforcements of seats without a person on Time spaces (RS.16)."""

    by = "commander"

    def __init__(self, seats: Sequence[str], seed: str) -> None:
        self.seats = frozenset(seats)
        self.seed = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        if prompt.ask != "reinforcement_spaces" or prompt.seat not in self.seats:
            return NO_ANSWER
        assert isinstance(prompt, Report)
        return random_spaces(prompt.context, Chance(f"{self.seed}/{len(table.entries)}/{prompt.seat}"))


def random_spaces(context: Mapping[str, Any], pick: Chance) -> list[int]:
    """Return a random space with enough room for every unit, in the order of the units."""
    room = dict.fromkeys(range(1, context["last_space"] + 1), context["limit"])
    spaces = []
    for soldiers in context["soldiers"]:
        free = [space for space, left in room.items() if left >= soldiers]
        space = free[pick(len(free))]
        room[space] -= soldiers
        spaces.append(space)
    return spaces
