"""The board as a scheme: every area and zone a tile, in the order of their numbers, not where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.graphics.shapes import Drawing, Shape
from reportlab.lib.colors import HexColor

from catalogs.games.thunder_at_cassino import Catalog
from exports.kit.shapes import centred, disc, hatch, outline, rect, text
from exports.kit.theme import FAINT, HEAD, INK, NARROW, PAPER, RULE, SOFT, livery
from generator.games.thunder_at_cassino.scenario.document import make_setup

from .scribe import Scribe

TILE, GAP, HEADING = 44.0, 5.0, 18.0
EDGE = 1.0  # so that no line is cut
GOLD = HexColor(0xB8860B)


@dataclass(frozen=True, slots=True)
class Tile:
    """What a tile shows."""

    place: str
    owner: str  # german, allied, or nothing where no points are
    points: str = ""
    rubble: str = ""
    smoke: bool = False
    fifth: bool = False
    closed: bool = False  # outside the scenario


def tiles(catalog: Catalog, play: Mapping[str, Any], own: Mapping[str, Any] | None = None) -> dict[str, Tile]:
    """The tiles of a play, from how it stands; ``own`` is a scenario that somebody wrote."""
    setup = make_setup(own) if own else catalog.setups.get(play["scenario"])
    smoked = {cloud["place"] for cloud in play["clouds"]}
    found = {}
    for place in catalog.places:
        area = catalog.areas.get(place)
        victory = area is not None and area.victory and (setup is None or setup.is_in_play(place))
        owner = ("allied" if place in play["control"] else "german") if victory else ""
        value = play["values"].get(place) if victory else None
        level = play["rubble"].get(place, 0)
        found[place] = Tile(
            place,
            owner,
            ("?" if value is None else str(value)) if victory else "",
            _open(play, place) if level is None else str(level or ""),
            place in smoked,
            place in play["fifth"],
            setup is not None and not setup.is_in_play(place),
        )
    return found


def _open(play: Mapping[str, Any], place: str) -> str:
    """Rubble whose level the terrain tells, with what was taken off it."""
    cut = play["rubble_cut"].get(place, 0)
    return f"?−{cut}" if cut else "?"


def board(scribe: Scribe, shown: Mapping[str, Tile], across: int = 12) -> Drawing:
    """Town, hill and zones under one another, so many tiles across."""
    catalog = scribe.catalog
    groups = [
        (
            scribe.term("inset.town"),
            [p for p in catalog.places if p in catalog.areas and catalog.areas[p].inset == "town"],
        ),
        (
            scribe.term("inset.hill"),
            [p for p in catalog.places if p in catalog.areas and catalog.areas[p].inset != "town"],
        ),
        (scribe.term("inset.zones"), [p for p in catalog.places if p in catalog.zones]),
    ]
    step = TILE + GAP
    high = sum(HEADING + step * -(-len(places) // across) for _, places in groups)
    drawing = Drawing(across * step - GAP + 2 * EDGE, high + EDGE)
    top = high + EDGE
    for title, places in groups:
        drawing.add(text(EDGE, top - HEADING + 6, title, 10.5, HEAD, SOFT))
        top -= HEADING
        for number, place in enumerate(places):
            row, column = divmod(number, across)
            for shape in _tile(scribe, shown[place], EDGE + column * step, top - row * step - TILE):
                drawing.add(shape)
        top -= step * -(-len(places) // across)
    return drawing


def _tile(scribe: Scribe, tile: Tile, x: float, y: float) -> list[Shape]:
    """Allied areas are solid, German ones hatched at their foot: they are told apart without colour too."""
    catalog = scribe.catalog
    ground = FAINT if tile.closed else PAPER
    if tile.owner:
        dress = livery(catalog, tile.owner)
        allied = tile.owner == "allied"
        found: list[Shape] = [
            rect(x, y, TILE, TILE, dress.deep if allied else dress.tint, dress.deep, 1.4, 3)
        ]
        if not allied:
            found.append(
                outline(hatch(x + 2, y + 2, TILE - 4, 8, 3.0), stroke=dress.deep, line=0.8, closed=False)
            )
        ink = PAPER if allied else INK
    else:
        found = [rect(x, y, TILE, TILE, ground, RULE, 0.7, 3)]
        ink = SOFT if tile.closed else INK
    found.append(centred(x + TILE / 2, y + TILE * 0.55, tile.place, 16, HEAD, ink))
    if tile.points:
        found.append(text(x + TILE - 4, y + TILE - 11, tile.points, 10, HEAD, ink, "end"))
    if tile.rubble:
        found += _rubble(x, y, tile.rubble)
    if tile.smoke:
        found += [
            disc(x + TILE - 8, y + 8, 5.5, SOFT, PAPER, 0.8),
            centred(x + TILE - 8, y + 8, "~", 9, HEAD, PAPER),
        ]
    if tile.fifth:
        found += [
            disc(x + 8, y + TILE - 8, 5.5, GOLD, PAPER, 0.8),
            centred(x + 8, y + TILE - 8, "+1", 6, NARROW, PAPER),
        ]
    return found


def _rubble(x: float, y: float, level: str) -> list[Shape]:
    peak = [(x + 3.0, y + 3.0), (x + 9.5, y + 13.0), (x + 16.0, y + 3.0)]
    return [
        outline([peak], HexColor(0x6B5B45), PAPER, 0.8),
        centred(x + 9.5, y + 6.4, level, 6.5, HEAD, PAPER),
    ]


def in_words(scribe: Scribe, shown: Mapping[str, Tile]) -> str:
    """The board for whoever does not see it."""

    def named(places: Sequence[str]) -> str:
        return ", ".join(places) or scribe.term("answer.nothing")

    facts = {
        "allied": named([p for p, tile in shown.items() if tile.owner == "allied"]),
        "german": named([p for p, tile in shown.items() if tile.owner == "german"]),
        "rubble": named([f"{p} ({tile.rubble})" for p, tile in shown.items() if tile.rubble]),
        "smoke": named([p for p, tile in shown.items() if tile.smoke]),
    }
    return scribe.sentence("board.words", facts)
