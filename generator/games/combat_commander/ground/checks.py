"""What there is to say about a battlefield that somebody writes: can it be a map, and can it be played on?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog, ground_checks
from catalogs.games.combat_commander.ground import Ground
from catalogs.store import Row
from generator.finding import Finding
from schemas.json_pointer import Place
from schemas.said import Said, say

from .battlefield import stands, unplayable
from .map_figures import figures, measured
from .battlefield_document import ground_of

PARTS = {"terrain": "type", "sides": "side"}


def check(catalog: Catalog, document: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Everything there is to say about a well-formed document; the first kind of fault hides the rest."""
    for found in (_known(catalog, document), _map(catalog, document)):
        if faults := tuple(found):
            return faults
    ground = ground_of(document)
    return (*_objectives(catalog, ground), *_play(catalog, ground), *_like(catalog, ground))


def _error(code: str, place: Place, said: Said) -> Finding:
    return Finding("error", code, place, said)


def _known(catalog: Catalog, document: Mapping[str, Any]) -> Iterator[Finding]:
    """T78: terrain that the chart has, where it belongs."""
    for part, kind in PARTS.items():
        for name in document.get(part, {}):
            row = catalog.terrain.get(name)
            if row is None or row.kind != kind:
                yield _error("B1", (part, name), say("battlefield_finding.terrain", given=name))


def _map(catalog: Catalog, document: Mapping[str, Any]) -> Iterator[Finding]:
    """2.1-2.2, T78-T82: what the table ``ground`` asks of every map."""
    row = Row("0", document, "", 0, "house")
    for fault in ground_checks.sound(catalog, row):
        if fault is not None:
            steps = str(fault.place).removeprefix(row.place()).strip("/").split("/")
            place = tuple(int(step) if step.isdecimal() and at > 1 else step for at, step in enumerate(steps))
            said = say("battlefield_finding.map", problem=fault.problem, expected=fault.expected)
            yield _error("B2", place, said)


def _objectives(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """2.3: five objectives, each in a hex of its own where units can stand."""
    there = ground.objectives or {}
    if missing := [number for number in catalog.board.objectives if number not in there]:
        yield _error("B3", ("objectives",), say("battlefield_finding.objectives", missing=missing))
    for number, one in there.items():
        place = ("objectives", str(number))
        if not stands(catalog, ground, one):
            yield _error("B4", place, say("battlefield_finding.drowned", number=number, hex=one))
        if any(other < number and at == one for other, at in there.items()):
            yield _error("B5", place, say("battlefield_finding.shared", number=number, hex=one))


def _play(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """Both edges can be set up on and reach every objective."""
    for said in unplayable(catalog, ground):
        if said.key != "battlefield_finding.objectives":
            yield Finding("warning", "B6", (), said)


def _like(catalog: Catalog, ground: Ground) -> Iterator[Finding]:
    """What no printed map has so much or so little of."""
    span, found = measured(catalog), figures(catalog, ground)
    for name in span.outside(found):
        least, most = getattr(span.least, name), getattr(span.most, name)
        has = getattr(found, name)
        told = say("battlefield_finding.range", figure=name, found=has, least=least, most=most)
        yield Finding("note", "B7", (), told)
