"""What stands on the board: the men of both sides, smoke, light, grenades, and what was learnt of the maps.

Nothing here is shown as it is: who an enemy is stays sealed until he is spotted (:mod:`.view`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.combat_solitaire import Catalog

from .hexes import compass, distance
from .settings import Settings
from .smoke import Light, Plume, lit

PLAYER, ENEMY = "player", "enemy"
DECOY = "decoy"
Scenario = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Soldier:
    """A man of either side. Of an enemy ``who`` is his counter, which is sealed while he is not ``seen``."""

    id: str
    side: str  # friendly or enemy
    team: str
    hex: str
    morale: str
    seen: bool = False  # Spotted, or Known
    who: str = ""
    alert: bool = True
    wounds: tuple[str, ...] = ()
    ammo: str = "full"
    order: str | None = None
    ways: tuple[int, ...] = ()
    acts_from: int = 1  # the impulse from which he acts on his order
    armed: bool = False  # holds a live grenade
    aim: str | None = None  # the hex of his target marker
    fate: str = ""  # dead, decoy, left, left_routed, captured: no longer on the board
    prisoner: bool = False
    guard: bool = False
    fought: bool = False  # has made his first attack in melee
    papers: int = 0
    looked_at: bool = False  # his counter had to be looked at, without his being spotted
    assistant_of: str = ""
    helpless: bool = False  # 16.2: his wounds take all of his TQ
    left_guard: bool = False  # given up this turn
    carried_by: str = ""  # 7.18: who carries or drags him this turn

    @property
    def friendly(self) -> bool:
        return self.side == "friendly"

    @property
    def here(self) -> bool:
        return not self.fate

    @property
    def free(self) -> bool:
        """On the board and nobody's prisoner."""
        return not self.fate and not self.prisoner

    @property
    def decoy(self) -> bool:
        return self.who.partition(":")[2].startswith(DECOY)

    @property
    def called(self) -> str:
        """How notes speak of him: a man by his id, an enemy whom nobody knows by his hex and team."""
        if self.friendly:
            return self.id
        if self.seen or self.looked_at:
            return f"{self.who or self.team}@{self.hex}"
        return f"?{self.team}@{self.hex}"


@dataclass(frozen=True, slots=True)
class Grenade:
    """A grenade on the ground until 5a: who has a Near marker, who a Far one."""

    hex: str
    weapon: str
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    close: bool = True  # thrown from the next hex, or dropped: no building helps against it (11.02)


@dataclass(frozen=True)
class State:
    """A game under way."""

    catalog: Catalog
    settings: Settings
    scenario: Scenario
    soldiers: Mapping[str, Soldier] = field(default_factory=dict)
    squad: int = 0
    cup: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    board: tuple[int, int, int, int] = (0, 99, 0, 99)  # first and last column, first and last row
    turn: int = 0
    step: str = ""
    impulse: int = 0
    hand: int = 0
    aside: int = 0
    card: str = ""
    initiative: Mapping[str, int] = field(default_factory=dict)
    sequence: tuple[str, ...] = ()
    terrain: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, Any] = field(default_factory=dict)  # what the owner read from his components
    plumes: tuple[Plume, ...] = ()
    lights: tuple[Light, ...] = ()
    grenades: tuple[Grenade, ...] = ()
    flares: int = 0
    night: int | None = None
    blind: Mapping[str, str] = field(default_factory=dict)  # enemies who see nobody, and from which hex
    due: tuple[str, ...] = ()  # Event cards without initiative that were drawn (5.1.3)
    score: Mapping[str, int] = field(default_factory=dict)
    ended: bool = False
    stopped: bool = False
    ws: int = 0  # what the card of this turn does to every skill (5.1.1)
    #: The enemies Known when the impulse began (7.01); None where that is not told.
    known_since: frozenset[str] | None = None

    # Who is there

    def of(self, side: str, *, prisoners: bool = False) -> Iterator[Soldier]:
        """The men of a side who are on the board and free, or taken too."""
        return (
            each
            for each in self.soldiers.values()
            if each.side == side and (each.here if prisoners else each.free)
        )

    def team(self, team: str) -> list[Soldier]:
        return [each for each in self.soldiers.values() if each.team == team and each.free]

    def spotted(self) -> list[Soldier]:
        return [each for each in self.of("friendly") if each.seen]

    def known(self) -> list[Soldier]:
        return [each for each in self.of("enemy") if each.seen]

    def at(self, hex_: str) -> list[Soldier]:
        return [each for each in self.soldiers.values() if each.here and each.hex == hex_]

    def put(self, soldier: Soldier) -> State:
        return replace(self, soldiers={**self.soldiers, soldier.id: soldier})

    def change(self, name: str, /, **fields: Any) -> State:
        return self.put(replace(self.soldiers[name], **fields))

    def scored(self, when: str, count: int = 1) -> State:
        """22.0: every action of the scenario that this is one of."""
        ids = [each["id"] for each in self.scenario["victory_points"] if each.get("when") == when]
        return replace(self, score={**self.score, **{one: self.score.get(one, 0) + count for one in ids}})

    # Where things are

    @property
    def north(self) -> int:
        """9.3: which way of the grid the compass calls 1."""
        marker = self.scenario["compass"]
        return compass(marker["hex"], marker["arrow"]) or 1

    def near(self, hex_: str, others: list[Soldier], within: int) -> list[Soldier]:
        return [each for each in others if distance(hex_, each.hex) <= within]

    def in_view(self, one: str, other: str) -> bool:
        """21.0: at night nobody is seen beyond the range, unless there is light."""
        return self.night is None or distance(one, other) <= self.night or self.lit(other)

    def lit(self, hex_: str) -> bool:
        """21.1: near an illumination marker it is day."""
        return lit(self.lights, hex_, self.catalog.figures["lit_range"])

    def ordered(self, man: Soldier) -> str | None:
        """The order that counts when a man is fired at or looked at.

        9.8: one who waits has none; 17.4: nor has a guard; 14.3: an assistant has his operator's.
        """
        if not man.alert:
            return None
        if man.order is None and man.assistant_of and self.soldiers[man.assistant_of].here:
            man = self.soldiers[man.assistant_of]
        return None if man.order == "guard" else man.order

    def helpers(self, who: str) -> list[Soldier]:
        """14.3: the assistant who is with an enemy's operator."""
        hex_ = self.soldiers[who].hex
        return [each for each in self.at(hex_) if each.assistant_of == who]

    def locked(self, man: Soldier) -> bool:
        """15.0: does he stand in a melee?"""
        return any(each.side != man.side and each.free for each in self.at(man.hex))

    def off(self, column: int, row: int) -> str | None:
        """9.5: the edge of the board beyond which a place lies; None for a place on it."""
        left, right, top, bottom = self.board
        if column < left:
            return "left"
        if column > right:
            return "right"
        return "top" if row < top else "bottom" if row > bottom else None

    def smoky(self, hex_: str) -> bool:
        return any(hex_ in plume.hexes for plume in self.plumes)
