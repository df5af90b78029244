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

KINDS = {".pdf": "pdf", ".md": "markdown", ".json": "json"}  # by file name ending; otherwise text


def find_plays(args: Sequence[str]) -> list[Procedure]:
    """Return the procedure that the arguments name, by its name or by its kind."""
    from generator.game import list_procedures

    for word in args:
        plays = [each for each in list_procedures() if word in (each.name, each.name.partition("/")[0])]
        if plays:
            return plays[:1]
    return []


@click.command(cls=SettingsCommand, plays=find_plays)
@click.argument("procedure", required=False)
@click.option("--seed")
@click.option("--auto", is_flag=True)
@click.option("--seat", default="everyone", show_default=True)
@click.option("--out", type=FILE)
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
    as_json: bool,
    paper: str,
) -> None:
    from exports.game import formatter, render
    from generator.chance import check_seed
    from generator.game import find_procedure, list_procedures
    from generator.session import begin, roll_at_once
    from web.cli.interactive import Teller
    from web.cli.interactive import play as ask
    from web.service.tokens import new_battle_seed

    if procedure is None:
        for each in list_procedures():
            title = formatter(ctx.obj.catalog(each.game), ctx.obj.language).term(f"game.{each.game}")
            click.echo(f"{each.name}\t{title}")
        return
    kind = next(iter(find_plays([procedure])), None) or find_procedure(procedure)
    catalog = ctx.obj.catalog(kind.game)
    settings = kind.read(catalog, given_settings(ctx))
    seed = check_seed(seed or new_battle_seed())
    if auto:
        session = roll_at_once(kind, catalog, settings, seed)
    else:
        session = begin(kind, catalog, settings, seed)
        ask(Teller(session, formatter(catalog, ctx.obj.language)))
    file_kind = "json" if as_json else KINDS.get(out.suffix, "text") if out else "text"
    for document in session.documents(seat):
        content = render(document, file_kind, catalog=catalog, lang=ctx.obj.language, paper=paper)
        if out:
            write_output(out, content)
        else:
            click.echo(content.decode(), nl=False)
