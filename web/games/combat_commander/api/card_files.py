"""Downloadable files of a card, shared by battles and scenarios."""

from __future__ import annotations

from marshmallow import Schema

from web.api.responses import BINARY, JSON, PDF, SVG, TEXT, File

EVENING = "One file for the evening: the card once, the side sheets the seat may see, the pull list"
FORUM = "The card as a post for BoardGameGeek"
CUT_OUT = "Counters and markers to cut out"
BOARD = "The set-up hex by hex, to follow at another board such as VASSAL"
SAVE = "The set-up as a saved game for VASSAL"
MODULE = "The module in which VASSAL opens that saved game"


def card_files(whole: str, eyes: type[Schema], printing: type[Schema]) -> tuple[File, ...]:
    """Return the files.

    ``whole`` is the summary of the JSON file, the schemas check the queries of text and PDF files.
    """
    return (
        File("card.json", whole, "json", JSON, eyes),
        File("card.txt", "The card as text", "text", TEXT, eyes),
        File("card.pdf", "The card on paper", "pdf", PDF, printing, cost=10),
        File("pack.pdf", EVENING, "pack", PDF, printing, cost=10),
        File("forum.txt", FORUM, "forum", TEXT, eyes),
        File("setup.txt", BOARD, "by_hex", TEXT, eyes),
        File("counters.pdf", CUT_OUT, "cut_out", PDF, printing, cost=10),
        File("battle.vsav", SAVE, "vassal", BINARY, eyes, cost=3),
        File("hora-h.vmod", MODULE, "vassal_module", BINARY, eyes, cost=10),
        File("map.svg", "The map as a drawing", "svg", SVG, eyes, cost=3),
    )
