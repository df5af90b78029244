"""What a check says about a document that somebody writes: where, what, and the change that would mend it."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal

from schemas.json_pointer import Place
from schemas.said import Said

Severity = Literal["error", "warning", "note"]  # cannot be played; look again; worth knowing


class Gone(Enum):
    """What stands in the place of a value where there is to be none."""

    GONE = "gone"


GONE: Final = Gone.GONE
Change = tuple[Place, Any]  # put this value there; GONE takes the field or the line away


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to say about a place of a document.

    ``fix`` is what to change so that it need not be said; ``remedy`` names it on a button where "put 3 there"
    would not do; ``batch`` says that it may be made together with those of other findings of the same code.
    """

    severity: Severity
    code: str
    place: Place
    said: Said
    fix: tuple[Change, ...] | None = None
    remedy: Said | None = None
    batch: bool = False


def mended(document: dict[str, Any], fix: Iterable[Change]) -> dict[str, Any]:
    """The document with changes made, one after the other; the one given stays as it is.

    Both share what lies beside the way to a change.
    """
    for place, value in fix:
        document = _with(document, place, value)
    return document


def _with(document: Any, place: Place, value: Any) -> Any:
    """One change. Of a list, the place after its last line is a new line."""
    found: Any = copy.copy(document)
    step: Any = place[0]
    if rest := place[1:]:
        found[step] = _with(document[step], rest, value)
    elif value is GONE:
        if isinstance(found, list) or step in found:
            del found[step]
    elif isinstance(found, list) and step == len(found):
        found.append(copy.deepcopy(value))
    else:
        found[step] = copy.deepcopy(value)
    return found
