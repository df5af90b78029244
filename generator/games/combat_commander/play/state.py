"""The state of a fight at a table: the fight, the question asked, and what has been seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Choose, Draw, Roll, Table

from ..rehearsal.levels import Commander
from ..rehearsal.regular import Regular
from ..rehearsal.state import SIDES, Fight


@dataclass(slots=True, eq=False)
class Play:
    """A fight under way; mutable like the fight itself."""

    fight: Fight
    card: Mapping[str, Any]
    question: Choose | Roll | Draw | None = None  # as the rules ask it
    answers: int = 0
    seen: list[int] = field(default_factory=list)  # numbers of the answers after which a card was seen
    order: str = ""  # the order being carried out
    target: str = ""  # the hex that is being fired at
    commanders: dict[Side, Commander] = field(default_factory=dict)
    advisers: dict[Side, Regular] = field(default_factory=dict)  # give hints to people


def get_play(table: Table[Any]) -> Play:
    """Return the state of a fight at a table."""
    play: Play = table.stands[0].state
    return play


def mark_cards(fight: Fight) -> tuple[int, ...]:
    """Return a mark that changes when somebody sees a card or a chit that was hidden."""
    return (*(len(fight.camps[side].deck) for side in SIDES), len(fight.cup), len(fight.chits))


def mark_hand(fight: Fight, side: Side) -> tuple[int, ...]:
    """Return a mark that changes when a side plays or draws a card."""
    return tuple(card.number for card in fight.camps[side].hand)
