"""Pages to browse and search the catalogues: every row as text, with its rule and provenance.

A game may declare how its rows are shown; the default takes columns and names from schemas and terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, g, render_template, request, url_for

from catalogs import Catalog
from exports.kit.fields import field_label
from exports.kit.messages import last_part
from exports.kit.plain_sheet import value_text
from schemas import validation
from schemas.fields import row_rules
from schemas.limits import MAX_QUERY_LENGTH
from web.games.registry import MenuEntry, default_game, games
from web.http.offline_headers import allow_offline
from web.http.request_context import context, formatter, language
from web.service import catalog_search
from web.service.catalog_search import Item
from web.service.errors import NotHere

blueprint = Blueprint("catalog_pages", __name__, url_prefix="/catalogs")

PAGE_SIZE = 40
MAX_COLUMNS = 7  # a table with more fields shows each row as a list
HIDDEN_FIELDS = frozenset({"id", "rule", "provenance", "provenance_of", "printed"})


@dataclass(frozen=True, slots=True)
class Cell:
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row prepared for a page."""

    table: str
    id: str
    label: str
    cells: tuple[Cell, ...]
    rule: str
    provenance: str
    summary: str = ""
    drawing: Any = None


def default_headings(table: str, items: Sequence[Item]) -> list[str]:
    """Return the names of a table's fields, if they are few enough for columns."""
    names = list(_field_names(table))
    return [_label(table, name) for name in names] if 0 < len(names) <= MAX_COLUMNS else []


def default_row(item: Item, whole: bool = False) -> Row:
    """Return a row with a cell for each field of its schema."""
    words = formatter(g.game)
    cells = [
        Cell(_label(item.table, name), value_text(name, item.data.get(name), words))
        for name in _field_names(item.table)
    ]
    name = item.data.get("name")
    label = item.label.get(language()) or (name if isinstance(name, str) else last_part(item.id))
    return Row(
        item.table, item.id, label, tuple(cells), item.rule, words.term(f"provenance.{item.provenance}")
    )


def _field_names(table: str) -> Iterator[str]:
    """Yield the fields of a table's rows that have a column."""
    properties = row_rules(validation.tables(g.game)[table]).get("properties", {})
    yield from (name for name in properties if name not in HIDDEN_FIELDS)


def _label(table: str, field: str) -> str:
    rules = row_rules(validation.tables(g.game)[table])["properties"][field]
    return field_label(f"{table}.{field}", formatter(g.game), rules)


@dataclass(frozen=True, slots=True)
class CatalogDisplay:
    """How a game's catalogues are shown: the first tables, the columns of a table, a row as text."""

    first: tuple[str, ...] = ()
    internal: tuple[str, ...] = ()  # tables of the program, which only a search or a link shows
    headings: Callable[[str, Sequence[Item]], Sequence[str]] = default_headings
    row: Callable[..., Any] = default_row  # (item, whole)
    parts: Callable[[str], Sequence[str]] = lambda table: ()  # filters for the rows of a table


def _requested_game() -> tuple[Catalog, CatalogDisplay]:
    """Return the game named in the URL, or the default game."""
    name = request.args.get("game", default_game().id)
    if name not in games():
        raise NotHere
    g.game = name
    declared = games()[name].catalog_display
    display: CatalogDisplay = resolve_name(declared) if declared else CatalogDisplay()
    return context().catalogs[name], display


def _catalog_url(endpoint: str, **values: Any) -> str:
    """Return the URL of a catalogue page of the requested game; the default game needs no name."""
    return url_for(f"catalog_pages.{endpoint}", **values, game=_game_in_url())


def _game_in_url() -> str | None:
    return None if g.game == default_game().id else str(g.game)


@blueprint.context_processor
def _template_variables() -> dict[str, Any]:
    return {"catalog_url": _catalog_url, "game_in_url": _game_in_url}


def _describe_page(entry: MenuEntry) -> tuple[str, str, str]:
    """Return address, title and description of a page of reference."""
    words, about = formatter(g.game), f"menu_about.{entry.term.partition('.')[2]}"
    text = words.term(about) if words.knows(about) else ""
    return url_for(entry.endpoint, **entry.values), words.term(entry.term), text


@blueprint.get("")
def index() -> str:
    """List every table; with a query, show the matches of all tables."""
    query, page = _query_text(), _page_number()
    if not query:
        allow_offline("catalogue")
    catalog, display = _requested_game()
    hits = catalog_search.search(catalog, None, query, page, PAGE_SIZE) if query else None
    tables = {table.table: table for table in catalog_search.list_tables(catalog)}
    titles = {name: table.title for name, table in tables.items()}
    first = [tables.pop(name) for name in display.first if name in tables]
    internal = [tables.pop(name) for name in ("terms", *display.internal) if name in tables]
    return render_template(
        "catalogs.html",
        pages=[_describe_page(entry) for entry in games()[g.game].reference],
        first=first,
        others=list(tables.values()),
        internal=internal,
        titles=titles,
        words=query,
        found=hits,
        rows=[display.row(item) for item in hits.items] if hits else [],
    )


@blueprint.get("/<table>")
def show_table(table: str) -> str:
    """Show the rows of a table."""
    query, faction = _query_text(), request.args.get("faction", "")
    if not query:
        allow_offline("catalogue")
    catalog, display = _requested_game()
    parts = display.parts(table)
    sought = f"{query} {faction}:" if faction in parts else query
    hits = catalog_search.search(catalog, table, sought, _page_number(), PAGE_SIZE)
    return render_template(
        "catalog_table.html",
        shelf=catalog_search.find_table(catalog, table),
        words=query,
        faction=faction,
        factions=list(parts),
        found=hits,
        headings=display.headings(table, hits.items),
        rows=[display.row(item) for item in hits.items],
    )


@blueprint.get("/<table>/<path:row_id>")
def show_row(table: str, row_id: str) -> str:
    """Show one row with all its fields."""
    allow_offline("catalogue")
    catalog, display = _requested_game()
    item = catalog_search.find_item(catalog, table, row_id)
    shelf = catalog_search.find_table(catalog, table)
    return render_template("catalog_item.html", shelf=shelf, row=display.row(item, True))


def addresses() -> list[str]:
    """Return the URLs to cache for offline use: the tables of every game, without single rows and terms."""
    urls = []
    for name in games():
        other: dict[str, Any] = {} if name == default_game().id else {"game": name}
        urls.append(url_for("catalog_pages.index", **other))
        for table in catalog_search.list_tables(context().catalogs[name]):
            if table.table == "terms":
                continue
            urls.append(url_for("catalog_pages.show_table", table=table.table, **other))
            pages = -(-table.rows // PAGE_SIZE)
            urls += [
                url_for("catalog_pages.show_table", table=table.table, page=page, **other)
                for page in range(1, pages + 1)
                if pages > 1
            ]
    return urls


def _query_text() -> str:
    return request.args.get("q", "").strip()[:MAX_QUERY_LENGTH]


def _page_number() -> int:
    text = request.args.get("page", "1")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
