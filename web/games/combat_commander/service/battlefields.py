"""House rule: battlefields of our own, drawn once for a kind and a seed and kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.ground.battlefield import Battlefield, generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import to_ground
from generator.games.combat_commander.ground.los_map import LosMap, build_los_map

LARGEST_SEED = 999_999_999  # so many that nobody runs out of them


@lru_cache(maxsize=128)
def made(catalog: Catalog, kind: str | None, seed: int) -> Battlefield:
    """The battlefield of a seed; without a kind the seed chooses one."""
    return generate_battlefield(catalog, seed, kind)


def text_of(document: Mapping[str, Any]) -> str:
    """A document in one way of writing it, by which what is worked out from it is kept."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True)


def digest_of(document: Mapping[str, Any]) -> str:
    """A short name for what a document holds."""
    return sha256(text_of(document).encode()).hexdigest()[:12]


@lru_cache(maxsize=64)
def field_of(catalog: Catalog, text: str) -> LosMap:
    """The ground of a document made ready for looking over it."""
    return build_los_map(catalog, to_ground(json.loads(text)))
