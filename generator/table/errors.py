"""Errors of the table engine."""

from __future__ import annotations

from schemas.errors import HorahError
from schemas.messages import Message


class Refused(HorahError):
    """An answer that does not fit its prompt; nothing has changed."""


class NotLegal(Refused):
    """An option that the rules do not allow now, with the reason and the legal options.

    Its code is the reason's.
    """

    def __init__(self, reason: HorahError, of: str, legal: tuple[str, ...]) -> None:
        super().__init__("NOT_LEGAL", why=reason.message, of=of, legal=legal)
        self.code = reason.code


class Departed(HorahError):
    """A transcript that does not fit the procedure, with the place of the first misfit."""

    def __init__(self, place: int, why: Message) -> None:
        super().__init__("DEPARTED", place=place, why=why)
        self.place = place


class DeadEnd(HorahError):
    """The rules give no way to continue."""
