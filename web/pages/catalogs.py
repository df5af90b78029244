"""Pages to browse and search the catalogues: every row as text, with its rule and provenance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, g, render_template, request, url_for

from catalogs import Catalog
from web.games.registry import games
from web.http.offline_headers import allow_offline
from web.http.request_context import context
from web.service import catalog_search
from web.service.catalog_search import Item
from web.service.errors import NotHere

blueprint = Blueprint("catalog_pages", __name__, url_prefix="/catalogs")

PAGE_SIZE = 40
MAX_QUERY_LENGTH = 100


@dataclass(frozen=True, slots=True)
class CatalogDisplay:
    """How a game's catalogues are shown: the first tables, the columns of a table, a row as text."""

    first: tuple[str, ...]
    headings: Callable[[str, Sequence[Item]], Sequence[str]]
    row: Callable[..., Any]  # (item, whole)
    parts: Callable[[str], Sequence[str]]  # filters for the rows of a table


def _requested_game() -> tuple[Catalog, CatalogDisplay]:
    """Return the game named in the URL, or the first."""
    known = [name for name, game in games().items() if game.catalog_display]
    name = request.args.get("game", known[0])
    if name not in known:
        raise NotHere
    g.game = name
    shown: CatalogDisplay = resolve_name(games()[name].catalog_display)
    return context().catalogs[name], shown


@blueprint.get("")
def index() -> str:
    """List every table; with a query, show the matches of all tables."""
    words, page = _query_text(), _page_number()
    if not words:
        allow_offline("catalogue")
    catalog, shown = _requested_game()
    found = catalog_search.search(catalog, None, words, page, PAGE_SIZE) if words else None
    everything = {show_table.table: show_table for show_table in catalog_search.list_tables(catalog)}
    first = [everything.pop(table) for table in shown.first if table in everything]
    return render_template(
        "catalogs.html",
        first=first,
        others=list(everything.values()),
        titles={show_table.table: show_table.title for show_table in catalog_search.list_tables(catalog)},
        words=words,
        found=found,
        rows=[shown.row(show_row) for show_row in found.items] if found else [],
    )


@blueprint.get("/<table>")
def show_table(table: str) -> str:
    """Show the rows of a table."""
    words, faction = _query_text(), request.args.get("faction", "")
    if not words:
        allow_offline("catalogue")
    catalog, shown = _requested_game()
    parts = shown.parts(table)
    sought = f"{words} {faction}:" if faction in parts else words
    found = catalog_search.search(catalog, table, sought, _page_number(), PAGE_SIZE)
    return render_template(
        "catalog_table.html",
        shelf=catalog_search.find_table(catalog, table),
        words=words,
        faction=faction,
        factions=list(parts),
        found=found,
        headings=shown.headings(table, found.items),
        rows=[shown.row(show_row) for show_row in found.items],
    )


@blueprint.get("/<table>/<path:row_id>")
def show_row(table: str, row_id: str) -> str:
    """Show one row with all its fields."""
    allow_offline("catalogue")
    catalog, shown = _requested_game()
    found = catalog_search.find_item(catalog, table, row_id)
    show_table = catalog_search.find_table(catalog, table)
    return render_template("catalog_item.html", shelf=show_table, row=shown.row(found, True))


def addresses() -> list[str]:
    """Return the URLs to cache for offline use: the tables of every game, without single rows and terms."""
    known = [name for name, game in games().items() if game.catalog_display]
    found = []
    for name in known:
        other: dict[str, Any] = {} if name == known[0] else {"game": name}
        found.append(url_for("catalog_pages.index", **other))
        for each in catalog_search.list_tables(context().catalogs[name]):
            if each.table == "terms":
                continue
            found.append(url_for("catalog_pages.show_table", table=each.table, **other))
            leaves = -(-each.rows // PAGE_SIZE)
            found += [
                url_for("catalog_pages.show_table", table=each.table, page=leaf, **other)
                for leaf in range(1, leaves + 1)
                if leaves > 1
            ]
    return found


def _query_text() -> str:
    return request.args.get("q", "").strip()[:MAX_QUERY_LENGTH]


def _page_number() -> int:
    wish = request.args.get("page", "1")
    return max(1, int(wish)) if wish.isascii() and wish.isdigit() and len(wish) < 6 else 1
