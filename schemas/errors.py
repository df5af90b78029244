"""Errors shown to users: a code for programs, and the facts that the message names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from schemas.messages import Message


class HorahError(Exception):
    """An action or input of a user that is rejected.

    ``HorahError("BAD_CHOICE.twice", option=...)``: the part before the dot is the code. The message is the
    term ``problem.BAD_CHOICE.twice``; the message formatter inserts the facts.
    """

    game: str | None = None  # the game whose rules reject the input, if any
    table: tuple[Any, Mapping[str, Any]] | None = None  # catalogues and settings of the table

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(key)
        self.message = Message(f"problem.{key}", facts)
        self.code = key.partition(".")[0]

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.message.facts

    @classmethod
    def from_error(cls, reason: HorahError) -> Self:
        """Return an error with the same message as another error."""
        error = cls.from_message(reason.code, reason.message)
        error.game, error.table = reason.game, reason.table
        return error

    @classmethod
    def from_message(cls, code: str, message: Message) -> Self:
        """Return an error whose message is used elsewhere too, such as a finding."""
        error = cls.__new__(cls)
        Exception.__init__(error, code)
        error.message, error.code = message, code
        return error

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.message.key.removeprefix('problem.')}({facts})"
