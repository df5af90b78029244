"""The game's pages: its battles, its odds, its aids, and its side of the table."""

from __future__ import annotations

from flask import Blueprint, Flask, g, request

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
    app.register_blueprint(battles.blueprint)

    @app.before_request
    def here() -> None:
        """The words of these pages are this game's."""
        if request.blueprint == battles.blueprint.name:
            g.game = GAME
