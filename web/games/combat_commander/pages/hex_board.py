"""The map beside a question about hexes: zones, objectives, and units set up in the open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Edge
from exports.games.combat_commander.drawings.map import draw_battle_map
from exports.games.combat_commander.ground.hex_text import describe_hex
from exports.kit.svg import to_svg
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.hexes import span, zone
from web.games.combat_commander.pages.battle_status import BattleStatus
from web.games.combat_commander.pages.ground_view import HEX_SIZE_POINTS, map_address
from web.games.combat_commander.pages.scenario_view import hex_net
from web.games.combat_commander.service import maps

from ..request_context import catalog, formatter

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A hex that can be clicked: its outline, its description, and its sight."""

    hex: str
    points: str
    words: str = ""
    sees: int | None = None  # number of hexes; None where the ground is not known
    view: str = ""  # see :func:`web.games.combat_commander.service.maps.views_of`


@dataclass(frozen=True, slots=True)
class Board:
    """The map of a battle under way; ``places`` are the hexes of the zone where pieces may be placed."""

    number: int | None
    map: Markup
    frame: str
    places: tuple[Place, ...]
    shades: tuple[tuple[str, str], ...] = ()  # every hex with its outline, to shade the visible ones
    address: str = ""  # of the page of this map


def make_board(
    prompt: Mapping[str, Any],
    status: BattleStatus,
    log: Sequence[Line],
    number: int | None,
    spots: Mapping[int, str] | None,
) -> Board:
    """RS.10 to RS.13: return the map as far as the asked seat may know it."""
    hexes = frozenset(prompt["context"]["zone"])
    card = _make_card_sketch(prompt["seat"], hexes, status, _list_current_battle(log))
    card["map"] |= _map_part(status, number, spots)
    frame, net = hex_net(catalog().board, card["map"]["orientation"] == "wide")
    ground = get_card_ground(catalog(), card)
    return Board(
        number,
        Markup(
            to_svg(draw_battle_map(card, formatter(), HEX_SIZE_POINTS), formatter().map_name(card), "map")
        ),
        frame,
        tuple(_list_places(net, hexes, ground, prompt["context"].get("cover"))),
        net if ground else (),
        map_address(card) if ground else "",
    )


def _map_part(status: BattleStatus, number: int | None, spots: Mapping[int, str] | None) -> dict[str, Any]:
    """Return the ``map`` part of a card: a printed map by number, or a battlefield document."""
    if status.battlefield is not None:
        return {
            "number": None,
            "battlefield": status.battlefield,
            "objectives": status.battlefield.get("objectives"),
        }
    return {"number": number, "objectives": {str(n): at for n, at in spots.items()} if spots else None}


def _list_places(
    net: Sequence[tuple[str, str]],
    hexes: frozenset[str],
    ground: Ground | None,
    legal: Mapping[str, int] | None,
) -> Iterator[Place]:
    """Yield the hexes of a zone; where the ground is known, only those that the rules allow."""
    views = maps.encode_views(catalog(), ground) if ground else {}
    for hex_id, points in net:
        if hex_id not in hexes or (legal is not None and hex_id not in legal):
            continue
        if ground is None:
            yield Place(hex_id, points, hex_id)
        else:
            view = views[hex_id]
            count = sum(letter not in "#h@" for letter in view)
            yield Place(hex_id, points, describe_hex(ground, hex_id, formatter()), count, view)


def _list_current_battle(log: Sequence[Line]) -> Sequence[Line]:
    """Return the log of the current battle: in a campaign, the lines after the last report."""
    lines = list(takewhile(lambda line: line.get("ask") != "battle_result", reversed(log)))
    return lines[::-1]


def _make_card_sketch(
    seat: str, hexes: frozenset[str], status: BattleStatus, log: Sequence[Line]
) -> dict[str, Any]:
    """Return the parts of a card that the drawing of a map needs."""
    tables = catalog()
    edge, depth = _find_edge(hexes)
    orientation = tables.board.orientation[edge]
    edges = {side: edge if side == seat else tables.board.opposite[edge] for side in SIDES}
    depths = {side: depth if side == seat else _zone_depth(status, side, orientation) for side in SIDES}
    defender = next((side for side in SIDES if status.sides[side].posture == "defend"), "none")
    return {
        "map": {
            "orientation": orientation,
            "friendly_edge": edges,
        },
        "objectives": {"control": {str(n): defender for n in tables.board.objectives}},
        "sides": {
            side: {
                "faction": status.sides[side].faction or "plain",
                "setup": {"edge": edges[side], "depth": depths[side], "fixed": _list_units(log, side)},
            }
            for side in SIDES
        },
        "fortifications": _list_works(log),
        "markers": [
            {"type": "rubble", "hex": line["answer"]} for line in log if line.get("ask") == "rubble_hex"
        ],
    }


def _find_edge(hexes: frozenset[str]) -> tuple[Edge, int]:
    """Return the edge and the least depth whose zone contains the hexes; some of the zone may be occupied."""
    board = catalog().board
    zones = [
        (zone(board, edge, depth), edge, depth)
        for edge in dict.fromkeys(board.opposite.values())
        for depth in range(1, span(board, edge) + 1)
    ]
    _, edge, depth = min((fit for fit in zones if hexes <= fit[0]), key=lambda fit: len(fit[0]))
    return edge, depth


def _zone_depth(status: BattleStatus, side: str, orientation: Any) -> int:
    row = catalog().postures.get(status.sides[side].posture)
    return row.depth[orientation] if row and row.depth else 0


def _list_units(log: Sequence[Line], side: str) -> list[dict[str, Any]]:
    """Return the hexes where a side has set up in the open."""
    placed = [line["answer"] for line in log if line.get("ask") == "placement" and line["seat"] == side]
    units = placed[-1] if placed and isinstance(placed[-1], list) else []
    return [{"hex": hex_id} for hex_id in dict.fromkeys(unit["hex"] for unit in units)]


def _list_works(log: Sequence[Line]) -> list[dict[str, Any]]:
    answers: Iterable[Any] = (line["answer"] for line in log if line.get("ask") == "fortification_placement")
    return [
        {"type": kind, "hexes": hexes}
        for answer in answers
        if "hidden" not in answer
        for kind, hexes in answer.items()
    ]
