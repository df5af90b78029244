"""Checks, fixes and acceptance of documents that people write.

A document without errors can be played; a procedure may take a whole document as one of its settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from generator.findings import GONE, Finding, apply_changes
from generator.game import Authored, Document, Explain
from schemas import validation
from schemas.errors import HorahError
from schemas.json_pointer import Place, to_pointer

SCHEMA_CODE = "SHAPE"  # code of a finding about the schema
MAX_SCHEMA_FINDINGS = 100  # schema findings reported per document
MAX_FIX_ROUNDS = 200
SEVERITIES = ("error", "warning", "note")  # worst first


def find_schema_violations(game: str, kind: Authored, document: Any) -> Iterator[Finding]:
    """Yield one finding for each violation of the kind's schema."""
    return explain_schema_violations(
        document, validation.find_schema_name(game, kind.schema), kind.explain or _explain
    )


def has_expected_parts(game: str, kind: Authored, document: Any) -> bool:
    """Tell whether all parts are there and of the right type, so that only single values may be wrong."""
    problems = validation.problems(document, validation.find_schema_name(game, kind.schema))
    return all(problem.of_value for problem in problems)


def explain_schema_violations(document: Any, schema: str, explain: Explain) -> Iterator[Finding]:
    """Yield explained findings for each violation of a schema."""
    for problem in islice(validation.problems(document, schema), MAX_SCHEMA_FINDINGS):
        yield from explain(problem)


def _explain(problem: validation.Problem) -> Iterator[Finding]:
    yield Finding("error", SCHEMA_CODE, problem.steps, validation.form_message(problem))


def check_document(catalog: Any, kind: Authored, document: Any) -> tuple[Finding, ...]:
    """Return all findings: schema violations, or the game's own findings if the schema is satisfied."""
    return tuple(find_schema_violations(catalog.game, kind, document)) or tuple(kind.check(catalog, document))


def require_schema(game: str, kind: Authored, document: Any) -> Document:
    """Return the document if it satisfies its schema; raise the refusal otherwise."""
    for finding in find_schema_violations(game, kind, document):
        raise make_refusal(game, kind, finding)
    found: Document = document
    return found


def make_refusal(game: str, kind: Authored, finding: Finding) -> HorahError:
    """Make the error that refuses a document for a finding."""
    if kind.explain:
        return HorahError.from_message(finding.code, finding.message)
    place = field_name(finding.place)
    key = "UNSOUND_DOCUMENT" if place else "UNSOUND_DOCUMENT.whole"
    error = HorahError(key, kind=kind.kind, place=place, why=finding.message)
    error.game = game
    return error


def make_impossible_error(finding: Finding) -> HorahError:
    """Make the error that refuses to print or play a value that does not exist; it names the field."""
    return HorahError("IMPOSSIBLE", place=to_pointer(finding.place), why=finding.message)


def require_playable(catalog: Any, kind: Authored, document: Any) -> Document:
    """Return the document if it can be played; raise a refusal for its first error."""
    for finding in check_document(catalog, kind, document):
        if finding.severity == "error":
            refused = make_refusal(catalog.game, kind, finding)
            refused.table = (catalog, document) if isinstance(document, Mapping) else None
            raise refused
    found: Document = document
    return found


def apply_fixes(
    catalog: Any, kind: Authored, document: Document, severities: frozenset[str] = frozenset({"error"})
) -> tuple[Document, tuple[Finding, ...]]:
    """Apply every offered fix, errors first; return the document and the findings that were fixed.

    A fix may reveal another finding, so the document is checked again after each fix, and no fix is applied
    twice unless it removes something. Findings of a batch are fixed together. The schema check is the
    slowest, so it runs only after the first fix of each code.
    """
    fixed: list[Finding] = []
    trusted: set[str] = set()
    for _ in range(MAX_FIX_ROUNDS):
        if (not fixed or fixed[-1].code not in trusted) and any(
            find_schema_violations(catalog.game, kind, document)
        ):
            break
        trusted |= {finding.code for finding in fixed[-1:]}
        offered = [
            finding
            for finding in kind.check(catalog, document)
            if finding.fix and finding.severity in severities and (_removes(finding) or finding not in fixed)
        ]
        if not offered:
            break
        batch = _select_batch(min(offered, key=lambda finding: SEVERITIES.index(finding.severity)), offered)
        # back to front, so that removals do not shift the places still to fix
        for finding in reversed(batch):
            document = apply_changes(document, finding.fix or ())
        document = kind.derive(catalog, document)
        fixed += batch
    return document, tuple(fixed)


def _select_batch(first: Finding, offered: list[Finding]) -> list[Finding]:
    """Return the finding to fix next, with all findings that can be fixed together with it."""
    if not first.batch:
        return [first]
    return [finding for finding in offered if finding.batch and _batch_key(finding) == _batch_key(first)]


def _batch_key(finding: Finding) -> tuple[str, str, str]:
    return finding.severity, finding.code, finding.remedy.key if finding.remedy else ""


def _removes(finding: Finding) -> bool:
    """Tell whether the fix removes something. Such a fix may be repeated, because it ends by itself."""
    return finding.fix is not None and any(value is GONE for _, value in finding.fix)


def field_name(place: Place) -> str:
    """Return the last named step on the way to a place: the field as people know it."""
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def summarize(kind: Authored, document: Mapping[str, Any]) -> Document:
    """Return the title and columns of a document, shortened for a list."""
    return {name: shorten(document.get(name)) for name in (kind.title, *kind.columns)}


def shorten(value: Any) -> Any:
    """Shorten a value for a column: cut texts, keep numbers, replace other values by their length.

    A text in several languages stays a mapping.
    """
    if isinstance(value, str):
        return value[:MAX_COLUMN_LENGTH]
    if isinstance(value, bool | int | float) or value is None:
        return value
    if isinstance(value, Mapping) and value and all(isinstance(text, str) for text in value.values()):
        return {str(name)[:16]: text[:MAX_COLUMN_LENGTH] for name, text in list(value.items())[:4]}
    return len(value)


MAX_COLUMN_LENGTH = 120
