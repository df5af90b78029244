"""What a check says about a document that somebody writes: where, what, and the change that would mend it."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal

from schemas.said import Said

Severity = Literal["error", "warning", "note"]  # cannot be played; look again; worth knowing
Place = tuple[str | int, ...]  # the way into a document: ("lanes", 2, "toll")


class Gone(Enum):
    """What stands in the place of a value where there is to be none."""

    GONE = "gone"


GONE: Final = Gone.GONE
Change = tuple[Place, Any]  # put this value there; GONE takes the field or the line away


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to say about a place of a document.

    ``fix`` is what to change so that it need not be said; ``remedy`` names it on a button where "put 3 there"
    would not do.
    """

    severity: Severity
    code: str
    place: Place
    said: Said
    fix: tuple[Change, ...] | None = None
    remedy: Said | None = None


def mended(document: dict[str, Any], fix: Iterable[Change]) -> dict[str, Any]:
    """The document with changes made, one after the other; the one given stays as it is."""
    found = copy.deepcopy(document)
    for place, value in fix:
        _put(found, place, value)
    return found


def _put(document: Any, place: Place, value: Any) -> None:
    """One change. Of a list, the place after its last line is a new line."""
    for step in place[:-1]:
        document = document[step]
    last: Any = place[-1]
    if value is GONE:
        if isinstance(document, list) or last in document:
            del document[last]
    elif isinstance(document, list) and last == len(document):
        document.append(copy.deepcopy(value))
    else:
        document[last] = copy.deepcopy(value)


def pointer(place: Place) -> str:
    """A place as people and programs write it: /lanes/2/toll."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in place)
