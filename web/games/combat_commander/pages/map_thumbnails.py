"""Small pictures of grounds, stored compressed and cached by the browser."""

from __future__ import annotations

import gzip

from flask import Response, request

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.ground.map_sheet import draw_thumbnail
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.svg import to_svg
from web.pages.template_helpers import CACHE_SECONDS

WIDTH_POINTS = 320.0  # points


def draw_small_map(ground: Ground, tables: Catalog) -> bytes:
    """Return a compressed drawing without text."""
    drawing = draw_thumbnail(ground, MessageFormatter(tables, "en"), WIDTH_POINTS)
    return gzip.compress(to_svg(drawing).encode(), mtime=0)


def send_drawing(body: bytes) -> Response:
    """Return a compressed drawing; decompress it for clients without gzip.

    An address with a digest (``v``) never changes its content, so it may be cached for long.
    """
    response = Response(mimetype="image/svg+xml")
    if request.accept_encodings.quality("gzip"):
        response.set_data(body)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(gzip.decompress(body))
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = (
        f"public, max-age={CACHE_SECONDS}" if "v" in request.args else "no-cache"
    )
    return response
