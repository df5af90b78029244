"""Where a message leads: to a page where there are pages, else to the same over the API."""

from __future__ import annotations

from flask import current_app

from web.current import address
from web.service.seats import Sitting


def to_table(here: Sitting, way: str) -> str:
    """From a channel that others read to where all may watch; from his own to his device."""
    if way != "webhook" and _there("mine_pages.to"):
        return address("mine_pages.to", table=here.table)
    if _there("table_pages.show"):
        return address("table_pages.show", link=here.table)
    return address("tables.show", table_id=here.table)


def to_stop(call_id: str) -> str:
    """Where a letter can be told to be the last."""
    if _there("call_pages.stopping"):
        return address("call_pages.stopping", call=call_id)
    return address("calls.stop", call_id=call_id)


def _there(endpoint: str) -> bool:
    return endpoint in current_app.view_functions
