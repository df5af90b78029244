"""Context of the questions of a table page, and signed numbers in its forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from web.pages import prompts


@dataclass(frozen=True, slots=True)
class Scene:
    """Context of a question."""

    catalog: Catalog
    scenario: Mapping[str, Any]
    spent: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()
    active: str | None = None
    supply: Mapping[str, int] = field(default_factory=dict)
    slot: str = ""
    weather: str = ""
    holders: Mapping[str, str | None] = field(default_factory=dict)


def parse_signed(text: str) -> int:
    """Parse an integer with an optional sign, a hyphen or a minus."""
    word = text.strip().replace("−", "-")
    number = prompts.parse_number(word.lstrip("+-"))
    return -number if word.startswith("-") else number
