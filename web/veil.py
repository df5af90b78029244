"""No secret in any log: whatever this process logs, by us or by the server around us, goes through here.

The address of a seat is its key, and servers like to name the address that failed. Links, keys and seeds are
long runs of base 32 (:mod:`web.service.secrecy`); such a run is covered, also where it was cut short on its
way, sent in capitals or written with percent signs.
"""

from __future__ import annotations

import logging
import re
import traceback
from typing import Any

COVER = "…"
SHORTEST = 16  # half a link still tells too much
SECRET = re.compile(rf"(?:[a-z2-7]|%[0-9A-Fa-f]{{2}}){{{SHORTEST},}}|[A-Z2-7]{{{SHORTEST},}}")


def veiled(text: str) -> str:
    """A text with what could be a secret covered."""
    return SECRET.sub(COVER, text)


class Record(logging.LogRecord):
    """A line of a log that was veiled before any handler saw it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        try:
            said = self.getMessage()
        except Exception:  # logging would print all that it cannot fit in
            said = str(self.msg)
        self.msg, self.args = veiled(said), None
        if self.exc_info and self.exc_info[0]:
            trace = "".join(traceback.format_exception(*self.exc_info)).rstrip("\n")
            self.exc_text, self.exc_info = veiled(trace), None
        if self.stack_info:
            self.stack_info = veiled(self.stack_info)


def install() -> None:
    """Let everything that this process logs be veiled."""
    logging.setLogRecordFactory(Record)
