"""The game's pages: its battles, its odds, its aids, and its side of the table."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.words import add_pages

from ..current import GAME


def register(app: Flask) -> None:
    """Put the game's pages, templates and files on an application."""
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
