"""Golden transcripts: a recorded game always leads to the documents it led to when it was recorded.

They are never edited once 1.0 is tagged. A procedure that must ask other questions gets a new version; see
CONTRIBUTING.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalogs import load
from generator.game import default_procedure, find_procedure, procedures
from tests.golden.make import play
from tests.golden.replaying import FOLDER, differences, golden_of, replay, text_of

PATHS = sorted(FOLDER.glob("*.json"))


def golden_at(path: Path) -> dict[str, Any]:
    golden: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return golden


def differences_of(golden: dict[str, Any]) -> list[str]:
    """Replay a golden file and describe the differences, one per line."""
    session = replay(load(find_procedure(golden["procedure"]).game), golden)
    actual = golden_of(session, golden.get("handicap"))
    return [
        f"{place}: expected {expected!r}, got {given!r}"
        for place, expected, given in differences(golden, actual)
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_transcript_leads_to_the_same_documents(path: Path) -> None:
    golden = golden_at(path)
    found = differences_of(golden)
    assert not found, "\n".join([f"{path.name} leads to something else:", *found[:40]])
    assert path.read_text(encoding="utf-8") == text_of(golden)


def test_difference_names_place_and_both_values() -> None:
    golden = golden_of(play(default_procedure("combat_commander").name, "difference", {}))
    assert differences_of(golden) == []
    golden["documents"][0]["time"] = 7
    golden["documents"][0]["sides"]["axis"]["hand"] = 9
    del golden["views"]["everyone"]["/0/seat"]
    found = differences_of(golden)
    assert len(found) == 3
    assert found[0].startswith("/documents/0/time: expected 7, got ")
    assert found[1].startswith("/documents/0/sides/axis/hand: expected 9, got ")
    assert found[2] == "/views/everyone//0/seat: expected '(absent)', got 'everyone'"


def test_every_kind_of_game_has_transcripts() -> None:
    found = [golden_at(path) for path in PATHS]
    battles = [each for each in found if each["procedure"].startswith("battle/")]
    settings = [each["settings"] for each in battles]
    assert len(battles) >= 12
    assert {each["edition"] for each in settings} == {"corrected", "compilation", "anniversary"}
    assert {each["dice"] for each in settings} >= {"two", "fate", "typed"}
    assert {each["placement"] for each in settings} == {"objectives", "hexes"}
    assert any(each["reroll_green"] for each in settings)
    assert any(each["defender_radio"] for each in settings)
    assert any("handicap" in each for each in battles)
    answers = [entry for each in battles for entry in each["transcript"]]
    assert any(entry["rule"].startswith("RS.13") for entry in answers)
    assert any(each["settings"].get("battlefield") for each in battles)
    assert any(each["settings"].get("kept_battlefield") for each in battles)
    assert {each["procedure"] for each in found} == set(procedures())
