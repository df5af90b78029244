"""What the tables hold, typed. ``None`` is a blank: the text does not print it, its owner can type it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

MOVES = ("sprint", "run_gun", "evade", "sneak")  # the fastest first (17.2)


@dataclass(frozen=True, slots=True)
class Man:
    """A man of the squad (8.1)."""

    id: str
    name: str
    rank: str
    team: str
    ldr: int | None
    tq: int | None
    skill: str | None
    weapon: str | None
    ws: int | None
    grenade_ws: int | None


@dataclass(frozen=True, slots=True)
class German:
    """An enemy counter (8.2)."""

    id: str
    team: str
    number: int
    name: str | None
    rank: str | None
    tq: int | None
    ldr: int | None
    weapon: str | None
    ws: int | None
    grenade_ws: int | None
    decoy: bool | None
    officer: bool | None
    belt_fed: bool | None


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon (14.0-14.3, 20.0); what stands after ``_far`` counts far from it, or next to its hex."""

    id: str
    kind: str
    side: str
    max_range: int | None
    bands: tuple[tuple[int, int, int], ...] | None  # from, to, skill modifier
    rof: int | None
    rof_choice: bool | None  # may the player fire fewer shots?
    slow: bool | None
    weight: str | None
    belt_fed: bool | None
    pistol: bool | None
    damage: int | None
    damage_far: int | None
    frag: int | None
    frag_far: int | None
    crater: int | None
    crater_far: int | None
    rubble: int | None
    rubble_far: int | None
    smoke: int | None

    def at(self, distance: int) -> int | None:
        """14.0: what a range does to the skill; None where the chart is blank or the range too long."""
        bands = self.bands or ()
        return next((ws for first, last, ws in bands if first <= distance <= last), None)

    def reaches(self, distance: int) -> bool:
        return self.max_range is None or distance <= self.max_range


@dataclass(frozen=True, slots=True)
class Order:
    """An order (7.01-7.19, 10.01-10.13): what it lets a man do in the four impulses."""

    id: str
    marker: str | None
    acts: tuple[str, ...]
    side: str
    fires: bool
    speed: int | None
    ws: int
    rule: str
    rule_enemy: str | None


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain (11.0-11.15)."""

    id: str
    cover: bool
    rough: bool
    size: Fraction
    blocks: str
    shelters: bool


@dataclass(frozen=True, slots=True)
class Marker:
    """What a morale or wound marker says; ``fastest`` only of wounds."""

    id: str
    rank: int
    tq: int | None
    ws: int | None
    ldr: int | None
    fastest: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """19.0: what a roll leads to, as levels of morale; or 1 for passed and 0 for failed."""

    id: str
    zero: int
    up_to: int
    over: int
    nine: int
    passes: bool
    berserk: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an enemy card: ``evade 6/5 GC``."""

    order: str
    directions: tuple[int, ...] = ()
    letters: str = ""


@dataclass(frozen=True, slots=True)
class EnemyCard:
    """An enemy card (9.1); a line that nobody has typed is None."""

    id: str
    initiative: int | None
    lines: Mapping[tuple[str, str], Line | None]  # cover or open, and the morale
    rout: tuple[int, ...] | None
    berserk: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class FriendlyCard:
    """A Friendly card (5.1)."""

    id: str
    title: str | None
    kind: str | None
    initiative: Mapping[str, int | None]
    event: str
    wound: str | None
    text: Mapping[str, str] | None
    ws: int = 0  # what it does to every skill in its turn


def directions(text: str | None) -> tuple[int, ...] | None:
    """``5/6`` as numbers."""
    return None if text is None else tuple(int(one) for one in text.split("/"))


def line(text: str | None) -> Line | None:
    """A line of a card as it is written in the table."""
    if text is None:
        return None
    order, *rest = text.split()
    letters = rest.pop() if rest and rest[-1].isalpha() else ""
    return Line(order, directions(rest[0]) or () if rest else (), letters)


def written(found: Line) -> str:
    """A line as it is written in the table."""
    ways = "/".join(map(str, found.directions))
    return " ".join(filter(None, (found.order, ways, found.letters)))


Figures = Mapping[str, int]
Row = Mapping[str, Any]
