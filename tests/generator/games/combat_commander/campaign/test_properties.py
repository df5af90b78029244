"""Properties of every campaign, played at random to its end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from generator.games.combat_commander.battle.lookups import count_in_mix
from generator.games.combat_commander.battle.rs07_support import taken
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.document import read_campaign, write_document, write_text
from generator.games.combat_commander.campaign.play import Campaign, make_answerers, replay, start_campaign
from generator.games.combat_commander.campaign.settings import CampaignSettings
from generator.games.combat_commander.campaign.view import view_log
from schemas.validation import problems, schema

from .tools import CATALOG

NAMES = ("stalingrad", "normandy", "gastadores")
MOST = {"stalingrad": 13, "normandy": 7, "gastadores": 3}
COMMANDERS = st.sampled_from(["random", "cautious", "bold", "even"])


@st.composite
def campaigns(draw: st.DrawFn, names: tuple[str, ...] = NAMES) -> Campaign:
    """Draw a campaign that dice, commanders and random results have played to its end."""
    name = draw(st.sampled_from(names))
    readings = {
        key: draw(st.sampled_from(sorted(setting.choices)))
        for key, setting in CATALOG.campaigns[name].settings.items()
    }
    chosen = CampaignSettings(
        dice=draw(st.sampled_from(["two", "fate"])),
        axis_commander=draw(COMMANDERS),
        allied_commander=draw(COMMANDERS),
        results="random",
        placement=draw(st.sampled_from(["objectives", "objectives", "hexes"])),
        readings=readings,
    )
    return start_campaign(CATALOG, name, str(draw(st.integers(0, 10**9))), chosen)


@cache
def state_schema(name: str) -> Draft202012Validator:
    whole = schema("games/combat_commander/campaign")
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


@given(campaigns())
@settings(max_examples=120, deadline=None)
def test_every_campaign_ends_in_time_with_valid_states(campaign: Campaign) -> None:
    assert campaign.table.finished
    assert 1 <= len(campaign.state.history) <= MOST[campaign.name]
    for shown in campaign.table.stands:
        check_boxes(shown.state)
        check_points(shown.state)
    for shown in campaign.table.stands[:: max(1, len(campaign.table.stands) // 8)]:
        assert not list(state_schema(campaign.name).iter_errors(shown.state.json()))
    assert not list(problems(write_document(campaign), "games/combat_commander/campaign"))


def check_boxes(state: Any) -> None:
    """Check that a leader lies in exactly one place."""
    for side in SIDES:
        faction = state.sheet.factions[side]
        lies: Counter[str] = Counter()
        for box in ("pool", "division", "exhausted", "committed"):
            lies.update(getattr(state, box, {}).get(side, ()))
        lies.update(one.piece for one in getattr(state, "reinforcements", {}).get(side, ()))
        for force in state.sheet.forces.values():
            if force.faction != faction or force.kind == "command":
                continue
            places = lies[force.leaders[0]]
            assert places <= 1, (state.stage, force.leaders[0])
            assert places == 1 or state.sheet.id == "stalingrad"  # there the mix is a place too


def check_points(state: Any) -> None:
    for points in (getattr(state, "points", {}), getattr(state, "assets", {})):
        assert all(left >= 0 for left in points.values())
    if state.at_hand is not None:
        check_counters(state.at_hand)


def check_counters(battle: Any) -> None:
    """Check that no battle uses more counters than the box holds, Reinforcements and boxes included."""
    used: Counter[str] = Counter(battle.away)
    for side in SIDES:
        used.update(taken(battle, side))
    for piece, count in used.items():
        assert count <= count_in_mix(CATALOG, piece), piece


@given(campaigns())
@settings(max_examples=60, deadline=None)
def test_replay_gives_the_same_campaign(campaign: Campaign) -> None:
    again = replay(
        CATALOG, campaign.name, campaign.seed, campaign.settings, campaign.table.entries, campaign.cards
    )
    assert write_document(again) == write_document(campaign)
    assert view_log(again.table, "referee") == view_log(campaign.table, "referee")
    assert write_text(read_campaign(CATALOG, write_text(campaign))) == write_text(campaign)


@given(campaigns(("stalingrad", "normandy")))
@settings(max_examples=40, deadline=None)
def test_every_battle_gives_a_valid_card(campaign: Campaign) -> None:
    cards = make_cards(campaign.table, campaign.seed)
    assert len(cards) == len(campaign.state.history)
    numbers = []
    for number, card in enumerate(cards, 1):
        assert list(problems(card, "games/combat_commander/card")) == []
        assert card["source"]["battle"] == number
        numbers += [entry["n"] for entry in card["transcript"]["entries"]]
        check_groups(card)
    assert numbers == sorted(set(numbers))


def check_groups(card: dict[str, Any]) -> None:
    """Check that the pieces of the patrols are part of the side's."""
    for side in SIDES:
        force = card["sides"][side]
        grouped: Counter[str] = Counter()
        for group in force["groups"]:
            grouped.update(group["counters"])
            grouped.update(group["leaders"])
        whole = Counter(force["counters"]) + Counter(force["leaders"])
        assert not grouped - whole


@pytest.mark.parametrize("name", NAMES)
@given(st.integers(0, 10**6), st.integers(0, 200))
@settings(max_examples=30, deadline=None)
def test_any_prefix_of_a_transcript_can_be_continued(name: str, seed: int, length: int) -> None:
    """Cut a campaign anywhere and continue with the same dice and commanders: it ends the same."""
    auto = CampaignSettings(axis_commander="random", allied_commander="bold", results="random")
    whole = start_campaign(CATALOG, name, str(seed), auto)
    part = replay(CATALOG, name, str(seed), auto, whole.table.entries[:length])
    part.table.fill(make_answerers(CATALOG, part.settings, part.seed))
    assert write_document(part) == write_document(whole)
