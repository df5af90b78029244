"""Golden transcripts: what people played leads for ever to what it led to when it was played.

They are never edited. A procedure that must ask otherwise gets a new version; see CONTRIBUTING.md.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from catalogs import load
from generator.game import procedure
from tests.golden.replaying import FOLDER, digest, documents

GOLDEN = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_transcript_leads_to_the_same_documents(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    catalog = load(procedure(golden["procedure"]).game)
    assert digest(documents(catalog, golden)) == golden["digest"]


def test_every_kind_of_game_has_its_transcripts() -> None:
    found = [json.loads(path.read_text(encoding="utf-8")) for path in GOLDEN]
    battles = [each for each in found if each["procedure"].startswith("battle/")]
    settings = [each["settings"] for each in battles]
    assert len(battles) >= 12
    assert {each["edition"] for each in settings} == {"corrected", "compilation", "anniversary"}
    assert {each["dice"] for each in settings} >= {"two", "fate", "typed"}
    assert {each["placement"] for each in settings} == {"objectives", "hexes"}
    assert any(each["reroll_green"] for each in settings)
    assert any(each["defender_radio"] for each in settings)
    assert any("handicap" in each for each in battles)
    assert any(entry["rule"].startswith("RS.13") for each in battles for entry in each["entries"])
    names = {each["procedure"] for each in found}
    campaigns = {name.partition("/")[0] for name in names if procedure(name).kind == "campaign"}
    assert campaigns == {"stalingrad", "normandy", "gastadores"}
