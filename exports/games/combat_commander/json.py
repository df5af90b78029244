"""The card as canonical JSON: sorted keys, two spaces, UTF-8, one newline at the end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def card_json(card: Mapping[str, Any]) -> str:
    return json.dumps(card, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
