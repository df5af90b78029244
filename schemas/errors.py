"""Errors that a person reads: a code for machines, and the facts that the sentence names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from schemas.said import Said


class HorahError(Exception):
    """Something a person did or gave that cannot be taken.

    ``HorahError("BAD_CHOICE.twice", option=...)``: what stands before the dot is the code. The sentence
    stands in the catalogue of terms under ``problem.BAD_CHOICE.twice``; the scribe puts the facts into it.
    """

    game: str | None = None  # the game whose rules refuse, where one does
    table: tuple[Any, Mapping[str, Any]] | None = None  # catalogues and settings of the table that refuses

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(key)
        self.said = Said(f"problem.{key}", facts)
        self.code = key.partition(".")[0]

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.said.facts

    @classmethod
    def because(cls, reason: HorahError) -> Self:
        """The same sentence as another error's."""
        error = cls.saying(reason.code, reason.said)
        error.game, error.table = reason.game, reason.table
        return error

    @classmethod
    def saying(cls, code: str, said: Said) -> Self:
        """A refusal whose sentence is said elsewhere too, such as a finding."""
        error = cls.__new__(cls)
        Exception.__init__(error, code)
        error.said, error.code = said, code
        return error

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.said.key.removeprefix('problem.')}({facts})"
