"""A campaign is a folder that exports one object; shared code uses the object, never its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from generator.games.combat_commander.campaign.outlook import Assumptions
from generator.games.combat_commander.campaign.positions import build_position_graph
from generator.games.combat_commander.campaign.registry import (
    campaigns,
    find_campaign,
    find_resource,
    get_definition,
)
from generator.games.combat_commander.campaign.settings import CampaignSettings
from generator.table import Table
from schemas.errors import HorahError
from tests.procedures import current
from tests.words import sentence

from .tools import CATALOG

ROOT = Path(__file__).resolve().parents[5]
NAMES = tuple(campaigns())
SHARED = sorted(
    path
    for layer in ("generator", "exports")
    for path in (ROOT / layer / "games" / "combat_commander").rglob("*.py")
    # rules may name a campaign there
    if not set(path.relative_to(ROOT).parts) & {*NAMES, "authoring", "modules"}
)


def test_every_campaign_has_a_folder() -> None:
    assert NAMES == ("stalingrad", "normandy", "gastadores")
    assert set(NAMES) == set(CATALOG.campaigns)


@pytest.mark.parametrize("name", NAMES)
def test_exported_definition_is_complete(name: str) -> None:
    found, sheet = find_campaign(name), CATALOG.campaigns[name]
    state = Table(found.start(CATALOG, CampaignSettings())).stands[0].state
    assert get_definition(state) is found
    assert found.procedure == state.procedure == current(name)
    assert sum(found.outlook(state, Assumptions()).values()) == Fraction(1)
    assert {road.start for road in found.roads(sheet)} <= set(build_position_graph(sheet))
    assert f"campaign_record.{found.assumes}" in CATALOG.terms


def test_unknown_campaign_is_refused() -> None:
    with pytest.raises(HorahError) as refused:
        find_campaign("arnhem")
    assert sentence(refused.value) == (
        "There is no campaign “arnhem”; the campaigns are: Stalingrad; Normandy, St Lô; Gastadores, Cotentin."
    )


def test_resource_is_found_in_any_campaign() -> None:
    every = {name: row for sheet in CATALOG.campaigns.values() for name, row in sheet.resources.items()}
    assert every and all(find_resource(CATALOG, name) is row for name, row in every.items())
    assert find_resource(CATALOG, "german:squad_rifle") is None


def named(tree: ast.Module) -> Iterator[str]:
    """Return every text that is the name of a campaign, and every import from a campaign's folder."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield str(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (part for part in node.module.split(".") if part in NAMES)


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shared_code_names_no_campaign(path: Path) -> None:
    assert list(named(ast.parse(path.read_text(encoding="utf-8")))) == []
