"""Browse and search the catalogues."""

from __future__ import annotations

from typing import Any

from flask import request

from catalogs import Catalog
from schemas.api.catalogs import CatalogTable, Item, Page, Search
from web.games.registry import default_game
from web.http.request_context import context
from web.service import catalog_search
from web.service.errors import NotHere

from .blueprint import Blueprint

PATH = "/catalogs"
blueprint = Blueprint("catalogs", __name__, description="Printed tables of the games, row by row.")
endpoint = blueprint.endpoint


@endpoint("", result=CatalogTable(many=True))
def shelves() -> Any:
    """List every table"""
    return list(catalog_search.list_tables(_catalog()))


@endpoint("/search", query=Search, result=Page)
def search(wish: dict[str, Any]) -> Any:
    """Search all tables for rows that contain all the words"""
    return catalog_search.search(_catalog(), None, wish["q"], wish["page"], wish["size"])


@endpoint("/tables/<table>", query=Search, result=Page, errors=(404,))
def rows(wish: dict[str, Any], table: str) -> Any:
    """List the rows of a table"""
    return catalog_search.search(_catalog(), table, wish["q"], wish["page"], wish["size"])


@endpoint("/tables/<table>/<row_id>", result=Item, errors=(404,))
def row(table: str, row_id: str) -> Any:
    """Return one row"""
    return catalog_search.find_item(_catalog(), table, row_id)


def _catalog() -> Catalog:
    """Return the catalogue of the game in the query, by default of the default game."""
    known = context().catalogs
    name = request.args.get("game", default_game().id)
    if name not in known:
        raise NotHere
    return known[name]
