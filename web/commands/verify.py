"""``horah verify``: check the dice of a record."""

from __future__ import annotations

import json
import sys
from typing import IO, TYPE_CHECKING

import click

from schemas.errors import HorahError
from schemas.json_input import read_json
from web.cli import Session
from web.cli.i18n import say
from web.cli.options import json_option

if TYPE_CHECKING:
    from generator.verify import Verdict


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@json_option
@click.pass_obj
def verify(session: Session, file: IO[str], as_json: bool) -> None:
    from generator.verify import verify as check
    from web.service.tables.log_text import verdict_json

    verdict = check(session.catalogs, _read(file))
    if as_json:
        click.echo(json.dumps(verdict_json(verdict, session.catalogs), ensure_ascii=False))
    else:
        click.echo(_verdict_text(verdict, session))
    sys.exit(0 if verdict.sound else 1)


def _read(file: IO[str]) -> dict[str, object]:
    try:
        document = read_json(file.read())
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise HorahError("BAD_RECORD.no_object", path=file.name)
    return document


def _verdict_text(verdict: Verdict, session: Session) -> str:
    from exports.game import formatter

    voice = formatter(session.catalog(verdict.game), session.language)
    lines = [say("verify.checked", count=verdict.checked)]
    if verdict.sealed:
        lines.append(say("verify.sealed", count=verdict.sealed))
    if verdict.typed:
        lines.append(say("verify.typed", count=verdict.typed))
    if verdict.carried:
        lines.append(say("verify.carried", count=verdict.carried))
    lines += [f"- {voice.say(finding.message)}" for finding in verdict.findings]
    lines.append(say("verify.sound" if verdict.sound else "verify.unsound"))
    return "\n".join(lines)
