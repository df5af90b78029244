"""The independent audit of generated battles: legal ones pass, and all tampering is found."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.games.combat_commander.authoring.vp_recount import recount_vp
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from tests.generator.games.combat_commander.audit import AUDITS, audit
from tests.generator.games.combat_commander.authoring.cards import CATALOG, battle, changed, library

SIDES = ("axis", "allied")


def wrong(card: dict[str, Any]) -> set[str]:
    return {finding.code for finding in audit(card, CATALOG) if finding.severity == "error"}


def of_kind(fits: Any) -> dict[str, Any]:
    """Return the first seeded battle of a kind."""
    return next(card for seed in range(500) if fits(card := battle(f"audit{seed}")))


def fought(card: dict[str, Any]) -> bool:
    return any(card["sides"][side]["posture"] == "defend" for side in SIDES)


def defender(card: dict[str, Any]) -> str:
    return next(side for side in SIDES if card["sides"][side]["posture"] == "defend")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(0, 10**9),
    st.sampled_from(["corrected", "anniversary"]),
    st.sampled_from(["objectives", "hexes"]),
    st.booleans(),
    st.sampled_from(["random", "bold", "cautious", "even"]),
    st.sampled_from(["referee", "axis", "everyone"]),
)
def test_legal_battle_passes_the_audit(
    seed: int, edition: str, placement: Any, radio: bool, commander: str, seat: str
) -> None:
    wish = Settings(
        edition=edition,
        placement=placement,
        defender_radio=radio,
        axis_commander=commander,
        allied_commander=commander,
    )
    card = make(CATALOG, wish, str(seed)).card()
    assert wrong(view_card(card, seat)) == set()


ATTACKED = of_kind(fought)
RECON = of_kind(lambda card: not fought(card))
BOUGHT = of_kind(lambda card: card["sides"]["axis"]["support"])
FORTIFIED = of_kind(lambda card: card["fortifications"])
RADIO = of_kind(lambda card: any(card["sides"][side]["radio"] for side in SIDES))
OPEN = of_kind(lambda card: any(CATALOG.chits[letter].vp for letter in card["objectives"]["open"]))
CALLER = next(side for side in SIDES if RADIO["sides"][side]["radio"])
OTHER = "italian" if ATTACKED["sides"]["axis"]["faction"] == "german" else "german"
FOREIGN = f"{OTHER}:squad_{'fucilieri' if OTHER == 'italian' else 'rifle'}"


@pytest.mark.parametrize(
    ("id_", "card", "changes"),
    [
        ("A01", ATTACKED, {"/edition": None}),
        ("A01", ATTACKED, {"/sides/allied/faction": ATTACKED["sides"]["axis"]["faction"]}),
        ("A02", ATTACKED, {"/year": 1939}),
        ("A03", ATTACKED, {"/sides/axis/chit": "Q"}),
        ("A03", ATTACKED, {"/sides/axis/orders": 1 + ATTACKED["sides"]["axis"]["orders"]}),
        ("A03", ATTACKED, {"/sides/axis/surrender": 1}),
        ("A03", ATTACKED, {f"/sides/axis/counters/{FOREIGN}": 1}),
        ("A04", ATTACKED, {"/sides/axis/leaders": []}),
        ("A04", ATTACKED, {"/sides/axis/leaders/0": f"{OTHER}:private"}),
        ("A05", BOUGHT, {"/sides/axis/support/0/cost": 0}),
        ("A05", BOUGHT, {"/sides/axis/support/0/offer": "german:99:nothing"}),
        ("A05", BOUGHT, {"/sides/axis/support/0/pieces": [FOREIGN]}),
        ("A05", RECON, {"/sides/axis/support": BOUGHT["sides"]["axis"]["support"]}),
        ("A06", ATTACKED, {"/sides/axis/posture": "recon"}),
        ("A07", FORTIFIED, {"/fortifications/0/package": "castle"}),
        ("A07", FORTIFIED, {"/fortifications/0/count": 1 + FORTIFIED["fortifications"][0]["count"]}),
        ("A07", FORTIFIED, {"/fortifications/0/paid": "card"}),
        ("A08", ATTACKED, {f"/sides/axis/counters/{FOREIGN}": 50}),
        ("A09", RADIO, {f"/sides/{CALLER}/radio_cost": 99}),
        ("A09", RECON, {"/sides/axis/radio": "german:radio_75mm", "/sides/axis/radio_cost": 3}),
        ("A10", ATTACKED, {"/sides/axis/setup/depth": 5}),
        ("A10", ATTACKED, {"/sides/axis/setup/order": "simultaneous"}),
        ("A10", ATTACKED, {"/sides/axis/discard_limit": 5}),
        ("A11", ATTACKED, {"/objectives/control/3": "none"}),
        ("A12", ATTACKED, {"/objectives/open": ["A", "B", "C"]}),
        ("A12", ATTACKED, {"/objectives/secret/axis": []}),
        ("A13", ATTACKED, {"/time": 1}),
        ("A13", ATTACKED, {"/sudden_death": 20}),
        ("A14", ATTACKED, {"/marker": 1 + ATTACKED["marker"]}),
        ("A15", ATTACKED, {"/points/axis": 1}),
        ("C38", ATTACKED, {"/sides/axis/leaders": ATTACKED["sides"]["axis"]["leaders"][:1] * 2}),
    ],
)
def test_tampering_is_found(id_: str, card: dict[str, Any], changes: dict[str, Any]) -> None:
    assert id_ not in wrong(card)
    assert id_ in wrong(changed(card, changes))


def test_every_audit_can_fail() -> None:
    marks = test_tampering_is_found.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {id_ for id_, _, _ in AUDITS} <= {case[0] for case in marks}


def test_initiative_goes_to_the_higher_number() -> None:
    card = of_kind(
        lambda c: c["sides"]["axis"]["initiative"] != c["sides"]["allied"]["initiative"] and fought(c)
    )
    loser = "allied" if card["initiative"] == "axis" else "axis"
    assert "A13" in wrong(changed(card, {"/initiative": loser, "/first_turn": loser}))


def test_more_fortifications_than_the_defender_can_pay() -> None:
    """C35: the budget is the defender's VP at the purchase."""
    card = of_kind(
        lambda c: fought(c) and abs(recount_vp(c, CATALOG).after_support) < 6 and not c["fortifications"]
    )
    mines = {"side": defender(card), "type": "mines", "count": 10, "package": "hasty_minefield", "paid": "vp"}
    assert "C35" in wrong(changed(card, {"/fortifications": [mines]}))


def test_marker_includes_open_chits() -> None:
    """C24: without the double swing of an open chit the marker is wrong."""
    held = open_value = 0
    for letter in OPEN["objectives"]["open"]:
        chit = CATALOG.chits[letter]
        for number in chit.objectives:
            held += OPEN["objectives"]["control"][str(number)] != "none"
            open_value += chit.vp
    assert open_value
    assert not [f for f in audit(OPEN, CATALOG) if f.code == "C24"]
    if held:
        moved = changed(OPEN, {"/marker": OPEN["marker"] + 1})
        assert [f.severity for f in audit(moved, CATALOG) if f.code == "C24"] == ["warning"]


@pytest.mark.parametrize(
    ("axis", "allied", "axis_support", "allied_support", "start", "crossed", "end"),
    [
        (22, 18, 0, 0, -4, -4, -4),  # WE-31: the Allied side holds the marker
        (22, 18, 0, 6, -4, 2, 2),  # WE-32: after a purchase for 6 the marker crosses 0
        (22, 18, 3, 6, -4, 2, -1),  # WE-33: the Axis answers for 3, the Allies defend
        (22, 18, 0, 4, -4, 0, 0),  # WE-36: exactly 0, the other side does not buy
    ],
)
def test_we_31_to_we_36_the_ledger(
    axis: int, allied: int, axis_support: int, allied_support: int, start: int, crossed: int, end: int
) -> None:
    purchases = {
        side: [{"offer": "x", "cost": cost, "pieces": ["german:squad_rifle"]}] if cost else []
        for side, cost in (("axis", axis_support), ("allied", allied_support))
    }
    card = changed(
        RECON,
        {
            "/sides/axis/point_value": axis,
            "/sides/allied/point_value": allied,
            "/sides/axis/support": purchases["axis"],
            "/sides/allied/support": purchases["allied"],
            "/objectives/open": [],
        },
    )
    books = recount_vp(card, CATALOG)
    assert (books.after_orders_of_battle, books.after_first_support, books.after_support) == (
        start,
        crossed,
        end,
    )
    assert books.marker == end


def test_we_34_a_defender_with_five() -> None:
    """Buy wire for 3 and a strongpoint for 2."""
    packages = {package.id: package for package in CATALOG.editions["corrected"].packages}
    works = [
        {"side": "axis", "type": kind, "count": count, "package": name, "paid": "vp"}
        for name in ("barbed_wire", "strongpoint")
        for kind, count in packages[name].contents.items()
    ]
    card = changed(
        ATTACKED,
        {
            "/sides/axis/point_value": 10,
            "/sides/allied/point_value": 15,
            "/sides/axis/support": [],
            "/sides/allied/support": [],
            "/sides/axis/posture": "defend",
            "/sides/allied/posture": "attack",
            "/sides/axis/radio_cost": 0,
            "/sides/allied/radio_cost": 0,
            "/objectives/open": [],
            "/fortifications": works,
        },
    )
    books = recount_vp(card, CATALOG)
    assert (books.after_support, books.packages, books.marker) == (5, 5, 0)
    assert "C35" not in wrong(card)


@pytest.mark.parametrize(("holder", "change"), [("axis", 2), ("allied", -2), ("none", 0)])
def test_we_37_an_open_chit_swings(holder: str, change: int) -> None:
    """F is worth 2 on objective 2: from Axis control to Allied control the marker moves by 4."""
    control = {str(number): "none" for number in range(1, 6)} | {"2": holder}
    card = changed(RECON, {"/objectives/open": ["F"], "/objectives/control": control})
    bare = changed(RECON, {"/objectives/open": []})
    assert recount_vp(card, CATALOG).marker - recount_vp(bare, CATALOG).marker == change


def test_an_authored_card_is_only_checked() -> None:
    assert {finding.code[0] for finding in audit(library("castle-hill"), CATALOG)} == {"C"}
