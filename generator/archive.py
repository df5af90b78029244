"""A club's archive: battles and scenarios as everyone may see them, in a folder of files that git can keep.

``archive.json`` lists the entries, ``battles/<id>.json`` is the document of each, ``results/<id>.json`` are
results of its plays. The same archive always gives the same bytes.
"""

from __future__ import annotations

import copy
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from generator import results
from generator.authoring import find_schema_violations, make_impossible_error, make_refusal
from generator.diary.model import MAX_LINE_LENGTH
from generator.diary.plays import Play, Plays, collect_plays, get_path, is_play_of
from generator.game import Authored, games
from generator.results import Results
from generator.table import EVERYONE
from generator.tournament.actions import clean_line
from schemas import validation
from schemas.errors import HorahError
from schemas.json_input import read_json

FORMAT = "hora-h/battle-archive/1"
SCHEMA = "archive"
INDEX = "archive.json"
BATTLES, RESULTS = "battles", "results"  # folders
MAX_ENTRIES = 400
MAX_SLUG_LENGTH, DIGEST_LENGTH = 48, 6  # characters of the two parts of an id
Document = dict[str, Any]
Files = Mapping[str, str]  # text of each file by its path in the folder


@dataclass(frozen=True, slots=True)
class Entry:
    """A battle or scenario as everyone may see it, its address if it has one, and its rehearsed odds."""

    id: str
    document: Mapping[str, Any]
    source: str = ""
    odds: float | None = None  # share of rehearsals that the first side won

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that the document has, in any language."""
        title = self.document.get("title")
        texts = title.values() if isinstance(title, Mapping) else (title,)
        return tuple(text for text in texts if isinstance(text, str) and text)


@dataclass(frozen=True, slots=True)
class Archive:
    game: str
    title: str
    entries: tuple[Entry, ...] = ()


def begin_archive(game: str, title: str) -> Archive:
    if game not in games():
        raise HorahError("ARCHIVE.game", given=game)
    return Archive(game, clean_line(title, MAX_LINE_LENGTH))


def add_entry(
    archive: Archive, catalog: Any, document: Any, name: str, source: str = "", odds: float | None = None
) -> Archive:
    """Add a document, or update the odds and address of one that is there; ``name`` begins its id."""
    public = view_publicly(catalog, document)
    digest = sha256(_dump(public).encode()).hexdigest()[:DIGEST_LENGTH]
    known = next((each for each in archive.entries if each.id.endswith(f"-{digest}")), None)
    entry = Entry(known.id if known else f"{_make_slug(name)}-{digest}", public, source, odds)
    if known is not None:
        entry = replace(entry, source=source or known.source, odds=known.odds if odds is None else odds)
    others = [each for each in archive.entries if each is not known]
    if len(others) >= MAX_ENTRIES:
        raise HorahError("ARCHIVE.full", most=MAX_ENTRIES)
    return replace(archive, entries=tuple(sorted((*others, entry), key=lambda each: each.id)))


def remove_entry(archive: Archive, entry_id: str) -> Archive:
    find_entry(archive, entry_id)
    return replace(archive, entries=tuple(each for each in archive.entries if each.id != entry_id))


def find_entry(archive: Archive, entry_id: str) -> Entry:
    entry = next((each for each in archive.entries if each.id == entry_id), None)
    if entry is None:
        raise HorahError("ARCHIVE.no_entry", given=entry_id)
    return entry


def view_publicly(catalog: Any, document: Any) -> Document:
    """Return a document as everyone may see it; raise if it is none of the game or cannot be drawn."""
    about = find_kind(catalog.game, document)
    for finding in find_schema_violations(catalog.game, about, document):
        raise make_refusal(catalog.game, about, finding)
    for finding in about.find_impossible(catalog, document):
        raise make_impossible_error(finding)
    if document.get("seat") == EVERYONE:  # a view already
        return copy.deepcopy(dict(document))
    return about.view(copy.deepcopy(dict(document)), EVERYONE)


def find_kind(game: str, document: Any) -> Authored:
    """Return the kind of a document by its format."""
    kinds = games()[game].authored if game in games() else ()
    form = document.get("format") if isinstance(document, Mapping) else None
    about = next((each for each in kinds if each.format == form), None)
    if about is None:
        raise HorahError("ARCHIVE.kind")
    return about


def find_game(document: Any) -> str:
    """Return the game that a document belongs to, by its format; empty if there is none."""
    form = document.get("format") if isinstance(document, Mapping) else None
    owners = (game.id for game in games().values() for kind in game.authored if kind.format == form)
    return next(owners, "")


def _make_slug(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:MAX_SLUG_LENGTH].strip("-") or "battle"


# ----------------------------------------------------------------------------------------------- document


def write(archive: Archive) -> Document:
    """Return the whole archive as one document."""
    entries = [
        {"id": each.id, "source": each.source, "odds": each.odds, "document": dict(each.document)}
        for each in archive.entries
    ]
    return {"format": FORMAT, "game": archive.game, "title": archive.title, "entries": entries}


def read(document: Document) -> Archive:
    """Read a trusted document written by :func:`write`."""
    entries = tuple(Entry(**each) for each in document["entries"])
    return Archive(document["game"], document["title"], entries)


def read_untrusted(document: Any, catalogs: Any) -> Archive:
    """Read an untrusted document: check its schema, its game and every entry."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("ARCHIVE.shape", place=fault.place or "/", why=validation.form_message(fault))
    archive = begin_archive(document["game"], document["title"])
    for each in document["entries"]:
        slug = each["id"].rpartition("-")[0] or each["id"]
        archive = add_entry(
            archive, catalogs[archive.game], each["document"], slug, each["source"], each["odds"]
        )
    return archive


# ------------------------------------------------------------------------------------------------- folder


def write_folder(archive: Archive, played: Mapping[str, Results]) -> dict[str, str]:
    """Return the files of an archive; ``played`` are results by the name of their file."""
    index = {
        "format": FORMAT,
        "game": archive.game,
        "title": archive.title,
        "entries": [{"id": each.id, "source": each.source, "odds": each.odds} for each in archive.entries],
    }
    files = {INDEX: _dump(index)}
    files |= {f"{BATTLES}/{each.id}.json": _dump(each.document) for each in archive.entries}
    files |= {
        f"{RESULTS}/{name}.json": _dump(results.write_json(each)) for name, each in sorted(played.items())
    }
    return files


def read_folder(files: Files, catalogs: Any) -> tuple[Archive, dict[str, Results]]:
    """Read an untrusted folder: the archive, and results by the name of their file."""
    if INDEX not in files:
        raise HorahError("ARCHIVE.no_index", name=INDEX)
    index = _parse(INDEX, files[INDEX])
    try:
        entries = [
            {**each, "document": _parse(name := f"{BATTLES}/{each['id']}.json", files[name])}
            for each in index["entries"]
        ]
    except KeyError as missing:
        raise HorahError("ARCHIVE.no_file", name=str(missing.args[0])) from None
    except (TypeError, AttributeError):
        raise HorahError("ARCHIVE.json", name=INDEX) from None
    archive = read_untrusted({**index, "entries": entries}, catalogs)
    prefix = f"{RESULTS}/"
    played = {
        name.removeprefix(prefix).removesuffix(".json"): results.read_file(text, catalogs, archive.game)
        for name, text in sorted(files.items())
        if name.startswith(prefix)
    }
    return archive, played


def find_plays(entry: Entry, played: Sequence[Results]) -> Plays:
    """Return the plays of an entry among results files."""
    path, titles = get_path(entry.source), {title.casefold() for title in entry.titles}
    return collect_plays(
        Play(row.battle, each.title, str(number))
        for number, each in enumerate(played)
        for row in each.rows
        if is_play_of(row.battle, path or "-", titles)
    )


def _parse(name: str, text: str) -> Any:
    try:
        return read_json(text)
    except ValueError:
        raise HorahError("ARCHIVE.json", name=name) from None


def _dump(document: Mapping[str, Any]) -> str:
    """Return canonical JSON, so that git shows only what changed."""
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
