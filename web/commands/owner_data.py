"""``horah owner-data``: build an overlay from tables that an owner fills in from the components."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, FOLDER, format_json, read_text, write_json, write_output
from web.cli.options import json_option, lang_option

if TYPE_CHECKING:
    from catalogs import Catalog


@click.command()
@click.argument("game")
@click.option("--csv", "csv_files", type=FILE, multiple=True)
@click.option("--box", "box_file", type=FILE)
@click.option("--sheets", "sheets_folder", type=FOLDER)
@click.option("--out", type=FOLDER)
@json_option
@lang_option
@click.pass_obj
def owner_data(
    session: Session,
    /,
    game: str,
    csv_files: tuple[Path, ...],
    box_file: Path | None,
    sheets_folder: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    from catalogs import csv_forms
    from catalogs.game import BOX_FILE
    from catalogs.owner_data import apply_owner_data, make_sources

    catalog = _catalog(session, game)
    box = _fill_box(catalog, _read_box(game, box_file), csv_files)
    apply_owner_data(catalog, box)  # run every check before anything is written
    if sheets_folder is not None:
        for table in csv_forms.tables(game):
            write_output(
                sheets_folder / f"{table}.csv", csv_forms.write_csv(catalog.store, box, table).encode()
            )
    if out is not None:
        write_json(out / BOX_FILE, box)
        for source in make_sources(catalog.store, box):
            write_output(out / game / source.name, source.bytes())
    click.echo(format_json(box) if as_json else _progress_text(session, catalog, box))


def _catalog(session: Session, game: str) -> Catalog:
    from catalogs.game import game as tables_of
    from catalogs.game import games

    if game not in games():
        raise HorahError("BAD_GAME", given=game, known=games())
    if not tables_of(game).blanks:
        raise HorahError("NO_BLANKS")
    return session.catalog(game)


def _read_box(game: str, file: Path | None) -> dict[str, Any]:
    """Return the box in a file, or an empty one."""
    from catalogs.owner_data import empty_document
    from schemas.json_input import read_json

    if file is None:
        return empty_document(game)
    try:
        box = read_json(read_text(file))
    except ValueError:
        box = None
    if not isinstance(box, dict):
        raise HorahError("BAD_RECORD.no_object", path=str(file))
    return box


def _fill_box(catalog: Catalog, box: dict[str, Any], files: tuple[Path, ...]) -> dict[str, Any]:
    """Return the box with the values of CSV files; each file is named after its table."""
    from catalogs import csv_forms

    known = csv_forms.tables(catalog.game)
    for file in files:
        table = file.stem.rpartition(f"{catalog.game}-")[2]
        if table not in known:
            raise HorahError("NO_BLANK_TABLE", given=file.stem, known=known)
        box = csv_forms.merge_csv(catalog.store, box, table, read_text(file))
    return box


def _progress_text(session: Session, catalog: Catalog, box: dict[str, Any]) -> str:
    from catalogs.owner_data import compute_progress
    from exports.game import formatter
    from exports.kit.fields import group_title

    voice = formatter(catalog, session.language)
    lines = []
    for each in compute_progress(catalog.store, box):
        tables = group_title(each.blanks, voice)
        key = "owner_data.rows" if each.total is None else "owner_data.of"
        count = say(key, count=each.filled, total=each.total)
        lines.append(say("owner_data.line", tables=tables, count=count, unlocks=voice.term(each.unlocks)))
    return "\n".join(lines)
