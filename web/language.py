"""Which language a person at the terminal reads."""

from __future__ import annotations

import os
from typing import Literal

Language = Literal["es", "en"]
VARIABLE = "HORAH_LANG"


def language() -> Language:
    """HORAH_LANG if it is set, else the language of the terminal; Spanish or English."""
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def said(en: str, es: str) -> str:
    """The one of two texts that the person reads."""
    return es if language() == "es" else en
