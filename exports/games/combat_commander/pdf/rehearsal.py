"""A rehearsal on paper: odds, the final marker, how fights end, and where units fell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.kit.blocks import Block, figure, heading, paragraph, space
from exports.kit.page import render_sheet
from exports.kit.theme import Paper
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..drawings.rehearsal import draw_histogram, draw_odds_bar
from ..ground.map_sheet import draw_ground_map
from ..ground.overlay import Overlay
from ..messages import MessageFormatter
from ..rehearsal import list_figures, list_head_lines, list_rules

HEXES_ACROSS = 36.0  # hex sizes across the page that keep everything on one page
MORE_HEXES_WITH_RULES = 9.0  # more hex sizes if special rules need lines


def render_rehearsal(
    document: Mapping[str, Any], card: Mapping[str, Any], formatter: MessageFormatter, paper: Paper
) -> bytes:
    """Return one page for the player, with the assumptions behind the odds."""
    title = formatter.format("rehearsal.title", fights=document["fights"])
    return render_sheet(
        title, formatter.lang, paper, lambda wide: _blocks(document, card, formatter, title, wide)
    )


def _blocks(
    document: Mapping[str, Any], card: Mapping[str, Any], formatter: MessageFormatter, title: str, wide: float
) -> list[Block]:
    rules = list(list_rules(card, formatter))
    factions = {side: card["sides"][side]["faction"] for side in ("axis", "allied")}
    blocks = [
        heading(title, wide, 1, 20.0),
        *(paragraph(line, wide) for line in list(list_head_lines(document, formatter))[1:]),
        *(paragraph(line, wide) for line in rules),
        space(8),
        figure(draw_odds_bar(document, factions, formatter, wide), formatter.term("rehearsal.page.odds")),
        space(10),
        heading(formatter.term("rehearsal.page.markers"), wide),
        figure(draw_histogram(document, wide), formatter.term("rehearsal.page.markers")),
        space(8),
        *(paragraph(line, wide) for line in list_figures(document, formatter)),
    ]
    ground = get_card_ground(formatter.catalog, card)
    if ground is not None and document["fights"]:
        fallen = {hex_: str(round(10 * n / document["fights"])) for hex_, n in document["fallen"].items()}
        over = Overlay(notes={hex_: note for hex_, note in fallen.items() if note != "0"})
        objectives = {int(n): hex_ for n, hex_ in card["map"]["objectives"].items()}
        drawing = draw_ground_map(
            ground,
            formatter,
            wide / (HEXES_ACROSS + MORE_HEXES_WITH_RULES * bool(rules)),
            key=False,
            objectives=objectives,
            over=over,
        )
        blocks += [
            space(8),
            heading(formatter.term("rehearsal.page.fallen"), wide),
            figure(drawing, formatter.term("rehearsal.page.fallen")),
        ]
    return blocks
