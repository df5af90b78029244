"""Parts that the endpoints of tournaments, diaries and archives share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import url_for

from web.http.request_context import client_owner, context


def list_public(service: Any, wish: dict[str, Any]) -> dict[str, Any]:
    """Return a page of the listed documents, the latest first."""
    rows, total = service.list_public(context(), wish["page"], wish["size"])
    return {"items": rows, "total": total}


def begin_document(
    service: Any, wish: dict[str, Any], read: Callable[[Any, Any], Any], show: str, id_name: str
) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Begin a document, empty or from a file; return its id, its keeper's link and its address."""
    here = context()
    if "document" in wish:
        begun = service.keep(here, read(wish["document"], here.catalogs), client_owner())
    else:
        begun = service.begin(here, wish.get("game", ""), wish["title"], client_owner())
    body = {"id": begun.sight.id, "link": begun.link}
    return body, 201, {"Location": url_for(show, **{id_name: begun.sight.id})}
