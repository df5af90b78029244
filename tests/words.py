"""Formatted sentences as people read them."""

from __future__ import annotations

from catalogs import Catalogs
from exports.game import format_error
from schemas.errors import HorahError


def sentence(error: HorahError, lang: str = "en") -> str:
    """Return the sentence of an error."""
    return format_error(error, lang, Catalogs())
