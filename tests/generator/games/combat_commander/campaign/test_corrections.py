"""Undo by agreement, and correction of an old result with its consequences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.campaign.correction import correct, find_result_entry, settle
from generator.games.combat_commander.campaign.document import read_campaign, write_text
from generator.games.combat_commander.campaign.play import answer, start_campaign, undo
from generator.games.combat_commander.campaign.settings import AUTO, CampaignSettings
from generator.games.combat_commander.campaign.state import RESULT
from generator.table import Refused
from schemas.errors import HorahError

from .tools import CATALOG, ScriptedCampaign, won

PERSON_RESULTS = CampaignSettings(axis_commander="random", allied_commander="random")
NONE: dict[str, list[Any]] = {"axis": [], "allied": []}


def played(*winners: str, name: str = "stalingrad", seed: str = "3.x") -> Any:
    """Play a campaign in which commanders decide and a person reports the results."""
    campaign = start_campaign(CATALOG, name, seed, PERSON_RESULTS)
    for winner in winners:
        answer(campaign, "referee", report(name, winner))
    return campaign


def report(name: str, winner: str) -> dict[str, Any]:
    return won(winner, survivors=NONE) if name == "stalingrad" else won(winner)


def test_undo_takes_back_the_last_answer_of_a_person() -> None:
    campaign = played("axis", "allied")
    before = undo(campaign)
    assert before.table.pending[0].ask == RESULT
    assert len(before.state.history) == 1
    answer(before, "referee", report("stalingrad", "allied"))
    assert write_text(before) == write_text(campaign)


def test_undo_of_several_answers() -> None:
    assert len(undo(played("axis", "allied", "axis"), 3).state.history) == 0


@pytest.mark.parametrize("count", [0, -1, 3])
def test_no_more_can_be_undone_than_people_answered(count: int) -> None:
    with pytest.raises(Refused) as refused:
        undo(played("axis", "allied"), count)
    assert refused.value.code == "UNDO"


def test_undo_of_a_sealed_answer() -> None:
    campaign = start_campaign(CATALOG, "stalingrad", "5.x")
    answer(campaign, "axis", ["german:sgt_esser"])
    assert undo(campaign).table.sealed == frozenset()


def test_a_correction_that_changes_nothing() -> None:
    campaign = played("axis", "allied", "axis")
    entry = find_result_entry(campaign, 2)
    found = correct(campaign, entry.n, entry.answer)
    assert (found.changes, found.unfit, found.rolled_again) == ((), (), ())
    assert write_text(found.campaign) == write_text(campaign)


def test_a_corrected_marker_changes_the_history_alone() -> None:
    campaign = played("axis", "allied", "axis")
    entry = find_result_entry(campaign, 1)
    found = correct(campaign, entry.n, {**entry.answer, "marker": 9})
    assert [(c.battle, c.what, c.before, c.after) for c in found.changes] == [(1, "marker", 0, 9)]
    assert not found.unfit and not found.rolled_again


def test_corrected_winner_replays_later_answers() -> None:
    campaign = played("axis", "allied", "axis")
    entry = find_result_entry(campaign, 1)
    found = correct(campaign, entry.n, report("stalingrad", "allied"))
    whats = {(change.battle, change.what) for change in found.changes}
    assert {(1, "winner"), (1, "reserve")} <= whats
    assert found.rolled_again  # other seats roll on other tables
    assert [past.winner for past in found.campaign.state.history][:2] == ["allied", "allied"]
    corrected = settle(found)
    assert read_campaign(CATALOG, write_text(corrected)).state.json() == corrected.state.json()


def test_correction_that_ends_the_campaign_lists_unfit_answers() -> None:
    """Normandy: three American wins and a German one; correcting the fourth to American ends it."""
    campaign = played("allied", "allied", "allied", "axis", "axis", name="normandy")
    entry = find_result_entry(campaign, 4)
    found = correct(campaign, entry.n, report("normandy", "allied"))
    assert found.campaign.table.finished
    assert [left.ask for left in found.unfit] == [RESULT]
    assert ("battle", "A4", None) in [(c.what, c.before, c.after) for c in found.changes]


def test_unanswered_choice_stays_open() -> None:
    """The winner chooses the next position, so another winner must choose anew."""
    found = ScriptedCampaign("stalingrad")
    found.report("axis").to_battle(2)
    found.until("commitment")
    entry = find_result_entry(found.campaign, 1)
    corrected = correct(found.campaign, entry.n, report("stalingrad", "allied"))
    asked = corrected.campaign.table.pending[0]
    assert (asked.seat, asked.ask) in {("allied", "next_position"), ("allied", "quality_change")}
    assert corrected.unfit


def test_old_campaign_is_unchanged() -> None:
    campaign = played("axis", "allied")
    before = write_text(campaign)
    entry = find_result_entry(campaign, 1)
    correct(campaign, entry.n, report("stalingrad", "allied"))
    assert write_text(campaign) == before


def test_a_correction_must_itself_be_a_report() -> None:
    campaign = played("axis")
    with pytest.raises(Refused):
        correct(campaign, find_result_entry(campaign, 1).n, {"winner": "axis"})


@pytest.mark.parametrize("battle", [0, 3])
def test_unknown_battle_is_refused(battle: int) -> None:
    with pytest.raises(HorahError) as fault:
        find_result_entry(played("axis", "allied"), battle)
    assert fault.value.code == "NO_RESULT"


def test_random_results_continue_after_a_correction() -> None:
    campaign = start_campaign(CATALOG, "normandy", "4", AUTO)
    entry = find_result_entry(campaign, 1)
    other = "allied" if entry.answer["winner"] == "axis" else "axis"
    corrected = settle(correct(campaign, entry.n, won(other)))
    assert corrected.table.finished


@given(st.sampled_from(["stalingrad", "normandy", "gastadores"]), st.integers(0, 10**6), st.integers(0, 12))
@settings(max_examples=60, deadline=None)
def test_any_result_can_be_corrected(name: str, seed: int, place: int) -> None:
    """After any correction the new campaign is complete and reads back, and the old one is unchanged."""
    campaign = start_campaign(CATALOG, name, f"{seed}.s", AUTO)
    before = write_text(campaign)
    battle = place % len(campaign.state.history) + 1
    entry = find_result_entry(campaign, battle)
    other = "allied" if entry.answer["winner"] == "axis" else "axis"
    found = correct(campaign, entry.n, {**entry.answer, "winner": other, "ended": "forfeit"})
    assert any(change.what == "winner" and change.battle == battle for change in found.changes)
    corrected = settle(found)
    assert corrected.table.finished
    assert read_campaign(CATALOG, write_text(corrected)).state.json() == corrected.state.json()
    assert write_text(campaign) == before
