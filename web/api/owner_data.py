"""Owner data: figures that owners copy from their components.

The secret link goes into the header Authorization, after Bearer.
"""

from __future__ import annotations

from typing import Any

from catalogs import csv_forms
from catalogs.owner_data import Group
from exports.kit.fields import field_label
from schemas.api.owner_data import BegunBox, Blanks, Box, ChangedBox, NewBox
from web.http.request_context import bearer, client_owner, context
from web.service import owner_data

from .blueprint import LINK, Blueprint
from .responses import in_each_language

PATH = "/boxes"
blueprint = Blueprint(
    "boxes", __name__, description="Owner data: figures that owners copy from their components."
)
endpoint = blueprint.endpoint


@endpoint("", "POST", body=NewBox, result=BegunBox, status=201, errors=(404, 413), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Store owner data and return its link"""
    link = owner_data.begin(context(), wish["game"], wish.get("box"), client_owner())
    return {"link": link, **_shown(link)}


@endpoint("", result=Box, errors=(404,), security=LINK)
def show() -> Any:
    """Return the owner data of a link"""
    return _shown(bearer() or "")


@endpoint("", "PUT", body=ChangedBox, result=Box, errors=(404, 413), security=LINK, cost=3)
def change(wish: dict[str, Any]) -> Any:
    """Replace owner data; an invalid document changes nothing"""
    link = bearer() or ""
    owner_data.change(context(), link, lambda catalog, box: wish["box"], client_owner())
    return _shown(link)


@endpoint("", "DELETE", status=204, errors=(404,), security=LINK)
def forget() -> None:
    """Delete owner data; tables that were opened with it keep their copies"""
    owner_data.forget(context(), bearer() or "")


@endpoint("/blanks/<game>", result=Blanks, errors=(404,))
def blanks(game: str) -> Any:
    """List the tables and fields to copy for a game"""
    catalog = owner_data.catalog_of(context(), game)
    return {
        "game": game,
        "steps": [_step(game, each) for each in owner_data.fill_progress(context(), game, None)],
        "tables": [
            {
                "table": table,
                "adds_rows": csv_forms.adds_rows(game, table),
                "columns": [_column(game, table, field) for field in csv_forms.columns(catalog.store, table)],
                "rows": list(dict.fromkeys(cell.row for cell in csv_forms.blank_cells(catalog.store, table))),
            }
            for table in csv_forms.tables(game)
        ],
    }


def _shown(link: str) -> dict[str, Any]:
    stored = owner_data.find(context(), link)
    steps = owner_data.fill_progress(context(), stored.game, stored.document)
    return {
        "game": stored.game,
        "box": stored.document,
        "steps": [_step(stored.game, each) for each in steps],
    }


def _step(game: str, group: Group) -> dict[str, Any]:
    return {
        "unlocks": in_each_language(context().catalogs[game], lambda words: words.term(group.unlocks)),
        "filled": group.filled,
        "total": group.total,
        "complete": group.complete,
    }


def _column(game: str, table: str, field: str) -> dict[str, Any]:
    rules = csv_forms.field_rules(game, table, field)
    return {
        "field": field,
        "label": in_each_language(context().catalogs[game], lambda words: field_label(field, words, rules)),
        "rules": {key: value for key, value in rules.items() if not key.startswith("$")},
    }
