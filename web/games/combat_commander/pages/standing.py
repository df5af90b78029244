"""How a battle under way stands, put together from the log that a seat may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.games.combat_commander.battle.state import SIDES
from web.pages.words import term, thing, times

Line = Mapping[str, Any]


@dataclass(slots=True)
class SideSoFar:
    """What is known of a side."""

    faction: str = ""
    quality: str = ""
    formation: str = ""
    posture: str = ""
    edge: str = ""
    leaders: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """One line for each fact, in the order in which it came to be."""
        quality = "" if self.formation else self.quality and term(f"quality.{self.quality}")
        posture = self.posture and term(f"posture.{self.posture}")
        edge = self.edge and f"{term('card.edge')}: {term(f'edge.{self.edge}').lower()}"
        return [word for word in (self.formation, quality, posture, edge) if word]


@dataclass(slots=True)
class Standing:
    """A battle so far."""

    year: int | None = None
    map: int | None = None
    marker: int | None = None
    sides: dict[str, SideSoFar] = field(default_factory=lambda: {side: SideSoFar() for side in SIDES})
    chits: list[str] = field(default_factory=list)
    secret: list[str] = field(default_factory=list)  # the reader's own

    @property
    def begun(self) -> bool:
        return self.year is not None or self.map is not None or bool(self.chits)

    @property
    def known(self) -> bool:
        """Both factions are known, and with them the two ends of the victory track."""
        return all(side.faction for side in self.sides.values())

    def sketch(self) -> dict[str, Any]:
        """As much of a card as the victory track needs."""
        sides = {side: {"faction": self.sides[side].faction} for side in SIDES}
        return {"sides": sides, "marker": self.marker or 0}


def standing(log: Sequence[Line], seat: str) -> Standing:
    """Read a log from its beginning."""
    found = Standing()
    for line in log:
        if "what" in line:
            _note(found, line["what"], line["facts"])
        else:
            _answer(found, line, seat)
    return found


def _answer(found: Standing, line: Line, seat: str) -> None:
    answer = line["answer"]
    if isinstance(answer, Mapping):  # sealed, or a purchase that its note tells better
        return
    if line["ask"] in ("map", "map_draw"):
        found.map = int(answer)
    elif line["ask"] == "open_chit":
        found.chits.append(answer)
    elif line["ask"] == "secret_chit" and line.get("secret") and line["seat"] == seat:
        found.secret.append(answer)


def _note(found: Standing, what: str, facts: Mapping[str, Any]) -> None:
    if what == "fixed":
        what = "map_fixed" if facts["what"] == "map" else facts["what"]
    value = facts.get("value")
    side = found.sides.get(str(facts.get("side")))
    if what == "map_fixed":
        found.map = int(facts["value"])
    elif what in ("axis_roll", "allied_roll"):
        found.sides[what.removesuffix("_roll")].faction = str(value)
    elif what == "year_roll":
        found.year = int(facts["value"])
    elif what == "marker":
        found.marker = facts["to"]
    elif what == "chit_shown":
        found.chits.append(facts["chit"])
    elif what == "edge":
        _edges(found, facts)
    elif side is not None:
        _of_side(side, what, facts)


def _edges(found: Standing, facts: Mapping[str, Any]) -> None:
    """RS.1: the edge of one seat; the other has the opposite one."""
    opposite = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    for seat, edge in ((facts["seat"], facts["edge"]), (facts["other"], opposite[facts["edge"]])):
        if seat in found.sides:
            found.sides[seat].edge = edge


def _of_side(side: SideSoFar, what: str, facts: Mapping[str, Any]) -> None:
    if what == "quality":
        side.quality = facts["value"]
    elif what == "order_of_battle":
        side.formation = thing(facts["value"])
    elif what == "leader":
        side.leaders.append(thing(facts["leader"]))
    elif what in ("support", "packages"):
        side.bought += [
            times(count, thing(name)) if count > 1 else thing(name) for name, count in facts["bought"].items()
        ]
    elif what == "radio":
        side.bought.append(thing(facts["value"]))
    elif what == "posture":
        side.posture = facts["value"]
