"""Pages of the game: battles, odds, aids, and its part of a table page."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.template_helpers import add_pages

from ..request_context import GAME


def register(app: Flask) -> None:
    """Register the game's pages, templates and static files on an application."""
    from . import battles

    app.register_blueprint(
        Blueprint(
            GAME,
            "web.games.grossdeutschland",
            template_folder="templates",
            static_folder="static",
            static_url_path=f"/static/{GAME}",
        )
    )
    add_pages(app, GAME, battles.blueprint)
