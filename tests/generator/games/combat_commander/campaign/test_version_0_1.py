"""Campaign files that version 0.1 wrote: they open, say the same, and go on with the same dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.games.combat_commander.campaign.card import cards_of
from generator.games.combat_commander.campaign.correction import correct, result_entry
from generator.games.combat_commander.campaign.document import BadFile, campaign_from, checksum, document_of
from generator.games.combat_commander.campaign.play import answer, fill, replay, undo

from .tools import CATALOG

FILES = sorted((Path(__file__).parent / "version_0_1").glob("*.campaign.json"))
SAME = ("format", "campaign", "procedure", "seed", "settings", "cards", "transcript", "state")


def test_there_is_one_for_every_campaign_with_either_dice() -> None:
    names = {path.name.removesuffix(".campaign.json") for path in FILES}
    campaigns = ("stalingrad", "normandy", "gastadores")
    assert names == {f"{name}-{dice}" for name in campaigns for dice in ("two", "fate")}


@pytest.fixture(params=FILES, ids=lambda path: path.name)
def text(request: pytest.FixtureRequest) -> str:
    found: str = request.param.read_text(encoding="utf-8")
    return found


def test_they_open_and_say_the_same(text: str) -> None:
    document = json.loads(text)
    again = document_of(campaign_from(CATALOG, text))
    assert {part: again[part] for part in SAME} == {part: document[part] for part in SAME}
    assert again["procedure"].endswith("/1")


def test_the_same_people_meet_the_same_dice(text: str) -> None:
    """Begun again with its seed and answered by its people alone, everything comes as it did."""
    whole = campaign_from(CATALOG, text)
    version = whole.state.version
    campaign = replay(CATALOG, whole.name, whole.seed, whole.settings, (), version=version)
    fill(campaign)
    for entry in whole.table.entries:
        if whole.session.by_person(entry):
            answer(campaign, entry.seat, entry.answer)
    assert [entry._replace(by=None) for entry in campaign.table.entries] == whole.table.entries
    assert campaign.table.pending[0].ask == whole.table.pending[0].ask


def test_undo_and_correction_keep_the_version(text: str) -> None:
    campaign = campaign_from(CATALOG, text)
    assert undo(campaign).procedure == campaign.procedure
    entry = result_entry(campaign, 1)
    assert correct(campaign, entry.n, entry.answer).campaign.table.entries == campaign.table.entries


def test_their_cards_name_the_version(text: str) -> None:
    campaign = campaign_from(CATALOG, text)
    for card in cards_of(campaign.table, None):
        assert card["transcript"]["procedure"] == f"{campaign.name}/1"


@pytest.mark.parametrize("procedure", ["stalingrad/4", "stalingrad/0", "normandy/1", "", None, 1, [1]])
def test_a_version_nobody_knows_is_refused(procedure: Any) -> None:
    document = {**json.loads(FILES[-1].read_text(encoding="utf-8")), "procedure": procedure}
    with pytest.raises(BadFile) as fault:
        campaign_from(CATALOG, json.dumps({**document, "checksum": checksum(document)}))
    assert fault.value.code == "NEWER_FILE"
