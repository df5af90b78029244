"""Archives of a club: battles and scenarios on a shelf that is searched.

Only the keeper's link changes an archive. Others can read it only if its keeper lists it; everything in it is
as everyone may see it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pkgutil import resolve_name
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from exports.archive.facts import Facts, describe_entry
from exports.game import formatter as formatter_of
from exports.kit.messages import MessageFormatter
from generator import archive as archives
from generator.archive import Archive, Entry
from generator.diary.plays import Plays
from generator.results import Result, Results
from generator.tournament.cards import find_match
from schemas.errors import HorahError
from web.games.registry import games
from web.storage.shared_documents import StoredSharedDocument

from . import plays, shared_documents
from .context import Context
from .errors import NotHere
from .rendering import Rendering, RenderRequest, render
from .shared_documents import Begun

KIND = "archive"
Act = Callable[[Archive], Archive]
ZIP_DATE = (2000, 1, 1, 0, 0, 0)  # the same archive gives the same bytes


@dataclass(frozen=True, slots=True)
class Sight(shared_documents.Sight):
    """Archive as its keeper or a reader sees it."""

    archive: Archive

    def describe(self, formatter: MessageFormatter) -> list[tuple[Entry, Facts]]:
        """Return every entry with its facts in a language."""
        return [(entry, describe_entry(entry, formatter)) for entry in self.archive.entries]


def begin(context: Context, game: str, title: str, owner: str = "") -> Begun[Sight]:
    find_match(game)
    return keep(context, archives.begin_archive(game, title), owner)


def keep(context: Context, archive: Archive, owner: str = "") -> Begun[Sight]:
    """Store an archive, new or from a folder, under a new link."""
    body = archives.write(archive)
    entry, link = shared_documents.begin(context, KIND, archive.game, archive.title, body, owner)
    return Begun(_make_sight(context, entry), link)


def enter(context: Context, link: str) -> Sight:
    return _make_sight(context, shared_documents.enter(context, KIND, link))


def sit(context: Context, archive_id: str, link: str | None) -> Sight:
    return _make_sight(context, shared_documents.sit(context, KIND, archive_id, link))


def read(context: Context, archive_id: str) -> Archive:
    """Return an archive by its id, for the operator."""
    return archives.read(dict(shared_documents.read(context, KIND, archive_id).body))


def _make_sight(context: Context, entry: shared_documents.Entry) -> Sight:
    shared_documents.check_readable(entry)
    archive = archives.read(dict(entry.stored.body))
    return Sight(entry, find_match(archive.game), context.catalogs[archive.game], archive)


def list_public(
    context: Context, page: int = 1, size: int = shared_documents.PAGE_SIZE
) -> tuple[list[StoredSharedDocument], int]:
    return shared_documents.list_public(context, KIND, page, size)


def _change(context: Context, sight: Sight, act: Act, **fields: Any) -> Sight:
    entry = shared_documents.change_as_keeper(
        context, sight, lambda body: archives.write(act(archives.read(body))), **fields
    )
    return _make_sight(context, entry)


def add(context: Context, sight: Sight, address: str) -> Sight:
    """Add the battle or scenario at an address of this service."""
    place = games()[sight.archive.game].archive_document_from_url
    try:
        document, path, odds = resolve_name(place)(context, address) if place else ({}, "", None)
    except (NotHere, KeyError):  # KeyError: a card of another game
        raise HorahError("ARCHIVE.no_battle", given=address) from None
    public = archives.view_publicly(sight.catalog, document)
    name = describe_entry(Entry("", public), formatter_of(sight.catalog, "en")).title
    catalog = sight.catalog
    return _change(context, sight, lambda one: archives.add_entry(one, catalog, public, name, path, odds))


def remove(context: Context, sight: Sight, entry_id: str) -> Sight:
    return _change(context, sight, lambda archive: archives.remove_entry(archive, entry_id))


def set_listed(context: Context, sight: Sight, listed: bool) -> Sight:
    return _change(context, sight, lambda archive: archive, listed=listed)


def forget(context: Context, sight: Sight) -> None:
    shared_documents.forget_as_keeper(context, sight)


def find_plays(context: Context, game: str, entry: Entry) -> Plays:
    """Return the plays of an entry from public diaries and tournaments."""
    return plays.find_plays(context, game, entry.source or "-", entry.titles)


def collect_results(context: Context, archive: Archive) -> dict[str, Results]:
    """Return the public results of every entry that was played, by the id of the entry."""
    found = {entry.id: find_plays(context, archive.game, entry).plays for entry in archive.entries}
    return {
        name: Results(
            archive.game,
            archive.title,
            tuple(Result(replace(play.battle, number=0, again=None, picture="")) for play in each),
        )
        for name, each in found.items()
        if each
    }


def pack(context: Context, sight: Sight) -> bytes:
    """Return the folder of an archive as a ZIP file."""
    files = archives.write_folder(sight.archive, collect_results(context, sight.archive))
    body = BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(ZipInfo(name, ZIP_DATE), text, ZIP_DEFLATED)
    return body.getvalue()


def render_entry(context: Context, sight: Sight, entry_id: str, wish: RenderRequest) -> Rendering:
    """Render the card or the picture of an entry."""
    try:
        entry = archives.find_entry(sight.archive, entry_id)
    except HorahError:
        raise NotHere from None
    key = (KIND, entry.id, *wish.key())
    return render(context, sight.catalog, key, lambda: dict(entry.document), wish)


def visible_document(sight: Sight) -> Mapping[str, Any]:
    return archives.write(sight.archive)
