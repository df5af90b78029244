"""No seat sees another's secrets: sealed commitments, secret chits, and the seed that reveals them."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.chance import commitment
from generator.games.combat_commander.campaign.play import Campaign, answer, replay, start_campaign
from generator.games.combat_commander.campaign.settings import AUTO, CampaignSettings
from generator.games.combat_commander.campaign.state import RESULT
from generator.games.combat_commander.campaign.view import view_battle_card, view_campaign
from schemas.errors import HorahError

from .tools import CATALOG, ScriptedCampaign, won

OTHERS = {"axis": ("allied", "everyone"), "allied": ("axis", "everyone")}


def at_commitment(name: str, seed: str = "7.s") -> Campaign:
    campaign = start_campaign(CATALOG, name, seed)
    assert {prompt.ask for prompt in campaign.table.pending} == {"commitment"}
    return campaign


def copy(campaign: Campaign) -> Campaign:
    return replay(CATALOG, campaign.name, campaign.seed, campaign.settings, campaign.table.entries)


@pytest.mark.parametrize("name", ["stalingrad", "normandy"])
@pytest.mark.parametrize("seat", ["axis", "allied"])
def test_sealed_commitment_is_invisible_to_others(name: str, seat: str) -> None:
    campaign = at_commitment(name)
    pool = next(p.options for p in campaign.table.pending if p.seat == seat)
    fists = [list(fist) for size in range(len(pool) + 1) for fist in combinations(pool, size)]
    seen: dict[str, set[str]] = {other: set() for other in OTHERS[seat]}
    own = set()
    for fist in fists:
        table = copy(campaign)
        answer(table, seat, fist)
        assert table.table.sealed == {seat}
        for other in OTHERS[seat]:
            seen[other].add(json.dumps(view_campaign(table, other), sort_keys=True))
        own.add(json.dumps(view_campaign(table, seat), sort_keys=True))
    assert all(len(views) == 1 for views in seen.values())
    assert len(own) == len(fists)


@pytest.mark.parametrize("name", ["stalingrad", "normandy"])
def test_both_commitments_are_shown_together(name: str) -> None:
    campaign = at_commitment(name)
    chosen = {p.seat: [p.options[0]] for p in campaign.table.pending}
    for seat, fist in chosen.items():
        answer(campaign, seat, fist)
    log = view_campaign(campaign, "everyone")["log"]
    shown = {line["seat"]: line["answer"] for line in log if line.get("ask") == "commitment"}
    assert shown == chosen


def test_other_seats_do_not_see_a_seats_options() -> None:
    campaign = at_commitment("stalingrad")
    asked = {line["seat"]: line for line in view_campaign(campaign, "axis")["asked"]}
    assert "options" in asked["axis"] and set(asked["allied"]) == {"kind", "rule", "ask", "seat"}
    assert all("options" in line for line in view_campaign(campaign, "referee")["asked"])


def drawn(campaign: Campaign) -> dict[str, str]:
    """Return the secret chits of the first battle."""
    return {e.seat: e.answer for e in campaign.table.entries if e.ask == "secret_chit" and e.secret}


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_secret_chits_are_invisible_to_everyone(open_part: int, one: int, other: int) -> None:
    """Two campaigns with the same open dice and different secrets look the same to everyone."""
    first, second = (at_commitment("stalingrad", f"{open_part}.{secret}") for secret in (one, other))
    if len(drawn(first)) < 2 or len(drawn(second)) < 2:
        return  # a chit without a secret side was drawn, and is shown
    views = [view_campaign(campaign, "everyone") for campaign in (first, second)]
    for seen in views:
        del seen["commitment"]
    assert views[0] == views[1]


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone"])
def test_cards_hide_the_other_sides_chit(seat: str) -> None:
    found = ScriptedCampaign("stalingrad")
    found.until(RESULT)
    secret = {side: chits for side, chits in found.state.at_hand.secret.items() if chits}
    card = view_battle_card(found.campaign, 1, seat)
    for side, chits in secret.items():
        expected: Any = list(chits) if side == seat else "hidden"
        assert card["objectives"]["secret"][side] == expected
    for entry in card["transcript"]["entries"]:
        if entry["ask"] == "secret_chit" and entry.get("secret") and entry["seat"] != seat:
            assert entry["answer"] == {"hidden": True}


@pytest.mark.parametrize(
    ("seed", "seat", "shown"),
    [
        ("1942.volga", "axis", "1942"),
        ("1942.volga", "everyone", "1942"),
        ("1942.volga", "referee", "1942.volga"),
        ("1942", "axis", None),
        ("1942", "everyone", None),
        ("1942", "referee", "1942"),
    ],
)
def test_the_seed(seed: str, seat: str, shown: str | None) -> None:
    assert view_campaign(start_campaign(CATALOG, "stalingrad", seed), seat)["seed"] == shown


def test_cards_of_a_running_campaign_hide_the_seed() -> None:
    commanders = CampaignSettings(axis_commander="bold", allied_commander="even")
    campaign = start_campaign(CATALOG, "stalingrad", "1942.volga", commanders)
    assert campaign.table.pending[0].ask == RESULT
    for seat in ("axis", "allied", "everyone", "referee"):
        assert view_battle_card(campaign, 1, seat)["seed"] is None


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone"])
def test_finished_campaign_shows_everything(seat: str) -> None:
    campaign = start_campaign(CATALOG, "stalingrad", "1942.volga", AUTO)
    seen = view_campaign(campaign, seat)
    assert seen["seed"] == "1942.volga"
    assert not any(line.get("answer") == {"hidden": True} for line in seen["log"])


def test_anyone_at_the_table_may_report() -> None:
    for seat in ("axis", "allied"):
        found = ScriptedCampaign("normandy")
        found.until(RESULT)
        answer(found.campaign, seat, won("axis"))
        assert found.state.history[0].winner == "axis"


def test_unknown_seat_is_refused() -> None:
    with pytest.raises(HorahError) as fault:
        view_campaign(start_campaign(CATALOG, "normandy", "1"), "umpire")
    assert fault.value.code == "BAD_SEAT"


GUESSED = [str(year) for year in range(1939, 1946)]
KEPT = "1944.kq3vdwxzt5yx2hqnpm7c6jgsrlabe4uo"


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone"])
def test_seed_cannot_be_guessed_from_a_view(seat: str) -> None:
    hashes = {commitment(seed) for seed in GUESSED}
    seen = view_campaign(at_commitment("stalingrad", "1944"), seat)
    assert seen["commitment"] is None
    assert not [one for one in hashes if one in json.dumps(seen)]
    assert view_campaign(at_commitment("stalingrad", KEPT), seat)["commitment"] == commitment(KEPT)
    assert view_campaign(at_commitment("stalingrad", "1944"), "referee")["commitment"] == commitment("1944")
