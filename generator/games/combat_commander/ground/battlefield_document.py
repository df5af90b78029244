"""House rule: a battlefield as a document, so that it can be changed, kept, shared and played on anywhere.

The document holds the ground itself, hex by hex; kind and seed only tell where it came from.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, Ground
from catalogs.games.combat_commander.ground import ground_of as built
from schemas.validation import problems

from .battlefield import Battlefield, as_row

Document = dict[str, Any]
FORMAT = "hora-h/battlefield/1"
SCHEMA = "games/combat_commander/battlefield"
PARTS = ("terrain", "levels", "ways", "exits", "course", "sides", "buildings", "objectives")
NEEDED = ("terrain", "ways")


def blank(catalog: Catalog) -> Document:
    """Open ground everywhere."""
    return {"format": FORMAT, "name": "", "terrain": {}, "ways": {}}


def written(ground: Ground, name: str = "") -> Document:
    """A ground as a document: a printed map to begin from, for one."""
    row = as_row(ground, 1)
    for part in ("terrain", "levels"):
        if part in row:  # bridges first, as the ground has them, and hexes in order
            kinds = sorted(row[part], key=lambda kind: (kind not in BRIDGES, kind))
            row[part] = {kind: sorted(row[part][kind]) for kind in kinds}
    return {"format": FORMAT, "name": name} | {part: row[part] for part in PARTS if part in row}


def drawn(found: Battlefield) -> Document:
    """A battlefield of chance as a document, with the kind and seed it comes from."""
    document = written(found.ground)
    return {
        "format": FORMAT,
        "name": "",
        "drawn": {"kind": found.kind, "seed": found.seed},
        **{part: document[part] for part in PARTS if part in document},
    }


def ground_of(document: Mapping[str, Any]) -> Ground:
    """The ground that a well-formed document holds."""
    return built(name_of(document), document, "house")


def name_of(document: Mapping[str, Any]) -> str:
    """How a battlefield is told from others: by kind and seed as long as nobody has changed it."""
    origin = document.get("drawn")
    return f"{origin['kind']}-{origin['seed']}" if origin and not document.get("changed") else "0"


def well_formed(document: object) -> bool:
    """Does a document keep to its schema?"""
    return not any(problems(document, SCHEMA))


def changed(document: Mapping[str, Any]) -> Document:
    """A copy to be changed; what chance drew is no longer quite what stands there."""
    found: Document = copy.deepcopy(dict(document))
    if "drawn" in found:
        found["changed"] = True
    return found
