"""The game's part of the home page."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from web.pages.site import Part

from ..current import scribe


def home() -> Part:
    """A door of its own; what stands at the top is the first game's."""
    return Part(Markup(""), Markup(render_template("gd/door.html", word=scribe().term)))
