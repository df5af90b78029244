"""Errors that a person reads: a sentence in both languages, and a code for machines."""

from __future__ import annotations


class HorahError(Exception):
    """Something a person did or gave that cannot be taken; str() is the English sentence."""

    def __init__(self, en: str, es: str | None = None, *, code: str = "ERROR") -> None:
        super().__init__(en)
        self.en = en
        self.es = es or en
        self.code = code

    def sentence(self, lang: str) -> str:
        return self.es if lang == "es" else self.en
