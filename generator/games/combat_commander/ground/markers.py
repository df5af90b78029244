"""T79, T94: smoke and fire as people name them, ``K8=5`` and ``L3``, on a ground that is looked over."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from schemas.errors import HorahError

from ..hexes import all_hexes
from .los_map import Marker
from .setup import wet

SMOKE, BLAZE = "smoke", "blaze"
LONGEST = 1500  # characters: smoke in every hex of the board
WORDS = re.compile(r"[\s,;]+")


def markers_from(catalog: Catalog, ground: Ground, smoke: str = "", blaze: str = "") -> dict[str, Marker]:
    """The markers by their hex; what cannot lie there is refused."""
    found: dict[str, Marker] = {}
    for word in _words(smoke):
        hex_id, _, value = word.partition("=")
        _lay(catalog, ground, found, hex_id, Marker(SMOKE, _hindrance(catalog, word, value)))
    for word in _words(blaze):
        _lay(catalog, ground, found, word, Marker(BLAZE))
    return found


def _words(given: str) -> list[str]:
    return [word for word in WORDS.split(given[:LONGEST].strip().upper()) if word]


def _hindrance(catalog: Catalog, word: str, value: str) -> int:
    """T94: the number on the marker, from its least to its most."""
    row: Mapping[str, int] = catalog.terrain[SMOKE].los
    least, most = row["hindrance"], row["most"]
    number = int(value) if value.isascii() and value.isdecimal() and len(value) <= len(str(most)) else 0
    if not least <= number <= most:
        raise HorahError("BAD_MARKER.smoke", given=word, least=least, most=most)
    return number


def _lay(catalog: Catalog, ground: Ground, found: dict[str, Marker], hex_id: str, marker: Marker) -> None:
    """T79: nothing else stays where it burns; T89, T95, T98: neither lies in water."""
    hexes = all_hexes(catalog.board)
    if hex_id not in hexes:
        raise HorahError("NO_HEX.map", given=hex_id[:40], first=hexes[0], last=hexes[-1])
    if wet(catalog, ground, [hex_id]):
        raise HorahError("BAD_MARKER.water", hex=hex_id)
    if hex_id in found:
        raise HorahError("BAD_MARKER.twice", hex=hex_id)
    found[hex_id] = marker
