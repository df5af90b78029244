"""Settings: defaults, sentences and refusals."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from generator.chance import check_seed
from generator.games.combat_commander.battle.checks import check_settings
from generator.games.combat_commander.battle.make import find_seed, make, meets_balance
from generator.games.combat_commander.battle.settings import (
    BadSetting,
    Settings,
    read_settings,
)
from schemas.errors import HorahError
from tests.words import sentence

from .tools import CATALOG


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda f: f.name)
def test_every_setting_has_a_default_a_rule_and_a_sentence(setting: Any) -> None:
    assert setting.metadata["rule"].startswith(("RS.", "V", "8.2"))
    words = CATALOG.terms[f"setting.{setting.name}"]
    assert words["en"].endswith(".") and words["es"].endswith(".")
    assert words["en"] != words["es"]


@pytest.mark.parametrize(
    ("wish", "code", "says"),
    [
        ({"allied": "british", "years": (1939,)}, "NO_MATCHUP", "1939"),
        (
            {"axis": "german", "allied": "american", "years": (1942,)},
            "NO_MATCHUP",
            "Germany 1942 against Britain",
        ),
        ({"axis": "italian", "allied": "american", "years": (1944,)}, "NO_MATCHUP", "Russia"),
        ({"allied": "french", "years": (1942,)}, "NO_MATCHUP", "1942"),
        ({"axis": "italian", "years": (1945,)}, "NO_MATCHUP", "1945"),
        ({"axis": "russian"}, "BAD_SETTING", "german, italian"),
        ({"axis": "german", "without": ("german",)}, "CONTRADICTION", "Germany"),
        ({"allied": "french", "factions": ("german", "russian")}, "CONTRADICTION", "France"),
        ({"without": ("german", "italian")}, "NO_MATCHUP", "Axis: any"),
        ({"axis": "italian", "years": (1944,), "axis_qualities": ("green",)}, "NO_MATCHUP", "quality"),
        ({"edition": "1999"}, "BAD_SETTING", "corrected"),
        ({"maps": (99,)}, "BAD_MAP", "99"),
        ({"map": 3, "maps": (1, 2)}, "BAD_MAP", "1, 2"),
        ({"map": "north"}, "BAD_MAP", "choose"),
        ({"sizes": ("army",)}, "BAD_SETTING", "company"),
        ({"dice": "cards"}, "BAD_SETTING", "fate"),
        ({"axis_commander": "napoleon"}, "BAD_SETTING", "bold"),
        ({"balance": "perfect"}, "BAD_SETTING", "close"),
    ],
)
def test_contradictions_are_refused(wish: dict[str, Any], code: str, says: str) -> None:
    with pytest.raises(BadSetting) as bad:
        check_settings(CATALOG, Settings(**wish))
    assert bad.value.code == code
    assert says in sentence(bad.value)
    assert sentence(bad.value) != sentence(bad.value, "es")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"colour": "red"}, "no setting “colour”"),
        ({"years": 1942}, "years: “1942” is not possible"),
        ({"same_size": "yes"}, "same_size"),
    ],
)
def test_settings_from_json_are_checked(data: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting) as bad:
        read_settings(data)
    assert says in sentence(bad.value)


def test_settings_survive_json() -> None:
    settings = Settings(axis="german", years=(1943, 1944), sizes=("platoon",), same_size=True, map=7)
    assert read_settings(settings.json()) == settings


@pytest.mark.parametrize("seed", ["1944", "1944.omaha", "a-b_c~3", "7~12.x"])
def test_seeds(seed: str) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize("seed", ["", "a b", "1.2.3", ".x", "x.", "1/2", "a" * 99])
def test_bad_seeds(seed: str) -> None:
    with pytest.raises(HorahError, match="BAD_SEED"):
        check_seed(seed)


@pytest.mark.parametrize(
    ("wish", "holds"),
    [
        (
            {"axis": "italian", "allied": "russian"},
            lambda c: (
                (c["sides"]["axis"]["faction"], c["sides"]["allied"]["faction"]) == ("italian", "russian")
            ),
        ),
        ({"years": (1943,)}, lambda c: c["year"] == 1943),
        ({"years": (1941, 1942)}, lambda c: c["year"] in (1941, 1942)),
        (
            {"without": ("russian", "french")},
            lambda c: c["sides"]["allied"]["faction"] in ("british", "american"),
        ),
        (
            {"factions": ("german", "british")},
            lambda c: (
                c["sides"]["axis"]["faction"] == "german" and c["sides"]["allied"]["faction"] == "british"
            ),
        ),
        ({"sizes": ("platoon",)}, lambda c: {c["sides"][s]["size"] for s in c["sides"]} == {"platoon"}),
        ({"same_size": True}, lambda c: c["sides"]["axis"]["size"] == c["sides"]["allied"]["size"]),
        ({"axis_qualities": ("elite",)}, lambda c: c["sides"]["axis"]["quality"] == "elite"),
        ({"map": 11}, lambda c: c["map"]["number"] == 11),
        ({"map": "random", "maps": (3, 5)}, lambda c: c["map"]["number"] in (3, 5)),
        ({"edition": "anniversary"}, lambda c: c["edition"] == "anniversary"),
        ({"dice": "fate"}, lambda c: True),
        ({"placement": "hexes"}, lambda c: all(c["sides"][s]["setup"]["fixed"] for s in c["sides"])),
        ({"balance": "close"}, lambda c: True),
        ({"balance": "even"}, lambda c: c["sides"]["axis"]["posture"] == "recon"),
    ],
)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_battles_follow_the_settings(wish: dict[str, Any], holds: Any, seed: str) -> None:
    assert holds(make(CATALOG, Settings(**wish), seed).card())


def test_close_means_the_marker_near_0_before_set_up() -> None:
    settings = Settings(balance="close")
    seed = find_seed(CATALOG, settings, "5")
    from generator.games.combat_commander.battle.definition import answerers
    from generator.games.combat_commander.battle.procedure import new_battle, roll_up
    from generator.table import run

    state = run(lambda: roll_up(new_battle(CATALOG, settings)), (), answerers(CATALOG, settings, seed)).state
    assert state is not None
    assert meets_balance(state, settings)
    assert abs(state.marker) <= CATALOG.procedure.close_marker


def test_unreachable_balance_is_refused() -> None:
    apart = Settings(
        balance="even", axis_commander="bold", allied_commander="cautious", axis="german", allied="russian"
    )
    with pytest.raises(HorahError) as refused:
        make(CATALOG, apart, "1")
    assert refused.value.code == "NO_BALANCE"


def test_house_rule_rerolls_a_green_side() -> None:
    usual, kind = Settings(axis="italian"), Settings(axis="italian", reroll_green=True)
    green = [
        sum(make(CATALOG, s, str(n)).battle.axis.quality == "green" for n in range(300))
        for s in (usual, kind)
    ]
    assert green[1] < green[0] / 2


def test_house_rule_gives_the_defender_a_radio() -> None:
    def defenders_with_radio(settings: Settings) -> int:
        found = 0
        for n in range(150):
            battle = make(CATALOG, settings, str(n)).battle
            side = battle.posture_side("defend")
            found += side is not None and battle.force(side).radio is not None
        return found

    assert defenders_with_radio(Settings()) == 0
    assert defenders_with_radio(Settings(defender_radio=True)) > 20
