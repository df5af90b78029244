"""Combat Commander's pages: quick battles, campaigns, and the workbench on which scenarios are written."""

from __future__ import annotations

from flask import Blueprint, Flask


def register(app: Flask) -> None:
    """Put the game's pages, templates and files on an application."""
    from . import battles, campaigns, scenarios

    app.register_blueprint(
        Blueprint(
            "combat_commander",
            "web.games.combat_commander",
            template_folder="templates",
            static_folder="static",
            static_url_path="/static/combat_commander",
        )
    )
    for module in (battles, campaigns, scenarios):
        app.register_blueprint(module.blueprint)
