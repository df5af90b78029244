"""Combat Commander's pages: quick battles, campaigns, and the editor for scenarios."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.pages.template_helpers import add_pages

from ..request_context import GAME


def register(app: Flask) -> None:
    """Register the game's pages, templates and static files on the application."""
    from . import (
        battlefield_editor,
        battlefields,
        battles,
        campaign_reports,
        campaigns,
        fights,
        lookup,
        maps,
        odds,
        page_text,
        recorded_maps,
        rehearsals,
        saved_battlefields,
        scenarios,
        studies,
    )

    page_text.register(app)

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
        saved_battlefields.blueprint,
        battlefields.blueprint,
        battles.blueprint,
        campaign_reports.blueprint,
        campaigns.blueprint,
        campaigns.table_blueprint,
        fights.blueprint,
        fights.table_blueprint,
        lookup.blueprint,
        lookup.play_blueprint,
        maps.blueprint,
        odds.blueprint,
        recorded_maps.blueprint,
        rehearsals.blueprint,
        scenarios.blueprint,
        studies.blueprint,
    )
