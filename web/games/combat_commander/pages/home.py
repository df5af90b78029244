"""Combat Commander's part of the home page."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from catalogs.games.combat_commander.model import Faction
from web.pages.home import Part

from ..request_context import catalog, formatter
from ..service.maps import list_sheets
from .card import draw_face
from .maps import get_thumbnail_url
from .owned_maps import owned_maps

COUNTER_SCALE = 1.75


def make_home_part() -> Part:
    """Return the game's part: a button for a quick battle, and the other ways to play as pictures."""
    factions = catalog().factions.values()
    faces = {faction.id: _draw_faces(faction) for faction in factions}
    counters = [face for drawn in faces.values() for face in drawn]
    axis, allied = (
        next(faces[faction.id] for faction in factions if faction.side == side) for side in ("axis", "allied")
    )
    sheet = next(sheet for sheet in list_sheets(catalog()) if sheet.ground is not None)
    ways = render_template(
        "battle_links.html",
        campaign=[*axis, *allied],
        map=get_thumbnail_url(sheet.number),
        duel=(axis[0], allied[0]),
        versus=formatter().phrase("vs"),
    )
    hero = render_template("battle_home.html", counters=counters, owned=owned_maps())
    return Part(Markup(hero), Markup(ways))


def _draw_faces(faction: Faction) -> list[Markup]:
    """Draw a leader and a squad of a faction."""
    tables = catalog()
    leader = next((row for row in tables.leaders.values() if row.faction == faction.id), None)
    squad = next(
        (row for row in tables.counters.values() if (row.faction, row.kind) == (faction.id, "squad")), None
    )
    refs = [piece.ref for piece in (leader, squad) if piece is not None]
    return [draw_face(formatter(), ref, faction.side, faction.id, COUNTER_SCALE) for ref in refs]
