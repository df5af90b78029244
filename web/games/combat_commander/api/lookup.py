"""Tables of a nation in a year."""

from __future__ import annotations

from typing import Any

from exports.games.combat_commander.lookup import look_up_year
from schemas.api.common import Language
from schemas.games.combat_commander.api.lookup import Year
from web.api.blueprint import Blueprint
from web.http.request_context import language
from web.service.errors import NotHere

from ..request_context import catalog

PATH = "/lookup"
blueprint = Blueprint("lookup", __name__, description="A nation in a year: what each roll brings.")
endpoint = blueprint.endpoint


@endpoint("/<faction>/<int:year>", query=Language, result=Year, errors=(404,))
def year(_: dict[str, Any], faction: str, year: int) -> Any:
    """Return support, quality and orders of battle of a nation in a year"""
    if faction not in catalog().factions:
        raise NotHere
    return look_up_year(catalog(), faction, year, language())
