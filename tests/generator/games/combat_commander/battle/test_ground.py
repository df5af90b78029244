"""RS.1 with a generated battlefield (house rule); RS.10 to RS.13 with known terrain."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.definition import answerers
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.placement import (
    arrange_units,
    check_works,
    list_legal_hexes,
)
from generator.games.combat_commander.battle.procedure import fight, new_battle
from generator.games.combat_commander.battle.settings import BadSetting, Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.ground.battlefield import generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import generated_to_document
from generator.games.combat_commander.ground.battlefield_document import to_ground as own_ground
from generator.games.combat_commander.ground.setup import (
    get_covers,
    get_views,
    list_enterable_hexes,
    list_water_hexes,
)
from generator.games.combat_commander.hexes import all_hexes
from generator.table import NO_ANSWER, Report, run
from schemas.errors import HorahError
from tests.generator.games.combat_commander.battle.remaking import remake
from tests.words import sentence

CATALOG = load()
HEXES = all_hexes(CATALOG.board)
KINDS = list(CATALOG.battlefields)


def placed(card: dict[str, Any]) -> list[str]:
    return [
        fixed["hex"] for side in ("axis", "allied") for fixed in card["sides"][side]["setup"].get("fixed", ())
    ]


@pytest.mark.parametrize("kind", ["any", *KINDS])
def test_dice_generate_a_battlefield(kind: str) -> None:
    card = make(CATALOG, Settings(battlefield=kind), "own").card()
    assert card["map"]["number"] is None
    document = card["map"]["battlefield"]
    assert kind in ("any", document["drawn"]["kind"])
    again = generate_battlefield(CATALOG, document["drawn"]["seed"], document["drawn"]["kind"])
    assert document == generated_to_document(again)
    assert card["map"]["objectives"] == document["objectives"]
    assert [event["what"] for event in card["events"]].count("own_battlefield") == 1
    assert view_card(card, "everyone")["map"] == card["map"]
    assert remake(CATALOG, card) == card


def test_three_rolls_number_a_battlefield() -> None:
    """Each pair of dice is two digits of a number in base six: all ones is 0, all sixes the last."""
    found = set()
    for number in range(12):
        card = make(CATALOG, Settings(battlefield="open"), f"n{number}").card()
        rolls = [e["answer"] for e in card["transcript"]["entries"] if e["ask"] == "battlefield_roll"]
        assert len(rolls) == 3
        seed = 0
        for die in (die for roll in rolls for die in roll):
            seed = seed * 6 + die - 1
        assert card["map"]["battlefield"]["drawn"] == {"kind": "open", "seed": seed}
        found.add(seed)
    assert len(found) == 12


def test_kinds_are_equally_likely_by_default() -> None:
    """RS.1: 120 draws of six kinds; 20.5 would come by chance once in a thousand."""
    kinds: Counter[str] = Counter()
    settings = Settings(battlefield="any")
    state = new_battle(CATALOG, settings)
    for number in range(120):
        until = Until("battlefield_roll", settings, f"kinds-{number}.x")
        entries = run(lambda: fight(state), (), [until]).entries
        kinds[next(entry.answer for entry in entries if entry.ask == "battlefield_kind")] += 1
    assert set(kinds) == set(KINDS)
    assert sum((count - 20) ** 2 / 20 for count in kinds.values()) < 20.5


class Until:
    """Dice and commanders, which answer everything except one question."""

    by = "dice"

    def __init__(self, ask: str, settings: Settings, seed: str) -> None:
        self.ask, self.helpers = ask, answerers(CATALOG, settings, seed)

    def __call__(self, table: Any, prompt: Any) -> Any:
        if prompt.ask == self.ask:
            return NO_ANSWER
        found = (helper(table, prompt) for helper in self.helpers)
        return next((one for one in found if one is not NO_ANSWER), NO_ANSWER)


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(BadSetting) as refused:
        new_battle(CATALOG, Settings(battlefield="desert"))
    assert "desert" in sentence(refused.value)


def test_printed_map_has_no_battlefield() -> None:
    assert not {"battlefield", "kept_battlefield"} & set(make(CATALOG, Settings(), "1").card()["settings"])


KEPT = {
    **generated_to_document(generate_battlefield(CATALOG, 8, "river")),
    "name": "The mill",
    "changed": True,
}


def test_kept_battlefield_is_used() -> None:
    """RS.1, house rule: nothing is drawn; the choice of edge is rolled for as usual."""
    card = make(CATALOG, Settings(kept_battlefield=KEPT, placement="hexes"), "kept").card()
    assert (card["map"]["number"], card["map"]["battlefield"]) == (None, KEPT)
    assert card["map"]["objectives"] == KEPT["objectives"]
    asked = [entry["ask"] for entry in card["transcript"]["entries"]]
    assert asked[:2] == ["map_roll", "edge_roll"]
    assert set(placed(card)) <= list_enterable_hexes(CATALOG, own_ground(KEPT), HEXES)
    assert remake(CATALOG, card) == card


@pytest.mark.parametrize("other", [{"map": 3}, {"battlefield": "river"}])
def test_kept_battlefield_contradicts_another_map(other: dict[str, Any]) -> None:
    with pytest.raises(BadSetting) as refused:
        new_battle(CATALOG, Settings(kept_battlefield=KEPT, **other))
    assert "both fix the map" in sentence(refused.value)


@pytest.mark.parametrize("number", [10, 18, 20])
def test_commanders_set_up_in_enterable_hexes(number: int) -> None:
    """Maps with water: no unit and no fortification is placed in it."""
    ground = CATALOG.ground[str(number)]
    water = list_water_hexes(CATALOG, ground, HEXES)
    assert water
    for seed in range(3):
        card = make(CATALOG, Settings(map=number, placement="hexes"), f"wet-{seed}").card()
        assert set(placed(card)) <= list_enterable_hexes(CATALOG, ground, HEXES)
        works = [one for work in card["fortifications"] for one in work.get("hexes", ())]
        assert not water & set(works)


def test_commanders_prefer_cover_and_sight() -> None:
    """The mean of the chosen hexes is better than the mean of the zone."""
    ground = CATALOG.ground["7"]
    zone = [one for one in HEXES if int(one[1:]) <= 5]
    context: dict[str, Any] = {
        "zone": zone,
        "units": ["german:squad_rifle"] * 10,
        "weapons": [],
        "pairs": [],
        "bare": [],
        "groups": {},
        "figures": {"german:squad_rifle": 4},
        "stacking": 7,
    }
    cover, sight = get_covers(CATALOG, ground, zone), get_views(CATALOG, ground, zone)
    chosen = [
        unit["hex"] for unit in arrange_units(context | {"cover": cover, "sight": sight}, lambda n: n // 2)
    ]
    worth = {one: 15 * cover[one] + sight[one] for one in zone}
    assert sum(worth[one] for one in chosen) / len(chosen) > sum(worth.values()) / len(zone) + 5


def asked(settings: Settings, ask: str) -> Report:
    """Return the prompt of a battle that commanders play up to there."""
    state = new_battle(CATALOG, settings)
    table = run(lambda: fight(state), (), [Until(ask, settings, "asked.x")])
    return next(prompt for prompt in table.pending if isinstance(prompt, Report))


def test_set_up_prompt_lists_legal_hexes_with_cover_and_sight() -> None:
    report = asked(Settings(map=20, placement="hexes"), "placement")
    ground = CATALOG.ground["20"]
    zone = report.context["zone"]
    assert (
        set(list_legal_hexes(report.context))
        == list_enterable_hexes(CATALOG, ground, zone)
        == set(report.context["sight"])
    )


def test_unit_in_deep_water_is_refused() -> None:
    report = asked(Settings(map=10, placement="hexes"), "placement")
    units = [{"piece": piece, "hex": "G8", "weapon": None} for piece in report.context["units"]]
    assert report.check is not None
    refused = report.check(units)
    assert isinstance(refused, HorahError)
    assert sentence(refused) == "No unit can enter G8 (T98); choose another hex."


def test_bunker_in_water_is_refused() -> None:
    ground = CATALOG.ground["10"]
    water = list_water_hexes(CATALOG, ground, HEXES)
    refused = check_works({"bunker": 1}, HEXES, water, {"bunker": ["G8"]})
    assert refused is not None
    assert sentence(refused) == "G8 is water; no fortification can go there (F100.3)."
    assert check_works({"bunker": 1}, HEXES, water, {"bunker": ["F6"]}) is None, "a major bridge is no water"
