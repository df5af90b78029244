"""What can be played, and what can be settled beforehand."""

from __future__ import annotations

from typing import Any

from schemas.api.catalogs import Procedure
from web.current import context
from web.service.procedures import PROCEDURES

from .blueprint import Blueprint

PATH = "/procedures"
blueprint = Blueprint("procedures", __name__, description="What can be played, with all its settings.")


@blueprint.route("")
@blueprint.response(200, Procedure(many=True))
def procedures() -> Any:
    """Every procedure with its settings"""
    catalog = context().catalog
    return [
        {"name": each.name, "kind": each.kind, "settings": each.describe(catalog)}
        for each in PROCEDURES.values()
        if each.offered
    ]
