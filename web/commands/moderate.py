"""``horah moderate``: manage what people stored as operator: list, unlist, close, delete, archive."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, ask_yes_no, print_json, read_text, write_output
from web.cli.options import json_option

from .serve import database_option, load_config, open_database, require_database

if TYPE_CHECKING:
    from web.storage.documents import Stored
    from web.storage.moderation import Item, ItemFilter
    from web.storage.tables import Repository

FORMAT = "hora-h/archive/1"
MAX_ROWS = 1000  # rows of a list
MAX_TITLE_LENGTH = 60  # characters of a title in a list
KINDS = ("document", "tournament", "diary", "archive", "table", "battle", "owner_data")
DAY_SECONDS = 24 * 3600
ids = click.argument("ids", nargs=-1, required=True, metavar="ID...")
what_option = click.option("--what", multiple=True, type=click.Choice(KINDS))
owner_option = click.option("--owner")
unopened_option = click.option("--unopened", type=click.IntRange(1, 10_000), metavar="DAYS")
dry_run_option = click.option("--dry-run", is_flag=True)
yes_option = click.option("--yes", is_flag=True)


@click.group()
def moderate() -> None:
    pass


@moderate.command("list")
@what_option
@click.option("--game")
@click.option("--kind")
@click.option("--all", "every", is_flag=True)
@owner_option
@unopened_option
@click.option("--page", default=1, type=click.IntRange(1, 100_000))
@database_option
@json_option
@click.pass_obj
def list_items(
    session: Session,
    what: tuple[str, ...],
    game: str | None,
    kind: str | None,
    every: bool,
    owner: str | None,
    unopened: int | None,
    page: int,
    database: str | None,
    as_json: bool,
) -> None:
    from web.storage.moderation import find_items

    wanted = _filter(what or ("document",), owner, unopened)
    wanted = replace(wanted, game=game or "", kind=kind or "", listed=None if every or what else True)
    with _open_repository(session, database) as repository:
        items, total = find_items(repository, wanted, (page - 1) * MAX_ROWS, MAX_ROWS)
    if as_json:
        print_json([_row(item) for item in items])
        return
    for item in items:
        click.echo(_line(item))
    click.echo(say("moderate.total", shown=len(items), total=total), err=True)


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
def close(session: Session, ids: tuple[str, ...], database: str | None) -> None:
    """Close tables: they are still shown but take no answers until a player reopens them."""
    from catalogs import Catalogs
    from web.service.context import new_context
    from web.service.tables.participants import close_as_operator

    with _open_repository(session, database) as repository:
        for item in _find_items(repository, ids, ("table",)):
            close_as_operator(new_context(repository, Catalogs(session.overlay)), item.id)
            click.echo(item.id)


@moderate.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@what_option
@owner_option
@unopened_option
@dry_run_option
@yes_option
@database_option
@click.pass_obj
def delete(
    session: Session,
    ids: tuple[str, ...],
    what: tuple[str, ...],
    owner: str | None,
    unopened: int | None,
    dry_run: bool,
    yes: bool,
    database: str | None,
) -> None:
    """Delete by id, or everything that matches the options; ask first."""
    from web.storage.moderation import delete_items, find_items

    if not ids and not owner and not unopened:
        raise HorahError("NOTHING_TO_DELETE")
    with _open_repository(session, database) as repository:
        if ids:
            items = _find_items(repository, ids, what or KINDS)
        else:
            items, _ = find_items(repository, _filter(what or KINDS, owner, unopened), most=10**9)
        for item in items:
            click.echo(_line(item))
        if dry_run or not items:
            click.echo(say("moderate.would_delete", count=len(items)), err=True)
            return
        if not yes and not ask_yes_no(say("moderate.sure", count=len(items))):
            raise click.Abort
        delete_items(repository, items)
        click.echo(say("moderate.deleted", count=len(items)), err=True)


@moderate.command("owner")
@click.argument("address")
@database_option
@click.pass_obj
def show_owner(session: Session, address: str, database: str | None) -> None:
    """Print the hash under which everything from an IP address is stored."""
    from catalogs import Catalogs
    from web.service.context import new_context
    from web.service.quota import hash_client

    with _open_repository(session, database) as repository:
        click.echo(hash_client(new_context(repository, Catalogs(session.overlay)), address))


@moderate.command("forget")
@click.argument("address")
@dry_run_option
@yes_option
@database_option
@click.pass_obj
def forget_address(session: Session, address: str, dry_run: bool, yes: bool, database: str | None) -> None:
    """Delete every notification subscription of an e-mail address or a webhook; ask first."""
    from web.service.notifications.subscriptions import address_hash
    from web.storage.moderation import delete_address
    from web.storage.subscriptions import count_by_address

    with _open_repository(session, database) as repository:
        hashes = [address_hash(channel, address) for channel in ("mail", "webhook")]
        count = sum(count_by_address(repository, each) for each in hashes)
        if dry_run or not count:
            click.echo(say("moderate.would_delete", count=count), err=True)
            return
        if not yes and not ask_yes_no(say("moderate.sure", count=count)):
            raise click.Abort
        for each in hashes:
            delete_address(repository, each)
        click.echo(say("moderate.deleted", count=count), err=True)


@moderate.command()
@ids
@click.option("--out", type=FILE, required=True)
@database_option
@click.pass_obj
def archive(session: Session, ids: tuple[str, ...], out: Path, database: str | None) -> None:
    """Write documents with all their versions to a file, then delete them from the database."""
    from web.storage import documents

    with _open_repository(session, database) as repository:
        stored = [_find_document(repository, item.id) for item in _find_items(repository, ids, ("document",))]
        rows = [
            {
                "document": asdict(each),
                "versions": [asdict(version) for version in documents.list_versions(repository, each.id)],
            }
            for each in stored
        ]
        body = json.dumps({"format": FORMAT, "documents": rows}, ensure_ascii=False)
        write_output(out, f"{body}\n".encode())
        for each in stored:
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
    from web.storage.moderation import LISTED_KINDS, set_listed

    with _open_repository(session, database) as repository:
        for item in _find_items(repository, ids, LISTED_KINDS):
            set_listed(repository, item, listed)
            click.echo(item.id)


@contextmanager
def _open_repository(session: Session, database: str | None) -> Iterator[Repository]:
    """Open the repository of an existing database, because a mistyped name would create a new one."""
    from web.storage.tables import Repository

    config = load_config(session, database)
    require_database(config)
    with open_database(config) as engine:
        yield Repository(engine)


def _filter(what: Sequence[str], owner: str | None, unopened: int | None) -> ItemFilter:
    from web.storage.moderation import ItemFilter
    from web.storage.records import later

    seen_before = later(-unopened * DAY_SECONDS) if unopened else ""
    return ItemFilter(what, owner=owner or "", seen_before=seen_before)


def _find_items(repository: Repository, ids: tuple[str, ...], kinds: Sequence[str]) -> list[Item]:
    """Return every named item; raise if one is missing, before anything is changed."""
    from web.storage.moderation import ItemFilter, find_items

    items, _ = find_items(repository, ItemFilter(kinds, ids=ids), most=len(ids))
    by_id = {item.id: item for item in items}
    missing = [name for name in dict.fromkeys(ids) if name not in by_id]
    if missing:
        raise HorahError("NO_SUCH_ID", given=missing)
    return [by_id[name] for name in dict.fromkeys(ids)]


def _find_document(repository: Repository, document_id: str) -> Stored:
    from web.storage import documents

    stored = documents.find_by_id(repository, document_id)
    assert stored is not None
    return stored


def _read_archive(file: Path) -> list[tuple[Any, list[Any]]]:
    """Return the content of an archive; raise if the file is not a valid archive."""
    from schemas.json_input import read_json
    from web.storage.documents import Stored, StoredVersion

    try:
        content = read_json(read_text(file))
        if content["format"] != FORMAT:
            raise KeyError(FORMAT)
        return [
            (Stored(**each["document"]), [StoredVersion(**version) for version in each["versions"]])
            for each in content["documents"]
        ]
    except (ValueError, KeyError, TypeError):
        raise HorahError("NOT_ARCHIVED.file", path=str(file)) from None


def _row(item: Item) -> dict[str, Any]:
    game, _, kind = item.what.partition("/")
    return {
        "id": item.id,
        "game": game,
        "kind": kind if item.kind == "document" else item.kind,
        "at": item.seen_at,
        "size": item.size,
        "listed": item.listed,
        "owner": item.owner,
        "title": item.title[:MAX_TITLE_LENGTH],
    }


def _line(item: Item) -> str:
    listed = "-" if item.listed is None else say("moderate.listed" if item.listed else "moderate.unlisted")
    what = item.what if item.kind == "document" else f"{item.kind} {item.what}"
    figures = f"{item.seen_at[:10]}\t{item.size}\t{listed}\t{item.owner}"
    return f"{item.id}\t{what}\t{figures}\t{item.title[:MAX_TITLE_LENGTH]}"
