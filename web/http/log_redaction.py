"""Log redaction: replace secrets in everything that this process logs, including the server's messages.

The URL of a seat is secret, and servers log URLs that failed. Links, keys and seeds are long runs of base 32
(:mod:`web.service.tokens`); such a run is replaced, also if it is cut short, in capitals or percent-encoded.
"""

from __future__ import annotations

import logging
import re
import traceback
from typing import Any

REPLACEMENT = "…"
MIN_SECRET_LENGTH = 16  # characters; half a link is already redacted
SECRET_PATTERN = re.compile(
    rf"(?:[a-z2-7]|%[0-9A-Fa-f]{{2}}){{{MIN_SECRET_LENGTH},}}|[A-Z2-7]{{{MIN_SECRET_LENGTH},}}"
)


def redact(text: str) -> str:
    """Return a text with everything that could be a secret replaced."""
    return SECRET_PATTERN.sub(REPLACEMENT, text)


class RedactedRecord(logging.LogRecord):
    """A log record that is redacted before any handler sees it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        try:
            message = self.getMessage()
        except Exception:  # arguments that do not fit the format; logging would print them all
            message = str(self.msg)
        self.msg, self.args = redact(message), None
        if self.exc_info and self.exc_info[0]:
            trace = "".join(traceback.format_exception(*self.exc_info)).rstrip("\n")
            self.exc_text, self.exc_info = redact(trace), None
        if self.stack_info:
            self.stack_info = redact(self.stack_info)


def install() -> None:
    """Redact everything that this process logs."""
    logging.setLogRecordFactory(RedactedRecord)
