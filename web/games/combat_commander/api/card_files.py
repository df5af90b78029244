"""The files of a card, of a battle or a scenario."""

from __future__ import annotations

from marshmallow import Schema

from web.api.files import JSON, File
from web.api.sending import PDF, SVG, TEXT

EVENING = "One file for the evening: the card once, the side sheets the seat may see, the pull list"
FORUM = "The card as a post for BoardGameGeek"
CUT_OUT = "Counters and markers to cut out"
BOARD = "The set-up hex by hex, to follow at another board such as VASSAL"


def card_files(whole: str, eyes: type[Schema], printing: type[Schema]) -> tuple[File, ...]:
    """What is told of the document itself, and what may be asked for of texts and of paper."""
    return (
        File("card.json", whole, "json", eyes, JSON),
        File("card.txt", "The card as text", "text", eyes, TEXT),
        File("card.pdf", "The card on paper", "pdf", printing, PDF, 10),
        File("pack.pdf", EVENING, "pack", printing, PDF, 10),
        File("forum.txt", FORUM, "forum", eyes, TEXT),
        File("setup.txt", BOARD, "by_hex", eyes, TEXT),
        File("counters.pdf", CUT_OUT, "cut_out", printing, PDF, 10),
        File("map.svg", "The map as a drawing", "svg", eyes, SVG, 3),
    )
