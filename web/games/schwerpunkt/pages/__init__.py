"""Schwerpunkt's pages: what it is, the pace of a battle, a skeleton, and its side of a table."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask

from web.pages.words import add_pages

GAME = "schwerpunkt"
STYLE = Path(__file__).parents[1] / "static" / "schwerpunkt.css"


def register(app: Flask) -> None:
    """Put the game's pages and templates on an application."""
    from . import home

    app.register_blueprint(Blueprint(GAME, "web.games.schwerpunkt", template_folder="templates"))
    add_pages(app, GAME, home.blueprint)


def style() -> str:
    """How the clock and the counters look."""
    return STYLE.read_text(encoding="utf-8")
