"""Owner data: figures that an owner types from the game's components, stored under a secret link.

Everybody with the link can read and change them; a table that is opened with them keeps a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from catalogs import Catalog
from catalogs.game import game as tables_of
from catalogs.game import games
from catalogs.owner_data import (
    Document,
    Group,
    apply_owner_data,
    canonical_json,
    compute_progress,
    empty_document,
)
from web.storage import owner_data as storage
from web.storage.owner_data import StoredOwnerData
from web.storage.records import now
from web.storage.tables import Taken

from .context import Context
from .errors import Busy, NotHere
from .quota import check_quota
from .tokens import find_by_link, link_hash, new_link

MAX_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class OwnerData:
    """Stored owner data of a game."""

    game: str
    document: Document


def games_with_blanks() -> tuple[str, ...]:
    """Return the games that have figures to type."""
    return tuple(name for name in games() if tables_of(name).blanks)


def catalog_of(context: Context, game: str) -> Catalog:
    """Return a game's catalogues without owner data; raise NotHere if it has nothing to type."""
    if game not in games_with_blanks():
        raise NotHere
    return context.catalogs[game]


def begin(context: Context, game: str, box: Mapping[str, Any] | None = None, owner: str = "") -> str:
    """Check and store owner data; return the link, which is not stored."""
    catalog = catalog_of(context, game)
    document = dict(box) if box else empty_document(game)
    apply_owner_data(catalog, document)
    size = _size(document)
    check_quota(context, owner, size)
    link = new_link()
    moment = now()
    storage.add(
        context.repository, StoredOwnerData(link_hash(link), game, 0, document, size, owner, moment, moment)
    )
    return link


def find(context: Context, link: str, game: str | None = None) -> OwnerData:
    """Return the owner data of a link; raise NotHere for a wrong link."""
    stored = _stored(context, link)
    if game is not None and stored.game != game:
        raise NotHere
    return OwnerData(stored.game, dict(stored.document))


def change(
    context: Context, link: str, make: Callable[[Catalog, Document], Document], owner: str = ""
) -> OwnerData:
    """Change owner data, with checks; on a concurrent change, apply the change again to the new data."""
    for _ in range(MAX_ATTEMPTS):
        before = _stored(context, link)
        catalog = catalog_of(context, before.game)
        document = make(catalog, dict(before.document))
        if canonical_json(document) == canonical_json(before.document):
            return OwnerData(before.game, document)
        apply_owner_data(catalog, document)
        size = _size(document)
        check_quota(context, before.owner or owner, size - before.size)
        new = StoredOwnerData(
            before.link_hash,
            before.game,
            before.version + 1,
            document,
            size,
            before.owner,
            before.made_at,
            now(),
        )
        try:
            storage.replace(context.repository, new)
        except Taken:
            continue
        return OwnerData(before.game, document)
    raise Busy


def forget(context: Context, link: str) -> None:
    """Delete owner data; tables that were opened with it keep their copies."""
    storage.remove(context.repository, _stored(context, link).link_hash)


def fill_progress(context: Context, game: str, box: Mapping[str, Any] | None) -> tuple[Group, ...]:
    """Return the progress of an owner by groups of fields."""
    return compute_progress(catalog_of(context, game).store, box or empty_document(game))


def _stored(context: Context, link: str) -> StoredOwnerData:
    stored = find_by_link(link, partial(storage.find, context.repository))
    if stored is None:
        raise NotHere
    return stored


def _size(box: Mapping[str, Any]) -> int:
    return len(canonical_json(box).encode())
