"""Tests that every check can fail: one broken overlay per kind of fault, with its message."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs import CatalogError, Fault
from catalogs.checks import check, checks_of, inspect
from catalogs.game import DATA
from catalogs.games.combat_commander import Catalog, load
from catalogs.store import Store
from exports.game import formatter
from schemas.messages import Message, say
from tests.catalogs.games.combat_commander.overlays import lay
from tests.words import sentence

from .overlays import battle, nation

BASE = load()
ENGLISH, SPANISH = (formatter(BASE, language) for language in ("en", "es"))
Spoil = Callable[[Path], object]
GAME = "combat_commander"


def raw(table: str, name: str, **changes: Any) -> dict[str, Any]:
    row = {**BASE.store.table(table)[name].data, **changes}
    return {key: value for key, value in row.items() if value is not ...}


def text(name: str, content: bytes) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / GAME).mkdir()
        (folder / GAME / name).write_bytes(content)

    return spoil


def rows(name: str, *lines: dict[str, Any], **envelope: Any) -> Spoil:
    return lambda folder: lay(folder, name, list(lines), **envelope)


def all_of(*spoils: Spoil) -> Spoil:
    return lambda folder: [spoil(folder) for spoil in spoils]


def cards(**changes: Any) -> Spoil:
    return rows("decks", raw("decks", "german:1", **changes))


def home(*spoils: Spoil, base: str | None = "corrected") -> Spoil:
    """Add a custom edition with its term, then apply further faults."""
    word = {"id": "edition.home", "es": "De casa", "en": "At home"}
    return all_of(rows("editions", {"id": "home", "base": base}), rows("terms", word), *spoils)


HOLE = raw("holes", "corrected:italian:1944:russian:axis:green")
ROLLS = [str(roll) for roll in range(2, 13)]
SERGEANT = raw("counters", "german:sergeant_1cd")
TOO_MANY = {"german:squad_rifle": 12}
ROW = "/rows/0"

# kind of fault: (how to break the overlay, name of the check, file, place, problem, expected)
FAULTS: dict[str, tuple[Spoil, str, str, str | Message, str, str]] = {
    "not JSON": (
        text("maps.json", b'{"rows": [}'),
        "schema", "maps.json", say("place.line", line=1, column=11), "it is not JSON", "valid JSON",
    ),
    "not an object": (
        text("maps.json", b"[]"),
        "schema", "maps.json", "", "it is not a JSON object", "format, rule, provenance and rows",
    ),
    "not UTF-8": (
        text("maps.json", b'{"note": "\xe9"}'),
        "schema", "maps.json", "", "it is not text in UTF-8", "JSON in UTF-8",
    ),
    "unknown table": (
        rows("tanks", {"id": "tiger"}),
        "schema", "tanks.json", "", "there is no table called tanks", "one of ally_rolls",
    ),
    "wrong format": (
        rows("maps", format="hora-h/catalog/maps/2"),
        "schema", "maps.json", "/format",
        '"hora-h/catalog/maps/2" is not allowed here', '"hora-h/catalog/maps/1"',
    ),
    "missing field": (
        rows("maps", {"id": "99", "set": "custom"}),
        "schema", "maps.json", ROW, "it lacks objectives", "all of id, set, objectives",
    ),
    "unknown field": (
        rows("chits", raw("chits", "A", colour="red")),
        "schema", "chits.json", ROW, "unknown field: colour", "only id, objectives, vp",
    ),
    "bad id": (
        rows("orders_of_battle", battle("german:I:platoon")),
        "schema", "orders_of_battle.json", f"{ROW}/id",
        '"german:I:platoon" is not allowed', "text of the form",
    ),
    "out of range": (
        rows("chits", raw("chits", "A", vp=-1)),
        "schema", "chits.json", f"{ROW}/vp", "-1 is too low", "at least 0",
    ),
    "wrong type": (
        rows("chits", raw("chits", "A", vp="one")),
        "schema", "chits.json", f"{ROW}/vp", '"one" is the wrong kind of value', "a whole number",
    ),
    "twice in a list": (
        rows("maps", remove=["28", "28"]),
        "schema", "maps.json", "/remove", "an entry is repeated", "each entry once",
    ),
    "neither pieces nor choices": (
        rows("support", raw("support", "german:2:conscript_squad", pieces=...)),
        "schema", "support.json", ROW,
        "it has none of the forms allowed here", "one of these: pieces; choices",
    ),
    "id used twice": (
        rows("maps", raw("maps", "1"), raw("maps", "1")),
        "schema", "maps.json", "/rows/1/id", "the id 1 is used twice", "a different id",
    ),
    "erratum without the printed value": (
        rows("chits", raw("chits", "A", provenance="erratum")),
        "schema", "chits.json", ROW, "it lacks printed", "all of printed",
    ),
    "removes what is not there": (
        rows("maps", remove=["98"]),
        "reference", "maps.json", "/remove/0", "there is no row 98 to remove",
        "the id of a row in the built-in tables",
    ),
    "removes what the rules need": (
        rows("postures", remove=["attack"]),
        "reference", "", "", "row attack of postures is missing", "a replacement, as it cannot be removed",
    ),
    "no such counter": (
        rows("orders_of_battle", battle("german:F:platoon", counters={"german:squad_riffle": 3})),
        "reference", "orders_of_battle.json", f"{ROW}/counters/german:squad_riffle",
        "there is no counter called german:squad_riffle", "perhaps german:squad_rifle",
    ),
    "no such leader": (
        rows("support", raw("support", "german:2:cpl_guttman", pieces=["german:cpl_nobody"])),
        "reference", "support.json", f"{ROW}/pieces/0",
        "there is no leader called german:cpl_nobody", "a leader",
    ),
    "no such faction": (
        rows("axis_rolls", raw("axis_rolls", "compilation", results=dict.fromkeys(ROLLS, "gothic"))),
        "reference", "axis_rolls.json", f"{ROW}/results/2", "there is no nation called gothic", "a nation",
    ),
    "no such deck": (
        rows("factions", raw("factions", "german", deck="gothic")),
        "reference", "factions.json", f"{ROW}/deck", "there is no deck called gothic", "a deck",
    ),
    "no such rule": (
        rows("orders_of_battle", raw("orders_of_battle", "german:A:company", rules=["flying"])),
        "reference", "orders_of_battle.json", f"{ROW}/rules/0", "there is no rule called flying", "a rule",
    ),
    "no such nationality": (
        rows("support", raw("support", "german:2:conscript_squad", restriction="Swiss")),
        "reference", "support.json", f"{ROW}/restriction", "there is no nationality", "a nationality",
    ),
    "no such fortification": (
        rows("packages", raw("packages", "compilation:trench_line", contents={"moat": 1})),
        "reference", "packages.json", f"{ROW}/contents/moat",
        "there is no fortification called moat", "a fort",
    ),
    "no such edition": (
        home(base="original"),
        "reference", "editions.json", f"{ROW}/base", "there is no edition called original", "that exists",
    ),
    "editions in a ring": (
        rows("editions", raw("editions", "compilation", base="corrected")),
        "reference", "editions.json", f"{ROW}/base",
        "the editions are based on each other in a circle", "a base",
    ),
    "no such map of a campaign": (
        rows("campaign_positions", raw("campaign_positions", "normandy:A1", map=98)),
        "reference", "campaign_positions.json", f"{ROW}/map", "there is no map called 98", "a map",
    ),
    "no such force": (
        rows("campaign_reserves", raw("campaign_reserves", "normandy:german:7", force="normandy:german:Q")),
        "reference", "campaign_reserves.json", f"{ROW}/force", "no campaign force called", "a campaign force",
    ),
    "a squad as leader": (
        rows("leaders", raw("leaders", "german:sgt_esser", counter="german:squad_rifle")),
        "reference", "leaders.json", f"{ROW}/counter",
        "there is no leader counter with both sides", "a leader",
    ),
    "no Leader table": (
        lambda folder: (nation(folder) / GAME / "leader_tables.json").unlink(),
        "reference", "orders_of_battle/danish.json", f"{ROW}/id",
        "there is no Leader table", "a Leader table",
    ),
    "an erratum that does not fit": (
        rows("year_rolls", raw("year_rolls", "compilation:german", results=dict.fromkeys(ROLLS, 1941))),
        "reference", "errata.json", f"{ROW}/changes/0/printed",
        "year_rolls german results/2 has 1941, not 1943", "the value printed in the base edition",
    ),
    "an erratum that breaks its table": (
        rows("errata", raw("errata", "corrected:german_year_2", changes=[
            {"table": "year_rolls", "row": "german", "field": ["results", "2"], "printed": 1943,
             "corrected": 1899}])),
        "schema", "errata.json", f"{ROW}/changes/0/corrected", "1899 is too low", "at least 1939",
    ),
    "no word": (
        rows("fortifications", {"id": "moat", "rule": "F107", "quantity": 1}),
        "label", "fortifications.json", f"{ROW}/id", "fortification.moat has no name",
        "a row fortification.moat in terms, with es and en",
    ),
    "a word in one language": (
        rows("terms", {"id": "faction.gothic", "es": "Godos"}),
        "word", "terms.json", ROW, "faction.gothic exists in es but not in en", "the same row in en",
    ),
    "a sentence with other places": (
        rows("terms", {"id": "phrase.the_map", "es": "mapa {number}", "en": "map {number}", "xx": "{at}"}),
        "word", "terms.json", f"{ROW}/xx",
        "phrase.the_map uses at in xx but number in en", "the same placeholders",
    ),
    "a sentence that does not end": (
        rows("terms", {"id": "phrase.start", "es": "Casilla {space", "en": "Start {space}"}),
        "word", "terms.json", f"{ROW}/es",
        "phrase.start has unbalanced braces in es", "balanced braces",
    ),
    "a livery for nobody": (
        rows("liveries", {"id": "gothic", "deep": "#000000", "mid": "#888888", "tint": "#eeeeee"}),
        "reference", "liveries.json", f"{ROW}/id",
        "there is no nation with colours called gothic", "a nation",
    ),
    "no colour": (
        rows("liveries", raw("liveries", "german", deep="grey")),
        "schema", "liveries.json", f"{ROW}/deep", '"grey" is not allowed here', "text of the form ^#",
    ),
    "no provenance": (
        rows("maps", raw("maps", "1"), provenance=None),
        "provenance", "maps.json", ROW, "1 does not say where it comes from", "a source for the row",
    ),
    "provenance of nothing": (
        rows("maps", raw("maps", "1", provenance_of={"climate": "rulebook"})),
        "provenance", "maps.json", f"{ROW}/provenance_of/climate",
        "1 has no field climate", "the name of a field",
    ),
    "more squads than the box holds": (
        rows("orders_of_battle", battle("german:F:platoon", counters={"german:squad_rifle": 11})),
        "mix", "orders_of_battle.json", f"{ROW}/counters/german:squad_rifle",
        "german:F:platoon needs 11 of german:squad_rifle", "at most 10",
    ),
    "more weapons in one year": (
        rows("orders_of_battle", battle("german:F:platoon", counters={"german:weapon_light_mg": 4}, dated=[
            {"counter": "german:weapon_light_mg", "count": 3, "years": [1940]}])),
        "mix", "orders_of_battle.json", f"{ROW}/counters/german:weapon_light_mg",
        "needs 7 of german:weapon_light_mg", "at most 6",
    ),
    "more leaders than the table has": (
        rows("orders_of_battle", battle("german:F:platoon", counters={"german:squad_rifle": 1}, leaders=9)),
        "mix", "orders_of_battle.json", f"{ROW}/leaders", "german:F:platoon needs 9 leaders", "at most 8",
    ),
    "a campaign force beyond the box": (
        rows("campaign_forces", raw("campaign_forces", "stalingrad:german:C", counters=TOO_MANY)),
        "mix", "campaign_forces.json", f"{ROW}/counters/german:squad_rifle",
        "stalingrad:german:C needs 12 of german:squad_rifle", "at most 10",
    ),
    "leaders without a counter each": (
        rows("counters", {**SERGEANT, "quantity": 5}),
        "mix", "counters.json", f"{ROW}/leaders", "2 leaders share 5 counters", "one leader per",
    ),
    "a loaded die": (
        cards(white=6, coloured=6),
        "deck", "decks.json", "/rows",
        "the deck german has the dice 6-6 3 times", "every pair of dice 2 times",
    ),
    "a hex twice": (
        cards(hex="A5"),
        "deck", "decks.json", "/rows", "the deck german has the hex A5 2 times", "72 different hexes",
    ),
    "a gap in a Leader table": (
        rows("leader_tables", raw("leader_tables", "german", rows=[
            {"low": None, "high": 0, "leader": "german:cpl_winkler"},
            {"low": 2, "high": None, "leader": "german:sgt_esser"}])),
        "leader_table", "leader_tables.json", f"{ROW}/rows/1",
        "the rolls 2 - ... do not follow", "without gap",
    ),
    "a Leader table that ends": (
        rows("leader_tables", raw("leader_tables", "german", rows=[
            {"low": None, "high": 0, "leader": "german:cpl_winkler"},
            {"low": 1, "high": 7, "leader": "german:sgt_esser"}])),
        "leader_table", "leader_tables.json", f"{ROW}/rows/1", "the rolls 1 - 7 do not follow", "the last",
    ),
    "an edition without tables": (
        home(base=None),
        "edition", "editions.json", ROW, "home has no Axis table (RS.2.1)", "a row home in “axis_rolls”",
    ),
    "a faction without years": (
        home(rows("axis_rolls", {"id": "home", "results": dict.fromkeys(ROLLS, "german")}), base=None),
        "edition", "editions.json", ROW,
        "that year_rolls home:german does not cover", "row year_rolls home:german",
    ),
    "an ally as axis": (
        home(rows("axis_rolls", {"id": "home", "results": dict.fromkeys(ROLLS, "russian")})),
        "edition", "editions.json", ROW,
        "home gives russian, which does not belong to the side axis", "a nation of the side axis",
    ),
    "a year without leaders": (
        home(rows("ally_rolls", {"id": "home:german:1940", "results": dict.fromkeys(ROLLS, "american")})),
        "edition", "editions.json", ROW, "home can give american in 1940", "a year modifier for 1940",
    ),
    "a road between far hexes": (
        rows("ground", {"id": "28", "terrain": {}, "ways": {"road": ["A1-C1"]}}),
        "ground", "ground.json", f"{ROW}/ways/road/0", "A1 and C1 are not adjacent", "two adjacent hexes",
    ),
    "a hole that is not listed": (
        home(),
        "hole", "editions.json", ROW,
        "home:italian:1944:russian:axis:green is an unlisted gap", "holes",
    ),
    "a hole that is none": (
        rows("holes", {**HOLE, "id": "corrected:german:1944:russian:axis:green", "axis": "german"}),
        "hole", "editions.json", ROW,
        "corrected:german:1944:russian:axis:green is listed as a gap but is not one",
        "holes",
    ),
    "a remedy that does not help": (
        rows("holes", raw("holes", "compilation:german:1940:french:axis", column="1899")),
        "hole", "editions.json", "/rows/1",
        "german:1940:french:axis:no_column does not work", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_a_broken_overlay_is_caught(kind: str, tmp_path: Path) -> None:
    spoil, found_by, file, place, problem, expected = FAULTS[kind]
    spoil(tmp_path)
    with pytest.raises(CatalogError) as refused:
        load(tmp_path)
    faults = refused.value.faults
    fitting = [
        each
        for each in faults
        if (each.check, each.place) == (found_by, place)
        and each.file.endswith(file)
        and problem in ENGLISH.say(each.problem)
        and expected in ENGLISH.say(each.expected)
    ]
    assert fitting, [ENGLISH.say(each.message) for each in faults]
    assert all(ENGLISH.say(each.message) != SPANISH.say(each.message) for each in faults)


def test_every_check_is_proved_to_fail() -> None:
    proved = {found_by for _, found_by, *_ in FAULTS.values()}
    assert proved | {"total"} == set(checks_of("combat_commander").names)


def test_a_built_in_table_that_lost_a_row_is_caught(tmp_path: Path) -> None:
    """The totals count the built-in files; a copy of them lacks one support offer."""
    for path in (DATA / "combat_commander").rglob("*.json"):
        copy = tmp_path / path.relative_to(DATA / "combat_commander")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    table = tmp_path / "support" / "german.json"
    document = json.loads(table.read_text(encoding="utf-8"))
    del document["rows"][0]
    table.write_text(json.dumps(document), encoding="utf-8")
    (found,) = check(Store(tmp_path, game=BASE.store.game, whole=BASE.store.whole)).faults
    assert (found.check, found.problem, found.expected) == (
        "total",
        say("wrong.total", found=419, what="support_offers"),
        say("expected.total", count=420),
    )
    assert "there are 419 support_offers; expected 420, as printed." in ENGLISH.say(found.message)
    document["remove"] = ["german:3:conscript_squad"]
    table.write_text(json.dumps(document), encoding="utf-8")
    assert [
        each.problem for each in check(Store(tmp_path, game=BASE.store.game, whole=BASE.store.whole)).faults
    ] == [say("wrong.built_in_removes")]


def test_an_overlay_does_not_change_the_totals(tmp_path: Path) -> None:
    assert inspect("combat_commander", lay(tmp_path, "maps", [], remove=["28"])).sound


def test_an_empty_folder_is_no_overlay(tmp_path: Path) -> None:
    with pytest.raises(CatalogError) as refused:
        load(tmp_path)
    assert "there is no table file in this folder" in sentence(refused.value)
    assert [each.check for each in inspect("combat_commander", tmp_path).faults] == ["schema"]


def test_the_built_in_catalogues_are_sound() -> None:
    report = inspect("combat_commander", None)
    assert [ENGLISH.say(each.message) for each in report.faults] == []
    assert set(report.examined) == set(checks_of("combat_commander").names)
    assert report.examined["schema"] >= len(BASE.store.sources)
    assert report.examined["total"] == 5


def test_a_fault_is_a_sentence_in_both_languages() -> None:
    fault = Fault("mix", "a.json", "/rows/0", say("wrong.twice"), say("expected.own_id"))
    english = "a.json, /rows/0: an entry is repeated; expected a different id for every row."
    spanish = "a.json, /rows/0: una entrada está repetida; se esperaba un id distinto para cada fila."
    assert (ENGLISH.say(fault.message), SPANISH.say(fault.message)) == (english, spanish)


ALL_ROWS = [
    (table, row.data)
    for table in BASE.store.tables
    if table not in ("terms",)
    for row in list(BASE.store.table(table).values())[:4]
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL_ROWS), st.data())
def test_no_row_can_lose_its_id_or_gain_a_field(
    tmp_path_factory: pytest.TempPathFactory, one: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    """An unknown field or a missing id in any row of any table is reported in its file."""
    table, row = one
    spoilt = dict(row)
    if data.draw(st.booleans(), label="unknown field"):
        spoilt["surplus"] = data.draw(st.none() | st.integers() | st.text(max_size=3))
    else:
        del spoilt["id"]
    folder = lay(tmp_path_factory.mktemp("overlay"), table, [spoilt])
    report = check(Store(BASE.store.base, folder / GAME, whole=BASE.store.whole), base_schemas=False)
    assert any(each.check == "schema" and str(each.place).startswith("/rows/0") for each in report.faults)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every place in a row that holds a single value."""
    inner = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    )
    if inner is None:
        yield path, value
        return
    for key, each in inner:
        yield from leaves(each, (*path, key))


ATTRIBUTES = [name for name in dir(Catalog) if isinstance(getattr(Catalog, name), cached_property)]
IDS = sorted({row for table in BASE.store.tables for row in BASE.store.table(table)})
OTHER = st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(IDS) | st.text(max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL_ROWS), st.data())
def test_an_overlay_is_taken_or_refused_but_never_breaks(
    tmp_path_factory: pytest.TempPathFactory, one: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    """Any row removed, or any single value of it changed, either loads or is rejected with a message."""
    table, row = one
    folder = tmp_path_factory.mktemp("overlay")
    if data.draw(st.booleans(), label="remove"):
        lay(folder, table, [], remove=[row["id"]])
    else:
        spoilt = json.loads(json.dumps(row))
        *path, last = data.draw(st.sampled_from([path for path, _ in leaves(spoilt)]), label="place")
        holder = spoilt
        for step in path:
            holder = holder[step]
        holder[last] = data.draw(OTHER, label="value")
        lay(folder, table, [spoilt])
    try:
        catalog = load(folder)
    except CatalogError as refused:
        assert sentence(refused) != sentence(refused, "es")
    else:
        assert (catalog.version != BASE.version) is (table not in BASE.store.unread)
        for name in ATTRIBUTES:
            getattr(catalog, name)
