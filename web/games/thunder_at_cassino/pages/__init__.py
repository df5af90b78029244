"""Pages of Thunder at Cassino: overview, aids, sheets, and its part of a table page."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.template_helpers import add_pages

from ..request_context import GAME


def register(app: Flask) -> None:
    """Register the game's pages, templates and static files on an application."""
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
