"""Board on a page, in a wide drawing and a narrow one for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from exports.games.thunder_at_cassino.board import Tile, describe_board, draw_board, make_tiles
from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.kit.svg import to_svg

WIDE, NARROW = 12, 6
KEPT = 32  # boards in the cache of drawings


def drawn(
    formatter: MessageFormatter, play: Mapping[str, Any], own: Mapping[str, Any] | None = None
) -> Markup:
    """Return both drawings; the style sheet shows one, and screen readers read only that."""
    return _drawn(formatter, tuple(make_tiles(formatter.catalog, play, own).values()))


@lru_cache(maxsize=KEPT)
def _drawn(formatter: MessageFormatter, found: tuple[Tile, ...]) -> Markup:
    shown = {tile.place: tile for tile in found}
    words = describe_board(formatter, shown)
    wide = to_svg(draw_board(formatter, shown, WIDE), words, "board-wide")
    narrow = to_svg(draw_board(formatter, shown, NARROW), words, "board-narrow")
    return Markup(wide + narrow)
