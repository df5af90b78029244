"""A diary: battles that were fought, or are to be fought, in the order in which they were entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["first", "second", "nobody", ""]  # "": not fought yet
LONGEST_NAME, LONGEST_LINE, LONGEST_STORY, LONGEST_ADDRESS = 60, 80, 500, 300
MOST = 2000  # battles of a diary


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who fought on a side, with what and how."""

    name: str
    nation: str = ""
    posture: str = ""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle in a diary; ``odds`` is how often the first side won it in rehearsal."""

    first: Fighter
    second: Fighter
    number: int = 0
    day: str = ""
    evening: str = ""
    title: str = ""
    map: str = ""
    winner: Outcome = ""
    how: str = ""
    vp: int | None = None
    story: str = ""
    photo: str = ""
    address: str = ""
    odds: float | None = None
    private: bool = False
    again: int | None = None  # the number of the battle that this one is fought again of

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Diary:
    game: str
    title: str
    battles: tuple[Battle, ...] = ()
    given: int = 0  # the highest number that a battle ever had

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who fought, each once, as his name was first spelt."""
        found: dict[str, str] = {}
        for each in self.battles:
            for fighter in each.fighters:
                found.setdefault(fighter.name.casefold(), fighter.name)
        return tuple(sorted(found.values(), key=str.casefold))
