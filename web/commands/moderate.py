"""``horah moderate``: manage stored documents as operator: list, unlist, delete, archive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, print_json, read_text, write_output
from web.cli.options import json_option

from .serve import database_option, load_config, open_database, require_database

if TYPE_CHECKING:
    from web.storage.documents import Stored
    from web.storage.tables import Repository

FORMAT = "hora-h/archive/1"
MAX_ROWS = 1000  # rows of a list
MAX_TITLE_LENGTH = 60  # characters of a title in a list
ids = click.argument("ids", nargs=-1, required=True, metavar="ID...")


@click.group()
def moderate() -> None:
    pass


@moderate.command("list")
@click.option("--game")
@click.option("--kind")
@click.option("--all", "every", is_flag=True)
@click.option("--owner")
@click.option("--page", default=1, type=click.IntRange(1, 100_000))
@database_option
@json_option
@click.pass_obj
def list_documents(
    session: Session,
    game: str | None,
    kind: str | None,
    every: bool,
    owner: str | None,
    page: int,
    database: str | None,
    as_json: bool,
) -> None:
    from web.storage import documents

    wanted = documents.DocumentFilter(game or "", kind or "", None if every else True, owner=owner or "")
    with _open_repository(session, database) as repository:
        rows, total = documents.search(repository, wanted, (page - 1) * MAX_ROWS, MAX_ROWS)
    if as_json:
        print_json([_row(each) for each in rows])
        return
    for each in rows:
        row = _row(each)
        listed = say("moderate.listed" if row["listed"] else "moderate.unlisted")
        figures = f"{row['at'][:10]}\t{row['size']}\t{listed}\t{row['owner']}"
        click.echo(f"{row['id']}\t{row['game']}/{row['kind']}\t{figures}\t{row['title']}")
    click.echo(say("moderate.total", shown=len(rows), total=total), err=True)


@moderate.command()
@ids
@database_option
@click.pass_obj
def unlist(session: Session, ids: tuple[str, ...], database: str | None) -> None:
    _set_listed(session, ids, database, listed=False)


@moderate.command()
@ids
@database_option
@click.pass_obj
def relist(session: Session, ids: tuple[str, ...], database: str | None) -> None:
    _set_listed(session, ids, database, listed=True)


@moderate.command()
@ids
@database_option
@click.pass_obj
def delete(session: Session, ids: tuple[str, ...], database: str | None) -> None:
    from web.storage import documents

    with _open_repository(session, database) as repository:
        for each in _find_documents(repository, ids):
            documents.remove(repository, each.id)
            click.echo(each.id)


@moderate.command()
@ids
@click.option("--out", type=FILE, required=True)
@database_option
@click.pass_obj
def archive(session: Session, ids: tuple[str, ...], out: Path, database: str | None) -> None:
    """Write documents with all their versions to a file, then delete them from the database."""
    from web.storage import documents

    with _open_repository(session, database) as repository:
        stored_documents = _find_documents(repository, ids)
        rows = [
            {
                "document": asdict(each),
                "versions": [asdict(one) for one in documents.list_versions(repository, each.id)],
            }
            for each in stored_documents
        ]
        body = json.dumps({"format": FORMAT, "documents": rows}, ensure_ascii=False)
        write_output(out, f"{body}\n".encode())
        for each in stored_documents:
            documents.remove(repository, each.id)
            click.echo(each.id)


@moderate.command()
@click.argument("file", type=FILE)
@database_option
@click.pass_obj
def unarchive(session: Session, file: Path, database: str | None) -> None:
    from web.storage import documents
    from web.storage.tables import Taken

    archived = _read_archive(file)
    with _open_repository(session, database) as repository:
        for stored, versions in archived:
            try:
                documents.restore_document(repository, stored, versions)
            except Taken:
                raise HorahError("NOT_ARCHIVED.there", id=stored.id) from None
            click.echo(stored.id)


def _set_listed(session: Session, ids: tuple[str, ...], database: str | None, *, listed: bool) -> None:
    from web.storage import documents

    with _open_repository(session, database) as repository:
        for each in _find_documents(repository, ids):
            documents.set_listed(repository, each.id, listed)
            click.echo(each.id)


@contextmanager
def _open_repository(session: Session, database: str | None) -> Iterator[Repository]:
    """Open the repository of an existing database, because a mistyped name would create a new one."""
    from web.storage.tables import Repository

    config = load_config(session, database)
    require_database(config)
    with open_database(config) as engine:
        yield Repository(engine)


def _find_documents(repository: Repository, ids: tuple[str, ...]) -> list[Stored]:
    """Return every named document; raise if one is missing, before anything is changed."""
    from web.storage import documents

    by_name = [(name, documents.find_by_id(repository, name)) for name in dict.fromkeys(ids)]
    missing = [name for name, each in by_name if each is None]
    if missing:
        raise HorahError("NO_SUCH_ID", given=missing)
    return [each for _, each in by_name if each is not None]


def _read_archive(file: Path) -> list[tuple[Any, list[Any]]]:
    """Return the content of an archive; raise if the file is not a valid archive."""
    from schemas.json_input import read_json
    from web.storage.documents import Stored, StoredVersion

    try:
        archive = read_json(read_text(file))
        if archive["format"] != FORMAT:
            raise KeyError(FORMAT)
        return [
            (Stored(**each["document"]), [StoredVersion(**one) for one in each["versions"]])
            for each in archive["documents"]
        ]
    except (ValueError, KeyError, TypeError):
        raise HorahError("NOT_ARCHIVED.file", path=str(file)) from None


def _row(stored: Stored) -> dict[str, Any]:
    title = (stored.summary or {}).get("title") or ""
    title_text = next(iter(title.values()), "") if isinstance(title, dict) else str(title)
    return {
        "id": stored.id,
        "game": stored.game,
        "kind": stored.kind,
        "at": stored.at,
        "size": stored.size,
        "listed": stored.listed,
        "owner": stored.owner,
        "title": title_text[:MAX_TITLE_LENGTH],
    }
