"""Checks of an authored battlefield: whether it is a valid map and whether it can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog, ground_checks
from catalogs.games.combat_commander.ground import Ground
from catalogs.store import Row
from generator.findings import Finding
from schemas.json_pointer import Place
from schemas.messages import Message, say

from .battlefield import find_play_problems, is_enterable
from .battlefield_document import to_ground
from .map_figures import get_printed_range, measure_ground

TERRAIN_KIND_BY_PART = {"terrain": "type", "sides": "side"}


def check_battlefield(catalog: Catalog, document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return the findings of a well-formed document; errors in the map hide the later checks."""
    for findings in (_check_known_terrain(catalog, document), _check_map(catalog, document)):
        if faults := tuple(findings):
            return faults
    ground = to_ground(document)
    return (
        *_check_objectives(catalog, ground),
        *_check_playability(catalog, ground),
        *_compare_with_printed_maps(catalog, ground),
    )


def _error(code: str, place: Place, message: Message) -> Finding:
    return Finding("error", code, place, message)


def _check_known_terrain(catalog: Catalog, document: Mapping[str, Any]) -> Iterator[Finding]:
    """T78: check that the terrain exists in the chart and stands where it belongs."""
    for part, kind in TERRAIN_KIND_BY_PART.items():
        for name in document.get(part, {}):
            row = catalog.terrain.get(name)
            if row is None or row.kind != kind:
                yield _error("B1", (part, name), say("battlefield_finding.terrain", given=name))


def _check_map(catalog: Catalog, document: Mapping[str, Any]) -> Iterator[Finding]:
    """2.1-2.2, T78-T82: apply the checks of the catalogue table ``ground``."""
    row = Row("0", document, "", 0, "house")
    for fault in ground_checks.sound(catalog, row):
        if fault is not None:
            steps = str(fault.place).removeprefix(row.place()).strip("/").split("/")
            place = tuple(
                int(step) if step.isdecimal() and depth > 1 else step for depth, step in enumerate(steps)
            )
            message = say("battlefield_finding.map", problem=fault.problem, expected=fault.expected)
            yield _error("B2", place, message)


def _check_objectives(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """2.3: check that there are five objectives, each alone in a hex that units can enter."""
    objectives = ground.objectives or {}
    if missing := [number for number in catalog.board.objectives if number not in objectives]:
        yield _error("B3", ("objectives",), say("battlefield_finding.objectives", missing=missing))
    for number, hex_id in objectives.items():
        place = ("objectives", str(number))
        if not is_enterable(catalog, ground, hex_id):
            yield _error("B4", place, say("battlefield_finding.drowned", number=number, hex=hex_id))
        if any(other < number and other_hex == hex_id for other, other_hex in objectives.items()):
            yield _error("B5", place, say("battlefield_finding.shared", number=number, hex=hex_id))


def _check_playability(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """Check that both edges can be set up on and reach every objective."""
    for message in find_play_problems(catalog, ground):
        if message.key != "battlefield_finding.objectives":
            yield Finding("warning", "B6", (), message)


def _compare_with_printed_maps(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """Note each figure that lies outside the range of the printed maps."""
    span, map_figures = get_printed_range(catalog), measure_ground(catalog, ground)
    for name in span.list_outside(map_figures):
        least, most = getattr(span.least, name), getattr(span.most, name)
        value = getattr(map_figures, name)
        message = say("battlefield_finding.range", figure=name, found=value, least=least, most=most)
        yield Finding("note", "B7", (), message)
