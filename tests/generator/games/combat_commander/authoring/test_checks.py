"""Each check with a card that passes and a card that fails."""

from dataclasses import replace
from typing import Any

import pytest

from generator.findings import Finding, apply_changes
from generator.games.combat_commander.authoring.checks import ALL, check, check_meaning, has_errors
from generator.games.combat_commander.authoring.scenario import from_battle
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.campaign import play
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.settings import AUTO
from schemas.json_pointer import get, to_pointer
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    GONE,
    battle,
    changed,
    custom_map,
    library,
    sound,
    words,
)

Changes = dict[str, Any]
AXIS, ALLIED = "/sides/axis", "/sides/allied"
JAPANESE: Changes = {f"{AXIS}/faction": "japanese", f"{AXIS}/surrender": None}
CUSTOM: Changes = {"/map/number": None, "/map/custom": custom_map()}
OBJECTIVES: Changes = {"/map/objectives": {"1": "A1", "2": "B2", "3": "C3", "4": "D4", "5": "E5"}}
DEFENDING: Changes = {
    f"{AXIS}/posture": "defend",
    f"{AXIS}/hand": 4,
    f"{AXIS}/setup/depth": 8,
    f"{AXIS}/setup/order": "first",
    f"{ALLIED}/posture": "attack",
    f"{ALLIED}/hand": 6,
    f"{ALLIED}/setup/depth": 2,
    f"{ALLIED}/setup/order": "last",
}
HELD = dict.fromkeys("12345", "axis")
SQUAD = {"offer": "german:7:rifle_squad", "cost": 1, "pieces": ["german:squad_rifle"]}
MINES = {"side": "axis", "type": "mines", "count": 3, "paid": "card"}


def wire(count: int, *hexes: str, **more: Any) -> Changes:
    return {
        "/fortifications": [{"side": "axis", "type": "wire", "count": count, "hexes": list(hexes), **more}]
    }


def arrival(space: int, **more: Any) -> dict[str, Any]:
    return {"space": space, "leaders": [], "counters": {"german:squad_rifle": 1}, **more}


def fixed(hex_id: str, squads: int) -> dict[str, Any]:
    return {"hex": hex_id, "leaders": [], "counters": {"german:squad_rifle": squads}}


# id -> (changes that make a sound card fail, changes that make it pass where the sound card proves little)
CASES: dict[str, tuple[Changes, Changes]] = {
    "C01": ({"/year": 1938}, {"/year": 1945}),
    "C02": (CUSTOM | {"/map/objectives": {"1": "A1"}}, CUSTOM | OBJECTIVES),
    "C03": ({"/map/friendly_edge/allied": "left"}, {}),
    "C04": ({f"{AXIS}/setup/depth": 11, "/rules/overlap": True}, {f"{AXIS}/setup/depth": 6}),
    "C05": ({f"{AXIS}/setup/depth": 7}, {f"{AXIS}/setup/depth": 7, "/rules/overlap": True}),
    "C06": ({f"{AXIS}/setup/depth": 5, f"{ALLIED}/setup/depth": 5}, {}),
    "C07": ({f"{AXIS}/setup/order": "first", f"{ALLIED}/setup/order": "first"}, {}),
    "C08": ({f"{AXIS}/hand": 6}, DEFENDING),
    "C09": ({f"{AXIS}/posture": "banzai", f"{AXIS}/hand": 3}, JAPANESE | {f"{AXIS}/posture": "banzai"}),
    "C10": (
        {f"{AXIS}/posture": "invader", f"{AXIS}/hand": 7},
        {
            f"{AXIS}/posture": "invader",
            f"{AXIS}/reinforcements": [arrival(1, leaders=["german:sgt_ganz"])] * 3,
        },
    ),
    "C11": ({f"{AXIS}/orders": 7}, {f"{AXIS}/orders": 6}),
    "C12": ({f"{AXIS}/quality": "veteran"}, {f"{AXIS}/quality": "green"}),
    "C13": ({"/marker": "3 axis"}, {"/marker": -3}),
    "C14": ({"/time": 4, "/sudden_death": 4}, {"/time": None, "/sudden_death": None}),
    "C16": (
        {"/time": 2, "/sudden_death": 6, f"{AXIS}/reinforcements": [arrival(2)]},
        {"/time": 2, "/sudden_death": 6, f"{AXIS}/reinforcements": [arrival(3)]},
    ),
    "C17": ({f"{AXIS}/reinforcements": [arrival(13)]}, {f"{AXIS}/reinforcements": [arrival(12)]}),
    "C18": (JAPANESE | {f"{AXIS}/surrender": 5}, JAPANESE),
    "C19": ({f"{AXIS}/surrender": 40}, {f"{AXIS}/surrender": None}),
    "C20": ({"/initiative": None}, {"/first_turn": "allied"}),
    "C21": (
        {"/objectives/open": ["C"], "/objectives/secret/axis": ["C"]},
        {"/objectives/open": ["C"], "/objectives/secret/axis": ["G"], "/objectives/secret/allied": "hidden"},
    ),
    "C22": ({"/objectives/secret/axis": ["V"]}, {"/objectives/open": ["V"]}),
    "C23": ({"/objectives/control/3": GONE}, {"/objectives/control/3": "axis"}),
    "C24": (
        {"/objectives/open": ["K"], "/objectives/control/3": "axis", "/marker": 0},
        {"/objectives/open": ["K"], "/objectives/control/3": "axis", "/marker": 3},
    ),
    "C25": (
        {f"{AXIS}/radio": "german:radio_75mm", f"{AXIS}/counters/german:radio_81mm": 1},
        {f"{AXIS}/radio": "german:radio_75mm"},
    ),
    "C26": (DEFENDING | {f"{AXIS}/radio": "german:radio_75mm"}, {f"{AXIS}/radio": "german:radio_75mm"}),
    "C27": (
        {f"{AXIS}/counters/german:weapon_light_mg": 6},
        {f"{AXIS}/counters/german:weapon_light_mg": 4},
    ),
    "C28": (
        {f"{AXIS}/bound": [{"weapon": "german:weapon_light_mg", "unit": "german:squad_rifle"}]},
        {
            f"{AXIS}/counters/german:weapon_light_mg": 1,
            f"{AXIS}/bound": [{"weapon": "german:weapon_light_mg", "unit": "german:squad_rifle"}],
        },
    ),
    "C30": ({f"{AXIS}/setup/fixed": [fixed("A1", 2)]}, {f"{AXIS}/setup/fixed": [fixed("A1", 1)]}),
    "C31": (
        {f"{AXIS}/counters": {"german:squad_rifle": 99}, f"{AXIS}/setup/depth": 1},
        {f"{AXIS}/setup/depth": 1},
    ),
    "C32": (wire(2, "B2", "B2"), wire(3, "B2", "C2")),
    "C33": (
        wire(60) | {f"{AXIS}/setup/depth": 3},
        wire(60, *[f"{c}{r}" for c in "ABCDEF" for r in range(1, 11)]),
    ),
    "C34": ({"/mine_strength": 8}, DEFENDING | {"/mine_strength": 8, "/fortifications": [MINES]}),
    "C35": (wire(1, paid="vp"), DEFENDING | wire(1, paid="vp")),
    "C36": (
        {"/markers": [{"type": "sewer", "hex": "D4"}]},
        {"/markers": [{"type": "sewer", "hex": "D4"}], "/rules/modules": ["stalingrad"]},
    ),
    "C37": (
        CUSTOM
        | OBJECTIVES
        | {"/map/custom": custom_map(D4="marsh"), "/markers": [{"type": "smoke", "hex": "D4"}]},
        CUSTOM
        | OBJECTIVES
        | {"/map/custom": custom_map(D4="woods"), "/markers": [{"type": "smoke", "hex": "D4"}]},
    ),
    "C38": (
        {
            f"{AXIS}/leaders": ["german:sgt_ganz"],
            f"{AXIS}/reinforcements": [arrival(2, leaders=["german:sgt_ganz"])],
        },
        {
            f"{AXIS}/leaders": ["german:sgt_ganz"],
            f"{AXIS}/reinforcements": [arrival(2, leaders=["german:lt_borbe"])],
        },
    ),
    "C39": (
        {f"{AXIS}/counters/german:weapon_heavy_mg": 1},
        {f"{AXIS}/counters/german:weapon_heavy_mg": 1, f"{AXIS}/counters/german:team_weapon": 1},
    ),
    "C40": (
        {f"{AXIS}/counters/german:team_elite": 2},
        {f"{AXIS}/counters/german:team_elite": 2, f"{AXIS}/counters/german:weapon_light_mg": 2},
    ),
    "C41": ({f"{AXIS}/orders": 5}, {}),
    "C42": ({"/rules/modules": ["night"]}, {"/rules/night": "none"}),
    "C43": ({f"{AXIS}/sightings": 2}, JAPANESE | {f"{AXIS}/sightings": 2}),
    "C44": ({"/rules/modules": ["pacific"]}, {"/rules/modules": ["pacific"], "/map/exit_points": []}),
    "C45": ({f"{ALLIED}/faction": "german"}, {}),
    "C46": ({"/settings/handicap": "axis"}, {"/settings/handicap": "axis", "/base": {"id": "castle-hill"}}),
    "C47": ({f"{AXIS}/setup/fixed": [fixed("E9", 1)]}, {f"{AXIS}/setup/fixed": [fixed("E5", 1)]}),
    "C48": (
        DEFENDING | {"/objectives/control": {**HELD, "4": "none"}},
        DEFENDING | {"/objectives/control": HELD},
    ),
    "K01": ({f"{AXIS}/counters/german:squad_martian": 1}, {}),
    "K02": ({f"{AXIS}/counters/german:squad_rifle": 11}, {f"{AXIS}/counters/german:squad_rifle": 10}),
    "K03": (
        {f"{AXIS}/setup/mortar_spotter": "german:cpt_wehling"},
        {f"{AXIS}/setup/fixed": [fixed("A1", 1)]},
    ),
    "K04": ({"/links": ["sound"]}, {"/links": ["hill-236"]}),
    "K06": (
        {f"{AXIS}/support": [{**SQUAD, "weapon": "german:weapon_light_mg"}]},
        {f"{AXIS}/support": [{**SQUAD, "weapon": None}]},
    ),
    "K05": ({"/points/axis": 1}, {"/points/axis": None}),
}
V12: Changes = {
    f"{AXIS}/leaders": ["german:sgt_ganz"],
    f"{AXIS}/counters/german:weapon_heavy_mg": 1,
    f"{AXIS}/bound": [{"weapon": "german:weapon_heavy_mg", "unit": "german:sgt_ganz"}],
}
CASES["C29"] = (V12 | {"/rules/optional": ["V12"]}, V12)


def found(card: dict[str, Any], id_: str) -> list[Finding]:
    return [finding for finding in check(card, CATALOG) if finding.code == id_]


def test_sound_card_has_no_findings() -> None:
    assert check(sound(), CATALOG) == ()


def test_every_check_has_cases() -> None:
    ids = [each.id for each in ALL]
    assert [id_ for id_ in ids if id_.startswith("C")] == [f"C{n:02}" for n in range(1, 49)]
    assert set(CASES) | {"C15"} == set(ids)


@pytest.mark.parametrize("id_", sorted(CASES))
def test_failing_card_is_reported(id_: str) -> None:
    findings = found(changed(sound(), CASES[id_][0]), id_)
    assert findings
    expected = next(each for each in ALL if each.id == id_)
    for finding in findings:
        assert finding.severity == expected.severity
        assert words(finding.message, "es") != words(finding.message, "en")
        assert to_pointer(finding.place).startswith("/")


@pytest.mark.parametrize("id_", sorted(CASES))
def test_passing_card_is_not_reported(id_: str) -> None:
    assert found(changed(sound(), CASES[id_][1]), id_) == []


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ({"/sudden_death": 9}, "warning"),
        ({"/sides/axis/orders": 6, "/sides/allied/orders": 6, "/sudden_death": 12}, "warning"),
    ],
)
def test_c15_of_a_generated_battle(changes: Changes, severity: str) -> None:
    """RS.14: the sum of the orders, expected within its bounds."""
    assert not found(battle("1"), "C15")
    orders = sum(battle("1")["sides"][side]["orders"] for side in ("axis", "allied"))
    assert changes["/sudden_death"] != orders
    assert [finding.severity for finding in found(changed(battle("1"), changes), "C15")] == [severity]


OTHERS: list[tuple[str, str, Changes]] = [
    ("C01", "/year", {"/year": GONE}),
    ("C02", "/map/number", {"/map/number": 99}),
    ("C02", "/map/custom/hexes", CUSTOM | OBJECTIVES | {"/map/custom/hexes/D4": GONE}),
    ("C03", "/map/orientation", {"/map/orientation": "long"}),
    ("C07", "/sides/axis/setup/order", {"/sides/axis/setup/order": GONE}),
    ("C13", "/marker", {"/marker": 101}),  # 100 is the last: five lengths of the track
    ("C14", "/sudden_death", {"/sudden_death": None}),
    ("C14", "/time", {"/time": None}),
    (
        "C16",
        "/sides/axis/reinforcements/0/space",
        {f"{AXIS}/reinforcements": [arrival(3)], "/time": None},
    ),
    ("C20", "/first_turn", {"/first_turn": None}),
    ("C21", "/objectives", {"/objectives/random": {"open": 23}}),
    ("C22", "/objectives/secret/allied/0", {"/objectives/secret/allied": ["R"]}),
    ("C28", "/sides/axis/bound/0", {f"{AXIS}/bound": [{"weapon": "german:squad_rifle", "unit": "x:y"}]}),
    ("C32", "/fortifications/0/hexes/0", wire(1, "D4") | {"/markers": [{"type": "blaze", "hex": "D4"}]}),
    ("C32", "/fortifications/0/count", wire(1, "D4", "D5")),
    (
        "C32",
        "/fortifications/0/hexes/0",
        CUSTOM | wire(1, "D4") | {"/map/custom": custom_map(D4="stream")},
    ),
    ("C32", "/fortifications/0/hexes/0", CUSTOM | wire(1, "D4", type="cave")),
    ("C36", "/markers/0", {"/markers": [{"type": "starshell", "hex": "D4"}]}),
    ("C36", "/map/multi_hex_buildings", {"/rules/modules": ["normandy"]}),
    ("C46", "/base/id", {"/base": {"id": "sound"}}),
    ("K01", "/sides/axis/faction", {f"{AXIS}/faction": "martian"}),
    ("K01", "/rules/optional/0", {"/rules/optional": ["V99"]}),
    ("K01", "/map/custom/hexes/D4/terrain", CUSTOM | {"/map/custom": custom_map(D4="lava")}),
    ("K01", "/edition", {"/edition": "first"}),
    (
        "K03",
        "/sides/axis/setup/fixed/0",
        {f"{AXIS}/setup/fixed": [fixed("A1", 1) | {"leaders": ["german:lt_borbe"]}]},
    ),
    ("K04", "/link/card", {"/link": {"card": "elsewhere"}}),
]


@pytest.mark.parametrize(("id_", "place", "changes"), OTHERS)
def test_other_ways_to_fail(id_: str, place: str, changes: Changes) -> None:
    assert place in [to_pointer(finding.place) for finding in found(changed(sound(), changes), id_)]


@pytest.mark.parametrize("marker", [-100, -52, 45, 100])
def test_marker_that_purchases_can_reach(marker: int) -> None:
    """RS.5, RS.10: an order of battle of 50 VP against one of 5, and the open chits."""
    assert found(changed(sound(), {"/marker": marker}), "C13") == []


def test_later_radio_is_only_a_warning() -> None:
    """C25: the box may be free by then."""
    card = changed(
        sound(),
        {
            f"{AXIS}/radio": "german:radio_75mm",
            f"{AXIS}/reinforcements": [arrival(2, radio="german:radio_81mm")],
        },
    )
    assert [finding.severity for finding in found(card, "C25")] == ["warning"]


def test_a_cave_on_a_crest() -> None:
    """C32, PA-F102."""
    crest = custom_map()
    crest["hexes"]["D4"] = {"terrain": "open", "level": 2}
    card = changed(sound(), CUSTOM | OBJECTIVES | {"/map/custom": crest} | wire(1, "D4", type="cave"))
    assert not found(card, "C32")


def test_units_bought_alone_carry_nothing() -> None:
    """C28, RS.7."""
    offer = {"offer": "german:2:conscript_squad", "cost": 1, "pieces": ["german:squad_conscript"]}
    bound = [{"weapon": "german:weapon_light_mg", "unit": "german:squad_conscript"}]
    changes = {
        f"{AXIS}/support": [offer],
        f"{AXIS}/counters/german:weapon_light_mg": 1,
        f"{AXIS}/bound": bound,
    }
    assert found(changed(sound(), changes), "C28")
    assert not found(changed(sound(), changes | {f"{AXIS}/counters/german:squad_conscript": 1}), "C28")


@pytest.mark.parametrize("number", range(10))
def test_imported_battles_have_no_findings(number: int) -> None:
    """RS gave marker, surrender, orders, teams and the rest, so the guide does not apply to them."""
    manners = (
        Settings(),
        Settings(placement="hexes", edition="anniversary", holes="remedy"),
        Settings(edition="compilation", holes="remedy", defender_radio=True, axis_commander="bold"),
        Settings(balance="even", placement="hexes", allied_commander="cautious"),
        Settings(reroll_green=True, axis_commander="even", allied_commander="even"),
    )
    for place in range(50):
        made = make(CATALOG, manners[place % len(manners)], f"import-{number}-{place}").card()
        for seat in ("referee", "everyone"):
            card = from_battle(view_card(made, seat), f"imported-{number}-{place}")
            assert check(card, CATALOG) == (), (number, place, seat)


@pytest.mark.parametrize("campaign", ["stalingrad", "normandy"])
def test_campaign_battles_have_no_findings(campaign: str) -> None:
    """RS.16: neither generated nor imported; only Normandy's buildings must be counted."""
    for number, placement in enumerate(("objectives", "hexes", "hexes")):
        table = play.start_campaign(
            CATALOG, campaign, f"checks-{number}", replace(AUTO, placement=placement)
        ).table
        for made in make_cards(table, None):
            for card in (made, from_battle(made, "imported")):
                assert {(each.code, each.severity) for each in check(card, CATALOG)} <= {("C36", "note")}


def test_mines_of_strength_seven_paid_with_campaign_points() -> None:
    """C34, RS.16: on recon a side may still have stronger mines."""
    works = [{**MINES, "paid": "points"}]
    assert not found(changed(sound(), {"/mine_strength": 7, "/fortifications": works}), "C34")
    works = [{**MINES, "paid": "card"}]
    assert found(changed(sound(), {"/mine_strength": 7, "/fortifications": works}), "C34")


def test_buildings_of_a_custom_map_must_be_counted() -> None:
    """C36, NO-2: on a printed sheet the players can count them."""
    normandy = {"/rules/modules": ["normandy"]}
    assert [f.severity for f in found(changed(sound(), normandy), "C36")] == ["note"]
    assert [f.severity for f in found(changed(sound(), CUSTOM | OBJECTIVES | normandy), "C36")] == ["error"]


def imported() -> dict[str, Any]:
    """Return a battle with open chits, an attacker and a defender, as a scenario."""
    seed = next(
        str(n)
        for n in range(100)
        if battle(str(n))["objectives"]["open"] and battle(str(n))["sides"]["axis"]["posture"] == "attack"
    )
    return from_battle(battle(seed), "imported")


def test_imported_battle_is_recounted_by_rs() -> None:
    """C24: the fix puts the marker back where the prices put it."""
    card = imported()
    [finding] = found(changed(card, {"/marker": card["marker"] + 1}), "C24")
    assert finding.fix is not None
    assert apply_changes(card, finding.fix)["marker"] == card["marker"]


@pytest.mark.parametrize(
    ("place", "id_"),
    [("/sides/axis/orders", "C41"), ("/sides/axis/surrender", "C41"), ("/sudden_death", "C41")],
)
def test_author_changes_to_an_imported_battle_follow_the_guide(place: str, id_: str) -> None:
    card = imported()
    value = get(card, place)
    assert any(found(changed(card, {place: other}), id_) for other in (value + 1, value + 2))


@pytest.mark.parametrize(
    ("faction", "size", "squads", "leaders", "spoken"),
    [
        ("german", "company", 9, 3, set()),
        ("german", "company", 8, 3, set()),
        ("german", "company", 6, 2, {"counters"}),
        ("german", "company", 12, 4, {"counters"}),
        ("german", "detachment", 6, 2, set()),
        ("german", "platoon", 3, 1, set()),
        ("german", "company", 9, 1, {"leaders"}),
        ("german", None, 9, 4, {"leaders"}),
        ("italian", "company", 18, 3, set()),
        ("italian", "company", 14, 2, {"counters"}),
        ("italian", "detachment", 12, 2, set()),
        ("italian", "platoon", 6, 2, {"leaders"}),
    ],
)
def test_squads_of_a_company_and_squads_to_a_leader(
    faction: str, size: str | None, squads: int, leaders: int, spoken: set[str]
) -> None:
    """C41, Tips: squads, leaders. Nine squads to a German company, one leader to three; only a note."""
    squad = {"german": "german:squad_rifle", "italian": "italian:squad_blackshirt"}[faction]
    names = [ref for ref, leader in CATALOG.leaders.items() if leader.faction == faction][:leaders]
    side = {"faction": faction, "size": size, "counters": {squad: squads}, "leaders": names}
    card = changed(sound(), {f"{AXIS}/{name}": value for name, value in side.items()})
    said = [f for f in found(card, "C41") if f.severity == "note" and to_pointer(f.place).startswith(AXIS)]
    assert {to_pointer(f.place).rpartition("/")[2] for f in said} == spoken
    assert not any(f.fix for f in said)


def test_changed_force_is_checked_against_the_guide() -> None:
    """C39, C41: with more squads than the order of battle has, the guide applies again."""
    card = imported()
    squad = next(ref for ref in card["sides"]["axis"]["counters"] if ":squad_" in ref)
    more = changed(card, {f"{AXIS}/counters/{squad}": 1 + card["sides"]["axis"]["counters"][squad]})
    assert {"C41", "K05"} <= {finding.code for finding in check(more, CATALOG)}


@pytest.mark.parametrize(
    "team", ["german:team_weapon", "german:team_elite", "german:team_line", "german:team_green"]
)
def test_any_team_serves_a_heavy_weapon(team: str) -> None:
    """C39."""
    gun = {f"{AXIS}/counters/german:weapon_heavy_mg": 1}
    assert found(changed(sound(), gun), "C39")
    assert not found(changed(sound(), gun | {f"{AXIS}/counters/{team}": 1}), "C39")


def test_overlapping_zones_are_a_warning_with_a_fix() -> None:
    """C05: some published scenarios have them."""
    card = changed(sound(), {f"{AXIS}/setup/depth": 7})
    [finding] = found(card, "C05")
    assert finding.severity == "warning"
    assert not has_errors(check(card, CATALOG))
    assert finding.fix is not None
    stated = apply_changes(card, finding.fix)
    assert stated["rules"]["overlap"] is True
    assert not found(stated, "C05")


def test_campaign_orders_may_exceed_the_track() -> None:
    """C11: a sum over patrols, so a warning."""
    card = changed(sound(), {f"{AXIS}/orders": 7, "/source": {"kind": "campaign"}})
    assert [finding.severity for finding in found(card, "C11")] == ["warning"]


def test_we_26_recon_zones_touch() -> None:
    card = changed(sound(), {f"{AXIS}/setup/depth": 5, f"{ALLIED}/setup/depth": 5})
    assert [finding.code for finding in check(card, CATALOG) if finding.severity == "warning"] == ["C06"]


def test_we_35_minefield_and_bunker_complex() -> None:
    """One mine strength per battle: packages of 7 and of 8 do not go together."""
    packages = CATALOG.editions["corrected"].packages
    seven, complex_ = (next(p for p in packages if p.id == name) for name in ("minefield", "bunker_complex"))
    works = [
        {"side": "axis", "type": kind, "count": count, "package": package.id, "paid": "vp"}
        for package in (seven, complex_)
        for kind, count in package.contents.items()
    ]
    card = changed(
        sound(), DEFENDING | {"/edition": "corrected", "/mine_strength": 7, "/fortifications": works}
    )
    assert found(card, "C34")
    alone = changed(card, {"/fortifications": [w for w in works if w["package"] == "minefield"]})
    assert not found(alone, "C34")


@pytest.mark.parametrize("squads", [1, 2])
def test_we_43_eight_figures_in_a_hex(squads: int) -> None:
    card = changed(sound(), {f"{AXIS}/setup/fixed": [fixed("A1", squads)]})
    assert bool(found(card, "C30")) == (squads == 2)


def test_we_44_one_fortification_in_a_hex() -> None:
    """8.1.3: wire and foxholes do not share a hex."""
    foxholes = {"side": "axis", "type": "foxholes", "count": 1, "hexes": ["D4"]}
    card = changed(sound(), wire(1, "D4"))
    card["fortifications"].append(foxholes)
    assert [to_pointer(finding.place) for finding in found(card, "C32")] == ["/fortifications/1/hexes/0"]


def test_malformed_card_has_only_structural_findings() -> None:
    """A malformed card has only structural findings, each under the check it belongs to."""
    card = changed(
        sound(), {"/year": "1943", "/sides/axis/quality": "best", "/surprise": 1, f"{AXIS}/hand": 9}
    )
    assert sorted(finding.code for finding in check(card, CATALOG)) == ["C00", "C01", "C12"]


def test_library_cards_are_sound() -> None:
    for name in ("castle-hill", "hill-236"):
        assert not [f for f in check(library(name), CATALOG) if f.severity == "error"]


def test_meaning_skips_the_schema() -> None:
    card = changed(sound(), {f"{AXIS}/hand": 6})
    assert check_meaning(card, CATALOG) == check(card, CATALOG)


@pytest.mark.parametrize(
    ("stacks", "fault"),
    [
        ([("D1", {"german:squad_elite_rifle": 1, "german:weapon_light_mg": 1})], True),  # bought alone
        (
            [("D1", {"german:squad_elite_rifle": 1, "german:squad_rifle": 1, "german:weapon_light_mg": 1})],
            False,
        ),
        ([("D1", {"german:squad_elite_rifle": 1})], False),
    ],
)
def test_rs_7_in_fixed_hexes(stacks: list[tuple[str, dict[str, int]]], fault: bool) -> None:
    """A unit bought alone stands where another can carry the weapon, or where there is none."""
    alone = {"offer": "german:7:x", "cost": 2, "pieces": ["german:squad_elite_rifle"]}
    placed = [{"hex": hex_id, "leaders": [], "counters": counters} for hex_id, counters in stacks]
    card = changed(sound(), {f"{AXIS}/support": [alone], f"{AXIS}/setup/fixed": placed})
    assert bool(found(card, "K06")) is fault


def test_one_finding_for_each_missing_field() -> None:
    """A card that lacks n fields has n findings, not n times n."""
    card = {"format": sound()["format"], "title": "Half a card"}
    places = [to_pointer(finding.place) for finding in check(card, CATALOG)]
    wanted = sound().keys() - {"title"}
    assert len(places) == len(set(places))
    assert {"/map", "/sides", "/objectives"} <= set(places) <= {f"/{name}" for name in wanted} | {"/title"}
