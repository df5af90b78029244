"""RS.17: legal reports, and the sentences that refuse illegal ones."""

from __future__ import annotations

from typing import Any

import pytest

from generator.games.combat_commander.campaign.settings import (
    CampaignSettings,
    check_settings,
    read_settings,
)
from generator.table import Refused
from schemas.errors import HorahError
from tests.words import sentence

from .tools import CATALOG, ScriptedCampaign, won

NONE: dict[str, list[Any]] = {"axis": [], "allied": []}
SQUAD = {"piece": "german:squad_rifle"}


def survivors(*axis: Any, allied: Any = ()) -> dict[str, Any]:
    return {"survivors": {"axis": list(axis), "allied": list(allied)}}


@pytest.mark.parametrize(
    ("report", "code"),
    [
        ("axis", "BAD_REPORT"),
        (None, "BAD_REPORT"),
        ({}, "BAD_REPORT"),
        (won("axis"), "BAD_REPORT"),  # Stalingrad needs the survivors too
        (won("axis", survivors=NONE, posture="attack"), "BAD_REPORT"),
        (won("german", survivors=NONE), "BAD_REPORT"),
        (won("axis", "boredom", survivors=NONE), "BAD_REPORT"),
        (won("axis", marker="5", survivors=NONE), "BAD_REPORT"),  # type: ignore[arg-type]
        (won("axis", marker=True, survivors=NONE), "BAD_REPORT"),
        (won("axis", survivors=[]), "BAD_REPORT"),
        (won("axis", survivors={"axis": []}), "BAD_REPORT"),
        (won("axis", **survivors("german:squad_rifle")), "BAD_REPORT"),
        (won("axis", **survivors({"piece": "german:squad_rifle", "hex": "A1"})), "BAD_REPORT"),
        (won("axis", **survivors({"piece": 7})), "BAD_REPORT"),
        (won("axis", **survivors({**SQUAD, "veteran": "yes"})), "BAD_REPORT"),
        (won("axis", "sudden_death", marker=-3, survivors=NONE), "WRONG_WINNER"),
        (won("allied", "exit", marker=1, survivors=NONE), "WRONG_WINNER"),
        ({**won("axis", "sudden_death", survivors=NONE), "initiative": "allied"}, "WRONG_WINNER"),
        (won("axis", **survivors({"piece": "german:squad_marine"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors({"piece": "russian:squad_rifle"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors({"piece": "german:weapon_light_mg"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors({"piece": "german:sergeant_2cd"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors({**SQUAD, "weapon": "german:squad_rifle"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors({**SQUAD, "weapon": "russian:weapon_light_mg"})), "UNKNOWN_PIECE"),
        (won("axis", **survivors(*[SQUAD] * 11)), "COUNTER_EXHAUSTED"),
        (won("axis", **survivors(*[{"piece": "german:cpt_wehling"}] * 2)), "COUNTER_EXHAUSTED"),
        (won("axis", **survivors({"piece": "german:sgt_biermann"})), "NOT_IN_BATTLE"),
        (won("allied", "elimination", **survivors(SQUAD)), "WRONG_SURVIVORS"),
    ],
)
def test_illegal_reports_are_refused(report: Any, code: str) -> None:
    found = ScriptedCampaign("stalingrad")
    found.until("battle_result")
    before = len(found.table.entries)
    with pytest.raises(Refused) as refused:
        found.give(report)
    assert refused.value.code == code
    assert sentence(refused.value) != sentence(refused.value, "es")
    assert len(found.table.entries) == before


@pytest.mark.parametrize(
    "report",
    [
        won("axis", "sudden_death", marker=4, survivors=NONE),
        won("allied", "sudden_death", marker=0, survivors=NONE),
        won("axis", "surrender", marker=-12, survivors=NONE),
        won("axis", "forfeit", survivors=NONE),
        won("axis", **survivors({**SQUAD, "weapon": "common:weapon_molotov_cocktail"})),
        won("axis", **survivors({"piece": "german:hero"}, {"piece": "german:private", "veteran": True})),
        won("axis", "elimination", **survivors(SQUAD)),
        won("axis", **survivors({"piece": "german:team_line"}, allied=[{"piece": "russian:lt_bijak"}])),
    ],
)
def test_legal_reports_are_accepted(report: Any) -> None:
    found = ScriptedCampaign("stalingrad")
    found.until("battle_result")
    found.give(report)
    assert found.state.history[0].winner == report["winner"]


def test_a_named_leader_is_asked_for_by_name() -> None:
    found = ScriptedCampaign("stalingrad")
    found.until("battle_result")
    with pytest.raises(Refused) as refused:
        found.give(won("axis", **survivors({"piece": "german:sergeant_2cd"})))
    assert "german:sgt_esser" in refused.value.facts["leaders"]
    assert "Sergeant Esser" in sentence(refused.value)


def test_normandy_asks_for_no_survivors() -> None:
    found = ScriptedCampaign("normandy")
    prompt = found.until("battle_result")
    assert "survivors" not in prompt.form["properties"]
    with pytest.raises(Refused):
        found.give(won("axis", survivors=NONE))
    found.give(won("axis"))


@pytest.mark.parametrize(
    "data",
    [
        {"edition": "first"},
        {"dice": "loaded"},
        {"axis_commander": "napoleon"},
        {"results": "guess"},
        {"placement": "anywhere"},
        {"weather": "fine"},
        {"readings": {"moon": "full"}},
        {"readings": {"rubble_duplicates": "keep"}},
        {"readings": "all"},
    ],
)
def test_illegal_settings_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(HorahError) as fault:
        read_settings(data, CATALOG, CATALOG.campaigns["stalingrad"])
    assert fault.value.code == "BAD_SETTING"


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_file_states_every_reading(name: str) -> None:
    sheet = CATALOG.campaigns[name]
    settings = check_settings(CampaignSettings(), CATALOG, sheet)
    assert dict(settings.readings) == {key: setting.default for key, setting in sheet.settings.items()}


def used_readings() -> set[str]:
    import re
    from pathlib import Path

    import generator.games.combat_commander.campaign as package

    folder = Path(str(package.__file__)).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return set(re.findall(r'reading\("([a-z_0-9]+)"\)', source))


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_every_reading_with_a_choice_is_used(name: str) -> None:
    open_points = {key for key, one in CATALOG.campaigns[name].settings.items() if len(one.choices) > 1}
    assert open_points <= used_readings()
