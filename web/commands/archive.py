"""``horah archive``: a club's battles in a folder, in the service's database, and as a static site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, FOLDER, read_text
from web.cli.options import LANGUAGE

from .serve import database_option, load_config, open_database, require_database

if TYPE_CHECKING:
    from generator.archive import Archive
    from generator.results import Results

folder_argument = click.argument("folder", type=FOLDER)


@click.group()
def archive() -> None:
    pass


@archive.command()
@folder_argument
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--title")
@click.pass_obj
def add(session: Session, folder: Path, files: tuple[Path, ...], title: str | None) -> None:
    """Put cards, scenarios, diaries, tournaments and results files into the folder."""
    from dataclasses import replace

    from generator import archive as archives
    from web.commands.ratings import read_any_results

    current, played = _read_folder(session, folder) if (folder / archives.INDEX).exists() else (None, {})
    for file in files:
        text = read_text(file)
        results = read_any_results(session, text)
        if results is not None:
            current = current or archives.begin_archive(results.game, title or "")
            public = tuple(row for row in results.rows if not row.battle.private)
            played = {**played, file.stem: replace(results, rows=public)}
            continue
        document = _parse(text, file)
        current = current or archives.begin_archive(archives.find_game(document), title or "")
        name = _find_name(session, current.game, document, file)
        current = archives.add_entry(current, session.catalog(current.game), document, name)
    assert current is not None
    _write_folder(folder, current if title is None else replace(current, title=title), played)


@archive.command("export")
@folder_argument
@click.option("--archive", "archive_id", required=True, metavar="ID")
@database_option
@click.pass_obj
def export_archive(session: Session, folder: Path, archive_id: str, database: str | None) -> None:
    """Write an archive of the service into the folder."""
    from web.service import archives
    from web.service.context import new_context
    from web.storage.tables import Repository

    config = load_config(session, database)
    require_database(config)
    with open_database(config) as engine:
        context = new_context(Repository(engine), session.catalogs)
        found = archives.read(context, archive_id)
        _write_folder(folder, found, archives.collect_results(context, found))


@archive.command("import")
@folder_argument
@database_option
@click.pass_obj
def import_archive(session: Session, folder: Path, database: str | None) -> None:
    """Store the archive of a folder in the service and print its keeper's link."""
    from web.service import archives
    from web.service.context import new_context
    from web.storage.tables import Repository

    current, _ = _read_folder(session, folder)
    config = load_config(session, database)
    require_database(config)
    with open_database(config) as engine:
        begun = archives.keep(new_context(Repository(engine), session.catalogs), current)
    click.echo(say("archive.kept", id=begun.sight.id, link=f"/archives/keep/{begun.link}"))


@archive.command()
@folder_argument
@click.option("--out", type=FOLDER, required=True)
@click.option("--language", "languages", type=LANGUAGE, multiple=True)
@click.pass_obj
def site(session: Session, folder: Path, out: Path, languages: tuple[str, ...]) -> None:
    """Write the folder as plain HTML with pictures and PDFs."""
    from exports.kit.files import write_file
    from web.service.archive_site import write_site

    current, played = _read_folder(session, folder)
    number = 0
    wanted = tuple(dict.fromkeys(languages)) or (session.language,)
    for path, content in write_site(current, played, session.catalog(current.game), wanted):
        write_file(out / path, content)
        number += 1
    click.echo(say("archive.written", number=number, path=str(out / "index.html")))


def _read_folder(session: Session, folder: Path) -> tuple[Archive, dict[str, Results]]:
    from generator.archive import BATTLES, INDEX, RESULTS, read_folder

    paths = [folder / INDEX, *(folder / BATTLES).glob("*.json"), *(folder / RESULTS).glob("*.json")]
    files = {path.relative_to(folder).as_posix(): read_text(path) for path in paths}
    return read_folder(files, session.catalogs)


def _write_folder(folder: Path, current: Archive, played: dict[str, Results]) -> None:
    """Write the files; remove those of battles that are no longer there."""
    from exports.kit.files import write_file
    from generator.archive import BATTLES, INDEX, write_folder

    files = write_folder(current, played)
    for name, text in files.items():
        write_file(folder / name, text.encode())
    for path in (folder / BATTLES).glob("*.json"):
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    click.echo(say("archive.folder", number=len(current.entries), path=str(folder / INDEX)))


def _parse(text: str, file: Path) -> Any:
    from schemas.json_input import read_json

    try:
        return read_json(text)
    except ValueError:
        raise HorahError("ARCHIVE.json", name=file.name) from None


def _find_name(session: Session, game: str, document: Any, file: Path) -> str:
    """Return a name for the file of a document: its English title, or the name of its own file."""
    from exports.archive.facts import describe_entry
    from exports.game import formatter
    from generator.archive import Entry, view_publicly

    catalog = session.catalog(game)
    return describe_entry(Entry(file.stem, view_publicly(catalog, document)), formatter(catalog, "en")).title
