"""RS.17, ST-C3.4: survivors counted by type, and the report made from them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.chance import Chance
from generator.games.combat_commander.campaign.random_results import random_result
from generator.games.combat_commander.campaign.report import check_result, make_context
from generator.games.combat_commander.campaign.survivor_counts import (
    Carried,
    Line,
    Tally,
    list_survivors,
    tally_report,
    tally_without_losses,
)
from schemas.errors import HorahError
from tests.words import sentence

from .tools import CATALOG

SQUAD, TEAM, MG = "german:squad_rifle", "german:team_weapon", "german:weapon_light_mg"
LEADER = "german:cpt_wehling"
BROUGHT = {
    "axis": {SQUAD: 6, TEAM: 2, MG: 3, LEADER: 1},
    "allied": {"russian:squad_rifle": 4, "russian:weapon_light_mg": 1},
}
CONTEXT: dict[str, Any] = make_context(
    {"axis": "german", "allied": "russian"},
    brought=BROUGHT,
    carried={"axis": [(SQUAD, MG, True)], "allied": []},
    veterans={"axis": {SQUAD: 1, TEAM: 1}, "allied": {}},
)


def test_untouched_tally_has_no_losses() -> None:
    found = tally_without_losses(CATALOG, CONTEXT, "axis")
    assert [(line.piece, line.alive, line.veterans) for line in found.lines] == [
        (SQUAD, 6, 1),
        (TEAM, 2, 1),
        (LEADER, 1, 0),
    ]
    assert found.weapons == (Carried(MG, SQUAD, True), Carried(MG, TEAM), Carried(MG, TEAM, True))
    survivors = list_survivors(found)
    assert len(survivors) == 9 and sum(bool(one["weapon"]) for one in survivors) == 3
    report = {"winner": "axis", "ended": "surrender", "marker": 3, "initiative": "axis"}
    rest = list_survivors(tally_without_losses(CATALOG, CONTEXT, "allied"))
    answer = {**report, "survivors": {"axis": survivors, "allied": rest}}
    assert check_result(CATALOG, CONTEXT, answer) is None


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally((Line(SQUAD, 6, 2, 3),)), "too many Veterans (3) for 2 survivors"),
        (
            Tally((Line(SQUAD, 6, 1),), (Carried(MG, SQUAD), Carried(MG, SQUAD))),
            "1 survivor can carry one weapon",
        ),
        (Tally((Line(SQUAD, 6, 2, 1),), (Carried(MG, SQUAD, True),) * 2), "1 Veteran can carry one weapon"),
    ],
)
def test_impossible_tallies_are_refused(tally: Tally, words: str) -> None:
    with pytest.raises(HorahError) as fault:
        list_survivors(tally)
    assert words in sentence(fault.value)


def as_counted(survivors: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    return Counter((one["piece"], one["weapon"], one["veteran"]) for one in survivors)


@given(st.text(max_size=12))
def test_report_survives_counting_by_type(seed: str) -> None:
    """A later correction starts from the report as given, including every weapon."""
    answer = random_result(CATALOG, CONTEXT, Chance(seed))
    for side in ("axis", "allied"):
        found = tally_report(CATALOG, CONTEXT, side, answer["survivors"][side])
        assert as_counted(list_survivors(found)) == as_counted(answer["survivors"][side])
