"""A rehearsal on paper: odds, the final marker, how fights end, and where units fell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.kit.blocks import Block, figure, heading, paragraph, space
from exports.kit.page import sheet
from exports.kit.theme import Paper
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..drawings.rehearsal import histogram, odds_bar
from ..ground.over import Over
from ..ground.sheet import ground_map
from ..rehearsal import figure_lines, head_lines, rule_lines
from ..scribe import Scribe

WIDTHS = 36.0  # sizes of a hex across the page, so that all of it stays on one
LESS = 9.0  # where special rules take their lines


def rehearsal_pdf(
    document: Mapping[str, Any], card: Mapping[str, Any], scribe: Scribe, paper: Paper
) -> bytes:
    """One page for the player, with whose odds these are."""
    title = scribe.said("rehearsal.title", fights=document["fights"])
    return sheet(title, scribe.lang, paper, lambda wide: _blocks(document, card, scribe, title, wide))


def _blocks(
    document: Mapping[str, Any], card: Mapping[str, Any], scribe: Scribe, title: str, wide: float
) -> list[Block]:
    rules = list(rule_lines(card, scribe))
    factions = {side: card["sides"][side]["faction"] for side in ("axis", "allied")}
    blocks = [
        heading(title, wide, 1, 20.0),
        *(paragraph(line, wide) for line in list(head_lines(document, scribe))[1:]),
        *(paragraph(line, wide) for line in rules),
        space(8),
        figure(odds_bar(document, factions, scribe, wide), scribe.term("rehearsal.page.odds")),
        space(10),
        heading(scribe.term("rehearsal.page.markers"), wide),
        figure(histogram(document, wide), scribe.term("rehearsal.page.markers")),
        space(8),
        *(paragraph(line, wide) for line in figure_lines(document, scribe)),
    ]
    ground = get_card_ground(scribe.catalog, card)
    if ground is not None and document["fights"]:
        fallen = {hex_: str(round(10 * n / document["fights"])) for hex_, n in document["fallen"].items()}
        over = Over(notes={hex_: note for hex_, note in fallen.items() if note != "0"})
        objectives = {int(n): hex_ for n, hex_ in card["map"]["objectives"].items()}
        drawing = ground_map(
            ground, scribe, wide / (WIDTHS + LESS * bool(rules)), key=False, objectives=objectives, over=over
        )
        blocks += [
            space(8),
            heading(scribe.term("rehearsal.page.fallen"), wide),
            figure(drawing, scribe.term("rehearsal.page.fallen")),
        ]
    return blocks
