"""Board on a page, in a wide drawing and a narrow one for phones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from exports.games.thunder_at_cassino.board import Tile, describe_board, draw_board, make_tiles
from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.kit.svg import to_svg

WIDE_COLUMNS, NARROW_COLUMNS = 12, 6
MAX_CACHED_BOARDS = 32  # boards in the cache of drawings


def draw_board_markup(
    formatter: MessageFormatter, play: Mapping[str, Any], own: Mapping[str, Any] | None = None
) -> Markup:
    """Return both drawings; the style sheet shows one, and screen readers read only that."""
    return _draw_tiles(formatter, tuple(make_tiles(formatter.catalog, play, own).values()))


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _draw_tiles(formatter: MessageFormatter, tiles: tuple[Tile, ...]) -> Markup:
    tiles_by_place = {tile.place: tile for tile in tiles}
    words = describe_board(formatter, tiles_by_place)
    wide = to_svg(draw_board(formatter, tiles_by_place, WIDE_COLUMNS), words, "board-wide")
    narrow = to_svg(draw_board(formatter, tiles_by_place, NARROW_COLUMNS), words, "board-narrow")
    return Markup(wide + narrow)
