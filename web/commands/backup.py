"""``horah backup`` and ``horah restore``: everything the service keeps, into one file and back."""

from __future__ import annotations

from pathlib import Path

import click

from web.cli import Session
from web.language import said

from .serve import configured, database_option, opened


@click.command(
    help=said(
        "Write everything the service keeps into FILE. The service may go on meanwhile.",
        "Escribir en FILE todo lo que guarda el servicio. El servicio puede seguir entretanto.",
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.pass_obj
def backup(session: Session, file: Path, database: str | None) -> None:
    from web.storage import backup as storage

    with opened(configured(session, database)) as engine:
        rows = storage.backup(engine, file)
    click.echo(said(f"{rows} rows are in {file}.", f"Hay {rows} filas en {file}."))


@click.command(
    help=said(
        "Put a backup back, all at once. The service may go on meanwhile.",
        "Reponer una copia, de una vez. El servicio puede seguir entretanto.",
    )
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--replace",
    is_flag=True,
    help=said(
        "In place of what the database holds now.", "En lugar de lo que hay ahora en la base de datos."
    ),
)
@database_option
@click.pass_obj
def restore(session: Session, file: Path, database: str | None, replace: bool) -> None:
    from web.storage import backup as storage

    with opened(configured(session, database)) as engine:
        rows = storage.restore(engine, file, replace=replace)
    click.echo(said(f"{rows} rows are back.", f"{rows} filas repuestas."))
