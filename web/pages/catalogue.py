"""The catalogues to browse and search: every row in words, with its rule and where it comes from."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from web.current import context
from web.games.combat_commander.pages.rows import FACTION_TABLES, headings, row
from web.service import catalogs

blueprint = Blueprint("catalog_pages", __name__, url_prefix="/catalogs")

SIZE = 40
LONGEST_QUERY = 100
#: What people look for comes first.
FIRST = (
    "orders_of_battle",
    "support",
    "leaders",
    "fortifications",
    "chits",
    "rules",
    "maps",
    "decks",
)


@blueprint.get("")
def shelves() -> str:
    """Every table; with words, what is found in all of them."""
    words, page = _words(), _page()
    found = catalogs.find(context(), None, words, page, SIZE) if words else None
    everything = {shelf.table: shelf for shelf in catalogs.shelves(context())}
    first = [everything.pop(table) for table in FIRST if table in everything]
    return render_template(
        "catalogs.html",
        first=first,
        others=list(everything.values()),
        titles={shelf.table: shelf.title for shelf in catalogs.shelves(context())},
        words=words,
        found=found,
        rows=[row(item) for item in found.items] if found else [],
    )


@blueprint.get("/<table>")
def shelf(table: str) -> str:
    """The rows of a table."""
    words, faction = _words(), request.args.get("faction", "")
    sought = f"{words} {faction}:" if faction in context().catalog.factions else words
    found = catalogs.find(context(), table, sought, _page(), SIZE)
    return render_template(
        "catalog_table.html",
        shelf=catalogs.shelf(context(), table),
        words=words,
        faction=faction,
        factions=list(context().catalog.factions) if table in FACTION_TABLES else [],
        found=found,
        headings=headings(table, found.items),
        rows=[row(item) for item in found.items],
    )


@blueprint.get("/<table>/<path:row_id>")
def item(table: str, row_id: str) -> str:
    """One row with everything that stands in it."""
    found = catalogs.item(context(), table, row_id)
    return render_template("catalog_item.html", shelf=catalogs.shelf(context(), table), row=row(found, True))


def _words() -> str:
    return request.args.get("q", "").strip()[:LONGEST_QUERY]


def _page() -> int:
    wish = request.args.get("page", "1")
    return max(1, int(wish)) if wish.isascii() and wish.isdigit() and len(wish) < 6 else 1
