"""A player's tables at a glance, and recovery of seats by code."""

from __future__ import annotations

from typing import Any

from schemas.api.participants import Code, Links, Outlook, Taken, TypedCode
from web.http.rate_limit import pay
from web.http.request_context import context, language
from web.service.tables import participants
from web.service.tables.access import enter
from web.service.tables.metadata import TOGETHER
from web.service.tables.summary import summarize_tables

from .blueprint import Blueprint

PATH = "/mine"
blueprint = Blueprint("mine", __name__, description="Summaries of tables by their links, and recovery codes.")
endpoint = blueprint.endpoint


@endpoint("", "POST", body=Links, result=Outlook(many=True))
def look(wish: dict[str, Any]) -> Any:
    """Return the state of your tables, those that wait for you first"""
    pay(len(wish["links"]))
    return summarize_tables(context(), wish["links"], language())


@endpoint("/codes", "POST", body=Links, result=Code, status=201, errors=(403, 404), cost=5)
def make_code(wish: dict[str, Any]) -> Any:
    """Create a single-use code that recovers these seats; earlier codes for them become void"""
    return {"code": participants.make_recovery_code(context(), wish["links"])}


@endpoint("/recoveries", "POST", body=TypedCode, result=Taken(many=True), status=201, errors=(409,), cost=5)
def recover(wish: dict[str, Any]) -> Any:
    """Exchange a recovery code for new links; the old links end"""
    recovered = [(link, enter(context(), link)) for link in participants.recover(context(), wish["code"])]
    return [
        {"table": here.table, "seat": TOGETHER if here.together else here.seat, "link": link}
        for link, here in recovered
    ]
