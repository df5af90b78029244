"""Authored scenarios: each check with a passing and a failing case."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from catalogs.games.thunder_at_cassino import load
from generator.authoring import apply_fixes, check_document
from generator.findings import apply_changes
from generator.games.thunder_at_cassino.rules.artillery import Shot, find_reason_against
from generator.games.thunder_at_cassino.scenario import SCENARIO
from generator.games.thunder_at_cassino.scenario.document import list_shelf, make_blank, make_setup
from schemas.errors import HorahError

from .playing import Play

CATALOG = load()


def unit(
    name: str = "1", side: str = "german", kind: str = "infantry", place: str = "3", **more: Any
) -> dict[str, Any]:
    return {"name": name, "side": side, "kind": kind, "place": place, **more}


def scenario(*units: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**make_blank(CATALOG), "title": "Mine", "units": list(units), **changes}


def codes(document: dict[str, Any]) -> list[str]:
    return [
        finding.message.key.removeprefix("check.") for finding in check_document(CATALOG, SCENARIO, document)
    ]


def test_the_four_scenarios_are_sound_and_come_back_as_they_were() -> None:
    for name, document in list_shelf(CATALOG).items():
        errors = [f for f in check_document(CATALOG, SCENARIO, document) if f.severity == "error"]
        assert errors == []
        setup, again = CATALOG.setups[name], make_setup(document)
        for field in (
            "first_turn",
            "last_turn",
            "control",
            "areas",
            "zones",
            "rubble",
            "entry",
            "smoke",
            "victory",
        ):
            assert getattr(again, field) == getattr(setup, field)


def test_a_new_scenario_is_sound() -> None:
    assert codes(scenario()) == []


SHORT = {"victory": "threshold", "first_turn": 10, "last_turn": 15}
LIMITED = {"victory": "net", "bounds": "strict", "areas": ["3", "4"], "last_turn": 2}
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # finding, scenario with it, scenario without it
    ("german_zone", scenario(unit(place="C")), scenario(unit(place="G"))),
    (
        "german_zone",
        scenario(unit(place="off", turn=2, zones=["A", "G"])),
        scenario(unit(place="off", turn=2, zones=["G"])),
    ),
    ("set_up_four", scenario(*[unit(str(n)) for n in range(5)]), scenario(*[unit(str(n)) for n in range(4)])),
    (
        "allied_on_map",
        scenario(unit(side="allied")),
        scenario(unit(side="allied", place="off", turn=1, zones=["C"])),
    ),
    (
        "allied_colour",
        scenario(unit(side="allied", place="blue"), **SHORT),
        scenario(unit(place="blue"), **SHORT),
    ),
    ("armour", scenario(unit(kind="armour", place="20")), scenario(unit(kind="armour", place="21"))),
    ("antitank", scenario(unit(kind="antitank", place="20")), scenario(unit(kind="antitank", place="21"))),
    (
        "stack",
        scenario(*[unit(str(n), "allied") for n in range(11)], **SHORT),
        scenario(*[unit(str(n), "allied") for n in range(10)], **SHORT),
    ),
    (
        "stack",
        scenario(*[unit(str(n), "allied", "armour") for n in range(4)], **SHORT),
        scenario(*[unit(str(n), "allied", "armour", "G") for n in range(4)], **SHORT),
    ),
    ("no_victory_area", scenario(control=["10"]), scenario(control=["9"])),
    ("smoke", scenario(smoke={"german": 3, "allied": 8}), scenario(smoke={"german": 2, "allied": 8})),
    ("no_fifth_column", scenario(fifth_column=["9"]), scenario(fifth_column=["11", "17"])),
    (
        "rubble_twice",
        scenario(rubble=[{"place": "E", "level": 1}, {"place": "E", "level": 2}]),
        scenario(rubble=[{"place": "E", "level": 1}, {"place": "66", "level": 2}]),
    ),
    ("removal", scenario(removal=2, removal_edge=3), scenario(removal=5, removal_edge=1)),
    ("turns", scenario(first_turn=9, last_turn=2), scenario(first_turn=2, last_turn=9)),
    (
        "air_late",
        scenario(unit("MATAF", "allied", "air", "off", turn=7, zones=["C"])),
        scenario(unit("MATAF", "allied", "air", "off", turn=6, zones=["C"])),
    ),
    ("reserve_early", scenario(special=["reserve"]), scenario(special=["reserve"], **SHORT)),
    ("never", scenario(unit(place="off")), scenario(unit(place="off", turn=3, zones=["G"]))),
    ("twice_there", scenario(unit(turn=3, zones=["G"])), scenario(unit())),
    (
        "turn_outside",
        scenario(unit(place="off", turn=10, zones=["G"])),
        scenario(unit(place="off", turn=9, zones=["G"])),
    ),
    ("no_zone", scenario(unit(place="off", turn=2)), scenario(unit(place="off", turn=2, zones=["K"]))),
    (
        "company",
        scenario(*[unit(z, place="off", turn=2, zones=[z], company="1/I/3") for z in "GH"]),
        scenario(*[unit(z, place="off", turn=n, zones=[z], company="1/I/3") for n, z in enumerate("GH", 2)]),
    ),
    ("night_first", scenario(nights=[1]), scenario(nights=[2])),
    ("night_running", scenario(nights=[4, 5]), scenario(nights=[4, 6])),
    ("no_limits", scenario(areas=["3"]), scenario(unit(), **LIMITED)),
    ("limits_empty", scenario(bounds="strict"), scenario(unit(), **LIMITED)),
    ("outside", scenario(unit(place="5"), **LIMITED), scenario(unit(place="4"), **LIMITED)),
    (
        "unit_twice",
        scenario(unit("Rec 4", kind="observer"), unit("Rec 4", kind="observer", place="4")),
        scenario(unit("Rec 4", kind="observer"), unit("Rec 3", kind="observer", place="4")),
    ),
]


@pytest.mark.parametrize(
    ("what", "wrong", "right"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)]
)
def test_each_rule_fails_and_passes(what: str, wrong: dict[str, Any], right: dict[str, Any]) -> None:
    assert what in codes(wrong)
    assert what not in codes(right)


@pytest.mark.parametrize(
    ("what", "wrong", "right"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)]
)
def test_a_fix_takes_the_finding_away(what: str, wrong: dict[str, Any], right: dict[str, Any]) -> None:
    finding = next(f for f in check_document(CATALOG, SCENARIO, wrong) if f.message.key == f"check.{what}")
    if finding.fix is None:
        assert finding.severity in ("note", "warning") or what == "outside"
        return
    after = apply_changes(wrong, finding.fix)
    assert codes(after).count(what) < codes(wrong).count(what)


def test_all_fixes_apply_at_once() -> None:
    wrong = scenario(
        unit(place="C"), unit(kind="armour", place="20"), nights=[1, 2, 3], smoke={"german": 9, "allied": 9}
    )
    after, done = apply_fixes(CATALOG, SCENARIO, wrong)
    assert codes(after) == [] and len(done) >= 5


def test_marker_must_match_the_points_of_areas(tmp_path: Any) -> None:
    from tests.catalogs.games.thunder_at_cassino.test_tables import overlay, row

    control = CATALOG.setups["last_days"].control
    typed = load(overlay(tmp_path, "areas", *[row("areas", area, vp=1) for area in control]))
    document = list_shelf(typed)["last_days"]
    assert "check.marker" in [f.message.key for f in check_document(typed, SCENARIO, document)]
    assert "check.marker" not in [
        f.message.key for f in check_document(typed, SCENARIO, {**document, "vp": 13})
    ]
    assert "check.marker" not in [f.message.key for f in check_document(CATALOG, SCENARIO, document)]


def test_the_campaign_begins_in_coloured_areas(tmp_path: Any) -> None:
    """V2, 5.3: once colours are typed, Germans begin only in areas with one of the three."""
    from tests.catalogs.games.thunder_at_cassino.test_tables import overlay, row

    typed = load(
        overlay(tmp_path, "areas", row("areas", "3", colour="white"), row("areas", "4", colour="red"))
    )
    for place, result in (("3", True), ("4", False), ("5", False)):
        keys = [f.message.key for f in check_document(typed, SCENARIO, scenario(unit(place=place)))]
        assert ("check.set_up_colour" in keys) is result


def test_a_play_begins_from_a_document() -> None:
    own = scenario(
        unit("2/I/3", place="off", turn=2, zones=["G", "H"], company="2/I/3"),
        first_turn=2, last_turn=3, victory="threshold", casualties=False, rubble_roll=False, vp=4,
        control=["9"], fifth_column=["11"], extension=False, first_turn_rules=False,
    )  # fmt: skip
    play = Play(own=own)
    play.skip("entry_zone")
    play.say("entry_zone", "H")
    assert play.notes("arrives") == [{"side": "german", "units": ["2/I/3"], "zone": "H"}]
    assert (play.state.turn, play.state.vp, play.state.fifth) == (2, 4, {"11"})
    play.skip("nothing more")
    assert play.session.finished
    assert play.session.procedure.write(play.session.settings)["own"] == own


def test_a_document_with_an_error_is_not_played() -> None:
    with pytest.raises(HorahError) as refused:
        Play(own=scenario(unit(place="C")))
    assert refused.value.code == "UNSOUND_DOCUMENT"


def chain(tmp_path: Any) -> Any:
    """Return a board on which every place borders on the next, red only around 5."""
    from tests.catalogs.games.thunder_at_cassino.test_tables import overlay

    pairs = list(pairwise(CATALOG.places))
    rows = [
        {"id": f"{one}-{other}", "by": "border", "line": "red" if "5" in (one, other) else "white"}
        for one, other in pairs
    ]
    return load(overlay(tmp_path, "links", *rows))


def test_armour_stays_out_of_areas_with_red_lines_only(tmp_path: Any) -> None:
    board = chain(tmp_path)
    wrong, right = scenario(unit(kind="armour", place="5")), scenario(unit(kind="armour", place="6"))
    assert "check.armour" in [f.message.key for f in check_document(board, SCENARIO, wrong)]
    assert "check.armour" not in [f.message.key for f in check_document(board, SCENARIO, right)]
    assert "check.armour" not in [
        f.message.key for f in check_document(CATALOG, SCENARIO, wrong)
    ]  # nobody has typed it


def test_with_all_neighbours_typed_observers_are_held_to_them(tmp_path: Any) -> None:
    board = chain(tmp_path)
    assert find_reason_against(board, Shot("31", "30")) is None
    fault = find_reason_against(board, Shot("40", "30"))
    assert fault is not None and fault.code == "UNSEEN"
    assert find_reason_against(CATALOG, Shot("40", "30")) is None  # as far as the board is known
    assert find_reason_against(board, Shot("7", "9")) is None  # two areas from Castle Hill
    fault = find_reason_against(board, Shot("6", "9"))
    assert fault is not None and fault.code == "UNSEEN"
