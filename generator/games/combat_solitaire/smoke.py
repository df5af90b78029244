"""18.0, 21.1: smoke and illumination markers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .hexes import distance, walk


@dataclass(frozen=True, slots=True)
class Plume:
    """The smoke of one explosion: its markers from the source downwind, and its smoke value."""

    weapon: str
    value: int
    hexes: tuple[str, ...]
    fading: bool = False
    turn: int = 0  # turn of the explosion


@dataclass(frozen=True, slots=True)
class Light:
    """An illumination marker and the turn in which it was fired."""

    hex: str
    turn: int
    radius: int | None = None  # radius in hexes, if the settings read the flare's die as one


def advance_plume(plume: Plume, wind: int | None, turn: int) -> Plume | None:
    """18.0: return the plume after the end of a turn; None when its last marker is removed."""
    if turn <= plume.turn:
        return plume
    if plume.fading:
        return replace(plume, hexes=plume.hexes[:-1]) if len(plume.hexes) > 1 else None
    if len(plume.hexes) >= plume.value:
        return replace(plume, fading=True)
    beyond = walk(plume.hexes[-1], wind, 1) if wind else plume.hexes[-1]
    return replace(plume, hexes=(*plume.hexes, beyond or plume.hexes[-1]))


def sum_smoke_modifiers(plumes: Iterable[Plume], hexes: Iterable[str], full: int, fading: int) -> int:
    """18.0: sum the modifiers of every marker that a line enters, crosses or leaves."""
    way = set(hexes)
    return sum(
        (fading if plume.fading else full) * sum(name in way for name in plume.hexes) for plume in plumes
    )


def is_lit(lights: Iterable[Light], name: str, within: int) -> bool:
    """21.1: tell whether a hex is within an illumination marker's range."""
    return any(
        distance(light.hex, name) <= (within if light.radius is None else light.radius) for light in lights
    )
