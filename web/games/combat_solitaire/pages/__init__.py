"""The game's pages: scenarios to play and print, the house's generator, sight, service records."""

from __future__ import annotations

from flask import Blueprint, Flask, g, request

from ..current import GAME, scribe


def register(app: Flask) -> None:
    """Put the game's pages and templates on an application."""
    from . import scenarios, tools

    app.register_blueprint(
        Blueprint("combat_solitaire", "web.games.combat_solitaire", template_folder="templates")
    )
    app.register_blueprint(scenarios.blueprint)
    app.register_blueprint(tools.blueprint)
    own = (scenarios.blueprint.name, tools.blueprint.name)

    @app.before_request
    def here() -> None:
        """The words of these pages are this game's."""
        if request.blueprint in own:
            g.game = GAME

    app.jinja_env.globals["combat_text"] = lambda text: scribe().said(text)
