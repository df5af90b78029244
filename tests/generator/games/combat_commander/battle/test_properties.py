"""Properties of every battle, for any settings and seed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.battle.card import make_card
from generator.games.combat_commander.battle.definition import BATTLE, answerers
from generator.games.combat_commander.battle.make import make, open_session
from generator.games.combat_commander.battle.matchups import list_possible_matchups
from generator.games.combat_commander.battle.procedure import new_battle
from generator.games.combat_commander.battle.settings import QUALITIES, SIZES, Settings
from generator.games.combat_commander.battle.view import view_card
from generator.session import resume
from generator.table import Departed, read_entry
from schemas.errors import HorahError
from schemas.validation import problems
from tests.generator.games.combat_commander.audit import audit
from tests.generator.games.combat_commander.battle.remaking import remake

from .tools import CATALOG

RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
COMMANDERS = ("random", "cautious", "bold", "even")


def some(*options: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(options), unique=True, max_size=len(options)).map(tuple)


@st.composite
def wishes(draw: Any) -> Settings:
    """Draw settings of every kind that the tables allow."""
    wish = Settings(
        edition=draw(st.sampled_from(sorted(CATALOG.editions))),
        maps=draw(some(*sorted(CATALOG.maps))),
        map=draw(st.sampled_from(["choose", "random"])),
        axis=draw(st.sampled_from([None, None, "german", "italian"])),
        allied=draw(st.sampled_from([None, None, "russian", "british", "american", "french"])),
        without=draw(st.sampled_from([(), (), ("russian",), ("french", "italian")])),
        years=draw(st.sampled_from([(), (), (), (1941,), (1944,), (1942, 1943)])),
        sizes=draw(some(*SIZES)),
        same_size=draw(st.booleans()),
        axis_qualities=draw(st.sampled_from([(), (), *((q,) for q in QUALITIES)])),
        allied_qualities=draw(st.sampled_from([(), (), *((q,) for q in QUALITIES)])),
        holes="remedy",
        axis_player=draw(st.sampled_from(["coin", "first", "second"])),
        dice=draw(st.sampled_from(["two", "fate"])),
        axis_commander=draw(st.sampled_from(COMMANDERS)),
        allied_commander=draw(st.sampled_from(COMMANDERS)),
        reroll_green=draw(st.booleans()),
        defender_radio=draw(st.booleans()),
        placement=draw(st.sampled_from(["objectives", "objectives", "hexes"])),
    )
    try:
        possible = list_possible_matchups(CATALOG, wish)
        new_battle(CATALOG, wish)
    except HorahError:
        possible = frozenset()
    assume(possible)
    return wish


seeds = st.from_regex(r"[a-z0-9]{1,6}(\.[a-z0-9]{1,6})?", fullmatch=True)


@RELAXED
@given(wishes(), seeds)
def test_card_passes_schema_and_audit(wish: Settings, seed: str) -> None:
    card = make(CATALOG, wish, seed).card()
    assert not list(problems(json.loads(json.dumps(card)), "games/combat_commander/card"))
    faults = [finding for finding in audit(card, CATALOG) if finding.severity == "error"]
    assert not faults, faults


@RELAXED
@given(wishes(), seeds)
def test_replay_equals_the_original(wish: Settings, seed: str) -> None:
    card = make(CATALOG, wish, seed).card()
    assert remake(CATALOG, json.loads(json.dumps(card))) == card
    assert make(CATALOG, wish, seed).card() == card


@RELAXED
@given(wishes(), seeds, st.data())
def test_undo_then_redo_gives_the_same(wish: Settings, seed: str, data: Any) -> None:
    table = open_session(CATALOG, wish, seed).table
    back = data.draw(st.integers(0, len(table.entries)))
    again = table.undo(back)
    again.fill(answerers(CATALOG, wish, seed))
    assert again.entries == table.entries
    assert again.state == table.state


@RELAXED
@given(wishes(), seeds, st.data())
def test_views_hide_the_other_sides_secret(wish: Settings, seed: str, data: Any) -> None:
    """Plant a letter that no chit has, so that it can be found anywhere in the document."""
    card = make(CATALOG, wish, seed).card()
    owner = data.draw(st.sampled_from(["axis", "allied"]))
    letters = card["objectives"]["secret"][owner]
    assume(letters)
    planted = json.loads(
        json.dumps(card).replace(
            f'"answer": "{letters[0]}", "secret": true', '"answer": "ZZZ", "secret": true'
        )
    )
    planted["objectives"]["secret"][owner] = ["ZZZ"]
    assert json.dumps(planted).count("ZZZ") == 2
    other = "allied" if owner == "axis" else "axis"
    for seat in (other, "everyone"):
        seen = json.dumps(view_card(planted, seat))
        assert "ZZZ" not in seen
        assert f'"{seed}"' not in seen or "." not in seed
    assert json.dumps(view_card(planted, owner)).count("ZZZ") == 2
    assert view_card(planted, "referee")["objectives"] == planted["objectives"]


@RELAXED
@given(wishes(), seeds)
def test_seed_is_shown_only_if_it_reveals_nothing(wish: Settings, seed: str) -> None:
    card = make(CATALOG, wish, seed).card()
    shown = view_card(card, "everyone")["seed"]
    secrets = any(card["objectives"]["secret"].values())
    assert shown == (seed if not secrets else seed.partition(".")[0] if "." in seed else None)
    if shown is not None and secrets:
        other = make(CATALOG, wish, f"{shown}.another").card()
        for part in ("sides", "map", "marker", "year"):
            if view_card(other, "everyone")["objectives"]["open"] == card["objectives"]["open"]:
                assert other[part] == card[part]


def edited(card: dict[str, Any], data: Any) -> tuple[int, dict[str, Any]]:
    """Return the card with one roll of its transcript changed, and the place of that roll."""
    rolls = [entry["n"] for entry in card["transcript"]["entries"] if entry["kind"] == "roll"]
    place = data.draw(st.sampled_from(rolls))
    other: dict[str, Any] = json.loads(json.dumps(card))
    entry = other["transcript"]["entries"][place]
    entry["answer"] = data.draw(dice.filter(lambda roll: roll != entry["answer"]))
    return place, other


dice = st.lists(st.integers(1, 6), min_size=2, max_size=2)


@RELAXED
@given(wishes(), seeds, st.data())
def test_transcript_with_an_edited_roll_departs_or_fits(wish: Settings, seed: str, data: Any) -> None:
    place, card = edited(make(CATALOG, wish, seed).card(), data)
    entries = [read_entry(entry) for entry in card["transcript"]["entries"]]
    try:
        session = resume(BATTLE, CATALOG, wish, seed, entries)
    except Departed as departed:
        assert departed.place > place
    else:
        assert session.table.entries == entries


@RELAXED
@given(wishes(), seeds, st.data())
def test_any_other_roll_leads_to_a_legal_battle(wish: Settings, seed: str, data: Any) -> None:
    """Keep the answers before a roll, change its dice, and let the battle go on."""
    place, card = edited(make(CATALOG, wish, seed).card(), data)
    kept = [read_entry(entry) for entry in card["transcript"]["entries"][: place + 1]]
    table = open_session(CATALOG, wish, seed, kept).table
    assert table.entries[: place + 1] == kept
    assert table.state is not None
    faults = [
        finding
        for finding in audit(make_card(table.state, table, seed), CATALOG)
        if finding.severity == "error"
    ]
    assert not faults, faults


@pytest.mark.parametrize("seat", ["axis", "allied"])
def test_view_cannot_become_another_seats_view(seat: str) -> None:
    card = make(CATALOG, Settings(), "7.x").card()
    seen = view_card(card, seat)
    other = "allied" if seat == "axis" else "axis"
    assert view_card(seen, seat) == seen
    assert view_card(seen, "everyone") == view_card(card, "everyone")
    for wanted in (other, "referee"):
        with pytest.raises(HorahError, match=r"BAD_SEAT\.card"):
            view_card(seen, wanted)
    with pytest.raises(HorahError, match="BAD_SEAT"):
        view_card(card, "spectator")
