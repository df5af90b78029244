"""T79, T94: parse smoke and blaze markers in the notation ``K8=5`` and ``L3``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from schemas.errors import HorahError

from ..hexes import all_hexes
from .los_map import Marker
from .setup import list_water_hexes

SMOKE, BLAZE = "smoke", "blaze"
MAX_INPUT_LENGTH = 1500  # characters; enough for smoke in every hex of the board
WORD_SEPARATOR = re.compile(r"[\s,;]+")


def parse_markers(catalog: Catalog, ground: Ground, smoke: str = "", blaze: str = "") -> dict[str, Marker]:
    """Return the markers by hex; raise an error for a marker that cannot lie there."""
    markers: dict[str, Marker] = {}
    for word in _split_words(smoke):
        hex_id, _, value = word.partition("=")
        _place_marker(catalog, ground, markers, hex_id, Marker(SMOKE, _parse_hindrance(catalog, word, value)))
    for word in _split_words(blaze):
        _place_marker(catalog, ground, markers, word, Marker(BLAZE))
    return markers


def _split_words(given: str) -> list[str]:
    return [word for word in WORD_SEPARATOR.split(given[:MAX_INPUT_LENGTH].strip().upper()) if word]


def _parse_hindrance(catalog: Catalog, word: str, value: str) -> int:
    """T94: return the number on a smoke marker, within its limits."""
    row: Mapping[str, int] = catalog.terrain[SMOKE].los
    least, most = row["hindrance"], row["most"]
    number = int(value) if value.isascii() and value.isdecimal() and len(value) <= len(str(most)) else 0
    if not least <= number <= most:
        raise HorahError("BAD_MARKER.smoke", given=word, least=least, most=most)
    return number


def _place_marker(
    catalog: Catalog, ground: Ground, markers: dict[str, Marker], hex_id: str, marker: Marker
) -> None:
    """T79: allow one marker in a hex; T89, T95, T98: allow none in water."""
    hexes = all_hexes(catalog.board)
    if hex_id not in hexes:
        raise HorahError("NO_HEX.map", given=hex_id[:40], first=hexes[0], last=hexes[-1])
    if list_water_hexes(catalog, ground, [hex_id]):
        raise HorahError("BAD_MARKER.water", hex=hex_id)
    if hex_id in markers:
        raise HorahError("BAD_MARKER.twice", hex=hex_id)
    markers[hex_id] = marker
