"""NO-C3.3: positions as a ladder that one side climbs, and the position where it stalls."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander.campaigns import Advance, NormandyFigures, figures_of
from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.model import Side

from ...battle.state import opponent
from ..positions import POSTURES, Road, get_victory_node


def next_advance(advance: Advance, winner: Side, wins: int) -> str:
    """NO-C3.3: return the next rung after a win; a loss stalls, except on the last rung.

    Every rung after the first is entered by a win, so the rung is the number of wins.
    """
    last = len(advance.ladder) - 1
    if winner == advance.side or wins >= last:
        return advance.ladder[min(wins, last)]
    return advance.stalled


def roads(sheet: Sheet) -> Iterator[Road]:
    """NO-C3.1, NO-C3.3: yield the edges: up the ladder, to the stalled position, or to victory."""
    figures = figures_of(sheet, NormandyFigures)
    advance, needed = figures.advance, figures.wins_needed
    other = opponent(advance.side)
    last = advance.ladder[-1]
    for place, position in enumerate(advance.ladder):
        end = next_advance(advance, other, place)
        yield Road(position, end, other, POSTURES, (place,))
        if position != last:
            yield Road(position, advance.ladder[place + 1], advance.side, POSTURES, (place + 1,))
    for wins in range(1, len(advance.ladder)):
        yield Road(advance.stalled, advance.ladder[wins], advance.side, POSTURES, (wins,))
    yield Road(advance.stalled, advance.stalled, other, POSTURES)
    yield Road(last, get_victory_node(advance.side), advance.side, POSTURES, (needed,))
    for position in (*advance.ladder, advance.stalled):
        yield Road(position, get_victory_node(other), other, POSTURES)
