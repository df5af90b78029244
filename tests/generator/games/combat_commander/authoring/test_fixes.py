"""Offered fixes: each removes its finding, and none makes a card worse."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.authoring import apply_fixes
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.fixes import apply_fix
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from tests.generator.games.combat_commander.authoring.cards import CATALOG, changed, sound
from tests.generator.games.combat_commander.authoring.test_checks import CASES
from tests.words import sentence

FAILING = {id_: fails for id_, (fails, _) in CASES.items()}
FIXABLE = {
    *("C03", "C04", "C05", "C06", "C07", "C08", "C09", "C11", "C14", "C16", "C18", "C19"),
    *("C20", "C21", "C22", "C24", "C25", "C26", "C28", "C29", "C32", "C33", "C34", "C35"),
    *("C36", "C37", "C38", "C39", "C41", "C43", "C44", "C48", "K01", "K03", "K04", "K05", "K06"),
}


@pytest.mark.parametrize("id_", sorted(FAILING))
def test_fix_removes_its_finding(id_: str) -> None:
    card = changed(sound(), FAILING[id_])
    offered = [f for f in check(card, CATALOG) if f.code == id_ and f.fix is not None]
    assert bool(offered) == (id_ in FIXABLE)
    for finding in offered:
        mended = apply_fix(card, CATALOG, finding.code, to_pointer(finding.place))
        assert (finding.code, to_pointer(finding.place), finding.message) not in [
            (f.code, to_pointer(f.place), f.message) for f in check(mended, CATALOG)
        ]


def test_fix_does_not_change_the_original() -> None:
    card = changed(sound(), {"/sides/axis/hand": 6})
    before = changed(card, {})
    apply_fix(card, CATALOG, "C08", "/sides/axis/hand")
    assert card == before


def test_custom_map_is_completed() -> None:
    card = changed(sound(), {"/map/number": None, "/map/custom": {"name": "Small", "hexes": {}}})
    mended = apply_fix(card, CATALOG, "C02", "/map/custom/hexes")
    assert len(mended["map"]["custom"]["hexes"]) == 150


@pytest.mark.parametrize(("id_", "place"), [("C08", "/sides/allied/hand"), ("C45", "/sides/allied/faction")])
def test_no_fix_without_finding_or_remedy(id_: str, place: str) -> None:
    with pytest.raises(HorahError) as refused:
        apply_fix(changed(sound(), FAILING["C45"]), CATALOG, id_, place)
    title = CATALOG.term(f"check.{id_}", "en")
    assert f"“{title}” has no fix at {place}" in sentence(refused.value)


def test_all_errors_at_once() -> None:
    card = changed(
        sound(),
        {
            "/sides/axis/hand": 6,
            "/sides/axis/orders": 9,
            "/initiative": None,
            "/map/friendly_edge/allied": "left",
            "/objectives/secret/axis": ["V"],
            "/mine_strength": 8,
        },
    )
    mended, applied = apply_fixes(CATALOG, SCENARIO, card)
    assert {finding.code for finding in applied} >= {"C03", "C08", "C11", "C20", "C22", "C34"}
    assert not [f for f in check(mended, CATALOG) if f.severity == "error"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(sorted(FIXABLE)), min_size=1, max_size=4, unique=True))
def test_several_findings_are_fixed_together(ids: list[str]) -> None:
    card = sound()
    for id_ in ids:
        card = changed(card, FAILING[id_])
    mended, applied = apply_fixes(CATALOG, SCENARIO, card, frozenset({"error", "warning"}))
    left: list[Any] = [f for f in check(mended, CATALOG) if f.fix is not None and f.severity == "error"]
    assert left == []
    assert len(applied) < 50


def test_every_row_of_a_long_list_is_fixed() -> None:
    """Of a hundred placements of a piece that exists once, all but one are removed, and nothing else."""
    card = sound()
    piece = next(iter(card["sides"]["axis"]["counters"]))
    spots = [f"{column}{row}" for row in CATALOG.board.rows for column in CATALOG.board.columns][:100]
    rows = [{"hex": spot, "leaders": [], "counters": {piece: 1}} for spot in spots]
    have = card["sides"]["axis"]["counters"][piece]
    card = changed(card, {"/sides/axis/setup/fixed": rows})
    mended, applied = apply_fixes(CATALOG, SCENARIO, card)
    assert mended["sides"]["axis"]["setup"]["fixed"] == rows[:have]
    assert [found.code for found in applied].count("K03") == 100 - have


def test_invalid_row_does_not_affect_the_next() -> None:
    card = sound()
    [(piece, have)] = card["sides"]["axis"]["counters"].items()
    absent = next(ref for ref in CATALOG.counters if ref != piece)
    rows = [
        {"hex": "A1", "leaders": [], "counters": {absent: 1, piece: have}},
        {"hex": "B1", "leaders": [], "counters": {piece: have}},
    ]
    card = changed(card, {"/sides/axis/setup/fixed": rows})
    found = [to_pointer(finding.place) for finding in check(card, CATALOG) if finding.code == "K03"]
    assert found == ["/sides/axis/setup/fixed/0"]
