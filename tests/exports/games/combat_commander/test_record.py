"""The record of a campaign: one page, complete, in both languages, without what a seat may not see."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from exports.games.combat_commander.blank_record import render_blank_record
from exports.games.combat_commander.campaign_path import battle_path
from exports.games.combat_commander.graph import (
    describe_graph,
    draw_graph,
    graph_svg,
    list_nodes,
    open_roads,
    position_order,
)
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.pdf.record import render_record
from exports.games.combat_commander.record import (
    format_changes,
    format_outlook,
    format_record,
    list_questions,
    make_record,
)
from exports.games.combat_commander.render import render
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.gastadores.card import sheet_of_changes
from generator.games.combat_commander.campaign.outlook import compute_outlook
from generator.games.combat_commander.campaign.play import Campaign, answer, replay, start_campaign
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.view import view_battle_card, view_campaign
from tests.exports.paper import faults, read, words
from tests.generator.games.combat_commander.campaign.tools import CATALOG, ScriptedCampaign, longest

LANGUAGES = ("es", "en")
PAPERS = ("a4", "letter")
NAMES = ("stalingrad", "normandy", "gastadores")


@cache
def long_one() -> Campaign:
    return longest()


@cache
def played(name: str, seed: str = "8.x") -> Campaign:
    return start_campaign(CATALOG, name, seed, AUTO)


def begun(name: str) -> Campaign:
    return start_campaign(CATALOG, name, "8.x")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_a_blank_record_names_the_positions(name: str, lang: Any, paper: str) -> None:
    body = render_blank_record(name, CATALOG, lang, paper)
    assert len(read(body)) == 1 and faults(body) == []
    printed = words(body)
    assert all(str(position) in printed for position in position_order(CATALOG.campaigns[name]))


def test_the_longest_campaign_has_thirteen_battles() -> None:
    state = long_one().state
    assert len(state.history) == 13
    assert state.verdict is not None and state.verdict.grade == "tactical"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_thirteen_battles_stand_on_one_page(paper: str, lang: Any) -> None:
    body = render_record(view_campaign(long_one(), "everyone"), CATALOG, lang, paper)
    assert len(read(body)) == 1
    assert faults(body) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [begun, played])
def test_one_page_at_every_stage(make: Any, name: str, lang: Any) -> None:
    body = render_record(view_campaign(make(name), "axis"), CATALOG, lang)
    assert len(read(body)) == 1
    assert faults(body) == []


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("name", NAMES)
def test_random_campaigns_at_random_stages(name: str, number: int) -> None:
    whole = played(name, f"page-{number}")
    cut = len(whole.table.entries) * (number + 1) // 7
    part = replay(CATALOG, name, whole.seed, whole.settings, whole.table.entries[:cut])
    lang: Any = LANGUAGES[number % 2]
    body = render_record(view_campaign(part, "everyone"), CATALOG, lang, PAPERS[number // 2 % 2])
    assert len(read(body)) == 1
    assert faults(body) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_page_and_text_say_the_same(name: str, lang: Any) -> None:
    seen = view_campaign(played(name), "everyone")
    record = make_record(seen, CATALOG, lang)
    printed = _flat(words(render_record(seen, CATALOG, lang)))
    text = _flat(format_record(seen, CATALOG, lang))
    for fought in record.history:
        assert _flat(fought.head) in printed
        assert _flat(fought.head) in text
    for side in ("axis", "allied"):
        for _, value in record.sides[side]:
            assert all(part in text for part in _flat(value).split(","))
    assert _flat(record.standing) in text and _flat(record.standing) in printed


def _flat(words_: str) -> str:
    return re.sub(r"\s+", "", words_)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_missing(name: str, lang: Any) -> None:
    """Every id has words: no term key, reference or placeholder is left."""
    for make in (begun, played):
        text = format_record(view_campaign(make(name), "everyone"), CATALOG, lang)
        assert not re.search(r"[a-z]+_[a-z]+|[a-z]+:[a-z]|\{|\}", text), text


def test_the_state_of_everything_is_on_it() -> None:
    found = ScriptedCampaign("stalingrad")
    survivors = {
        "axis": [{"piece": "german:squad_rifle", "weapon": "german:weapon_light_mg", "veteran": True}]
    }
    found.report("axis", survivors={**survivors, "allied": []})
    found.plan(survivors_kept=[["1"]], weapons_kept=[["1"]], next_position=["R1"]).to_battle(2)
    text = format_record(view_campaign(found.campaign, "everyone"), CATALOG, "en")
    for words_ in (
        "Battle 2",
        "Rifle squad + Light machine gun (veteran)",
        "Sgt Biermann (C), Sgt Esser (D)",
        "Fortification Points 11 of 11",
        "Reinforcements 1 of 1",
        "Path: O → [R1]",
    ):
        assert _flat(words_) in _flat(text), words_


def test_a_sealed_commitment_is_not_on_the_page() -> None:
    campaign = begun("stalingrad")
    answer(campaign, "axis", ["german:sgt_esser"])
    pages = {
        seat: render_record(view_campaign(campaign, seat), CATALOG, "en") for seat in ("allied", "everyone")
    }
    other = begun("stalingrad")
    answer(other, "axis", [])
    for seat, body in pages.items():
        assert render_record(view_campaign(other, seat), CATALOG, "en") == body


def test_the_same_campaign_gives_the_same_bytes() -> None:
    seen = view_campaign(played("normandy"), "everyone")
    assert render_record(seen, CATALOG, "es") == render_record(seen, CATALOG, "es")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_open_questions_are_listed(name: str, lang: Any) -> None:
    seen = view_campaign(begun(name), "everyone")
    lines = list_questions(seen, CATALOG, lang)
    assert len(lines) == len(seen["asked"]) > 0
    assert list_questions(view_campaign(played(name), "everyone"), CATALOG, lang) == []


def test_the_graph_shows_the_way_on_and_the_path() -> None:
    found = ScriptedCampaign("stalingrad").report("axis").plan(next_position=["R1"]).to_battle(2)
    seen, formatter = view_campaign(found.campaign, "everyone"), MessageFormatter(CATALOG, "en")
    assert [node.name for node in list_nodes(seen, formatter)] == ["G2", "G1", "O", "R1", "R2"]
    assert battle_path(seen) == [("O", "axis")]
    roads = {(road.winner, road.end, road.postures) for road in open_roads(seen, formatter)}
    assert ("axis", "R2", ("attack", "recon", "defend")) in roads
    assert ("allied", "G1", ("attack",)) in roads
    assert "O (Axis), R1" in describe_graph(seen, formatter)


@pytest.mark.parametrize(
    ("winners", "ends"),
    [
        ("axis", {"A2", "G1"}),
        ("axis allied axis", {"A3", "G1"}),
        ("allied allied allied", {"won:allied", "A4"}),
        ("axis axis axis", {"A2", "won:axis"}),
    ],
)
def test_roads_in_normandy_follow_the_wins(winners: str, ends: set[str]) -> None:
    found = ScriptedCampaign("normandy")
    for number, winner in enumerate(winners.split(), 2):
        found.report(winner).to_battle(number)
    seen = view_campaign(found.campaign, "everyone")
    assert {road.end for road in open_roads(seen, MessageFormatter(CATALOG, "en"))} == ends


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_as_svg(name: str) -> None:
    seen, formatter = view_campaign(played(name), "everyone"), MessageFormatter(CATALOG, "es")
    svg = graph_svg(seen, formatter)
    assert svg.startswith("<svg") and 'role="img"' in svg
    for node in list_nodes(seen, formatter):
        assert f">{node.name}</text>" in svg
    assert draw_graph(seen, formatter, 300).width == 300


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_outlook_in_words(name: str, lang: Any) -> None:
    text = format_outlook(compute_outlook(ScriptedCampaign(name).state), name, CATALOG, lang)
    assert ("50,0\u00a0%" if lang == "es" else "50.0%") in text
    assert not re.search(r"[a-z]+_[a-z]+|\{", text)


def test_the_sheet_of_changes_in_words() -> None:
    found = ScriptedCampaign("gastadores").report("allied", marker=0)
    found.plan(resource_roll=[[5, 6]], resource_counters=["yes"], scenario=["6"])
    found.until("battle_result")
    text = format_changes(sheet_of_changes(found.state), CATALOG, "es")
    assert "mapa 28" in text and "Línea de trincheras" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["stalingrad", "normandy"])
def test_every_card_prints_like_any_other(name: str, lang: Any) -> None:
    campaign = played(name)
    for number in range(1, min(len(make_cards(campaign.table, None)), 3) + 1):
        for seat in ("everyone", "axis")[number % 2 :]:
            body = render(view_battle_card(campaign, number, seat), "pdf", catalog=CATALOG, lang=lang)
            assert faults(body) == []
    text = render(view_battle_card(campaign, 1, "everyone"), "log", catalog=CATALOG, lang=lang).decode()
    assert not re.search(r"\{|[a-z]+_[a-z]+", text)


def test_a_card_shows_rubble_patrols_and_arrivals() -> None:
    found = ScriptedCampaign("stalingrad").report(
        "axis", survivors={"axis": [{"piece": "german:squad_rifle"}], "allied": []}
    )
    found.plan(survivors_kept=[["1"]], reinforcement_spaces=[[3]])
    found.until("battle_result")
    card = view_battle_card(found.campaign, 2, "everyone")
    assert len(card["markers"]) == 8
    assert card["sides"]["axis"]["reinforcements"][0]["space"] == 3
    text = render(card, "text", catalog=CATALOG, lang="en").decode()
    for words_ in (
        "Command Patrol",
        "Reinforcements on Time 3",
        "Stalingrad Special Rules",
        "Stalingrad: battle 2",
    ):
        assert words_ in text, words_
