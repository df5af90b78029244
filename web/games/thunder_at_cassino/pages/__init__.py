"""Thunder at Cassino's pages: the game at a glance, aids, sheets, and its side of a table."""

from __future__ import annotations

from flask import Blueprint, Flask, g, request

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
    app.register_blueprint(aids.blueprint)

    @app.before_request
    def here() -> None:
        """The words of these pages are this game's."""
        if request.blueprint == aids.blueprint.name:
            g.game = GAME
