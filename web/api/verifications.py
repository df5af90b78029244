"""Verification of records and cards."""

from __future__ import annotations

from typing import Any

from flask import request
from marshmallow import INCLUDE

from generator.verify import verify
from schemas.api.tables import AnyRecord, Verdict
from web.http.request_context import context
from web.service.tables.log_text import verdict_json

from .blueprint import Blueprint

PATH = "/verifications"
blueprint = Blueprint("verifications", __name__, description="Check the dice of records and cards.")


@blueprint.endpoint("", "POST", result=Verdict, cost=5)
@blueprint.arguments(AnyRecord, unknown=INCLUDE)
def check(_: dict[str, Any]) -> Any:
    """Check a table's record, or a card with its transcript, from any source"""
    catalogs = context().catalogs
    return verdict_json(verify(catalogs, request.get_json()), catalogs)
