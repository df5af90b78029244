"""The box of a game's components that this device remembers."""

from __future__ import annotations

from flask import request

from catalogs import Catalog
from catalogs.box import Document, Group, laid
from web.current import context, remembered
from web.service import boxes
from web.service.errors import NotHere


def link_of(game: str) -> str:
    """The link that this device remembers, if there is still a box behind it."""
    link = request.cookies.get(remembered(game), "")
    try:
        boxes.find(context(), link, game)
    except NotHere:
        return ""
    return link


def box_of(game: str) -> Document | None:
    """What this device's owner copied, if anything."""
    link = link_of(game)
    return boxes.find(context(), link, game).box if link else None


def owned(game: str) -> Catalog:
    """A game's catalogues with what this device's owner copied: for what no table stands behind."""
    return laid(context().catalogs[game], box_of(game))


def steps_of(game: str) -> tuple[Group, ...]:
    """How far he has come; nothing where there is no box."""
    box = box_of(game)
    return boxes.steps(context(), game, box) if box else ()
