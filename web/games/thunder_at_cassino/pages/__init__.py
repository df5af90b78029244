"""Thunder at Cassino's pages: the game at a glance, aids, sheets, and its side of a table."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.words import add_pages

from ..current import GAME


def register(app: Flask) -> None:
    """Put the game's pages, templates and files on an application."""
    from . import aids

    app.register_blueprint(
        Blueprint(
            GAME,
            "web.games.thunder_at_cassino",
            template_folder="templates",
            static_folder="static",
            static_url_path=f"/static/{GAME}",
        )
    )
    add_pages(app, GAME, aids.blueprint)
