"""Combat Commander's part of the home page."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from web.pages.home import Part

from ..request_context import catalog, formatter
from .card import draw_face
from .owned_maps import owned_maps

COUNTER_SCALE = 1.75


def make_home_part() -> Part:
    """Return the game's part: a button for a quick battle, and links to everything else."""
    hero = render_template("battle_home.html", counters=_draw_counters(), owned=owned_maps())
    return Part(Markup(hero), Markup(render_template("battle_doors.html")))


def _draw_counters() -> list[Markup]:
    """Draw a leader and a squad of every faction as decoration."""
    tables = catalog()
    drawings = []
    for faction in tables.factions.values():
        leader = next((row for row in tables.leaders.values() if row.faction == faction.id), None)
        squad = next(
            (row for row in tables.counters.values() if (row.faction, row.kind) == (faction.id, "squad")),
            None,
        )
        refs = [piece.ref for piece in (leader, squad) if piece is not None]
        drawings += [draw_face(formatter(), ref, faction.side, faction.id, COUNTER_SCALE) for ref in refs]
    return drawings
