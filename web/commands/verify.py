"""``horah verify``: was any die touched?"""

from __future__ import annotations

import json
import sys
from typing import IO, TYPE_CHECKING

import click

from schemas.errors import HorahError
from web.cli import Session
from web.language import said

if TYPE_CHECKING:
    from generator.verify import Verdict


@click.command(
    help=said(
        "Hold every roll and draw in FILE, the record of a table or a card with its transcript, against the "
        "seed. Exit code 0 if all is as the seed has it, 1 if not.",
        "Contrastar con la semilla cada tirada y extracción de FILE, el registro de una mesa o una ficha con "
        "su transcripción. Código de salida 0 si todo es como dice la semilla, 1 si no.",
    )
)
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--json", "as_json", is_flag=True, help=said("JSON for machines.", "JSON para máquinas."))
@click.pass_obj
def verify(session: Session, file: IO[str], as_json: bool) -> None:
    from generator.verify import verify as check

    verdict = check(session.catalog(), _read(file))
    click.echo(json.dumps(verdict.json(), ensure_ascii=False) if as_json else _words(verdict))
    sys.exit(0 if verdict.sound else 1)


def _read(file: IO[str]) -> dict[str, object]:
    try:
        document = json.load(file)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise HorahError(
            f"{file.name} does not hold a JSON object.",
            f"{file.name} no contiene un objeto JSON.",
            code="BAD_RECORD",
        )
    return document


def _words(verdict: Verdict) -> str:
    lines = [
        said(
            f"{verdict.checked} rolls and draws checked.",
            f"{verdict.checked} tiradas y extracciones comprobadas.",
        )
    ]
    if verdict.sealed:
        lines.append(
            said(
                f"{verdict.sealed} secret draws are sealed until all is revealed.",
                f"{verdict.sealed} extracciones secretas siguen selladas hasta que se descubra todo.",
            )
        )
    if verdict.typed:
        lines.append(
            said(f"{verdict.typed} rolls were typed in.", f"{verdict.typed} tiradas se anotaron a mano.")
        )
    lines += [f"- {said(finding.en, finding.es)}" for finding in verdict.findings]
    lines.append(
        said("No die was touched.", "No se tocó ningún dado.")
        if verdict.sound
        else said("This is not as the seed has it.", "Esto no es como dice la semilla.")
    )
    return "\n".join(lines)
