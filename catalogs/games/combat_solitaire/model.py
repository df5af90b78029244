"""Typed rows of the tables. ``None`` is a blank: not in the rules, but the owner can type it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

ONE, TEAM = "one", "team"  # 5.1.1: whom a card's only order is for
MOVES = ("sprint", "run_gun", "evade", "sneak")  # fastest first (17.2)


@dataclass(frozen=True, slots=True)
class Man:
    """A squad member (8.1)."""

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
    """A weapon (14.0-14.3, 20.0); ``_far`` fields apply to Far targets or adjacent hexes."""

    id: str
    kind: str
    side: str
    max_range: int | None
    bands: tuple[tuple[int, int, int], ...] | None  # from, to, skill modifier
    rof: int | None
    rof_choice: bool | None  # the player may fire fewer shots
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

    def range_modifier(self, distance: int) -> int | None:
        """14.0: return the skill modifier at a range; None if the chart is blank or the range too long."""
        bands = self.bands or ()
        return next((ws for first, last, ws in bands if first <= distance <= last), None)

    def reaches(self, distance: int) -> bool:
        return self.max_range is None or distance <= self.max_range


@dataclass(frozen=True, slots=True)
class Order:
    """An order (7.01-7.19, 10.01-10.13) and its action in each of the four impulses."""

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
    """Modifiers of a morale or wound marker; only wounds have ``fastest``."""

    id: str
    rank: int
    tq: int | None
    ws: int | None
    ldr: int | None
    fastest: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """19.0: results of a check in morale levels; or 1 for passed and 0 for failed."""

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
    lines: Mapping[tuple[str, str], Line | None]  # keyed by (cover or open, morale)
    rout: tuple[int, ...] | None
    berserk: tuple[int, ...] | None

    @property
    def complete(self) -> bool:
        """Whether every value of the card is known."""
        return None not in (self.initiative, self.rout, self.berserk, *self.lines.values())


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
    ws: int = 0  # modifier to every skill in its turn
    tq: int = 0  # modifier to the squad's troop quality in its turn
    lot_team: str | None = None  # 5.1.1: soldiers of this team may only get ``lot_order``
    lot_scope: str = ONE  # one soldier by lot, or the whole team
    lot_order: str = "hide"


def parse_directions(text: str | None) -> tuple[int, ...] | None:
    """Parse ``5/6`` to numbers."""
    return None if text is None else tuple(int(number) for number in text.split("/"))


def parse_line(text: str | None) -> Line | None:
    """Parse a card line as written in the table."""
    if text is None:
        return None
    order, *rest = text.split()
    letters = rest.pop() if rest and rest[-1].isalpha() else ""
    return Line(order, parse_directions(rest[0]) or () if rest else (), letters)
