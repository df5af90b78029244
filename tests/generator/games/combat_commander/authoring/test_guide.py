"""Proposals of the design guide: WE-25 to WE-30, and Castle Hill."""

from typing import Any

import pytest

from generator.games.combat_commander.authoring.balance_meter import measure_balance
from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.guide import follow, get_size, propose, propose_opening
from schemas.json_pointer import to_pointer
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    changed,
    library,
    repriced,
    sound,
    words,
)

RIFLES, COMPANY, TEAM = {"german:squad_rifle": 3}, {"german:squad_rifle": 9}, {"german:team_line": 1}


def proposal(card: dict[str, Any], item: str, side: str | None = None) -> Any:
    return next(p for p in propose(card, CATALOG) if (p.item, p.side) == (item, side))


@pytest.mark.parametrize(
    ("axis", "allied", "marker", "postures", "initiative"),
    [
        (1270, 910, -3, ("attack", "defend"), "axis"),  # WE-28
        (910, 1270, 3, ("defend", "attack"), "allied"),
        (1020, 950, 0, ("recon", "recon"), "allied"),  # WE-29
        (950, 1020, 0, ("recon", "recon"), "axis"),
        (1000, 900, -1, ("attack", "defend"), "axis"),  # exactly 1 is no longer below 1
        (1000, 901, 0, ("recon", "recon"), "allied"),
        (1000, 1000, 0, ("recon", "recon"), None),
    ],
)
def test_vp_posture_and_initiative(
    axis: int, allied: int, marker: int, postures: tuple[str, str], initiative: str | None
) -> None:
    found = propose_opening(axis, allied, CATALOG.guide)
    assert (found.marker, found.posture["axis"], found.posture["allied"]) == (marker, *postures)
    assert found.initiative == initiative


@pytest.mark.parametrize(
    ("axis", "allied", "postures", "initiative", "why"),
    [
        (RIFLES, COMPANY, ("attack", "defend"), "allied", "the higher total"),  # though the smaller attacks
        (COMPANY, RIFLES, ("defend", "attack"), "axis", "the higher total"),
        (COMPANY, RIFLES, ("attack", "defend"), "axis", "the higher total"),
        (COMPANY, RIFLES, ("recon", "recon"), "axis", "the higher total"),
        (COMPANY, RIFLES, ("recon", "defend"), "axis", "the higher total"),
        (RIFLES | TEAM, RIFLES, ("attack", "defend"), "allied", "the lower total"),  # below 1
    ],
)
def test_initiative_follows_totals_not_posture(
    axis: dict[str, int], allied: dict[str, int], postures: tuple[str, str], initiative: str, why: str
) -> None:
    """Tips: initiative and posture. The larger total holds it, and only normally attacks."""
    changes: dict[str, Any] = {}
    for side, counters, posture in zip(("axis", "allied"), (axis, allied), postures, strict=True):
        force = {"leaders": [], "counters": counters, "posture": posture}
        changes |= {f"/sides/{side}/{field}": value for field, value in force.items()}
    found = proposal(changed(sound(), changes), "initiative")
    assert found.value == initiative
    assert why in words(found.working[-1].text)


def test_we_25_most_squads_decide_the_quality() -> None:
    card = changed(sound(), {"/sides/axis/counters": {"german:squad_ss": 5, "german:squad_rifle": 6}})
    assert proposal(card, "quality", "axis").value == "line"


def test_tied_votes_keep_the_quality() -> None:
    mixed = {"german:squad_ss": 3, "german:squad_rifle": 3}
    for quality in ("elite", "line"):
        card = changed(sound(), {"/sides/axis/counters": mixed, "/sides/axis/quality": quality})
        assert proposal(card, "quality", "axis").value == quality
    green = changed(sound(), {"/sides/axis/counters": mixed, "/sides/axis/quality": "green"})
    assert proposal(green, "quality", "axis").value == "line"


@pytest.mark.parametrize(
    ("size", "leaders", "squads", "teams", "surrender"),
    [
        ("company", 3, 9, 2, 10),  # WE-30: 14 x 0.70 = 9.8
        ("detachment", 2, 6, 0, 6),
        ("platoon", 1, 3, 1, 4),
        (None, 3, 9, 2, 10),  # by its squads a company
    ],
)
def test_we_30_surrender(size: str | None, leaders: int, squads: int, teams: int, surrender: int) -> None:
    names = ["german:sgt_ganz", "german:sgt_esser", "german:sgt_biermann"]
    counters = {"german:squad_rifle": squads} | ({"german:team_line": teams} if teams else {})
    changes = {
        "/sides/axis/size": size,
        "/sides/axis/leaders": names[:leaders],
        "/sides/axis/counters": counters,
    }
    assert proposal(changed(sound(), changes), "surrender", "axis").value == surrender


@pytest.mark.parametrize(
    ("squads", "size"), [(9, "company"), (6, "detachment"), (3, "platoon"), (1, "platoon")]
)
def test_size_by_the_number_of_squads(squads: int, size: str) -> None:
    assert get_size({"size": None, "faction": "german"}, squads, CATALOG.guide) == size


@pytest.mark.parametrize(
    ("orientation", "postures", "depths"),
    [
        ("wide", ("defend", "attack"), (8, 2)),  # WE-22
        ("wide", ("recon", "recon"), (4, 4)),
        ("long", ("defend", "attack"), (12, 3)),  # WE-23
        ("long", ("recon", "recon"), (6, 6)),
    ],
)
def test_we_22_we_23_depths(orientation: str, postures: tuple[str, str], depths: tuple[int, int]) -> None:
    card = changed(
        sound(),
        {
            "/map/orientation": orientation,
            "/sides/axis/posture": postures[0],
            "/sides/allied/posture": postures[1],
        },
    )
    assert tuple(proposal(card, "depth", side).value for side in ("axis", "allied")) == depths


def test_sudden_death_and_orders_agree() -> None:
    """2 + leaders of both sides equals the sum of both order limits."""
    card = follow(sound(), CATALOG)
    assert card["sudden_death"] == sum(card["sides"][side]["orders"] for side in ("axis", "allied"))


def test_orders_are_limited_by_the_track() -> None:
    leaders = [ref for ref, leader in CATALOG.leaders.items() if leader.faction == "german"][:8]
    found = proposal(changed(sound(), {"/sides/axis/leaders": leaders}), "orders", "axis")
    assert found.value == CATALOG.procedure.most_orders
    assert "8 + 1" in words(found.working[0].text).replace("leaders ", "")


def test_open_chits_count_for_the_controlling_side() -> None:
    """Tips: objective chits. K is worth 3 on objective 3."""
    held = changed(sound(), {"/objectives/open": ["K"], "/objectives/control/3": "allied"})
    assert proposal(held, "marker").value == proposal(sound(), "marker").value - 3


def test_castle_hill_follows_the_guide() -> None:
    """11 and 13, Sudden Death 12, as printed."""
    card = library("castle-hill")
    assert proposal(card, "surrender", "allied").value == card["sides"]["allied"]["surrender"] == 11
    assert proposal(card, "surrender", "axis").value == card["sides"]["axis"]["surrender"] == 13
    assert proposal(card, "sudden_death").value == card["sudden_death"] == 12


def test_castle_hill_deviates_in_orders_quality_and_initiative() -> None:
    """The printed card names no Initiative holder: ours is the first to move, not the higher total."""
    named = {
        to_pointer(finding.place).rpartition("/")[2]
        for finding in check(library("castle-hill"), CATALOG)
        if finding.code == "C41" and finding.severity == "warning"
    }
    assert named == {"orders", "quality", "initiative"}


def test_every_proposal_shows_its_calculation() -> None:
    for found in propose(library("castle-hill"), CATALOG):
        assert found.working
        for line in found.working:
            assert line.rule
            assert words(line.text, "es") != words(line.text, "en")


def test_following_the_guide_leaves_nothing_to_propose() -> None:
    card = repriced(follow(library("castle-hill"), CATALOG))
    assert [p.place for p in propose(card, CATALOG) if not p.follows] == []


def test_meter_of_castle_hill() -> None:
    found = measure_balance(library("castle-hill"), CATALOG)
    rows = {row.id: (row.axis, row.allied) for row in found.measures}
    assert rows["units"] == (18, 16)
    assert rows["soldiers"] == (4 + 11 * 4 + 3 * 2, 6 + 10 * 4)
    assert rows["points"] == (3495, 3152)
    assert found.reach == 1  # depths 9 and 1 of ten rows
    assert {p.item for p in found.guide} == {"marker", "posture", "surrender"}


def test_firepower_counts_only_within_range() -> None:
    """A satchel charge does not reach across the gap between two recon zones; a rifle squad does."""
    card = changed(sound(), {"/sides/axis/counters": {"german:squad_rifle": 1}, "/sides/axis/leaders": []})
    more = changed(card, {"/sides/axis/counters/german:weapon_satchel_charge": 1})
    fire = [
        next(m for m in measure_balance(c, CATALOG).measures if m.id == "firepower").axis
        for c in (card, more)
    ]
    assert fire == [5, 5]


def test_an_even_meter_is_balanced() -> None:
    mirror = changed(sound(), {})
    mirror["sides"]["allied"] = {**mirror["sides"]["axis"], "setup": mirror["sides"]["allied"]["setup"]}
    assert {row.balance for row in measure_balance(mirror, CATALOG).measures} == {0.0}
