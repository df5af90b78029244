"""The bar at the top of a page, in the colours of both sides."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import GUTTER
from exports.kit.page import BAR_HEIGHT, Bar
from exports.kit.shapes import side_bar
from exports.kit.theme import livery
from generator.games.combat_commander.authoring.force import SIDES

from ..messages import MessageFormatter


def make_side_bars(formatter: MessageFormatter, factions: Mapping[str, str]) -> Bar:
    """Return a bar with half the width for each faction: the Axis solid, the Allies hatched."""

    def bar(wide: float) -> Drawing:
        drawing, half = Drawing(wide, BAR_HEIGHT), (wide - GUTTER) / 2
        for place, side in enumerate(SIDES):
            deep = livery(formatter.catalog, factions[side]).deep
            for shape in side_bar(place * (half + GUTTER), 0, half, BAR_HEIGHT, deep, side == "axis"):
                drawing.add(shape)
        return drawing

    return bar
