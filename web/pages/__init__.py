"""HTML pages, rendered by the server; they work without JavaScript."""

from __future__ import annotations

from pkgutil import resolve_name

from flask import Flask

from web.game import games
from web.problems import ERROR_PAGE


def register(app: Flask) -> None:
    """Register the pages on an application."""
    from . import (
        blanks,
        calls,
        catalogue,
        checks,
        device,
        diaries,
        documents,
        errors,
        mine,
        requests,
        seats,
        site,
        tables,
        tournaments,
        without_net,
        words,
    )

    words.register(app)
    for module in (
        site,
        device,
        tables,
        requests,
        seats,
        calls,
        mine,
        catalogue,
        checks,
        blanks,
        documents,
        tournaments,
        diaries,
        without_net,
    ):
        app.register_blueprint(module.blueprint)
    for game in games().values():
        if game.pages:
            resolve_name(game.pages)(app)
    app.extensions[ERROR_PAGE] = errors.page
