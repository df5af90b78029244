"""The film of a fight shows everything that the rules decide."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal import events, fire, recover, time_track
from generator.games.combat_commander.rehearsal.outcome import Film, make_film
from generator.games.combat_commander.rehearsal.pieces import Weapon
from tests.generator.games.combat_commander.rehearsal import scenes

CATALOG = load()


@cache
def film(seed: int) -> Film:
    return make_film(make(CATALOG, Settings(map=1), str(seed)).card(), CATALOG, f"{seed}~0")


def facts(of: Film, what: str) -> list[dict[str, Any]]:
    return [dict(found) for _, name, found in of.steps if name == what]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_set_up_stands_before_the_first_turn(seed: int) -> None:
    """Every unit of the first frame is named in a hex before turn 1."""
    of = film(seed)
    first_turn = [what for _, what, _ in of.steps].index("turn")
    placed = sorted(
        (line["hex"], ref)
        for _, what, line in of.steps[:first_turn]
        if what == "placed"
        for ref in line["units"]
    )
    frame = of.frames[of.shown[first_turn - 1]]
    standing = [(unit["hex"], ref) for unit in frame["units"] for ref in (unit["ref"], unit["weapon"]) if ref]
    assert placed == sorted(standing)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fire_names_the_hexes_of_the_firers(seed: int) -> None:
    for line in facts(film(seed), "fired"):
        assert line["origins"]
        assert line["hex"] not in line["origins"]


def recorded(scene: Any, steps: Any, answers: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    scene.log_enabled = True
    scenes.run(steps, answers)
    return [(line.rule, line.what, dict(line.facts)) for line in scene.log]


def test_the_path_of_a_retreat() -> None:
    scene = scenes.fight()
    unit = scenes.put(scene, "axis", "squad_rifle", "E4", broken=True)
    lines = recorded(scene, recover.retreat(scene, unit, 2), {"retreat": ["E3", "E2"]})
    assert [line["hex"] for _, what, line in lines if what == "retreated"] == ["E3", "E2"]


def test_dig_in_names_the_hex() -> None:
    scene = scenes.fight()
    scenes.put(scene, "axis", "squad_rifle", "E2")
    scenes.put(scene, "allied", "squad_line", "E9")
    scene.camps["axis"].hand = [scenes.in_hand(action="dig_in", number=91)]
    answers = {"dig_in": "dig_in:91", "dig_in_hex": "E2"}
    lines = recorded(scene, time_track.advance_time(scene, "allied"), answers)
    assert ("A32", "work", {"hex": "E2", "work": "foxholes"}) in lines


def test_harden_and_scrounge_name_their_targets() -> None:
    scene = scenes.fight()
    unit = scenes.put(scene, "axis", "squad_rifle", "E2")
    [(rule, what, line)] = recorded(scene, events.battle_harden(scene, "axis"), {})
    assert (rule, what, line["ref"], line["hex"]) == ("E44", "hardened", unit.ref, "E2")
    scene.log.clear()
    scene.wrecks = [Weapon("w7", CATALOG.counters["german:weapon_light_mg"])]
    [(rule, what, line)] = recorded(scene, events.scrounge(scene, "axis"), {"scrounge": "w7"})
    assert (rule, what) == ("E71", "scrounged")
    assert (line["ref"], line["hex"], line["weapon"]) == (unit.ref, "E2", "german:weapon_light_mg")


def test_assault_fire_and_smoke_rounds_are_recorded() -> None:
    scene = scenes.fight()
    unit = scenes.put(scene, "axis", "squad_rifle", "E2")
    scene.log_enabled = True
    fire.record_fire(scene, "A26", "axis", [fire.Piece(unit, None)], scene.board.numbers["E4"])
    assert scene.log[0].facts["origins"] == ("E2",)
