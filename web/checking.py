"""What there is to say about a document, in the terminal: a line for each finding, or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from web.language import say

if TYPE_CHECKING:
    from pathlib import Path

    from catalogs import Catalog
    from exports.kit.scribe import Scribe
    from generator.finding import Finding
    from generator.game import Authored, Document

REFUSED = 2  # the exit code where something must be mended


def tell(findings: Sequence[Finding], voice: Scribe, *, as_json: bool = False, aside: bool = False) -> None:
    """Every finding in words, with its rule if it has one; aside where standard output has the document."""
    from generator.authoring import SHAPE

    rows = [_row(each, voice) for each in findings]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2), err=aside)
        return
    for row in rows:
        mark = say(f"document.{row['severity']}")
        rule = "" if row["code"] == SHAPE else f" {row['code']}"
        click.echo(f"{mark}{rule} {row['place'] or '/'}: {row['text']}", err=aside)


def write_fixed(catalog: Catalog, kind: Authored, document: Document, out: Path | None) -> Document:
    """Mend what findings can mend, write the document to a file or standard output, and return it."""
    from generator.authoring import fixed
    from web.output import STANDARD, put

    mended, _ = fixed(catalog, kind, document)
    put(out or STANDARD, (json.dumps(mended, ensure_ascii=False, indent=2) + "\n").encode())
    return mended


def end(findings: Sequence[Finding]) -> None:
    """Leave with the exit code that says whether it can be played."""
    if any(each.severity == "error" for each in findings):
        click.get_current_context().exit(REFUSED)


def _row(finding: Finding, voice: Scribe) -> dict[str, Any]:
    from schemas.json_pointer import to_pointer

    return {
        "severity": finding.severity,
        "code": finding.code,
        "place": to_pointer(finding.place),
        "text": voice.say(finding.said),
        "fix": finding.fix is not None,
    }
