"""Game state: soldiers of both sides, smoke, light, grenades, and known terrain.

Never show it directly: an enemy's identity is secret until it is spotted (:mod:`.view`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.table import Note
from generator.table import Procedure as Steps

from .hexes import distance, find_compass_direction
from .settings import COMPANION, Settings
from .smoke import Light, Plume, is_lit

PLAYER, ENEMY = "player", "enemy"
DECOY = "decoy"
Scenario = Mapping[str, Any]
EventResolver = Callable[["State", str], Steps["State"]]


@dataclass(frozen=True, slots=True)
class Soldier:
    """A soldier of either side. An enemy's counter ``who`` is secret until ``seen``."""

    id: str
    side: str  # friendly or enemy
    team: str
    hex: str
    morale: str
    seen: bool = False  # Spotted (Friendly) or Known (enemy)
    who: str = ""
    alert: bool = True
    wounds: tuple[str, ...] = ()
    ammo: str = "full"
    order: str | None = None
    ways: tuple[int, ...] = ()
    acts_from: int = 1  # first impulse in which the soldier acts on the order
    armed: bool = False  # holds a live grenade
    aim: str | None = None  # hex of the target marker
    fate: str = ""  # dead, decoy, left, left_routed, captured: no longer on the board
    prisoner: bool = False
    guard: bool = False
    fought: bool = False  # has made the first attack in melee
    papers: int = 0
    looked_at: bool = False  # the player had to look at the counter without spotting it
    assistant_of: str = ""
    helpless: bool = False  # 16.2: wounds equal TQ
    carried_by: str = ""  # 7.18: id of the carrier this turn
    searched: bool = False  # 7.15: papers were found on this prisoner
    steady: bool = False  # an event lets the soldier ignore the next failed morale check

    @property
    def friendly(self) -> bool:
        return self.side == "friendly"

    @property
    def on_board(self) -> bool:
        return not self.fate

    @property
    def free(self) -> bool:
        """On the board and not a prisoner."""
        return not self.fate and not self.prisoner

    @property
    def decoy(self) -> bool:
        return self.who.partition(":")[2].startswith(DECOY)

    @property
    def label(self) -> str:
        """Name used in notes: the id of a squad member or known enemy, otherwise team and hex."""
        if self.friendly:
            return self.id
        if self.seen or self.looked_at:
            return f"{self.who or self.team}@{self.hex}"
        return f"?{self.team}@{self.hex}"


@dataclass(frozen=True, slots=True)
class Grenade:
    """A grenade on the ground until 5a, with the soldiers marked Near and Far."""

    hex: str
    weapon: str
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    close: bool = True  # thrown from an adjacent hex, or dropped: buildings do not protect (11.02)


@dataclass(frozen=True)
class State:
    """A game in progress."""

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
    typed: Mapping[str, Any] = field(default_factory=dict)  # values that the owner read from the components
    plumes: tuple[Plume, ...] = ()
    lights: tuple[Light, ...] = ()
    grenades: tuple[Grenade, ...] = ()
    flares: int = 0
    night: int | None = None
    blind: Mapping[str, str] = field(default_factory=dict)  # enemies who see nobody, and from which hex
    resolve_event: EventResolver | None = None  # 5.1.3; given by the procedure, because events draw cards
    restricted: Mapping[str, str] = field(default_factory=dict)  # 5.1.1: the only order a soldier may get
    searched: tuple[str, ...] = ()  # 7.15: search targets found
    score: Mapping[str, int] = field(default_factory=dict)
    ended: bool = False
    stopped: bool = False
    quiet: bool = False  # companion: the player said that nobody sees anybody in this impulse
    ws: int = 0  # modifier of this turn's card to every skill (5.1.1)
    tq: int = 0  # modifier of this turn's card to the squad's troop quality (5.1.1)
    card_text: str = ""  # 5.1.1: typed text of this turn's card, for what only the player can apply
    # Enemies Known at the start of the impulse (7.01); None if not recorded.
    known_since: frozenset[str] | None = None

    @property
    def companion(self) -> bool:
        """Whether the player leads the squad on the board, without the program."""
        return self.settings.mode == COMPANION

    # Soldiers

    def soldiers_of(self, side: str, *, prisoners: bool = False) -> Iterator[Soldier]:
        """Yield the soldiers of a side on the board, without prisoners unless asked."""
        return (
            soldier
            for soldier in self.soldiers.values()
            if soldier.side == side and (soldier.on_board if prisoners else soldier.free)
        )

    def team_members(self, team: str) -> list[Soldier]:
        return [soldier for soldier in self.soldiers.values() if soldier.team == team and soldier.free]

    def spotted_friendlies(self) -> list[Soldier]:
        return [soldier for soldier in self.soldiers_of("friendly") if soldier.seen]

    def known_enemies(self) -> list[Soldier]:
        return [soldier for soldier in self.soldiers_of("enemy") if soldier.seen]

    def soldiers_at(self, hex_: str) -> list[Soldier]:
        return [soldier for soldier in self.soldiers.values() if soldier.on_board and soldier.hex == hex_]

    def with_soldier(self, soldier: Soldier) -> State:
        return replace(self, soldiers={**self.soldiers, soldier.id: soldier})

    def change(self, name: str, /, **fields: Any) -> State:
        return self.with_soldier(replace(self.soldiers[name], **fields))

    def score_action(self, when: str, count: int = 1) -> State:
        """22.0: score every action of the scenario with this trigger."""
        ids = [action["id"] for action in self.scenario["victory_points"] if action.get("when") == when]
        return replace(
            self,
            score={**self.score, **{action_id: self.score.get(action_id, 0) + count for action_id in ids}},
        )

    def draw_event_card(self, side: str) -> Steps[State]:
        """5.1.3: stop play and roll for the event; both piles are shuffled and another card is drawn."""
        assert self.resolve_event is not None
        s = yield from self.resolve_event(self, side)
        yield Note("5.1.3", "event_card", {"side": side})
        return s

    # Places

    @property
    def north(self) -> int:
        """9.3: grid direction that the compass calls 1."""
        marker = self.scenario["compass"]
        return find_compass_direction(marker["hex"], marker["arrow"]) or 1

    def filter_near(self, hex_: str, others: list[Soldier], within: int) -> list[Soldier]:
        return [soldier for soldier in others if distance(hex_, soldier.hex) <= within]

    def in_view(self, start: str, end: str) -> bool:
        """21.0: tell whether a hex can be seen at night: within range or lit."""
        return self.night is None or distance(start, end) <= self.night or self.is_lit(end)

    def is_lit(self, hex_: str) -> bool:
        """21.1: tell whether a hex is within an illumination marker's range."""
        return is_lit(self.lights, hex_, self.catalog.figures["lit_range"])

    def effective_order(self, man: Soldier) -> str | None:
        """Return the order that counts when a soldier is fired at or spotted.

        9.8: a waiting enemy has none. 17.4: a guard has none. 14.3: an assistant has the operator's.
        """
        if not man.alert:
            return None
        if man.order is None and man.assistant_of and self.soldiers[man.assistant_of].on_board:
            man = self.soldiers[man.assistant_of]
        return None if man.order == "guard" else man.order

    def assistants_of(self, who: str) -> list[Soldier]:
        """14.3: return the assistant in the hex of an enemy operator."""
        hex_ = self.soldiers[who].hex
        return [soldier for soldier in self.soldiers_at(hex_) if soldier.assistant_of == who]

    def is_in_melee(self, man: Soldier) -> bool:
        """15.0: tell whether the soldier is in a melee."""
        return any(soldier.side != man.side and soldier.free for soldier in self.soldiers_at(man.hex))

    def edge_beyond(self, column: int, row: int) -> str | None:
        """9.5: return the board edge beyond which a place lies, or None."""
        left, right, top, bottom = self.board
        if column < left:
            return "left"
        if column > right:
            return "right"
        return "top" if row < top else "bottom" if row > bottom else None

    def has_smoke(self, hex_: str) -> bool:
        return any(hex_ in plume.hexes for plume in self.plumes)
