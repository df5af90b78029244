"""Combat Commander's pages: quick battles, campaigns, and the workbench on which scenarios are written."""

from __future__ import annotations

from flask import Blueprint, Flask, g, request

from ..current import GAME


def register(app: Flask) -> None:
    """Put the game's pages, templates and files on an application."""
    from . import battles, campaigns, scenarios, words

    words.register(app)

    app.register_blueprint(
        Blueprint(
            "combat_commander",
            "web.games.combat_commander",
            template_folder="templates",
            static_folder="static",
            static_url_path="/static/combat_commander",
        )
    )
    blueprints = (battles.blueprint, campaigns.blueprint, campaigns.table_blueprint, scenarios.blueprint)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    own = frozenset(blueprint.name for blueprint in blueprints)

    @app.before_request
    def here() -> None:
        """The words of these pages are this game's."""
        if request.blueprint in own:
            g.game = GAME
