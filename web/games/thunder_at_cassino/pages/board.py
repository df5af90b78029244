"""The board on a page, wide for a desk and narrow for a telephone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from exports.games.thunder_at_cassino.board import Tile, board, in_words, tiles
from exports.games.thunder_at_cassino.scribe import Scribe
from exports.kit.vector import vector

WIDE, NARROW = 12, 6
KEPT = 32  # boards that look alike are drawn once


def drawn(scribe: Scribe, play: Mapping[str, Any], own: Mapping[str, Any] | None = None) -> Markup:
    """Both drawings; the style sheet shows one, and only that is read aloud."""
    return _drawn(scribe, tuple(tiles(scribe.catalog, play, own).values()))


@lru_cache(maxsize=KEPT)
def _drawn(scribe: Scribe, found: tuple[Tile, ...]) -> Markup:
    shown = {tile.place: tile for tile in found}
    words = in_words(scribe, shown)
    wide = vector(board(scribe, shown, WIDE), words, "board-wide")
    narrow = vector(board(scribe, shown, NARROW), words, "board-narrow")
    return Markup(wide + narrow)
