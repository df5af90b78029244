"""Documents that people write: held against their schema and their game's checks, mended, and taken.

What no check finds fault with can be played: a procedure may take a whole document as one of its settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.finding import GONE, Finding, Place, mended
from generator.game import Authored, Document
from schemas import validation
from schemas.errors import HorahError

SHAPE = "SHAPE"  # the code of what its schema does not allow
MOST_SHAPES = 100  # as many as anybody reads
MOST_ROUNDS = 200


def shape(game: str, kind: Authored, document: Any) -> Iterator[Finding]:
    """What the schema does not allow, place by place."""
    problems = validation.problems(document, validation.named(game, kind.schema))
    for problem, _ in zip(problems, range(MOST_SHAPES), strict=False):
        yield Finding("error", SHAPE, problem.steps, validation.for_people(problem))


def study(catalog: Any, kind: Authored, document: Any) -> tuple[Finding, ...]:
    """Everything there is to say: about the shape, or, where that is right, about the meaning."""
    malformed = tuple(shape(catalog.game, kind, document))
    return malformed or tuple(kind.check(catalog, document))


def taken_shape(game: str, kind: Authored, document: Any) -> Document:
    """A document of the right shape; one that is not can be shown to nobody but its author and is refused."""
    for finding in shape(game, kind, document):
        raise _refused(game, kind, finding)
    found: Document = document
    return found


def _refused(game: str, kind: Authored, finding: Finding) -> HorahError:
    place = field(finding.place)
    key = "UNSOUND_DOCUMENT" if place else "UNSOUND_DOCUMENT.whole"
    error = HorahError(key, kind=kind.kind, place=place, why=finding.said)
    error.game = game
    return error


def taken(catalog: Any, kind: Authored, document: Any) -> Document:
    """A document that can be played; one with an error is refused with what is wrong and where."""
    for finding in study(catalog, kind, document):
        if finding.severity == "error":
            refused = _refused(catalog.game, kind, finding)
            refused.table = (catalog, document) if isinstance(document, Mapping) else None
            raise refused
    found: Document = document
    return found


def fixed(
    catalog: Any, kind: Authored, document: Document, severities: frozenset[str] = frozenset({"error"})
) -> tuple[Document, tuple[Finding, ...]]:
    """The document after every fix that is offered, and what was mended.

    One fix may bring another finding to light, so it is studied anew after each; none is made twice. Its
    shape, which takes longest, is looked at after the first fix of every kind: others like it do the like.
    """
    done: list[Finding] = []
    trusted: set[str] = set()
    for _ in range(MOST_ROUNDS):
        if (not done or done[-1].code not in trusted) and any(shape(catalog.game, kind, document)):
            break
        trusted |= {found.code for found in done[-1:]}
        offered = (
            found for found in kind.check(catalog, document) if found.fix and found.severity in severities
        )
        following = next((found for found in offered if _grows(found) or found not in done), None)
        if following is None or following.fix is None:
            break
        document = mended(document, following.fix)
        done.append(following)
    return document, tuple(done)


def _grows(found: Finding) -> bool:
    """A fix that takes something away ends by itself, however often it is made."""
    return found.fix is not None and any(value is GONE for _, value in found.fix)


def field(place: Place) -> str:
    """The last name on the way to a place: the field that people know it by."""
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def summary(kind: Authored, document: Mapping[str, Any]) -> Document:
    """What a list shows of a document: its title and its columns, short."""
    return {name: short(document.get(name)) for name in (kind.title, *kind.columns)}


def short(value: Any) -> Any:
    """A value as a column shows it: words and numbers; a text in two languages stays both; of a list its
    length."""
    if isinstance(value, str):
        return value[:LONGEST_COLUMN]
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, Mapping) and value and all(isinstance(said, str) for said in value.values()):
        return {str(name)[:16]: said[:LONGEST_COLUMN] for name, said in list(value.items())[:4]}
    return len(value)


LONGEST_COLUMN = 120
