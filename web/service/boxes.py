"""What an owner copies from his components: kept under a secret link, filled in as he goes.

Whoever has the link reads and changes the box; a table that is opened with it keeps a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from catalogs import Catalog
from catalogs.box import Document, Group, boxed, canonical, empty, progress
from catalogs.game import game as tables_of
from catalogs.game import games
from web.storage import boxes as storage
from web.storage.boxes import StoredBox
from web.storage.records import now
from web.storage.repository import Taken

from .context import Context
from .errors import Busy, NotHere
from .quota import allow
from .secrecy import find_by_link, link_hash, new_link

TRIES = 5


@dataclass(frozen=True, slots=True)
class Kept:
    """A box as it stands."""

    game: str
    box: Document


def with_blanks() -> tuple[str, ...]:
    """The games that have something to copy."""
    return tuple(name for name in games() if tables_of(name).blanks)


def catalog_of(context: Context, game: str) -> Catalog:
    """A game's catalogues without anybody's box; nothing is found where there is nothing to copy."""
    if game not in with_blanks():
        raise NotHere
    return context.catalogs[game]


def begin(context: Context, game: str, box: Mapping[str, Any] | None = None, owner: str = "") -> str:
    """Keep a box, checked; its link is given out here and never again."""
    catalog = catalog_of(context, game)
    given = dict(box) if box else empty(game)
    boxed(catalog, given)
    size = _size(given)
    allow(context, owner, size)
    link = new_link()
    moment = now()
    storage.add(context.repository, StoredBox(link_hash(link), game, 0, given, size, owner, moment, moment))
    return link


def find(context: Context, link: str, game: str | None = None) -> Kept:
    """Follow a link to its box; a wrong one finds nothing."""
    found = _stored(context, link)
    if game is not None and found.game != game:
        raise NotHere
    return Kept(found.game, dict(found.box))


def change(
    context: Context, link: str, make: Callable[[Catalog, Document], Document], owner: str = ""
) -> Kept:
    """Change a box; what does not pass the checks changes nothing. Of two changes at once both are made."""
    for _ in range(TRIES):
        before = _stored(context, link)
        catalog = catalog_of(context, before.game)
        box = make(catalog, dict(before.box))
        if canonical(box) == canonical(before.box):
            return Kept(before.game, box)
        boxed(catalog, box)
        size = _size(box)
        allow(context, before.owner or owner, size - before.size)
        new = StoredBox(
            before.link_hash, before.game, before.n + 1, box, size, before.owner, before.made_at, now()
        )
        try:
            storage.replace(context.repository, new)
        except Taken:
            continue
        return Kept(before.game, box)
    raise Busy


def forget(context: Context, link: str) -> None:
    """Delete a box; tables that were opened with it keep their copies."""
    storage.remove(context.repository, _stored(context, link).link_hash)


def steps(context: Context, game: str, box: Mapping[str, Any] | None) -> tuple[Group, ...]:
    """How far an owner has come."""
    return progress(catalog_of(context, game).store, box or empty(game))


def _stored(context: Context, link: str) -> StoredBox:
    found = find_by_link(link, partial(storage.find, context.repository))
    if found is None:
        raise NotHere
    return found


def _size(box: Mapping[str, Any]) -> int:
    return len(canonical(box).encode())
