"""Pages for people: rendered by the server, whole without JavaScript, livelier with a little of it."""

from __future__ import annotations

from flask import Flask

from web.problems import ERROR_PAGE


def register(app: Flask) -> None:
    """Put the pages on an application."""
    from web.games.combat_commander.pages import battles, campaigns, scenarios

    from . import catalogue, checks, errors, site, tables, words

    words.register(app)
    for module in (site, battles, tables, campaigns, scenarios, catalogue, checks):
        app.register_blueprint(module.blueprint)
    app.extensions[ERROR_PAGE] = errors.page
