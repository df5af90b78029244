"""Home page part of the game."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from web.http.request_context import formatter
from web.pages.home import Part

from ..request_context import GAME


def home() -> Part:
    """Render the game's doors."""
    words = formatter(GAME)
    return Part(Markup(""), Markup(render_template("cassino_doors.html", words=words)))
