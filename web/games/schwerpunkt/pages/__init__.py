"""Pages of Schwerpunkt: overview, pace of a battle, skeleton, and its part of a table page."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask

from web.pages.template_helpers import add_pages

GAME = "schwerpunkt"
STYLE = Path(__file__).parents[1] / "static" / "schwerpunkt.css"


def register(app: Flask) -> None:
    """Register the game's pages and templates on an application."""
    from . import home

    app.register_blueprint(Blueprint(GAME, "web.games.schwerpunkt", template_folder="templates"))
    add_pages(app, GAME, home.blueprint)


def style() -> str:
    """Return the style sheet of the clock and the counters."""
    return STYLE.read_text(encoding="utf-8")
