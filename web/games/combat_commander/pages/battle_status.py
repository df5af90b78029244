"""The state of a battle under way, prepared for a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.games.combat_commander.battle.state import SIDES

from ..request_context import formatter
from .page_text import format_count, term, thing


@dataclass(slots=True)
class SideStatus:
    """Known facts about a side."""

    faction: str = ""
    quality: str = ""
    formation: str = ""
    posture: str = ""
    edge: str = ""
    leaders: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    leader_refs: tuple[str, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    bought_pieces: Mapping[str, int] = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """List the known facts in the order in which they were decided."""
        quality = "" if self.formation else self.quality and term(f"quality.{self.quality}")
        posture = self.posture and term(f"posture.{self.posture}")
        edge = self.edge and f"{term('card.edge')}: {formatter().form('edge', self.edge, 'inline')}"
        return [word for word in (self.formation, quality, posture, edge) if word]


@dataclass(slots=True)
class BattleStatus:
    """Known facts about a battle under way."""

    year: int | None = None
    map: int | None = None
    battlefield: Mapping[str, Any] | None = None  # house rule: document of a generated or drawn battlefield
    marker: int | None = None
    sides: dict[str, SideStatus] = field(default_factory=lambda: {side: SideStatus() for side in SIDES})
    chits: list[str] = field(default_factory=list)
    secret: list[str] = field(default_factory=list)  # chits of the reader's seat

    @property
    def begun(self) -> bool:
        return self.year is not None or self.map is not None or bool(self.chits)

    @property
    def ground(self) -> str:
        """Return the map by its number, or the name of the battlefield."""
        if self.battlefield is not None:
            return formatter().battlefield(self.battlefield)
        return f"{term('card.map')} {self.map}" if self.map else ""

    @property
    def known(self) -> bool:
        """Return whether both factions, and so the ends of the victory track, are known."""
        return all(side.faction for side in self.sides.values())


def read_status(state: Mapping[str, Any] | None, seat: str) -> BattleStatus:
    """Return the state of a battle as a seat may see it."""
    if state is None:
        return BattleStatus()
    status = BattleStatus(
        year=state["year"],
        map=state["map"],
        battlefield=state.get("battlefield"),
        marker=state["marker"],
        chits=list(state["open"]),
    )
    status.secret = list(state["secret"].get(seat, ()))
    for side, facts in state["sides"].items():
        status.sides[side] = SideStatus(
            faction=facts["faction"] or "",
            quality=facts["quality"] or "",
            formation=thing(facts["order_of_battle"]) if facts["order_of_battle"] else "",
            posture=facts["posture"] or "",
            edge=facts["edge"] or "",
            leaders=[thing(leader) for leader in facts["leaders"]],
            leader_refs=tuple(facts["leaders"]),
            counters=dict(facts["counters"]),
            bought_pieces=dict(facts["bought_pieces"]),
            bought=[
                format_count(count, thing(name)) if count > 1 else thing(name)
                for name, count in facts["bought"].items()
            ],
        )
    return status
