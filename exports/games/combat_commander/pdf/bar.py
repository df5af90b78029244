"""The bar at the top of a page, in the colours of both sides."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import GUTTER
from exports.kit.page import BAR, Bar
from exports.kit.shapes import side_bar
from exports.kit.theme import livery
from generator.games.combat_commander.authoring.force import SIDES

from ..scribe import Scribe


def both_sides(scribe: Scribe, factions: Mapping[str, str]) -> Bar:
    """Half the width for each side's faction: the axis solid, the allied side hatched."""

    def bar(wide: float) -> Drawing:
        drawing, half = Drawing(wide, BAR), (wide - GUTTER) / 2
        for place, side in enumerate(SIDES):
            deep = livery(scribe.catalog, factions[side]).deep
            for shape in side_bar(place * (half + GUTTER), 0, half, BAR, deep, side == "axis"):
                drawing.add(shape)
        return drawing

    return bar
