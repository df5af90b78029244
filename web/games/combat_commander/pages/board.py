"""The map beside a question about hexes: zones, objectives, and what already stands in the open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from catalogs.games.combat_commander.model import Edge
from exports.games.combat_commander.drawings.map import battle_map
from exports.kit.vector import vector
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.hexes import span, zone
from web.games.combat_commander.pages.scenario_view import HEX, hex_net
from web.games.combat_commander.pages.standing import Standing

from ..current import catalog, scribe
from .words import term

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A hex that can be pressed."""

    hex: str
    points: str


@dataclass(frozen=True, slots=True)
class Board:
    """The map of a battle under way; ``places`` are the hexes of the zone in question."""

    number: int | None
    map: Markup
    frame: str
    places: tuple[Place, ...]


def board(
    prompt: Mapping[str, Any],
    found: Standing,
    log: Sequence[Line],
    number: int | None,
    spots: Mapping[int, str] | None,
) -> Board:
    """RS.10 to RS.13: the map as far as the seat that is asked can know it."""
    hexes = frozenset(prompt["context"]["zone"])
    card = _sketch(prompt["seat"], hexes, found, _this_battle(log))
    card["map"] |= {
        "number": number,
        "objectives": {str(n): at for n, at in spots.items()} if spots else None,
    }
    frame, net = hex_net(catalog().board, card["map"]["orientation"] == "wide")
    words = f"{term('card.map')} {number or ''}".strip()
    return Board(
        number,
        Markup(vector(battle_map(card, scribe(), HEX), words, "map")),
        frame,
        tuple(Place(hex_id, points) for hex_id, points in net if hex_id in hexes),
    )


def _this_battle(log: Sequence[Line]) -> Sequence[Line]:
    """A campaign has many battles; the last begins after the last report."""
    ends = [place for place, line in enumerate(log) if line.get("ask") == "battle_result"]
    return log[ends[-1] + 1 :] if ends else log


def _sketch(seat: str, hexes: frozenset[str], found: Standing, log: Sequence[Line]) -> dict[str, Any]:
    """As much of a card as the drawing of a map needs."""
    tables = catalog()
    edge, depth = _edge_of(hexes)
    orientation = tables.board.orientation[edge]
    edges = {side: edge if side == seat else tables.board.opposite[edge] for side in SIDES}
    depths = {side: depth if side == seat else _depth(found, side, orientation) for side in SIDES}
    defender = next((side for side in SIDES if found.sides[side].posture == "defend"), "none")
    return {
        "map": {
            "orientation": orientation,
            "friendly_edge": edges,
        },
        "objectives": {"control": {str(n): defender for n in tables.board.objectives}},
        "sides": {
            side: {
                "faction": found.sides[side].faction or "plain",
                "setup": {"edge": edges[side], "depth": depths[side], "fixed": _stands(log, side)},
            }
            for side in SIDES
        },
        "fortifications": _works(log),
        "markers": [
            {"type": "rubble", "hex": line["answer"]} for line in log if line.get("ask") == "rubble_hex"
        ],
    }


def _edge_of(hexes: frozenset[str]) -> tuple[Edge, int]:
    """The edge and the least depth whose zone holds the hexes; some of them may be taken already."""
    board = catalog().board
    zones = [
        (zone(board, edge, depth), edge, depth)
        for edge in dict.fromkeys(board.opposite.values())
        for depth in range(1, span(board, edge) + 1)
    ]
    _, edge, depth = min((one for one in zones if hexes <= one[0]), key=lambda one: len(one[0]))
    return edge, depth


def _depth(found: Standing, side: str, orientation: Any) -> int:
    row = catalog().postures.get(found.sides[side].posture)
    return row.depth[orientation] if row and row.depth else 0


def _stands(log: Sequence[Line], side: str) -> list[dict[str, Any]]:
    """Where a side has set up in the open."""
    placed = [line["answer"] for line in log if line.get("ask") == "placement" and line["seat"] == side]
    seen = placed[-1] if placed and isinstance(placed[-1], list) else []
    return [{"hex": hex_id} for hex_id in dict.fromkeys(unit["hex"] for unit in seen)]


def _works(log: Sequence[Line]) -> list[dict[str, Any]]:
    answers: Iterable[Any] = (line["answer"] for line in log if line.get("ask") == "fortification_placement")
    return [
        {"type": kind, "hexes": hexes}
        for answer in answers
        if "hidden" not in answer
        for kind, hexes in answer.items()
    ]
