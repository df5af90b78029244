"""Report the findings about a document in the terminal, as lines or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli.i18n import say
from web.cli.io import FILE, STDOUT, print_json, write_json
from web.cli.options import Command, json_option, lang_option

if TYPE_CHECKING:
    from exports.kit.messages import MessageFormatter
    from generator.findings import Finding
    from generator.game import Authored, Document

REFUSED = 2  # exit code when the document has errors


def print_findings(
    findings: Sequence[Finding], voice: MessageFormatter, *, as_json: bool = False, to_stderr: bool = False
) -> None:
    """Print every finding, with its rule if it has one.

    ``to_stderr`` prints to standard error, because standard output holds the document.
    """
    from generator.authoring import SCHEMA_CODE

    rows = [_row(each, voice) for each in findings]
    if as_json:
        print_json(rows, err=to_stderr)
        return
    for row in rows:
        mark = say(f"document.{row['severity']}")
        rule = "" if row["code"] == SCHEMA_CODE else f" {row['code']}"
        click.echo(f"{mark}{rule} {row['place'] or '/'}: {row['text']}", err=to_stderr)


def check_options(command: Command) -> Command:
    """Add the options of a command that checks a document."""
    command = json_option(lang_option(click.pass_obj(command)))
    return click.option("--fix", is_flag=True)(click.option("--out", type=FILE)(command))


def check_and_print(
    voice: MessageFormatter,
    kind: Authored,
    document: Any,
    fix: bool = False,
    out: Path | None = None,
    as_json: bool = False,
) -> tuple[Document, Sequence[Finding]]:
    """Print every finding about a document; return the document and the findings.

    With ``fix``, first apply all fixes and write the result.
    """
    from generator.authoring import apply_fixes, check_document

    if fix:
        document, _ = apply_fixes(voice.catalog, kind, document)
        write_json(out or STDOUT, document)
    findings = check_document(voice.catalog, kind, document)
    print_findings(findings, voice, as_json=as_json, to_stderr=fix)
    return document, findings


def exit_if_refused(findings: Sequence[Finding]) -> None:
    """Exit with ``REFUSED`` if a finding is an error."""
    if any(each.severity == "error" for each in findings):
        click.get_current_context().exit(REFUSED)


def _row(finding: Finding, voice: MessageFormatter) -> dict[str, Any]:
    from schemas.json_pointer import to_pointer

    return {
        "severity": finding.severity,
        "code": finding.code,
        "place": to_pointer(finding.place),
        "text": voice.say(finding.message),
        "fix": finding.fix is not None,
    }
