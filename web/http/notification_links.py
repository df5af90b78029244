"""URLs put into notifications: of a page if there are pages, otherwise of the API."""

from __future__ import annotations

from flask import current_app

from web.http.request_context import address
from web.service.tables.access import Sitting


def table_url(sitting: Sitting, channel: str) -> str:
    """Return the URL of a table for a message.

    A webhook's channel is read by others, so it gets the public URL; other messages lead to the device that
    knows the seat.
    """
    if channel != "webhook" and _has_endpoint("mine_pages.find_seat"):
        return address("mine_pages.find_seat", table=sitting.table)
    if _has_endpoint("table_pages.show"):
        return address("table_pages.show", link=sitting.table)
    return address("tables.show", table_id=sitting.table)


def unsubscribe_url(subscription_id: str) -> str:
    """Return the URL that ends a subscription."""
    if _has_endpoint("call_pages.confirm_stop"):
        return address("call_pages.confirm_stop", call=subscription_id)
    return address("calls.unsubscribe_by_id", subscription_id=subscription_id)


def _has_endpoint(endpoint: str) -> bool:
    return endpoint in current_app.view_functions
