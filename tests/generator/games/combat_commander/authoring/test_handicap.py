"""Handicap for the less experienced player: HA-01 to HA-04."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.force import COUNTED, count_pieces, list_lots
from generator.games.combat_commander.authoring.handicap import handicap, shift_to_even
from generator.games.combat_commander.authoring.library import list_base_cards
from schemas.errors import HorahError
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    GONE,
    battle,
    changed,
    library,
    sound,
)

LEADERS = [ref for ref, leader in CATALOG.leaders.items() if leader.faction == "german"]


def german(
    leaders: int, squads: int, teams: int, surrender: int | None = 10, marker: int = 0
) -> dict[str, Any]:
    counters = {ref: n for ref, n in {"german:squad_rifle": squads, "german:team_line": teams}.items() if n}
    return changed(
        sound(),
        {
            "/sides/axis/leaders": LEADERS[:leaders],
            "/sides/axis/counters": counters,
            "/sides/axis/surrender": surrender,
            "/marker": marker,
        },
    )


def gained(card: dict[str, Any], kinds: tuple[str, ...]) -> int:
    after = handicap(card, "axis", CATALOG)
    return count_pieces(list_lots(after, "axis", CATALOG), kinds) - count_pieces(
        list_lots(card, "axis", CATALOG), kinds
    )


@pytest.mark.parametrize(
    ("leaders", "squads", "teams", "more_leaders", "more_units", "more_surrender"),
    [
        (3, 9, 2, 1, 3, 2),  # HA-01: 10 becomes 12
        (2, 8, 0, 1, 2, 2),  # HA-02
        (1, 4, 0, 0, 1, 1),  # HA-03: one leader, none added
    ],
)
def test_added_leaders_units_and_surrender(
    leaders: int, squads: int, teams: int, more_leaders: int, more_units: int, more_surrender: int
) -> None:
    card = german(leaders, squads, teams)
    assert gained(card, ("leader",)) == more_leaders
    assert gained(card, ("squad", "team")) == more_units
    assert handicap(card, "axis", CATALOG)["sides"]["axis"]["surrender"] == 10 + more_surrender


@pytest.mark.parametrize(
    ("leaders", "comes"),
    [
        (["lt_von_karsties", "cpl_winkler"], "lt_borbe"),  # with the same figures, of the Support table
        (["sgt_esser", "cpl_winkler"], "sgt_ganz"),  # Tips: of equals, the Leader table's first
        (["cpt_wehling", "cpl_winkler"], "lt_von_karsties"),  # no other captain but in a campaign's box
    ],
)
def test_new_leader_resembles_the_best_present(leaders: list[str], comes: str) -> None:
    card = changed(german(0, 4, 0), {"/sides/axis/leaders": [f"german:{leader}" for leader in leaders]})
    assert handicap(card, "axis", CATALOG)["sides"]["axis"]["leaders"][-1] == f"german:{comes}"


@pytest.mark.parametrize(
    ("marker", "side", "after"),
    [
        (14, "axis", 17),  # HA-04: 3.5 rounded down
        (14, "allied", 11),  # moved toward the weaker player
        (-8, "allied", -10),
        (0, "axis", 0),
        (3, "axis", 3),
    ],
)
def test_vp(marker: int, side: Any, after: int) -> None:
    assert handicap(german(1, 4, 0, marker=marker), side, CATALOG)["marker"] == after


def test_missing_values_are_not_raised() -> None:
    card = handicap(library("hill-236"), "axis", CATALOG)
    assert card["marker"] is None
    assert card["sides"]["axis"]["surrender"] is None


def test_card_names_its_base_and_additions() -> None:
    card = handicap(library("castle-hill"), "allied", CATALOG)
    assert card["id"] == "castle-hill-allied"
    assert card["base"]["id"] == "castle-hill"
    assert {entry["kind"] for entry in card["base"]["added"]} == {"leader", "unit", "surrender", "marker"}
    assert not [f for f in check(card, CATALOG) if f.severity == "error"]
    assert list_base_cards(card, {"castle-hill": library("castle-hill")}) == ("castle-hill",)


def test_circular_ancestors_end() -> None:
    one, two = {"base": {"id": "two"}}, {"base": {"id": "one"}}
    assert list_base_cards(one, {"one": one, "two": two}) == ("two", "one")


def test_reinforcements_count() -> None:
    """Castle Hill: 6 allied leaders with the reinforcements, so 3 more; 10 squads, so 3 more."""
    card = library("castle-hill")
    after = handicap(card, "allied", CATALOG)
    assert len(after["sides"]["allied"]["leaders"]) == 3 + 3
    assert after["sides"]["allied"]["counters"]["american:squad_line"] == 6 + 2  # the box holds twelve
    assert after["sides"]["allied"]["surrender"] == 11 + 3


def test_battle_is_identified_by_its_seed() -> None:
    card = handicap(battle("7"), "axis", CATALOG)
    assert (card["base"]["id"], card["transcript"]) == ("battle-7", None)
    assert not [f for f in check(card, CATALOG) if f.severity == "error"]


def test_card_without_id_cannot_be_a_base() -> None:
    with pytest.raises(HorahError, match="NO_ID"):
        handicap(changed(sound(), {"/id": GONE}), "axis", CATALOG)


@given(
    st.integers(0, 8),
    st.integers(0, 20),
    st.integers(0, 8),
    st.one_of(st.none(), st.integers(1, 30)),
    st.integers(-30, 30),
)
def test_never_less_than_before(
    leaders: int, squads: int, teams: int, surrender: int | None, marker: int
) -> None:
    card = german(leaders, squads, teams, surrender, marker)
    after = handicap(card, "axis", CATALOG)
    force, had = after["sides"]["axis"], card["sides"]["axis"]
    assert set(had["leaders"]) <= set(force["leaders"])
    assert len(force["leaders"]) == len(set(force["leaders"]))
    assert all(force["counters"].get(ref, 0) >= count for ref, count in had["counters"].items())
    assert (force["surrender"] is None) == (surrender is None)
    assert surrender is None or force["surrender"] >= surrender
    assert after["marker"] >= marker
    assert after["sides"]["allied"] == card["sides"]["allied"]
    assert count_pieces(list_lots(after, "axis", CATALOG), COUNTED) >= count_pieces(
        list_lots(card, "axis", CATALOG), COUNTED
    )


@pytest.mark.parametrize(("shift", "marker", "side"), [(4, 7, "axis"), (-5, -2, "allied")])
def test_even_shift_of_a_rehearsal_is_applied(shift: int, marker: int, side: str) -> None:
    card = german(3, 9, 2, marker=3)
    after = shift_to_even(card, {"axis": shift, "low": None, "high": None, "share": 0.5}, CATALOG)
    assert (after["marker"], after["settings"]["handicap"]) == (marker, side)
    assert after["base"]["added"] == [{"kind": "marker", "side": side, "from": 3, "to": marker}]
    assert after["sides"] == card["sides"]


@pytest.mark.parametrize(("shift", "code"), [(None, "NO_EVEN_SHIFT"), ({"axis": 0}, "EVEN_ALREADY")])
def test_rehearsal_without_shift_is_refused(shift: Any, code: str) -> None:
    with pytest.raises(HorahError) as refused:
        shift_to_even(sound(), shift, CATALOG)
    assert refused.value.code == code
