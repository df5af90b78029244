"""Settings from outside, before the rules see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.settings import is_plain

from .errors import ServiceError


def plain(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Words, numbers, yes and no, and short lists of them; anything else is refused."""
    strange = is_plain(values)
    if strange is not None:
        raise ServiceError("BAD_SETTING.not_plain", name=strange)
    return values
