"""House rule: generated battlefields, cached by kind and seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from typing import Any

from catalogs.games.combat_commander import Catalog
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground.battlefield import Battlefield, generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import is_well_formed, to_ground
from generator.games.combat_commander.ground.drawable import is_drawable
from generator.games.combat_commander.ground.los_map import LosMap, build_los_map
from generator.games.combat_commander.ground.map_figures import MapFigures
from schemas.errors import HorahError
from web.service.errors import NotHere

from .maps import SHARES

MAX_SEED = 999_999_999  # highest seed that the pages and the API accept


@lru_cache(maxsize=128)
def get_battlefield(catalog: Catalog, kind: str | None, seed: int) -> Battlefield:
    """Return the battlefield of a seed; without a kind, the seed chooses one."""
    return generate_battlefield(catalog, seed, kind)


def find_generated(catalog: Catalog, kind: str, seed: int) -> Battlefield:
    """Return the battlefield of an address; raise ``NotHere`` for an unknown kind or too large a seed."""
    if kind not in catalog.battlefields or seed > MAX_SEED:
        raise NotHere
    return get_battlefield(catalog, kind, seed)


def require_drawable(catalog: Catalog, document: Any) -> dict[str, Any]:
    """Return a document that can be drawn; raise an error otherwise."""
    if not isinstance(document, dict) or not is_well_formed(document) or not is_drawable(catalog, document):
        raise HorahError("BATTLEFIELD.document")
    return document


def canonical_json(document: Mapping[str, Any]) -> str:
    """Return the document as canonical JSON, used as a cache key."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True)


def digest_document(document: Mapping[str, Any]) -> str:
    """Return a short hash of a document."""
    return sha256(canonical_json(document).encode()).hexdigest()[:12]


def describe_figures(figures: MapFigures, formatter: MessageFormatter) -> str:
    """Return the figures of a battlefield as one sentence."""
    shares = {name: round(getattr(figures, name) / 10) for name in SHARES}
    return formatter.format("ground.figures", **asdict(figures) | shares)


@lru_cache(maxsize=64)
def get_los_map(catalog: Catalog, text: str) -> LosMap:
    """Return the ground of a document, prepared for lines of sight."""
    return build_los_map(catalog, to_ground(json.loads(text)))
