"""The two linked cards of Montecassino: MC-01 to MC-05."""

import pytest

from generator.games.combat_commander import hexes
from generator.games.combat_commander.authoring.checks import check
from generator.games.combat_commander.authoring.library import list_linked_cards
from generator.games.combat_commander.authoring.linked_cards import (
    choose,
    controller_after,
    controller_at_start,
    radio_works,
    transfer_options,
)
from schemas.errors import HorahError
from schemas.json_pointer import to_pointer
from tests.generator.games.combat_commander.authoring.cards import CATALOG, changed, library, words

HILL, CASTLE = library("hill-236"), library("castle-hill")


def ids(card: dict[str, object]) -> set[str]:
    return {finding.code for finding in check(card, CATALOG)}


def test_mc_01_castle_hill_as_printed() -> None:
    """Leave out the Initiative card, which the printed card does not give."""
    findings = check(changed(CASTLE, {"/initiative": None}), CATALOG)
    assert {f.code for f in findings if f.severity == "error"} == {"C20"}
    assert [to_pointer(f.place) for f in findings if f.code == "C26"] == ["/sides/axis/radio"]
    advice = {to_pointer(f.place) for f in findings if f.code == "C41" and f.severity == "warning"}
    assert advice == {"/sides/axis/orders", "/sides/allied/quality"}


def test_mc_02_hill_236_as_printed() -> None:
    """No time, no Sudden Death, no VP, no surrender: all accepted."""
    findings = check(changed(HILL, {"/initiative": None}), CATALOG)
    assert {f.code for f in findings if f.severity == "error"} == {"C20"}
    assert "C39" not in ids(HILL)  # a line and a green team go with its two heavy weapons
    teams = {"british:team_line", "british:team_green"}
    counters = {ref: n for ref, n in HILL["sides"]["allied"]["counters"].items() if ref not in teams}
    assert "C39" in ids(changed(HILL, {"/sides/allied/counters": counters}))


@pytest.mark.parametrize(
    ("controller", "german", "american"),
    [("axis", True, False), ("allied", False, True), ("none", False, False)],
)
def test_mc_03_radios_follow_control_of_hill_236(controller: str, german: bool, american: bool) -> None:
    works = [radio_works(HILL, CASTLE, side, controller) for side in ("axis", "allied")]  # type: ignore[arg-type]
    assert works == [german, american]


def test_control_passes_to_the_side_alone_in_the_bunker() -> None:
    control = controller_at_start(HILL)
    assert control == "allied"
    control = controller_after(HILL, control, {"C4": ["axis", "allied"]})
    assert control == "allied"
    control = controller_after(HILL, control, {"C4": ["axis"]})
    assert control == "axis"
    assert controller_after(HILL, control, {"C4": []}) == "axis"  # an empty bunker changes nothing


def test_named_hexes_must_all_be_held() -> None:
    card = changed(HILL, {"/link/control_hexes": ["C4", "C5"]})
    assert controller_after(card, "allied", {"C4": ["axis"]}) == "allied"
    assert controller_after(card, "allied", {"C4": ["axis"], "C5": ["axis"]}) == "axis"


def test_mc_04_an_italian_squad_reaches_column_a() -> None:
    options = transfer_options(HILL, CASTLE, "axis", "A6", 4, CATALOG.board)
    assert options is not None
    assert options.spaces == (5, 6, 7, 8, 9, 10, 11, 12)
    assert options.hexes == {h for h in hexes.all_hexes(CATALOG.board) if h[1:] in ("9", "10")}


@pytest.mark.parametrize(("side", "hex_id"), [("axis", "B6"), ("allied", "A6")])
def test_other_units_may_not_transfer(side: str, hex_id: str) -> None:
    assert transfer_options(HILL, CASTLE, side, hex_id, 4, CATALOG.board) is None  # type: ignore[arg-type]


def test_mc_05_lower_the_mines() -> None:
    card = choose(CASTLE, "lower-mines")
    german = card["sides"]["axis"]
    assert (card["mine_strength"], german["opening_cards"], german["hand"]) == (7, ["G-32"], 4)
    assert CASTLE["mine_strength"] == 8
    assert not [
        f for f in check(changed(card, {"/points": CASTLE["points"]}), CATALOG) if f.severity == "error"
    ]


def test_unknown_option_is_refused() -> None:
    with pytest.raises(HorahError, match=r"NO_OPTION.*raise-mines"):
        choose(CASTLE, "raise-mines")


def test_fourteen_wire_give_only_a_note() -> None:
    """No source gives the number in the box, so there is only a note."""
    (word,) = [f for f in check(HILL, CATALOG) if f.code == "K02"]
    assert word.severity == "note" and "We do not know how many your box has" in words(word.message)


def test_cards_are_linked() -> None:
    shelf = {"hill-236": HILL, "castle-hill": CASTLE}
    assert list_linked_cards("hill-236", shelf) == ("hill-236", "castle-hill")
    assert list_linked_cards("castle-hill", shelf) == ("castle-hill", "hill-236")


def test_cards_match_the_text() -> None:
    """Consistency of montecassino.md section 4."""
    assert len(HILL["fortifications"][0]["hexes"]) == 14
    assert len(HILL["fortifications"][1]["hexes"]) == 4
    axis = CASTLE["sides"]["axis"]["reinforcements"][0]
    assert len(axis["leaders"]) == 3
    assert sum(n for ref, n in axis["counters"].items() if "squad" in ref) == 10
    depths = [HILL["sides"][side]["setup"]["depth"] for side in ("allied", "axis")]
    assert depths == [10, 1]
