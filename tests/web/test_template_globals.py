"""Template variables of a game do not replace those of another game."""

from __future__ import annotations

from pkgutil import resolve_name

from flask import Flask
from flask_babel import Babel

from web.games.registry import games
from web.pages import template_helpers


def test_template_globals_of_games_do_not_collide() -> None:
    app = Flask("web")
    Babel(app)
    template_helpers.register(app)
    for game in games().values():
        before = dict(app.jinja_env.globals)
        if game.pages:
            resolve_name(game.pages)(app)
        taken = [name for name, value in before.items() if app.jinja_env.globals[name] is not value]
        assert taken == [], game.id
