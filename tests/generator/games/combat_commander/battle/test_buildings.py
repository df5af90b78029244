"""7.3.1.1 in RS.11.2 and RS.13: an objective in a building of several hexes is the whole building."""

from __future__ import annotations

from typing import Any

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.occupation import get_objective_spots
from generator.games.combat_commander.battle.rs11_attacker import attacker_setup
from generator.games.combat_commander.battle.rs13_recon import recon_setup
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle, Force
from generator.games.combat_commander.hexes import zone
from generator.table import Choose
from tests.generator.games.combat_commander.battle.tools import CATALOG, battle, done, step

SQUADS = {"axis": "german:squad_rifle", "allied": "russian:squad_rifle"}
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def force(side: Any, posture: Any, **more: Any) -> Force:
    faction = SQUADS[side].partition(":")[0]
    return Force(side, faction=faction, posture=posture, counters={SQUADS[side]: 1}, **more)


def assault(number: int, edge: str, settings: Settings | None = None, stands: str = "") -> Battle:
    """Let Russians attack from an edge, optionally against a German squad already set up."""
    fixed = ({"piece": SQUADS["axis"], "hex": stands, "weapon": None},) if stands else ()
    return battle(
        settings,
        map=CATALOG.maps[number],
        edges={"first": OPPOSITE[edge], "second": edge},
        control=dict.fromkeys("12345", "axis"),
        axis=force("axis", "defend", fixed=fixed),
        allied=force("allied", "attack"),
    )


@pytest.mark.parametrize(
    ("number", "edge", "options"),
    [
        (3, "left", ("3",)),  # D7 lies in the fourth column; its building begins in the third, C8
        (6, "bottom", ("2",)),  # J8, and I9
        (6, "top", ("5",)),  # J3, and H2 and J2
        (4, "left", ("1",)),  # B7 itself
    ],
)
def test_the_attacker_may_stand_in_any_hex_of_the_building(
    number: int, edge: str, options: tuple[str, ...]
) -> None:
    (prompt,) = step(attacker_setup, assault(number, edge), ["no"]).pending
    assert isinstance(prompt, Choose)
    assert (prompt.ask, prompt.options) == ("occupied", options)


HEXES = Settings(placement="hexes")


@pytest.mark.parametrize(
    ("defender", "attacker", "holder"),
    [
        ("K5", "C8", "allied"),  # alone in the building
        ("D7", "C8", "axis"),  # the defender stands in its other hex
        ("K5", "C7", "axis"),  # beside it
    ],
)
def test_control_changes_only_without_enemies_in_the_building(
    defender: str, attacker: str, holder: str
) -> None:
    placed = [{"piece": SQUADS["allied"], "hex": attacker}]
    after = done(attacker_setup, assault(3, "left", HEXES, defender), ["no", placed])
    assert after.control["3"] == holder


def test_recon_reaches_an_objective_through_its_building() -> None:
    """Map 10: objective 5 is in H5, in the fifth row; its building reaches F4, in the fourth."""
    state = battle(
        map=CATALOG.maps[10],
        edges={"first": "top", "second": "bottom"},
        axis=force("axis", "recon", initiative=9),
        allied=force("allied", "recon", initiative=1),
    )
    (prompt,) = step(recon_setup, state).pending
    assert isinstance(prompt, Choose)
    assert "5" in prompt.options


def test_generated_battlefield_has_buildings() -> None:
    """Among a few generated villages an objective has more than one hex; all of them count."""
    found = set()
    for number in range(6):
        made = make(CATALOG, Settings(battlefield="village"), f"buildings-{number}")
        spots = get_objective_spots(made.battle)
        assert spots is not None
        found |= {len(hexes) for hexes in spots.values()}
        assert all(hexes <= zone(CATALOG.board, "top", 10) for hexes in spots.values())
    assert max(found) > 1
