"""House rule: a battlefield as a document that can be edited, saved, shared and played on.

The document contains the ground hex by hex; kind and seed only record its origin.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import BRIDGES, Ground
from catalogs.games.combat_commander.ground import ground_of as parse_ground
from schemas.validation import problems

from .battlefield import Battlefield, to_catalog_row

Document = dict[str, Any]
FORMAT = "hora-h/battlefield/1"
SCHEMA = "games/combat_commander/battlefield"
PARTS = ("terrain", "levels", "ways", "exits", "course", "sides", "buildings", "objectives")
REQUIRED_PARTS = ("terrain", "ways")


def make_blank(catalog: Catalog) -> Document:
    """Return a document with open ground everywhere."""
    return {"format": FORMAT, "name": "", "terrain": {}, "ways": {}}


def to_document(ground: Ground, name: str = "") -> Document:
    """Convert a ground, for example a printed map, to a document."""
    row = to_catalog_row(ground, 1)
    for part in ("terrain", "levels"):
        if part in row:  # bridges first, as in the ground; hexes sorted
            kinds = sorted(row[part], key=lambda kind: (kind not in BRIDGES, kind))
            row[part] = {kind: sorted(row[part][kind]) for kind in kinds}
    return {"format": FORMAT, "name": name} | {part: row[part] for part in PARTS if part in row}


def generated_to_document(battlefield: Battlefield) -> Document:
    """Convert a generated battlefield to a document with its kind and seed."""
    document = to_document(battlefield.ground)
    return {
        "format": FORMAT,
        "name": "",
        "drawn": {"kind": battlefield.kind, "seed": battlefield.seed},
        **{part: document[part] for part in PARTS if part in document},
    }


def to_ground(document: Mapping[str, Any]) -> Ground:
    """Return the ground of a well-formed document."""
    return parse_ground(get_ground_id(document), document, "house")


def get_ground_id(document: Mapping[str, Any]) -> str:
    """Return the id of the ground: kind and seed while it is unchanged, else "0"."""
    origin = document.get("drawn")
    return f"{origin['kind']}-{origin['seed']}" if origin and not document.get("changed") else "0"


def is_well_formed(document: object) -> bool:
    """Return whether a document matches its schema."""
    return not any(problems(document, SCHEMA))


def copy_for_edit(document: Mapping[str, Any]) -> Document:
    """Copy a document for editing and mark a generated one as changed."""
    edited: Document = copy.deepcopy(dict(document))
    if "drawn" in edited:
        edited["changed"] = True
    return edited
