"""Campaign files: complete ones are read back, all others are refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.campaign.document import (
    BadFile,
    checksum,
    read_campaign,
    write_document,
    write_text,
)
from generator.games.combat_commander.campaign.play import Campaign, answer, start_campaign
from generator.games.combat_commander.campaign.settings import AUTO
from tests.words import sentence

from .tools import CATALOG

FULL = start_campaign(CATALOG, "stalingrad", "11.secret", AUTO)
TEXT = write_text(FULL)


def sealed(document: dict[str, Any]) -> str:
    return json.dumps({**document, "checksum": checksum(document)})


def refused(text: str) -> BadFile:
    with pytest.raises(BadFile) as fault:
        read_campaign(CATALOG, text)
    assert sentence(fault.value) != sentence(fault.value, "es")
    return fault.value


def test_file_round_trip() -> None:
    assert write_text(read_campaign(CATALOG, TEXT)) == TEXT


def test_file_keeps_a_sealed_answer() -> None:
    campaign = start_campaign(CATALOG, "stalingrad", "5.x")
    answer(campaign, "axis", ["german:sgt_esser"])
    again = read_campaign(CATALOG, write_text(campaign))
    assert again.table.sealed == {"axis"}
    assert [entry.secret for entry in again.table.entries] == [e.secret for e in campaign.table.entries]


@given(st.integers(0, len(TEXT) - 3))
@settings(max_examples=60, deadline=None)
def test_truncated_file_is_refused(length: int) -> None:
    assert refused(TEXT[:length]).code == "CUT_FILE"


@given(st.integers(0, len(TEXT) - 2), st.sampled_from("0123456789abz ,"))
@settings(max_examples=80, deadline=None)
def test_edited_file_is_refused(place: int, letter: str) -> None:
    changed = TEXT[:place] + letter + TEXT[place + 1 :]
    try:
        same = json.loads(changed) == json.loads(TEXT)
    except ValueError:
        same = False
    if same:
        return
    assert refused(changed).code in ("CUT_FILE", "EDITED_FILE", "OTHER_FILE", "NOT_A_CAMPAIGN")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "hora-h/campaign/2"}, "OTHER_FILE"),
        ({"format": "hora-h/card/1"}, "NOT_A_CAMPAIGN"),
        ({"format": None}, "NOT_A_CAMPAIGN"),
        ({"procedure": "stalingrad/0"}, "OTHER_FILE"),
        ({"campaign": "normandy"}, "OTHER_FILE"),
        ({"state": {}}, "BAD_FILE"),
        ({"transcript": "none"}, "BAD_FILE"),
        ({"colour": "red"}, "BAD_FILE"),
    ],
)
def test_file_with_new_checksum_is_still_checked(change: dict[str, Any], code: str) -> None:
    assert refused(sealed({**write_document(FULL), **change})).code == code


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    "change", [{"format": "hora-h/campaign/0"}, {"procedure": "stalingrad/0"}, {"procedure": None}]
)
def test_file_of_another_version_is_refused_with_advice(change: dict[str, Any], lang: str) -> None:
    said = sentence(refused(sealed({**write_document(FULL), **change})), lang)
    assert ("the version that wrote it" if lang == "en" else "la versión que lo escribió") in said


def edited(campaign: Campaign, **answers: Any) -> dict[str, Any]:
    """Change answers of a transcript by ask, and update the checksum."""
    document = json.loads(write_text(campaign))
    for entry in document["transcript"]:
        if entry["ask"] in answers:
            entry["answer"] = answers[entry["ask"]]
    return document


@pytest.mark.parametrize(
    "document",
    [
        edited(FULL, edge_roll=[7, 7]),
        edited(FULL, battle_result={"winner": "axis"}),
        {**write_document(FULL), "transcript": write_document(FULL)["transcript"][:-1]},
        {**write_document(FULL), "transcript": write_document(FULL)["transcript"][1:]},
    ],
)
def test_answers_that_do_not_fit_are_refused(document: dict[str, Any]) -> None:
    assert refused(sealed(document)).code == "DEPARTED"


def test_other_catalogue_version_is_named() -> None:
    document = {**edited(FULL, edge_roll=[7, 7]), "catalog": "other"}
    fault = refused(sealed(document))
    assert "other" in sentence(fault) and CATALOG.version in sentence(fault)


@pytest.mark.parametrize("text", ["", "[]", "7", "null", '"text"', "{}", '{"format": 7}'])
def test_other_documents_are_refused(text: str) -> None:
    assert refused(text).code in ("CUT_FILE", "NOT_A_CAMPAIGN")
