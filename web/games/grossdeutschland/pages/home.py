"""Home page part of the game."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from web.pages.home import Part

from ..request_context import formatter


def home() -> Part:
    """Render the game's door; the first game has the top of the page."""
    return Part(Markup(""), Markup(render_template("gd/door.html", word=formatter().term)))
