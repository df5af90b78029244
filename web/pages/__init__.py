"""HTML pages, rendered by the server; they work without JavaScript."""

from __future__ import annotations

from pkgutil import resolve_name

from flask import Flask

from web.games.registry import games
from web.http.problems import ERROR_PAGE


def register(app: Flask) -> None:
    """Register the pages on an application."""
    from . import (
        archives,
        catalogs,
        diaries,
        documents,
        errors,
        home,
        my_tables,
        notifications,
        owner_data,
        plays,
        preferences,
        proposal_actions,
        ratings,
        seats,
        service_worker,
        tables,
        template_helpers,
        tournaments,
        verify,
    )

    template_helpers.register(app)
    for module in (
        home,
        preferences,
        tables,
        proposal_actions,
        seats,
        notifications,
        my_tables,
        catalogs,
        verify,
        owner_data,
        documents,
        tournaments,
        diaries,
        plays,
        ratings,
        archives,
        service_worker,
    ):
        app.register_blueprint(module.blueprint)
    for game in games().values():
        if game.pages:
            resolve_name(game.pages)(app)
    app.extensions[ERROR_PAGE] = errors.page
