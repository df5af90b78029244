"""Many fights of a card: independence from the number of processes, stopping, and the summary."""

from dataclasses import replace
from typing import Any

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.outcome import Outcome, simulate_fight
from generator.games.combat_commander.rehearsal.rehearse import RehearsalResult, rehearse
from generator.games.combat_commander.rehearsal.summary import find_even_shift, summarise
from generator.intervals import wilson_interval
from schemas.validation import problems
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG

WON = Outcome("axis", "points", 5, 7, 60, {"axis": 1, "allied": 3}, {}, {}, {}, 0, 0)


@pytest.fixture(scope="module")
def card() -> dict[str, Any]:
    return make(CATALOG, Settings(map=1, sizes=("platoon",)), "11").card()


def test_results_do_not_depend_on_the_number_of_cores(card: dict[str, Any]) -> None:
    alone = rehearse(card, CATALOG, "5", 8, cores=1)
    shared = rehearse(card, CATALOG, "5", 8, cores=2)
    assert alone == shared
    assert summarise(alone) == summarise(shared)


def test_a_stopped_rehearsal_keeps_its_fights_and_continues(card: dict[str, Any]) -> None:
    whole = rehearse(card, CATALOG, "5", 5, cores=1)
    part = rehearse(card, CATALOG, "5", 5, cores=1, progress=lambda done, of: done < 2)
    assert list(part.outcomes) == [0, 1]
    rest = rehearse(card, CATALOG, "5", 3, cores=1, start=2)
    assert {**part.outcomes, **rest.outcomes} == whole.outcomes


def test_the_document_fits_its_schema(card: dict[str, Any]) -> None:
    document = summarise(rehearse(card, CATALOG, "5", 3, cores=1))
    assert list(problems(document, "games/combat_commander/rehearsal")) == []
    assert document["odds"]["axis"]["wins"] + document["odds"]["allied"]["wins"] == 3


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (100, 200, 0.4313, 0.5687)]
)
def test_wilson(wins: int, of: int, low: float, high: float) -> None:
    assert wilson_interval(wins, of) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.parametrize(
    ("markers", "shift"),
    [([5, 5, -5, -5], 0), ([10, 8, 6, 4], -7), ([-10, -8, -6, -4], 7), ([-3, -3, -3, 9], 3)],
)
def test_the_even_shift(markers: list[int], shift: int) -> None:
    """The VP shift that brings the odds nearest to even; positive for the axis."""
    fights = [replace(WON, marker=m, winner="axis" if m > 0 else "allied") for m in markers] * 10
    found = find_even_shift(fights)
    assert found is not None
    assert found["axis"] == shift
    assert found["low"] <= shift <= found["high"]


def test_no_even_shift_if_one_side_always_surrenders() -> None:
    assert find_even_shift([replace(WON, ending="surrender")] * 40) is None


def test_summary_without_fights() -> None:
    document = summarise(RehearsalResult("1", 10, {}))
    assert (document["fights"], document["even_shift"]) == (0, None)


def mirrored(seed: str) -> dict[str, Any]:
    """Return a card with two equal forces on recon from opposite edges, without controlled objectives."""
    card = make(CATALOG, Settings(map=1, sizes=("platoon",)), seed).card()
    force = {**card["sides"]["axis"], "posture": "recon", "hand": 5, "radio": None}
    depth = {"depth": 3, "order": "first"}
    card["sides"] = {
        side: {**force, "setup": {**card["sides"][side]["setup"], **depth}} for side in ("axis", "allied")
    }
    for side in card["sides"].values():
        side["setup"].pop("fixed", None)
    card["objectives"] = {**card["objectives"], "control": dict.fromkeys("12345", "none")}
    card["objectives"]["secret"] = {"axis": [], "allied": []}
    return {**card, "marker": 0, "fortifications": []}


BOTH_WAYS = [
    (axis, allied, winner)
    for level in ("recruit", "regular")
    for axis, allied, winner in ((level, "random", "axis"), ("random", level, "allied"))
]


def won(axis: str, allied: str, winner: str, fights: int) -> int:
    kinds: Any = {"axis": axis, "allied": allied}
    return sum(
        simulate_fight(mirrored(str(s)), CATALOG, str(s), kinds).winner == winner for s in range(fights)
    )


@pytest.mark.parametrize(("axis", "allied", "winner"), BOTH_WAYS)
def test_a_commander_beats_a_random_one(axis: str, allied: str, winner: str) -> None:
    """From either side of equal forces; the long run requires 95 of 100."""
    assert won(axis, allied, winner, 8) >= 7


@pytest.mark.soak
@pytest.mark.parametrize(("axis", "allied", "winner"), BOTH_WAYS)
def test_a_commander_wins_95_of_100(axis: str, allied: str, winner: str) -> None:
    assert won(axis, allied, winner, 200) >= 190


@pytest.mark.soak
def test_equal_commanders_are_equal() -> None:
    """In mirrored fights neither seat wins more than the interval of 1,000 fights allows."""
    wins = 0
    for number in range(1000):
        card = mirrored(str(number // 2))
        first = "axis" if number % 2 else "allied"
        card = {**card, "initiative": first, "first_turn": first}
        edges = [card["sides"][side]["setup"]["edge"] for side in ("axis", "allied")]
        if number // 2 % 2:
            for side, edge in zip(("allied", "axis"), edges, strict=True):
                card["sides"][side]["setup"]["edge"] = edge
        wins += simulate_fight(card, CATALOG, str(number)).winner == "axis"
    low, high = wilson_interval(wins, 1000)
    assert low <= 0.5 <= high
