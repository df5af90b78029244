"""Home page part and style sheet of the game."""

from __future__ import annotations

from pathlib import Path

from flask import render_template
from markupsafe import Markup

from web.pages.home import Part

from ..request_context import formatter

STYLE = Path(__file__).parents[1] / "style.css"


def home() -> Part:
    """Render the game's door; another game has the top of the page."""
    messages = formatter()
    title, about = messages.term("game.combat_solitaire"), messages.term("combat.door")
    link = render_template("combat/door.html", title=title, words=about)
    return Part(Markup(""), Markup(link))


def style() -> str:
    return STYLE.read_text(encoding="utf-8")
