"""Which language a person at the terminal reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

Language = Literal["es", "en"]
VARIABLE = "HORAH_LANG"


def language() -> Language:
    """HORAH_LANG if it is set, else the language of the terminal; Spanish or English."""
    for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def listen(words: Sequence[str]) -> None:
    """Take the language from ``--lang`` early: help texts are chosen when their module is imported."""
    for word, following in pairwise([*words, ""]):
        if word == "--lang" and following in ("es", "en"):
            os.environ[VARIABLE] = following
        elif word in ("--lang=es", "--lang=en"):
            os.environ[VARIABLE] = word[-2:]


def said(en: str, es: str) -> str:
    """The one of two texts that the person reads."""
    return es if language() == "es" else en
