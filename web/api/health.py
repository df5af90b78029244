"""Is the service well?"""

from __future__ import annotations

from typing import Any

from schemas.api.catalogs import Health
from web.current import context

from .blueprint import Blueprint

PATH = "/healthz"
blueprint = Blueprint("healthz", __name__, description="For whoever watches over the service.")


@blueprint.route("")
@blueprint.response(200, Health)
@blueprint.alt_response(503, "SERVICE_UNAVAILABLE")
def healthz() -> Any:
    """The database answers and the catalogues are there"""
    context().repository.ping()
    return {"status": "ok", "catalog": "-".join(catalog.version for catalog in context().catalogs.values())}
