"""Home page part of the game."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from web.current import scribe
from web.pages.site import Part

from ..current import GAME


def home() -> Part:
    """Render the game's doors."""
    words = scribe(GAME)
    return Part(Markup(""), Markup(render_template("cassino_doors.html", words=words)))
