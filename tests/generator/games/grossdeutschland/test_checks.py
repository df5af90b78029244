"""Every validation rule with a passing and a failing scenario, and its fix."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from catalogs.games.grossdeutschland import Catalog
from generator.findings import Finding, apply_changes
from generator.games.grossdeutschland.authoring.checks import check
from generator.games.grossdeutschland.authoring.generators import draw_start_positions
from generator.games.grossdeutschland.document import SCHEMA, make_blank, make_printed
from schemas.validation import problems

Document = dict[str, Any]
Spoil = Callable[[Document], None]


def found(catalog: Catalog, document: Document, code: str, key: str) -> list[Finding]:
    assert list(problems(document, SCHEMA)) == []
    return [each for each in check(catalog, document) if (each.code, each.message.key) == (code, key)]


def unit(document: Document, key: str) -> Document:
    side, formation, name = key.split(":", 2)
    return next(
        row
        for row in document["units"]
        if (row["side"], row["formation"], row["unit"]) == (side, formation, name)
    )


def put(key: str, **fields: Any) -> Spoil:
    return lambda document: unit(document, key).update(fields)


def place(key: str, **fields: Any) -> Spoil:
    return lambda document: unit(document, key)["placement"].update(fields)


def both(*spoils: Spoil) -> Spoil:
    def spoil(document: Document) -> None:
        for spoil in spoils:
            spoil(document)

    return spoil


def without(key: str) -> Spoil:
    return lambda document: document["units"].remove(unit(document, key))


def again(key: str) -> Spoil:
    return lambda document: document["units"].append(copy.deepcopy(unit(document, key)))


def at(path: str, value: Any) -> Spoil:
    def spoil(document: Document) -> None:
        *steps, last = path.split(".")
        inner: Any = document
        for step in steps:
            inner = inner[int(step) if step.isdigit() else step]
        inner[int(last) if last.isdigit() else last] = value

    return spoil


def lacking(key: str, field: str) -> Spoil:
    return lambda document: unit(document, key)["placement"].pop(field)


def cup(side: str, *chits: str) -> Spoil:
    return lambda document: document["cups"][side]["assigned"].extend(chits)


def works(**row: Any) -> Spoil:
    return lambda document: document["fortifications"].append(
        {"side": "german", "type": "trench", "with": None, "at": None, "facing": None, **row}
    )


HILL = [f"german:2Gr:{name}" for name in ("5K", "6K", "7K", "8K", "Flak")]

# Rule, message, change to the printed Lutchessa, whether a fix exists, and a similar valid change.
CASES: list[tuple[str, str, Spoil, bool, Spoil]] = [
    ("GD.1", "no_hq", without("german:2Gr:HQ"), True, without("german:2Gr:5K")),
    ("GD.1", "two_hqs", again("german:2Gr:HQ"), True, at("title", "Another")),
    ("GD.1", "counter_twice", again("german:2Gr:5K"), True, without("german:2Gr:5K")),
    (
        "GD.2",
        "stack",
        both(*(put(key, at="3412") for key in HILL)),
        True,
        both(*(put(key, at="3412") for key in HILL[:4])),
    ),
    (
        "GD.2",
        "stack",
        both(*(put(key, at="3412", road=True) for key in HILL[:3])),
        True,
        both(*(put(key, at="3412", road=True) for key in HILL[:2])),
    ),
    (
        "GD.2",
        "road_short",
        both(*(put(f"german:Eng:{name}", road=True) for name in ("1K", "2K", "3K"))),
        False,
        both(*(put(f"german:Eng:{name}", road=True) for name in ("1K", "2K"))),
    ),
    (
        "GD.3",
        "mixed",
        both(
            put(HILL[0], at="3412"),
            put("soviet:Rcn:1", at="3412", placement={"kind": "in", "hex": "3412"}),
        ),
        True,
        both(put(HILL[0], at="3412"), put(HILL[1], at="3412")),
    ),
    ("GD.4", "placement_lacks", lacking("german:2Gr:5K", "distance"), False, put(HILL[0], at="3412")),
    ("GD.4", "placement_lacks", lacking("soviet:Rcn:1", "slot"), True, place("soviet:Rcn:1", slot="morning")),
    (
        "GD.4",
        "no_place",
        place("german:2Gr:5K", place="lutchessa:moscow"),
        True,
        place("german:2Gr:5K", place="lutchessa:griva"),
    ),
    ("GD.4", "not_on_map", put("soviet:Rcn:1", at="3412"), True, put("soviet:Rcn:1", at=None)),
    ("GD.4", "outside", put("german:2Gr:HQ", at="3413"), False, put("german:2Gr:HQ", at="3412")),
    (
        "GD.5",
        "off_track",
        both(at("last_turn", {"date": 2, "slot": "night"}), place("soviet:Rcn:1", date=30)),
        True,
        both(at("last_turn", {"date": 2, "slot": "night"}), place("soviet:Rcn:1", date=2)),
    ),
    ("GD.5", "apart", place("soviet:Rcn:1", entry=["B"]), True, place("soviet:Rcn:1", entry=["A"])),
    (
        "GD.5",
        "no_condition",
        place("soviet:Rcn:1", condition="full_moon"),
        True,
        place("soviet:Rcn:1", condition="early_vp"),
    ),
    (
        "GD.5",
        "ends_early",
        both(at("first_turn", {"date": 1, "slot": "day"}), at("last_turn", {"date": 1, "slot": "morning"})),
        True,
        at("last_turn", {"date": 2, "slot": "night"}),
    ),
    ("GD.6", "picks", at("picks.chits", 6), True, at("picks.chits", 5)),
    ("GD.7", "no_black", cup("german", "apathy"), True, cup("german", "fire_lane")),
    ("GD.7", "black_twice", cup("german", "rallied"), True, cup("german", "bogged")),
    ("GD.7", "black_blank", cup("german", "black_21"), False, cup("german", "bogged")),
    ("GD.7", "black_short", at("cups.german.random", 20), True, at("cups.german.random", 6)),
    ("GD.7", "chits_short", at("cups.german.blue", 31), False, at("cups.german.blue", 30)),
    (
        "GD.8",
        "same_works",
        both(
            put("german:Eng:HQ", at="4311"),
            works(at="4311", facing=1),
            works(at="4311", facing=2),
        ),
        True,
        both(
            put("german:Eng:HQ", at="4311"),
            works(at="4311", facing=1),
            works(at="4311", type="minefield"),
        ),
    ),
    (
        "GD.8",
        "empty_works",
        works(at="1010", facing=1),
        True,
        both(put("german:Eng:1K", at="4311"), works(at="4311", facing=1)),
    ),
    ("GD.8", "no_counter", works(**{"with": "german:9Gr:1K"}), True, works(**{"with": "german:1Gr:1K"})),
    (
        "GD.8",
        "works_elsewhere",
        both(put("german:1Gr:1K", at="1909"), works(**{"with": "german:1Gr:1K", "at": "1910", "facing": 3})),
        True,
        both(put("german:1Gr:1K", at="1909"), works(**{"with": "german:1Gr:1K", "at": "1909", "facing": 3})),
    ),
    (
        "GD.8",
        "no_facing",
        both(put("german:Eng:1K", at="4311"), works(at="4311")),
        True,
        both(put("german:Eng:1K", at="4311"), works(at="4311", type="minefield")),
    ),
    (
        "GD.8",
        "works_many",
        both(*(works(side="soviet", type="bunker") for _ in range(2))),
        False,
        both(*(works(type="bunker") for _ in range(2))),
    ),
    (
        "GD.10",
        "no_night",
        at("last_turn", {"date": 1, "slot": "evening"}),
        True,
        at("last_turn", {"date": 2, "slot": "night"}),
    ),
    ("GD.11", "threshold", at("victory.win", 6), True, at("victory.win", 5)),
    ("GD.11", "threshold", at("victory.win", 0), True, at("victory.win", 1)),
    ("GD.11", "draw", at("victory.draw", 5), True, at("victory.draw", 4)),
    (
        "GD.11",
        "no_place",
        at("victory.locations.0.place", "lutchessa:moscow"),
        True,
        at("victory.locations.0.place", "lutchessa:griva"),
    ),
    (
        "GD.11",
        "scored_twice",
        at("victory.locations.0.place", "lutchessa:hill_96"),
        True,
        at("victory.locations.0.place", "lutchessa:griva"),
    ),
    ("GD.12", "unproved", put("german:2Gr:5K", unit="99K"), False, without("german:2Gr:5K")),
    ("GD.13", "outside", put("german:2Gr:5K", at="3420"), False, put("german:2Gr:5K", at="3414")),
]


@pytest.mark.parametrize(
    ("code", "key", "spoil", "mends", "fine"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES]
)
def test_each_rule(catalog: Catalog, code: str, key: str, spoil: Spoil, mends: bool, fine: Spoil) -> None:
    good = make_printed(catalog, "lutchessa")
    fine(good)
    assert found(catalog, good, code, f"check.gd_{key}") == []
    bad = make_printed(catalog, "lutchessa")
    spoil(bad)
    findings = found(catalog, bad, code, f"check.gd_{key}")
    assert findings
    assert (findings[0].fix is not None) is mends
    for _ in range(len(findings)):
        rest = found(catalog, bad, code, f"check.gd_{key}")
        if rest and rest[0].fix:
            bad = apply_changes(bad, rest[0].fix)
    if mends:
        assert found(catalog, bad, code, f"check.gd_{key}") == []


def test_a_printed_battle_has_no_error(catalog: Catalog) -> None:
    for name in catalog.battles:
        assert [
            each for each in check(catalog, make_printed(catalog, name)) if each.severity == "error"
        ] == []


def test_unchecked_parts_are_noted(catalog: Catalog) -> None:
    """GD.9, GD.14: terrain, classes and ranges need the owner's components."""
    document = make_printed(catalog, "lutchessa")
    output = {(each.code, each.severity) for each in check(catalog, document)}
    assert {("GD.9", "note"), ("GD.14", "note")} <= output
    empty = make_blank(catalog)
    empty["units"] = []
    assert not {each.code for each in check(catalog, empty)} & {"GD.9", "GD.14"}


def test_road_room_of_mischurin(catalog: Catalog) -> None:
    """GD.2: five counters in road movement need three hexes of Lichovka."""
    document = make_printed(catalog, "mischurin_rog")
    (note,) = found(catalog, document, "GD.2", "check.gd_road_room")
    assert note.message.facts["wanted"] == 3


def test_a_blank_scenario_can_be_played_at_once(catalog: Catalog) -> None:
    assert [each for each in check(catalog, make_blank(catalog)) if each.severity == "error"] == []


def test_two_counters_with_a_trench_each_do_not_share_a_hex(catalog: Catalog) -> None:
    """GD.8: no two of the four companies with a trench (21.4) begin in one hex."""
    document = make_printed(catalog, "lutchessa")
    for name in ("1K", "2K"):
        put(f"german:Eng:{name}", at="4311")(document)
    (finding,) = found(catalog, document, "GD.8", "check.gd_same_works")
    assert finding.place == ("fortifications", 1)
    put("german:Eng:2K", at="4312")(document)
    assert found(catalog, document, "GD.8", "check.gd_same_works") == []


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_start_positions_by_chance_have_no_error(catalog: Catalog, seed: str) -> None:
    for name in catalog.battles:
        placed, _ = draw_start_positions(catalog, make_printed(catalog, name), seed)
        assert [each.message for each in check(catalog, placed) if each.severity == "error"] == []


def test_gaps_of_an_incomplete_battle_are_noted(catalog: Catalog) -> None:
    """GD.0: the third battle has lost rows, which are shown until its author calls it complete."""
    document = make_printed(catalog, "mischurin_rog")
    (gaps,) = found(catalog, document, "GD.0", "check.gd_gaps")
    assert gaps.place == ("complete",) and gaps.fix is None  # no check calls it complete for the author
    assert len(gaps.message.facts["gaps"]) == len(document["missing"])
    assert found(catalog, {**document, "missing": [{}]}, "GD.0", "check.gd_incomplete")
    assert not found(catalog, {**document, "complete": True}, "GD.0", "check.gd_gaps")
    assert not found(catalog, make_printed(catalog, "kursk"), "GD.0", "check.gd_gaps")


@pytest.mark.parametrize("name", ["kursk", "akhtyrka", "mischurin_rog", "lutchessa"])
def test_changed_copy_of_a_printed_battle_is_warned_about(catalog: Catalog, name: str) -> None:
    """GD.0: a changed copy is warned about until it is labelled custom; blanks and hexes do not count."""
    document = make_printed(catalog, name)
    typed = {"first_turn": {"date": 9, "slot": "morning"}, "weather": [1], "complete": True, "missing": []}
    document["units"][0]["at"] = "2440"
    assert not found(catalog, {**document, **typed}, "GD.0", "check.gd_not_printed")
    document["picks"] = {**document["picks"], "chits": document["picks"]["chits"] - 1}
    (finding,) = found(catalog, document, "GD.0", "check.gd_not_printed")
    assert finding.message.facts["fields"] == ["picks"]
    assert finding.fix
    after = apply_changes(document, finding.fix)
    assert after["source"] == "own"
    assert not found(catalog, after, "GD.0", "check.gd_not_printed")


def test_lost_rows_may_be_restored(catalog: Catalog) -> None:
    document = make_printed(catalog, "mischurin_rog")
    document["units"].append({**document["units"][0], "unit": "Kannone"})
    assert not found(catalog, document, "GD.0", "check.gd_not_printed")
    whole = make_printed(catalog, "kursk")
    whole["units"].pop()
    assert found(catalog, whole, "GD.0", "check.gd_not_printed")


def test_a_copy_that_is_saved_unchanged_stays_printed(catalog: Catalog) -> None:
    """An editor leaves out empty fields; that changes nothing."""
    document = copy.deepcopy(make_printed(catalog, "kursk"))
    for row in document["fortifications"]:
        for name in [name for name, value in row.items() if value is None]:
            del row[name]
    assert found(catalog, document, "GD.0", "check.gd_not_printed") == []
