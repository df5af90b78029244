"""ST-C3.2: positions in a line, from one side's last to the other's."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.campaigns import Line, StalingradFigures, figures_of
from catalogs.games.combat_commander.model import Posture, Side

from ...battle.state import SIDES
from ..positions import POSTURES, Road, get_victory_node


def next_positions(line: Line, position: str, winner: Side, posture: Posture) -> tuple[str, ...]:
    """ST-C3.2: return the positions reached by the posture's steps toward the enemy, within the line."""
    place = line.order.index(position)
    ends = (place + line.direction[winner] * step for step in line.steps[posture])
    return tuple(line.order[end] for end in ends if 0 <= end < len(line.order))


def roads(sheet: Sheet) -> Iterator[Road]:
    """ST-C3.1, ST-C3.2: yield the edges by winner and posture."""
    line = figures_of(sheet, StalingradFigures).graph
    for position in line.order:
        for winner in SIDES:
            if line.decisive[winner] == position:
                yield Road(position, get_victory_node(winner), winner, POSTURES)
                continue
            reach: dict[str, list[Posture]] = {}
            for posture in POSTURES:
                for end in next_positions(line, position, winner, posture):
                    reach.setdefault(end, []).append(posture)
            for end, postures in reach.items():
                yield Road(position, end, winner, tuple(postures))
