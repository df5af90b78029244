"""Invariants of whole fights, with plain and random commanders."""

import copy
import os
from collections.abc import Generator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.chance import Seeded
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.fight import new_fight, run_fight
from generator.games.combat_commander.rehearsal.outcome import (
    TableCommanders,
    answer_all,
    make_fight_seed,
    make_film,
    make_outcome,
    run_at_table,
    simulate_fight,
)
from generator.games.combat_commander.rehearsal.setup import set_up
from generator.games.combat_commander.rehearsal.state import SIDES, Fight
from generator.table import Choose, run
from schemas.errors import HorahError
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG

MAPS = (1, 6, 13)  # flat, wooded, hilly; their sight tables are cached
KINDS = ({"axis": "recruit", "allied": "recruit"}, {"axis": "random", "allied": "random"})
CARDS = 72


@cache
def card_of(seed: int, map_: int = 1, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return make(CATALOG, Settings(map=map_, optional=optional), str(seed)).card()


def run_checked(fight: Fight, card: dict[str, Any]) -> Generator[Any, Any, Any]:
    """Run a fight and check the invariants at every question."""
    marker = fight.marker
    running = run_fight(fight, card)
    answer = None
    while True:
        try:
            asked = running.send(answer)
        except StopIteration as stop:
            return stop.value
        if asked.ask == "order":
            check_invariants(fight, marker)
        answer = yield asked
        if isinstance(asked, Choose):
            chosen = answer if not asked.single else [answer]
            assert all(one in asked.options for one in chosen), (asked.ask, answer)
            assert asked.least <= len(chosen) <= asked.most


def check_invariants(fight: Fight, marker: int) -> None:
    """Check that cards are conserved, units are in one place and VP match their sources."""
    for side in SIDES:
        camp = fight.camps[side]
        cards = [*camp.deck, *camp.pile, *camp.hand]
        assert len(cards) == len({card.number for card in cards}) == CARDS
        assert all(unit in fight.units_at[unit.hex] and not unit.out for unit in camp.units)
        assert not set(camp.units) & set(camp.lost)
        armed = [unit.weapon for unit in camp.units if unit.weapon]
        assert len(armed) == len(set(armed))
    placed = [unit for hex_ in fight.units_at for unit in hex_]
    assert len(placed) == sum(len(fight.camps[side].units) for side in SIDES)
    earned = sum(each["axis"] - each["allied"] for each in fight.sources.values())
    assert fight.marker == marker + earned
    assert not set(fight.works) & fight.blaze
    assert not any(hex_ in fight.board.water for hex_ in (*fight.works, *fight.smoke, *fight.blaze))


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), map_=st.sampled_from(MAPS), kinds=st.sampled_from(KINDS))
def test_a_fight_ends_and_breaks_nothing(seed: int, map_: int, kinds: Any) -> None:
    card = card_of(seed, map_)
    fight = new_fight(card, CATALOG)
    answer_all(fight, run_checked(fight, card), f"{seed}", kinds)
    assert fight.winner in SIDES
    assert fight.ending


def test_generated_battlefields_are_playable() -> None:
    card = make(CATALOG, Settings(battlefield="village"), "4").card()
    assert simulate_fight(card, CATALOG, "4", KINDS[1]).winner in SIDES


@pytest.mark.parametrize("rule", ["V5", "V7", "V9", "V10", "V12", "V15", "V18", "V19"])
def test_optional_rules_are_played(rule: str) -> None:
    card = card_of(3, 1, (rule,))
    fight = new_fight(card, CATALOG)
    answer_all(fight, run_checked(fight, card), rule, KINDS[1])
    assert fight.winner in SIDES


def test_an_army_too_large_for_its_zone_comes_on_later() -> None:
    """8.1: two squads do not fit in one hex; a campaign may bring more units than the zone holds."""
    card = copy.deepcopy(card_of(3))
    attacker = card["sides"]["axis"]
    squad = next(piece for piece in attacker["counters"] if "squad" in piece)
    attacker["counters"][squad] = 40
    fight = new_fight(card, CATALOG)
    answer_all(fight, run_checked(fight, card), "3", KINDS[0])
    assert fight.winner in SIDES
    begun = new_fight(card, CATALOG)
    answer_all(begun, set_up(begun, card), "3", KINDS[0])
    camp = begun.camps["axis"]
    assert all(unit.hex in camp.zone for unit in camp.units)
    assert len(camp.units) < 40 <= len(camp.units) + len(camp.coming[begun.time + 1])


@pytest.mark.parametrize("kinds", KINDS)
def test_the_same_seed_plays_the_same_fight(kinds: Any) -> None:
    """Without a log, at a table, from its transcript, and as a film."""
    card = card_of(15)
    bare = simulate_fight(card, CATALOG, make_fight_seed("7", 3), kinds)
    table = run(lambda: run_at_table(card, CATALOG), (), [Seeded("7~3"), TableCommanders(kinds, "7~3")])
    assert table.state is not None
    assert make_outcome(table.state, len(table.entries)) == bare
    again = run(lambda: run_at_table(card, CATALOG), table.entries)
    assert again.state is not None
    assert make_outcome(again.state, len(again.entries)) == bare
    assert again.log[-1] == table.log[-1]
    shown = make_film(card, CATALOG, "7~3", kinds)
    assert shown.outcome == bare
    assert shown.frames[-1]["marker"] == bare.marker


def test_a_commander_does_not_look_into_the_enemys_hand() -> None:
    """Exchanging the enemy's cards and secret chits does not change the first order."""
    card = card_of(15)
    answers = []
    for change in (False, True):
        fight = new_fight(card, CATALOG)
        asked: list[Any] = []

        def first(fight: Fight = fight, asked: list[Any] = asked, change: bool = change) -> Any:
            running = run_fight(fight, card)
            answer = None
            while True:
                prompt = running.send(answer)
                if prompt.ask == "order":
                    other = fight.camps["allied" if prompt.seat == "axis" else "axis"]
                    if change:
                        other.hand, other.deck = (
                            other.deck[: len(other.hand)],
                            other.hand + other.deck[len(other.hand) :],
                        )
                        other.secret = ["K"]
                    asked.append((yield prompt))
                    return
                answer = yield prompt

        answer_all(fight, first(), "1", KINDS[0])
        answers.append(asked)
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("place", "value", "rule"),
    [
        (("rules", "modules"), ["beachhead"], "beachhead"),
        (("rules", "modules"), ["stalingrad", "pacific"], "pacific"),
        (("rules", "special"), ["NO-8"], "NO-8"),
        (("rules", "night"), "pacific", "PA-18.1"),
        (("sides", "axis", "posture"), "banzai", "PA-17"),
    ],
)
def test_unsupported_rules_are_named(place: tuple[str, ...], value: Any, rule: str) -> None:

    card = copy.deepcopy(card_of(15))
    inner = card
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(HorahError) as refused:
        new_fight(card, CATALOG)
    assert refused.value.code == "NOT_REHEARSED"
    assert rule in refused.value.message.facts["rules"]


@pytest.mark.parametrize("number", CATALOG.ground)
def test_every_map_is_fought_on(number: str) -> None:
    card = make(CATALOG, Settings(map=int(number), sizes=("platoon",)), number).card()
    fight = new_fight(card, CATALOG)
    answer_all(fight, run_checked(fight, card), number, {"axis": "random", "allied": "recruit"})
    assert fight.winner in SIDES


BLOCK, WATCHED = 500, 10  # fights of a test; of every so many, one is watched at every question
MANY = int(os.environ.get("HORAH_TEST_FIGHTS", "10000"))  # the long run asks for 100000


@pytest.mark.soak
@pytest.mark.parametrize("block", range(MANY // BLOCK))
def test_thousands_of_fights(block: int) -> None:
    """Random battles on all maps, by plain and by random commanders."""
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        card = make(CATALOG, Settings(map="random"), str(seed)).card()
        fight = new_fight(card, CATALOG)
        running = run_fight(fight, card) if seed % WATCHED else run_checked(fight, card)
        answer_all(fight, running, str(seed), KINDS[seed // WATCHED % 2])
        assert fight.winner in SIDES
