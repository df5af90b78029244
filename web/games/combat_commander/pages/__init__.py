"""Combat Commander's pages: quick battles, campaigns, and the editor for scenarios."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.words import add_pages

from ..current import GAME


def register(app: Flask) -> None:
    """Register the game's pages, templates and static files on the application."""
    from . import (
        battlefield_editor,
        battlefield_kept,
        battlefields,
        battles,
        campaign_reports,
        campaigns,
        lookup,
        maps,
        odds,
        rehearsals,
        scenarios,
        studies,
        words,
    )

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
    add_pages(
        app,
        GAME,
        battlefield_editor.blueprint,
        battlefield_kept.blueprint,
        battlefields.blueprint,
        battles.blueprint,
        campaign_reports.blueprint,
        campaigns.blueprint,
        campaigns.table_blueprint,
        lookup.blueprint,
        lookup.play_blueprint,
        maps.blueprint,
        odds.blueprint,
        rehearsals.blueprint,
        scenarios.blueprint,
        studies.blueprint,
    )
