"""Findings of the checks on a document: the place, the message, and the change that fixes it."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal

from schemas.json_pointer import Place
from schemas.messages import Message

Severity = Literal["error", "warning", "note"]  # cannot be played; check again; worth knowing


class Gone(Enum):
    """Marker for a value that a fix removes."""

    GONE = "gone"


GONE: Final = Gone.GONE
Change = tuple[Place, Any]  # put this value at that place; GONE removes the field or the line


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about a place of a document.

    ``fix`` lists the changes that resolve it; ``remedy`` labels the fix button where a plain "put 3 there" is
    not enough; ``batch`` says that the fix may be applied together with those of other findings of the same
    code.
    """

    severity: Severity
    code: str
    place: Place
    message: Message
    fix: tuple[Change, ...] | None = None
    remedy: Message | None = None
    batch: bool = False


def apply_changes(document: dict[str, Any], fix: Iterable[Change]) -> dict[str, Any]:
    """Return a copy of the document with the changes applied in order.

    Unchanged parts are shared with the original.
    """
    for place, value in fix:
        document = _change_value(document, place, value)
    return document


def _change_value(document: Any, place: Place, value: Any) -> Any:
    """Return a copy with one value changed. In a list, the place after the last line appends a line."""
    changed: Any = copy.copy(document)
    step: Any = place[0]
    if rest := place[1:]:
        changed[step] = _change_value(document[step], rest, value)
    elif value is GONE:
        if isinstance(changed, list) or step in changed:
            del changed[step]
    elif isinstance(changed, list) and step == len(changed):
        changed.append(copy.deepcopy(value))
    else:
        changed[step] = copy.deepcopy(value)
    return changed
