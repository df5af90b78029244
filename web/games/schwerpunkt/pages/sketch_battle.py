"""Battles built from the clock and the command factors alone."""

from __future__ import annotations

import re
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.game import Document
from generator.games.schwerpunkt.authored import make_blank
from generator.games.schwerpunkt.battle import SIDES
from schemas.errors import HorahError
from web.pages.prompts import parse_number

DEFAULT_FACTORS = {"blue": "-1, 0, 1", "red": "0, 0, 1"}
DEFAULT_CLOCK = {"start": "1 06:00", "end": "1 20:00", "minutes": "20"}
HOUR_PATTERN = re.compile(r"[1-9] ([01][0-9]|2[0-3]):[0-5][0-9]")
MAX_HQS = 40


def sketch_battle(
    catalog: Catalog, *, start: str, end: str, minutes: int, blue_hqs: str, red_hqs: str
) -> Document:
    """Build a battle from its hours, the minutes of a box, and command factors separated by commas."""
    for hour in (start, end):
        if not HOUR_PATTERN.fullmatch(hour):
            raise HorahError("BAD_HOUR", given=hour)
    least, most = catalog.figures["minutes_least"], catalog.figures["minutes_most"]
    if not least <= minutes <= most:
        raise HorahError("SKELETON", field="minutes", least=least, most=most, given=minutes)
    document: Document = make_blank(catalog)
    document["clock"] |= {"start": start, "end": end, "minutes": minutes}
    for side, text in zip(SIDES, (blue_hqs, red_hqs), strict=True):
        document["hqs"] += [_make_hq(side, n, value) for n, value in enumerate(_parse_factors(text))]
    return document


def _parse_factors(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(words) > MAX_HQS:
        raise HorahError("SKELETON", field="hqs", least=1, most=MAX_HQS, given=len(words))
    return [parse_signed(word) for word in words]


def parse_signed(text: str) -> int:
    """Parse an integer between -10 and 10."""
    word = text.strip().replace("−", "-")
    value = (-1 if word.startswith("-") else 1) * parse_number(word.lstrip("+-"))
    if abs(value) > 10:
        raise HorahError("NOT_A_NUMBER", given=text)
    return value


def _make_hq(side: str, number: int, command: int) -> Document:
    row: dict[str, Any] = dict.fromkeys(("range", "march_range", "assault", "bonus", "morale", "hex"))
    return {
        **row,
        "id": f"{side}-{number}",
        "side": side,
        "name": str(number),
        "command": command,
        "formation": "deployed",
    }
