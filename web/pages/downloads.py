"""Files to take away: which there are, and what a link asks for."""

from __future__ import annotations

from typing import Any, cast, get_args

from flask import request

from web.current import LANGUAGES, language
from web.service.errors import NotHere
from web.service.printing import Kind, Paper, Wish

FILES: dict[str, Kind] = {
    "card.pdf": "pdf",
    "card.txt": "text",
    "card.md": "markdown",
    "card.json": "json",
    "log.txt": "log",
    "map.svg": "svg",
}


def wish_for(name: str, where: str) -> Wish:
    """What a download asks for: the file, its language and paper; ``where`` is printed in the footer."""
    paper = request.args.get("paper", "a4")
    lang = request.args.get("lang", language())
    if name not in FILES or paper not in get_args(Paper) or lang not in LANGUAGES:
        raise NotHere
    return Wish(FILES[name], cast(Any, lang), cast(Any, paper), url=where)
