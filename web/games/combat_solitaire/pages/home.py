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
    words = formatter()
    title, about = words.term("game.combat_solitaire"), words.term("combat.door")
    door = render_template("combat/door.html", title=title, words=about)
    return Part(Markup(""), Markup(door))


def style() -> str:
    return STYLE.read_text(encoding="utf-8")
