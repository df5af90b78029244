"""The sheet of one side: its secret above a fold, its orders and its force. For that player's eyes only."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing

from exports.checklist import marker_words
from exports.drawings.shapes import centred, rect
from exports.pdf.blocks import Block, columns, grouped, heading, label, paragraph, space, stack
from exports.pdf.document import Document
from exports.pdf.forces import figures, force
from exports.pdf.frame import Running, fill
from exports.scribe import Card, Scribe
from exports.theme import HEAD, HEAD_SIZE, INK, MARGIN, NARROW, PAPER, SMALL_SIZE, SOFT, TEXT, wrap

CHIT = 54.0


def draw_side(document: Document, card: Card, scribe: Scribe, running: Running, side: str) -> int:
    """One side's own sheet; gives the number of pages."""
    wide = document.wide - 2 * MARGIN
    words = scribe.phrase("side_title", faction=scribe.faction(card, side))
    blocks = [
        grouped("Sect", heading(words, wide), words, (words, 1)),
        space(8),
        _secret(card, scribe, side, wide),
        _fold(scribe, wide),
        _orders(card, scribe, side, wide),
        space(14),
        columns([(0.0, force(card, scribe, side, wide))]),
    ]
    return fill(document, card, scribe, running, blocks, 0.0)


def _secret(card: Card, scribe: Scribe, side: str, wide: float) -> Block:
    """7.3.3: this side's chits, large."""
    letters = card["objectives"]["secret"][side]
    blocks: list[Block] = [label(scribe.phrase("side_secret"), wide), space(4)]
    if letters == "hidden" or not letters:
        blocks.append(paragraph(scribe.phrase("side_secret_none"), wide, TEXT))
        return stack(blocks)
    return stack([*blocks, *[_chit(letter, scribe.term(f"chit.{letter}"), wide) for letter in letters]])


def _chit(letter: str, words: str, wide: float) -> Block:
    """A secret chit with its words beside it."""
    lines = wrap(words, HEAD, HEAD_SIZE, wide - CHIT - 14)
    drawing = Drawing(CHIT, CHIT)
    drawing.add(rect(0.5, 0.5, CHIT - 1, CHIT - 1, INK, INK, 1, 4))
    drawing.add(centred(CHIT / 2, CHIT / 2, letter, 32, HEAD, PAPER))

    def draw(document: Document, left: float, top: float) -> None:
        with document.leaf("P", (left, top - CHIT, left + wide, top)):
            document.picture(drawing, left, top - CHIT)
            base = top - CHIT / 2 - HEAD_SIZE * 0.35 + (len(lines) - 1) * 9
            document.lines(left + CHIT + 14, base, lines, HEAD, HEAD_SIZE, 18)

    return Block(CHIT + 6, draw)


def _fold(scribe: Scribe, wide: float) -> Block:
    """The line to fold along, with what to do."""
    words = scribe.phrase("side_keep")
    high = 34.0

    def draw(document: Document, left: float, top: float) -> None:
        with document.artifact():
            document.dashes(left, left + wide, top - 8, SOFT)
        with document.leaf("P", (left, top - 24, left + wide, top - 10)):
            document.text(left, top - 18, words, NARROW, SMALL_SIZE + 0.5, SOFT)

    return Block(high, draw)


def _orders(card: Card, scribe: Scribe, side: str, wide: float) -> Block:
    """What this player needs to know at a glance."""
    setup = card["sides"][side]["setup"]
    first = card["first_turn"]
    cells = [
        (scribe.term(f"edge.{setup['edge']}"), scribe.term("card.edge")),
        (scribe.zone(card, side), scribe.term("card.zone")),
        (scribe.term(f"setup.{setup['order']}"), scribe.term("card.setup_order")),
        (scribe.faction(card, first) if first else "–", scribe.term("card.first_turn")),
        (marker_words(card, scribe, card["marker"]), scribe.term("card.vp_marker")),
    ]
    return figures(cells, wide)
