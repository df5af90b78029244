"""Health check of the service."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from flask import current_app

from schemas.api.catalogs import Health
from web.http.request_context import context
from web.service.errors import DiskFull
from web.storage.health import MIN_FREE_BYTES, free_bytes, try_writing

from .blueprint import Blueprint

PATH = "/healthz"
blueprint = Blueprint("healthz", __name__, description="Health check for operators.")


@blueprint.endpoint("", result=Health, errors=(503, 507))
def healthz() -> Any:
    """Check that the database responds, accepts writes and has space, and that the catalogues are loaded"""
    repository = context().repository
    repository.ping()
    try_writing(repository.engine)
    left = free_bytes(repository.engine, context().limits.disk)
    if left is not None and left < MIN_FREE_BYTES:
        current_app.logger.critical("disk nearly full: %s bytes are left for the database", left)
        raise DiskFull
    return {
        "status": "ok",
        "version": version("hora-h"),
        "catalog": "-".join(catalog.version for catalog in context().catalogs.values()),
        "free_bytes": left,
    }
