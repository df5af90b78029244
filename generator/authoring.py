"""Documents that people write: held against their schema and their game's checks, mended, and taken.

What no check finds fault with can be played: a procedure may take a whole document as one of its settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from generator.finding import GONE, Finding, mended
from generator.game import Authored, Document, Explain
from schemas import validation
from schemas.errors import HorahError
from schemas.json_pointer import Place

SHAPE = "SHAPE"  # the code of what its schema does not allow
MOST_SHAPES = 100  # as many as anybody reads
MOST_ROUNDS = 200
SEVERITIES = ("error", "warning", "note")  # the worst first


def shape(game: str, kind: Authored, document: Any) -> Iterator[Finding]:
    """Find what the schema does not allow, place by place."""
    return malformed(document, validation.named(game, kind.schema), kind.explain or _explain)


def malformed(document: Any, schema: str, explain: Explain) -> Iterator[Finding]:
    """Find what a schema does not allow, explained."""
    for problem in islice(validation.problems(document, schema), MOST_SHAPES):
        yield from explain(problem)


def _explain(problem: validation.Problem) -> Iterator[Finding]:
    yield Finding("error", SHAPE, problem.steps, validation.for_people(problem))


def study(catalog: Any, kind: Authored, document: Any) -> tuple[Finding, ...]:
    """Everything there is to say: about the shape, or, where that is right, about the meaning."""
    return tuple(shape(catalog.game, kind, document)) or tuple(kind.check(catalog, document))


def taken_shape(game: str, kind: Authored, document: Any) -> Document:
    """A document of the right shape; one that is not can be shown to nobody but its author and is refused."""
    for finding in shape(game, kind, document):
        raise refusal(game, kind, finding)
    found: Document = document
    return found


def refusal(game: str, kind: Authored, finding: Finding) -> HorahError:
    """Make the error that refuses a document for a finding."""
    if kind.explain:
        return HorahError.saying(finding.code, finding.said)
    place = field(finding.place)
    key = "UNSOUND_DOCUMENT" if place else "UNSOUND_DOCUMENT.whole"
    error = HorahError(key, kind=kind.kind, place=place, why=finding.said)
    error.game = game
    return error


def taken(catalog: Any, kind: Authored, document: Any) -> Document:
    """A document that can be played; one with an error is refused with what is wrong and where."""
    for finding in study(catalog, kind, document):
        if finding.severity == "error":
            refused = refusal(catalog.game, kind, finding)
            refused.table = (catalog, document) if isinstance(document, Mapping) else None
            raise refused
    found: Document = document
    return found


def fixed(
    catalog: Any, kind: Authored, document: Document, severities: frozenset[str] = frozenset({"error"})
) -> tuple[Document, tuple[Finding, ...]]:
    """Return the document after every fix that is offered, errors first, and what was mended.

    One fix may bring another finding to light, so it is studied anew after each; none is made twice. Those
    that may be made in a batch are. Its shape, which takes longest, is looked at after the first fix of every
    kind: others like it do the like.
    """
    done: list[Finding] = []
    trusted: set[str] = set()
    for _ in range(MOST_ROUNDS):
        if (not done or done[-1].code not in trusted) and any(shape(catalog.game, kind, document)):
            break
        trusted |= {found.code for found in done[-1:]}
        offered = [
            found
            for found in kind.check(catalog, document)
            if found.fix and found.severity in severities and (_removes(found) or found not in done)
        ]
        if not offered:
            break
        following = _batch(min(offered, key=lambda found: SEVERITIES.index(found.severity)), offered)
        for found in reversed(following):  # removing from the end of a list moves nothing before it
            document = mended(document, found.fix or ())
        document = kind.derive(catalog, document)
        done += following
    return document, tuple(done)


def _batch(first: Finding, offered: list[Finding]) -> list[Finding]:
    """Return the finding to mend next, and all that can be mended with it."""
    if not first.batch:
        return [first]
    return [found for found in offered if found.batch and _alike(found) == _alike(first)]


def _alike(found: Finding) -> tuple[str, str, str]:
    return found.severity, found.code, found.remedy.key if found.remedy else ""


def _removes(found: Finding) -> bool:
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
