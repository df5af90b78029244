"""``horah play``: play any procedure in the terminal, or let it be rolled at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from web.cli.io import FILE, write_output
from web.cli.options import json_option, paper_option
from web.cli.settings_options import SettingsCommand, given_settings

if TYPE_CHECKING:
    from generator.game import Procedure

DOCUMENT_SUFFIX = ".json"
KINDS = {".pdf": "pdf", ".md": "markdown", ".json": "json"}  # by file name ending; otherwise text


def find_plays(args: Sequence[str]) -> list[Procedure]:
    """Return the procedure that the arguments name: by its name, its kind, or a file that it plays."""
    from generator.game import list_procedures
    from web.cli.play_document import find_procedure_of, read_document

    for word in args:
        plays = [each for each in list_procedures() if word in (each.name, each.name.partition("/")[0])]
        if plays:
            return plays[:1]
        if word.endswith(DOCUMENT_SUFFIX) and (document := read_document(word)) is not None:
            procedure = find_procedure_of(document)
            return [procedure] if procedure else []
    return []


@click.command(cls=SettingsCommand, plays=find_plays)
@click.argument("procedure", required=False)
@click.option("--seed")
@click.option("--auto", is_flag=True)
@click.option("--seat", default="everyone", show_default=True)
@click.option("--out", type=FILE)
@click.option("--save", type=FILE)
@json_option
@paper_option
@click.pass_context
def play(
    ctx: click.Context,
    procedure: str | None,
    seed: str | None,
    auto: bool,
    seat: str,
    out: Path | None,
    save: Path | None,
    as_json: bool,
    paper: str,
) -> None:
    from exports.game import formatter, render
    from generator.chance import check_seed
    from generator.game import find_procedure, list_procedures
    from generator.session import begin, roll_at_once
    from generator.settings_check import check_settings
    from web.cli.interactive import play as ask
    from web.cli.play_document import (
        find_document_setting,
        is_record,
        make_teller,
        read_document,
        resume_record,
        write_record,
    )
    from web.service.tokens import new_battle_seed

    if procedure is None:
        for each in list_procedures():
            title = formatter(ctx.obj.catalog(each.game), ctx.obj.language).term(f"game.{each.game}")
            click.echo(f"{each.name}\t{title}")
        return
    kind = next(iter(find_plays([procedure])), None) or find_procedure(procedure)
    catalog = ctx.obj.catalog(kind.game)
    document = read_document(procedure) if procedure.endswith(DOCUMENT_SUFFIX) else None
    if document is not None and is_record(document):
        session, save = resume_record(kind, catalog, document), save or Path(procedure)
    else:
        given = given_settings(ctx)
        if document is not None:
            given = {find_document_setting(kind, catalog, document): document, **given}
        settings = kind.read(catalog, check_settings(kind, catalog, given))
        seed = check_seed(seed or new_battle_seed())
        begun = roll_at_once if auto else begin
        session = begun(kind, catalog, settings, seed)
    if not auto:
        ask(
            make_teller(session, formatter(catalog, ctx.obj.language)),
            lambda: write_record(save, session) if save else None,
        )
    file_kind = "json" if as_json else KINDS.get(out.suffix, "text") if out else "text"
    for document in session.documents(seat):
        content = render(document, file_kind, catalog=catalog, lang=ctx.obj.language, paper=paper)
        if out:
            write_output(out, content)
        else:
            click.echo(content.decode(), nl=False)
