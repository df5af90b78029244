"""Model of a diary: battles fought or planned, in the order in which they were entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["first", "second", "nobody", ""]  # "": not fought yet
MAX_NAME_LENGTH, MAX_LINE_LENGTH, MAX_STORY_LENGTH, MAX_ADDRESS_LENGTH = 60, 80, 500, 300
MAX_BATTLES = 2000  # battles of a diary


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player on one side, with nation and posture."""

    name: str
    nation: str = ""
    posture: str = ""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle in a diary; ``odds`` is the share of rehearsals that the first side won."""

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
    picture: str = ""  # a photograph kept here, as JPEG in base64
    address: str = ""
    odds: float | None = None
    private: bool = False
    again: int | None = None  # number of the battle that this one repeats

    @property
    def fighters(self) -> tuple[Fighter, Fighter]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Diary:
    game: str
    title: str
    battles: tuple[Battle, ...] = ()
    given: int = 0  # the highest number given to a battle

    @property
    def players(self) -> tuple[str, ...]:
        """All players once, sorted, each spelt as first entered."""
        names: dict[str, str] = {}
        for each in self.battles:
            for fighter in each.fighters:
                names.setdefault(fighter.name.casefold(), fighter.name)
        return tuple(sorted(names.values(), key=str.casefold))
