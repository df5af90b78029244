"""Registry of all campaigns, found by their folders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Resource
from schemas.errors import HorahError

from .definition import Definition
from .state import Common


@cache
def campaigns() -> Mapping[str, Definition]:
    """Return every campaign by its name, in order."""
    folders = [found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg]
    found: list[Definition] = [import_module(f".{name}", __package__).CAMPAIGN for name in folders]
    return {each.name: each for each in sorted(found, key=lambda each: each.place)}


def find_campaign(name: str) -> Definition:
    """Return the campaign with a name."""
    definition = campaigns().get(name)
    if definition is None:
        raise HorahError("NO_CAMPAIGN", given=name, known=tuple(campaigns()))
    return definition


def get_definition(state: Common) -> Definition:
    """Return the campaign that a state belongs to."""
    return campaigns()[state.sheet.id]


def find_resource(catalog: Catalog, name: str) -> Resource | None:
    """Return a resource of any campaign by its name."""
    return next(
        (sheet.resources[name] for sheet in catalog.campaigns.values() if name in sheet.resources), None
    )
