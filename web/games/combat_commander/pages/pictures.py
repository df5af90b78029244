"""Small pictures of grounds on their way out: compressed once, kept by the reader."""

from __future__ import annotations

import gzip
import re

from flask import Response, request

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.ground.sheet import thumbnail
from exports.games.combat_commander.scribe import Scribe
from exports.kit.vector import vector
from web.pages.words import KEEP

WIDE = 320.0  # points
HUNDREDTHS = re.compile(r"(\d\.\d)\d")


def small_picture(ground: Ground, tables: Catalog) -> bytes:
    """A ground without a word in it, so the same in every language; a tenth of a point is enough."""
    drawing = thumbnail(ground, Scribe(tables, "en"), WIDE)
    return gzip.compress(HUNDREDTHS.sub(r"\1", vector(drawing)).encode(), mtime=0)


def kept_drawing(body: bytes) -> Response:
    """A drawing kept compressed; for the rare reader that takes none such it is opened.

    Its address carries a digest of it (``v``), so what it gives never changes.
    """
    response = Response(mimetype="image/svg+xml")
    if request.accept_encodings.quality("gzip"):
        response.set_data(body)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(gzip.decompress(body))
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = f"public, max-age={KEEP}" if "v" in request.args else "no-cache"
    return response
