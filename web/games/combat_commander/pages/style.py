"""The colours of the factions on a page, the same as in print."""

from __future__ import annotations

from typing import Any

from exports.kit.theme import PLAIN, livery
from generator.games.combat_commander.battle.state import SIDES

from ..request_context import catalog


def make_style_sheet() -> str:
    """Return the liveries as a style sheet: of a faction alone, and as one of two sides."""
    dressed = {"plain": PLAIN, **{name: livery(catalog(), name) for name in catalog().liveries}}
    return "".join(_style_of(name, dress) for name, dress in dressed.items())


def _style_of(name: str, dress: Any) -> str:
    own = f"--deep:{css_colour(dress.deep)};--mid:{css_colour(dress.mid)};--tint:{css_colour(dress.tint)}"
    sides = "".join(f".{side}-{name}{{--{side}:{css_colour(dress.deep)}}}\n" for side in SIDES)
    return f".dress-{name}{{{own}}}\n{sides}"


def css_colour(colour: Any) -> str:
    """Return a colour of the drawings as CSS writes it."""
    return f"#{colour.hexval()[2:]}"
