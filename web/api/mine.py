"""One's own tables at a glance, and seats that come back by a recovery code."""

from __future__ import annotations

from typing import Any

from schemas.api.company import Code, Links, Outlook, Taken, TypedCode
from web.current import context, language
from web.rate_limit import pay
from web.service import company
from web.service.around import TOGETHER
from web.service.outlook import outlooks
from web.service.seats import enter

from .blueprint import Blueprint

PATH = "/mine"
blueprint = Blueprint(
    "mine", __name__, description="Tables by their links: whose turn it is, what happened last, what is next."
)
endpoint = blueprint.endpoint


@endpoint("", "POST", body=Links, result=Outlook(many=True))
def look(wish: dict[str, Any]) -> Any:
    """How one's tables stand, those first where one is asked"""
    pay(len(wish["links"]))
    return outlooks(context(), wish["links"], language())


@endpoint("/codes", "POST", body=Links, result=Code, status=201, errors=(403, 404), cost=5)
def make_code(wish: dict[str, Any]) -> Any:
    """A code that gives these seats back, once; those made before for them are void"""
    return {"code": company.recovery_code(context(), wish["links"])}


@endpoint("/recoveries", "POST", body=TypedCode, result=Taken(many=True), status=201, errors=(409,), cost=5)
def recover(wish: dict[str, Any]) -> Any:
    """New links for the seats of a code; the links before them end"""
    found = [(link, enter(context(), link)) for link in company.recover(context(), wish["code"])]
    return [
        {"table": here.table, "seat": TOGETHER if here.together else here.seat, "link": link}
        for link, here in found
    ]
