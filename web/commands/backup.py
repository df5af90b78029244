"""``horah backup`` and ``horah restore``: write all data of the service to one file, and read it back."""

from __future__ import annotations

from pathlib import Path

import click

from web.cli import Session
from web.cli.i18n import say
from web.cli.io import ask_yes_no

from .serve import database_option, load_config, open_database, require_database


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.pass_obj
def backup(session: Session, file: Path, database: str | None) -> None:
    from web.storage import backup as storage

    config = load_config(session, database)
    require_database(config)
    with open_database(config) as engine:
        rows = storage.backup(engine, file)
    click.echo(say("backup.done", count=rows, file=file))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True)
@click.option("--yes", is_flag=True)
@database_option
@click.pass_obj
def restore(session: Session, file: Path, database: str | None, replace: bool, yes: bool) -> None:
    from web.storage import backup as storage

    rows = storage.check_backup(file)
    if replace and not yes and not ask_yes_no(say("restore.sure", count=rows)):
        raise click.Abort
    with open_database(load_config(session, database)) as engine:
        rows = storage.restore(engine, file, replace=replace)
    click.echo(say("restore.done", count=rows))
