"""Files to take away: which there are, and what a link asks for."""

from __future__ import annotations

from typing import Any, cast

from flask import request

from web.current import LANGUAGES, PAPERS, language, paper
from web.service.errors import NotHere
from web.service.printing import Kind, Wish

MOST_SHEETS = 8

FILES: dict[str, Kind] = {
    "card.pdf": "pdf",
    "pack.pdf": "pack",
    "counters.pdf": "cut_out",
    "preview.png": "picture",
    "forum.txt": "forum",
    "setup.txt": "by_hex",
    "card.txt": "text",
    "card.md": "markdown",
    "card.json": "json",
    "log.txt": "log",
    "map.svg": "svg",
}


def wish_for(name: str, where: str) -> Wish:
    """What a download asks for: the file, its language, its paper and how it is pressed.

    ``where`` is printed in the footer.
    """
    asked = request.args
    lang = asked.get("lang", language())
    if name not in FILES or asked.get("paper", PAPERS[0]) not in PAPERS or lang not in LANGUAGES:
        raise NotHere
    sheets = tuple(asked.getlist("sheet")) if FILES[name] in ("pdf", "pack") else ()
    return Wish(
        FILES[name],
        cast(Any, lang),
        paper(),
        sheets[:MOST_SHEETS],
        where,
        grey="grey" in asked,
        large="large" in asked,
    )
