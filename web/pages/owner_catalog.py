"""Owner data that this device remembers."""

from __future__ import annotations

from flask import request

from catalogs import Catalog
from catalogs.owner_data import Document, Group, apply_if_valid
from web.http.request_context import context, owner_data_cookie
from web.service import owner_data
from web.service.errors import NotHere


def remembered_link(game: str) -> str:
    """Return the remembered link, if its owner data still exists."""
    link = request.cookies.get(owner_data_cookie(game), "")
    try:
        owner_data.find(context(), link, game)
    except NotHere:
        return ""
    return link


def remembered_data(game: str) -> Document | None:
    """Return the owner data of this device, if any."""
    link = remembered_link(game)
    return owner_data.find(context(), link, game).document if link else None


def catalog_with_owner_data(game: str) -> Catalog:
    """Return a game's catalogues with this device's owner data, for pages without a table."""
    return apply_if_valid(context().catalogs[game], remembered_data(game))


def remembered_progress(game: str) -> tuple[Group, ...]:
    """Return the owner's progress; empty without owner data."""
    box = remembered_data(game)
    return owner_data.fill_progress(context(), game, box) if box else ()
