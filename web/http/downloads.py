"""Send files from pages and from the API: renderings to read, and documents to keep."""

from __future__ import annotations

from typing import Any, cast

from flask import Response, jsonify, request
from werkzeug.wrappers import Response as Redirect

from exports.game import load_game
from schemas.api.common import LAYOUTS
from web.http.request_context import PAPERS, language, language_names, paper
from web.service.errors import NotHere
from web.service.rendering import BINARY, Kind, Rendering, RenderRequest

CACHE_ONE_HOUR = "private, max-age=3600"  # for battles, which never change
CACHE_CHECKED = "private, no-cache"  # for cards on paper: a rehearsal changes the odds on them
MAX_SHEETS = 8
SHARED_NAMES = {"vmod": "hora-h"}  # a file that is the same for every card

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
    "battle.vsav": "vassal",
    "hora-h.vmod": "vassal_module",
}


def offered_files(game: str) -> dict[str, Kind]:
    """Return the files that a game can render, by name; any game has JSON."""
    kinds = (*load_game(game).kinds, "json")
    return {name: kind for name, kind in FILES.items() if kind in kinds}


def choose_cache(kind: Kind) -> str:
    """Return how long a browser may keep a file of a battle."""
    return CACHE_CHECKED if kind in ("pdf", "pack") else CACHE_ONE_HOUR


def send_rendering(printed: Rendering, name: str, *, cache: str = "no-store") -> Response:
    """Send a rendering to be shown, or saved if no browser shows it; ``name`` is its name without ending."""
    shown = "attachment" if printed.mimetype == BINARY else "inline"
    name = SHARED_NAMES.get(printed.ending, name)
    headers = {
        "Content-Disposition": f'{shown}; filename="{name}.{printed.ending}"',
        "Cache-Control": cache,
    }
    return Response(printed.body, content_type=printed.mimetype, headers=headers)


def as_attachment(response: Response, filename: str) -> Response:
    """Make the browser save a response under this name instead of showing it."""
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def send_version(number: int) -> Redirect:
    """Send the version that open pages poll; 304 if it is unchanged."""
    response = jsonify(version=number)
    response.set_etag(str(number))
    response.headers["Cache-Control"] = "no-store"
    return response.make_conditional(request)


def wish_for(name: str, where: str) -> RenderRequest:
    """Return the rendering that the query of a page asks for; ``where`` is the URL printed in the footer."""
    asked = request.args
    lang = asked.get("lang", language())
    layout = asked.get("layout", LAYOUTS[0])
    if name not in FILES or asked.get("paper", PAPERS[0]) not in PAPERS or lang not in language_names():
        raise NotHere
    if layout not in LAYOUTS:
        raise NotHere
    sheets = tuple(asked.getlist("sheet")) if FILES[name] in ("pdf", "pack") else ()
    return RenderRequest(
        FILES[name],
        cast(Any, lang),
        paper(),
        sheets[:MAX_SHEETS],
        where,
        grey="grey" in asked,
        large="large" in asked,
        layout=cast(Any, layout),
    )
