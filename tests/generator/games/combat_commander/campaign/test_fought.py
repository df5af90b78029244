"""Simulated battles of campaigns; battles that cannot be simulated have random results, marked as such."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.record import format_record
from generator.games.combat_commander.campaign import simulated_battle
from generator.games.combat_commander.campaign.correction import list_reports
from generator.games.combat_commander.campaign.document import read_campaign, write_text
from generator.games.combat_commander.campaign.play import Campaign, start_campaign
from generator.games.combat_commander.campaign.report import check_result, make_context
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.simulated_battle import ENDINGS, list_survivors, make_report
from generator.games.combat_commander.campaign.view import view_campaign
from generator.games.combat_commander.rehearsal.fight import new_fight as fight_of
from generator.games.combat_commander.rehearsal.pieces import OFF_MAP
from tests.catalogs.games.combat_commander.overlays import lay
from tests.generator.games.combat_commander.rehearsal.modules.test_campaigns import (
    SCENARIOS,
    battles,
    on_known_ground,
    printed,
)
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG

FOUGHT = replace(AUTO, results="fought")
NAMES = ("stalingrad", "normandy", "gastadores")


def by(campaign: Campaign) -> list[tuple[Any, str | None]]:
    told = [entry.by for entry in list_reports(campaign.table)]
    return list(zip([past.map for past in campaign.state.history], told, strict=True))


@pytest.mark.parametrize(("name", "known"), [("normandy", (2,)), ("stalingrad", (23, 24))])
def test_battles_on_known_terrain_are_simulated_and_others_random(name: str, known: tuple[int, ...]) -> None:
    """Normandy has one map with terrain, Stalingrad two; the record marks the other battles."""
    campaign = start_campaign(CATALOG, name, "4", FOUGHT)
    assert campaign.table.finished
    told = by(campaign)
    assert {who for _, who in told} == {"fight", "chance"}
    assert all((who == "fight") is (map_ in known) for map_, who in told)
    text = format_record(view_campaign(campaign, "referee"), CATALOG, "en")
    assert "simulated by the computer" in text.replace("\n", " ")
    unknown = next(map_ for map_, who in told if who == "chance")
    assert f"we don't have the terrain of map {unknown}" in text.replace("\n", " ")


def test_same_seed_gives_the_same_campaign_and_its_file_replays() -> None:
    campaign, again = (start_campaign(CATALOG, "normandy", "4", FOUGHT) for _ in range(2))
    assert campaign.table.entries == again.table.entries
    assert read_campaign(CATALOG, write_text(campaign)).table.entries == campaign.table.entries
    other = start_campaign(CATALOG, "normandy", "4", AUTO)
    assert {who for _, who in by(other)} == {"chance"}


def test_attached_printed_scenarios_are_simulated() -> None:
    """Two of the three: the campaign moves scenario 6 to map 28, which is not described."""
    own = {number: printed(number) for number in SCENARIOS}
    attached = start_campaign(CATALOG, "gastadores", "4", FOUGHT, own)
    told = {past.position: who for past, (_, who) in zip(attached.state.history, by(attached), strict=True)}
    assert told == {"33": "fight", "6": "chance", "34": "fight"}
    without = start_campaign(CATALOG, "gastadores", "4", FOUGHT)
    assert {who for _, who in by(without)} == {"chance"}
    text = format_record(view_campaign(without, "referee"), CATALOG, "es")
    assert "no se adjuntó el escenario" in text.replace("\n", " ")


def test_map_described_by_the_owner_is_simulated(tmp_path: Path) -> None:
    """Stalingrad begins on map 37: with its terrain and objectives in an overlay that battle is simulated."""
    ground = {
        "id": "37",
        "terrain": {"building": ["F6", "F7", "H4"], "brush": ["C3", "D3", "L8"], "gully": ["I4", "I5", "I6"]},
        "levels": {"1": ["C3", "D3"]},
        "ways": {"road": ["G6-H5", "H5-I6"]},
        "buildings": [["F6", "F7"]],
        "provenance": "printed table",
    }
    five = {"1": "F6", "2": "H4", "3": "C3", "4": "L8", "5": "I5"}
    lay(tmp_path, "ground/mine", [ground], rule="2.1")
    lay(tmp_path, "maps", [{"id": "37", "set": "stalingrad", "objectives": five}], rule="RS.2")
    campaign = start_campaign(load(tmp_path), "stalingrad", "4", FOUGHT)
    told = by(campaign)
    assert told[0] == (37, "fight")
    assert all((who == "fight") is (map_ in (23, 24, 37)) for map_, who in told)


def simulate_everywhere(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Simulate maps without terrain on others, so that every battle is simulated."""
    make_card_at = simulated_battle.make_card_at
    monkeypatch.setattr(
        simulated_battle,
        "make_card_at",
        lambda table, n, *rest: on_known_ground(make_card_at(table, n, *rest), seed + n),
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_simulated_report_is_legal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table refuses illegal reports; nothing is left to chance here."""
    simulate_everywhere(monkeypatch, 0)
    own = {number: printed(number) for number in SCENARIOS} if name == "gastadores" else None
    campaign = start_campaign(CATALOG, name, "7", FOUGHT, own)
    assert campaign.table.finished
    assert {who for _, who in by(campaign)} == {"fight"}


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_every_report_of_many_simulations_is_legal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {number: printed(number) for number in SCENARIOS} if name == "gastadores" else None
    for seed in range(200):
        with monkeypatch.context() as patch:
            simulate_everywhere(patch, seed)
            assert start_campaign(CATALOG, name, str(seed), FOUGHT, own).table.finished


def test_survivors_of_a_simulation() -> None:
    """ST-C3.4: neither broken, suppressed nor lost units; those on the Time track do.

    No broken weapons, none of the enemy's (E71).
    """
    fight = fight_of(on_known_ground(battles("stalingrad", "1")[0], 0), CATALOG)
    camp = fight.camps["axis"]
    for unit in camp.units:
        unit.hex, unit.weapon = 0, None
    before = len(list_survivors(camp))
    broken, shaken, lost, gone, armed, faulty, robber = camp.units[:7]
    broken.broken = shaken.suppressed = True
    camp.units.remove(lost)
    camp.lost.append(lost)
    camp.units.remove(gone)
    gone.hex = OFF_MAP
    camp.coming.setdefault(9, []).append(gone)
    armed.weapon, faulty.weapon = camp.loose[:2]
    faulty.weapon.broken = armed.veteran = True
    robber.weapon = fight.camps["allied"].loose[0]
    left = list_survivors(camp)
    assert len(left) == before - 3
    assert [one.piece for one in left].count(gone.ref) >= 1
    assert [(one.piece, one.veteran) for one in left if one.weapon] == [(armed.ref, True)]


@pytest.mark.parametrize(
    ("ending", "marker", "left", "ended"),
    [
        ("surrender", -4, True, "surrender"),
        ("wiped_out", -4, True, "elimination"),
        ("all_objectives", 3, True, "chit_v"),
        ("points", 12, True, "sudden_death"),
        ("points", 12, False, "exit"),
        ("tie", 0, True, "sudden_death"),
    ],
)
def test_simulated_endings_as_reports_name_them(ending: str, marker: int, left: bool, ended: str) -> None:
    """6.3, 7.2.1: the last unit to exit also ends it by points; a side without units has no survivors."""
    fight = fight_of(on_known_ground(battles("stalingrad", "1")[0], 0), CATALOG)
    fight.winner, fight.ending, fight.marker, fight.initiative = "axis", ending, marker, "axis"
    if not left:
        fight.camps["axis"].units.clear()
    context = make_context(CATALOG.campaigns["stalingrad"].factions, brought={"axis": {}, "allied": {}})
    report = make_report(fight, context)
    assert report["ended"] == ended
    assert check_result(CATALOG, context, report) is None
    assert bool(report["survivors"]["allied"]) is (ended != "elimination")
    assert set(ENDINGS.values()) < set(context["endings"])
