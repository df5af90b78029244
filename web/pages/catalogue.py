"""The catalogues to browse and search: every row in words, with its rule and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, g, render_template, request, url_for

from catalogs import Catalog
from web.current import context
from web.game import games
from web.offline import may_be_kept
from web.service import catalogs
from web.service.catalogs import Item
from web.service.errors import NotHere

blueprint = Blueprint("catalog_pages", __name__, url_prefix="/catalogs")

SIZE = 40
LONGEST_QUERY = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """How a game's rows read: what people look for first, the columns of a table, and a row in words."""

    first: tuple[str, ...]
    headings: Callable[[str, Sequence[Item]], Sequence[str]]
    row: Callable[..., Any]  # (item, whole)
    parts: Callable[[str], Sequence[str]]  # by what the rows of a table can be narrowed down


def _game() -> tuple[Catalog, Shown]:
    """The game whose tables are looked at: the one named in the address, or the first."""
    known = [name for name, game in games().items() if game.rows]
    name = request.args.get("game", known[0])
    if name not in known:
        raise NotHere
    g.game = name
    shown: Shown = resolve_name(games()[name].rows)
    return context().catalogs[name], shown


@blueprint.get("")
def shelves() -> str:
    """Every table; with words, what is found in all of them."""
    words, page = _words(), _page()
    if not words:
        may_be_kept("catalogue")
    catalog, shown = _game()
    found = catalogs.find(catalog, None, words, page, SIZE) if words else None
    everything = {shelf.table: shelf for shelf in catalogs.shelves(catalog)}
    first = [everything.pop(table) for table in shown.first if table in everything]
    return render_template(
        "catalogs.html",
        first=first,
        others=list(everything.values()),
        titles={shelf.table: shelf.title for shelf in catalogs.shelves(catalog)},
        words=words,
        found=found,
        rows=[shown.row(item) for item in found.items] if found else [],
    )


@blueprint.get("/<table>")
def shelf(table: str) -> str:
    """The rows of a table."""
    words, faction = _words(), request.args.get("faction", "")
    if not words:
        may_be_kept("catalogue")
    catalog, shown = _game()
    parts = shown.parts(table)
    sought = f"{words} {faction}:" if faction in parts else words
    found = catalogs.find(catalog, table, sought, _page(), SIZE)
    return render_template(
        "catalog_table.html",
        shelf=catalogs.shelf(catalog, table),
        words=words,
        faction=faction,
        factions=list(parts),
        found=found,
        headings=shown.headings(table, found.items),
        rows=[shown.row(item) for item in found.items],
    )


@blueprint.get("/<table>/<path:row_id>")
def item(table: str, row_id: str) -> str:
    """One row with everything that stands in it."""
    may_be_kept("catalogue")
    catalog, shown = _game()
    found = catalogs.item(catalog, table, row_id)
    shelf = catalogs.shelf(catalog, table)
    return render_template("catalog_item.html", shelf=shelf, row=shown.row(found, True))


def addresses() -> list[str]:
    """The pages to take along where there is no net: the tables of every game, not each row.

    The words, which stand everywhere else, are left behind.
    """
    known = [name for name, game in games().items() if game.rows]
    found = []
    for name in known:
        other: dict[str, Any] = {} if name == known[0] else {"game": name}
        found.append(url_for("catalog_pages.shelves", **other))
        for each in catalogs.shelves(context().catalogs[name]):
            if each.table == "terms":
                continue
            found.append(url_for("catalog_pages.shelf", table=each.table, **other))
            leaves = -(-each.rows // SIZE)
            found += [
                url_for("catalog_pages.shelf", table=each.table, page=leaf, **other)
                for leaf in range(1, leaves + 1)
                if leaves > 1
            ]
    return found


def _words() -> str:
    return request.args.get("q", "").strip()[:LONGEST_QUERY]


def _page() -> int:
    wish = request.args.get("page", "1")
    return max(1, int(wish)) if wish.isascii() and wish.isdigit() and len(wish) < 6 else 1
