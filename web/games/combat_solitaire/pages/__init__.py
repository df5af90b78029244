"""Pages of the game: scenarios to play and print, the scenario generator, sight, service records."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.template_helpers import add_pages

from ..request_context import GAME, formatter


def register(app: Flask) -> None:
    """Register the game's pages and templates on an application."""
    from . import scenarios, tools

    app.register_blueprint(
        Blueprint("combat_solitaire", "web.games.combat_solitaire", template_folder="templates")
    )
    add_pages(app, GAME, scenarios.blueprint, tools.blueprint)
    app.jinja_env.globals["combat_text"] = lambda text: formatter().translate(text)
