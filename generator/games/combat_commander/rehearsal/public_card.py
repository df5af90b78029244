"""The part of a card that decides its fights and that everyone may see."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from generator.table import EVERYONE

from ..battle.view import view_card
from .fight_builder import Document
from .modules.card_rules import ASSET_EVENTS

DIGEST_LENGTH = 16  # hexadecimal digits
CARD_FIELDS = (
    "year", "map", "marker", "time", "sudden_death", "initiative", "first_turn", "objectives", "sides",
    "fortifications", "mine_strength", "rules",
)  # fmt: skip


def make_public_card(card: Document) -> dict[str, Any]:
    """Return what a rehearsal reads; hidden chits are drawn anew in each fight, so odds reveal nothing."""
    view = view_card(dict(card), EVERYONE)
    body = {name: view[name] for name in CARD_FIELDS}
    if view.get("markers"):
        body["markers"] = view["markers"]
    if notes := [event for event in view.get("events", ()) if event["what"] in ASSET_EVENTS]:
        body["events"] = notes
    return body


def digest_card(card: Document) -> str:
    """Return a digest of what decides the fights of a card."""
    return digest_json(make_public_card(card))


def digest_json(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]
