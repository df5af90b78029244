"""The names of computer commanders: levels, and styles of the regular."""

from __future__ import annotations

from collections.abc import Mapping

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from schemas.errors import HorahError

LEVELS = ("random", "recruit", "regular", "veteran")
DEFAULT_LEVEL = "regular"


def list_commanders(catalog: Catalog) -> tuple[str, ...]:
    """Return the names of all commanders: the levels, then the styles of the regular."""
    return (*LEVELS, *catalog.commander_styles)


def check_commanders(catalog: Catalog, names: Mapping[Side, str]) -> dict[Side, str]:
    """Return the commanders of both sides; raise an error for a name that there is not."""
    known = list_commanders(catalog)
    for name in names.values():
        if name not in known:
            raise HorahError("NO_COMMANDER", given=name, legal=known)
    return dict(names)
