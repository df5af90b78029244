"""Rehearse battles that campaigns generate, on their own map or on a substitute."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.play import start_campaign as campaign
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.rehearsal.modules.card_rules import list_played_rules, list_unread_texts
from generator.games.combat_commander.rehearsal.outcome import answer_all, make_film, simulate_fight
from generator.games.combat_commander.rehearsal.state import SIDES
from schemas.errors import HorahError
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG
from tests.generator.games.combat_commander.rehearsal.test_fights import KINDS, run_checked

SUBSTITUTE_MAPS = (6, 10, 4, 12, 15, 2)  # towns, villages and hedgerows
SCENARIOS = ("33", "26", "105", "6", "34", "27", "28")


@cache
def battles(name: str, seed: str, placement: str = "objectives") -> tuple[dict[str, Any], ...]:
    """Return every battle of a campaign played automatically."""
    settings = replace(AUTO, placement=placement)
    own = {number: printed(number) for number in SCENARIOS} if name == "gastadores" else None
    return tuple(make_cards(campaign(CATALOG, name, seed, settings, own).table, None, own))


def printed(number: str) -> dict[str, Any]:
    """Return a card in place of one that the owner would attach."""
    wish = Settings(
        map=2, axis="german", allied="american", years=(1944,), axis_player="first", sizes=("platoon",)
    )
    return make(CATALOG, wish, number).card()


def on_known_ground(card: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the battle, moved to a described map if needed; units set up by hex are placed anew."""
    if str(card["map"]["number"]) in CATALOG.ground:
        return card
    card = copy.deepcopy(card)
    sheet = CATALOG.maps_in(card["edition"])[SUBSTITUTE_MAPS[number % len(SUBSTITUTE_MAPS)]]
    card["map"]["number"] = sheet.number
    card["map"]["objectives"] = {str(n): hex_ for n, hex_ in (sheet.objectives or {}).items()}
    for side in SIDES:
        card["sides"][side]["setup"].pop("fixed", None)
    for work in card["fortifications"]:
        work.pop("hexes", None)
    return card


def rehearse_card(card: dict[str, Any], seed: str, kinds: Any) -> Any:
    fight = new_fight(card, CATALOG)
    answer_all(fight, run_checked(fight, card), seed, kinds)
    assert fight.winner in SIDES
    return fight


def list_battles(name: str) -> Iterator[dict[str, Any]]:
    yield battles(name, "1")[0]
    yield battles(name, "4", "hexes")[-1]


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_battles_of_a_campaign_are_fought(name: str) -> None:
    for number, card in enumerate(list_battles(name)):
        rehearse_card(on_known_ground(card, number), f"{number}", KINDS[number % 2])


def test_an_undescribed_map_is_an_error() -> None:
    """The first battle of Stalingrad uses map 37, which no source describes."""
    card = battles("stalingrad", "1")[0]
    with pytest.raises(HorahError) as refused:
        new_fight(card, CATALOG)
    assert refused.value.code == "NO_FIGHTING_GROUND"


def test_played_rules_of_a_card() -> None:
    """Modules first, then single rules; markers imply rules."""
    assert list_played_rules(battles("stalingrad", "1")[0], CATALOG) == ("stalingrad", "ST-C2.2", "ST-C2.3")
    assert list_played_rules(battles("normandy", "1")[0], CATALOG)[:3] == ("normandy", "NO-C2.2", "NO-C2.3")
    plain = printed("33")
    assert list_played_rules(plain, CATALOG) == ()
    marked = {**plain, "markers": [{"type": "rubble", "hex": "E5"}]}
    assert list_played_rules(marked, CATALOG) == ("ST-T1", "ST-T1.2")
    dark = {**plain, "rules": {**plain["rules"], "night": "normandy", "optional": ["V7"]}}
    assert list_played_rules(dark, CATALOG) == ("night", "V7")


def test_cards_with_another_meaning_in_stalingrad() -> None:
    """ST-C2.2, ST-C2.3: 72 cards; no Interdiction for Germans, no Command Confusion for Russians."""
    fight = new_fight(on_known_ground(battles("stalingrad", "1")[0], 0), CATALOG)
    german, russian = fight.camps["axis"].deck, fight.camps["allied"].deck
    assert len(german) == len(russian) == 72
    assert not any(card.text.event == "interdiction" for card in german)
    assert not any(card.text.order == "command_confusion" for card in russian)
    before = CATALOG.fate_texts["russian"]
    requests = sum(text.order in ("artillery_request", "command_confusion") for text in before)
    assert sum(card.text.order == "artillery_request" for card in russian) == requests
    assert any(card.text.order == "command_confusion" for card in german)
    assert any(card.text.event == "interdiction" for card in russian)


def test_assets_are_read_off_the_card() -> None:
    """NO-C1.72 to NO-C1.75: tanks, registered hexes and air superiority from the campaign's events."""
    found = set()
    for seed in ("1", "2", "4"):
        for card in battles("normandy", seed):
            fight = new_fight(on_known_ground(card, 5), CATALOG)
            special = fight.special
            said = {text["en"].partition(":")[0] for text in card["rules"]["text"]}
            cancelled = any("cancelled" in text["en"] for text in card["rules"]["text"])
            assert ("allied" in special.armour) is ("American armour support" in said and not cancelled)
            assert ("axis" in special.armour) is ("German armour support" in said)
            assert special.to_register == card["sides"]["axis"]["extras"].get("pre_registered_fire", 0)
            air = next(text["en"] for text in card["rules"]["text"] if text["en"].startswith("Air"))
            assert special.ground_support is ("Ground Support" in air)
            assert sum(unit.scout for unit in fight.camps["axis"].units) == 1
            found |= {*special.armour, special.ground_support, bool(special.to_register)}
    assert found == {"axis", "allied", True, False}


def test_the_public_card_is_fought_alike_from_the_same_seed() -> None:
    """A film and a simulated fight agree under special rules."""
    card = view_card(on_known_ground(battles("stalingrad", "1")[1], 1), "everyone")
    shown = make_film(card, CATALOG, "9")
    assert shown.outcome == simulate_fight(card, CATALOG, "9")
    assert shown.frames[0]["rubble"] == sorted(marker["hex"] for marker in card["markers"])


@pytest.mark.soak
@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
@pytest.mark.parametrize("block", range(20))
def test_many_battles_of_campaigns(name: str, block: int) -> None:
    """Ten complete campaigns in each block."""
    for seed in range(10 * block, 10 * block + 10):
        for number, card in enumerate(battles(name, str(seed), ("objectives", "hexes")[seed % 2])):
            rehearse_card(
                on_known_ground(card, seed + number), f"{seed}/{number}", KINDS[(seed + number) % 2]
            )


def saying(*names: str) -> dict[str, Any]:
    """Return a printed scenario with texts of patches and resources of Gastadores."""
    card = printed("26")
    sheet = CATALOG.campaigns["gastadores"]
    patches = [patch for row in sheet.scenarios.values() for patch in row.patches]
    for name in names:
        row = sheet.resources.get(name)
        if row is not None:
            text = {lang: f"{row.title[lang]}. {row.summary[lang]}" for lang in row.title}
        else:
            text = dict(next(patch.text for patch in patches if patch.kind == name))
        card["rules"]["text"].append({str(lang): words for lang, words in text.items()})
    return card


def test_hedges_of_gastadores_are_bocage() -> None:
    """Ajustes: cost 2 and cover 2 in the scenarios that say so."""
    for names, cover in ((("hedge",), 2), ((), 1)):
        fight = new_fight(saying(*names), CATALOG)
        assert set(fight.board.crossing_cover.values()) == {cover}


def test_the_water_and_the_lane_of_scenario_105() -> None:
    """Ajustes: woods and brush of columns G to K are impassable water that blocks no sight."""
    card = saying("terrain")
    before = CATALOG.ground["2"].terrain
    fight = new_fight(card, CATALOG)
    wet = {name for name in before if name[0] in "GHIJK" and {"woods", "brush"} & set(before[name])} | {"F7"}
    assert {fight.board.names[hex_] for hex_ in fight.board.water} == wet
    assert not any(fight.is_passable(fight.board.numbers[name]) for name in wet)


def test_tired_paratroopers_and_a_bombardment() -> None:
    """Tablas de Recursos: Americans have one movement point less; three requests before the first turn."""
    card = saying("german:exhausted_paratroopers", "german:preliminary_bombardment")
    fight = new_fight(card, CATALOG)
    plain = new_fight(printed("26"), CATALOG)
    for side, less in (("axis", 0), ("allied", 1)):
        one, other = (f.camps[side].units[0] for f in (fight, plain))  # type: ignore[index]
        assert (plain.get_move_points(other) - fight.get_move_points(one)) == less
    shown = make_film(card, CATALOG, "3")
    first = next(place for place, (_, what, _) in enumerate(shown.steps) if what == "turn")
    spotting = [
        facts for _, what, facts in shown.steps[:first] if what == "rolled" and facts["purpose"] == "spotting"
    ]
    assert len(spotting) == 3


def test_unread_texts_are_listed() -> None:
    """A jeep and an author's own rule are not played; a patch and a bombardment are."""
    card = saying("hedge", "american:jeep", "german:preliminary_bombardment")
    card["rules"]["text"].append({"es": "Nieva.", "en": "It snows."})
    assert [text["en"].partition(".")[0] for text in list_unread_texts(card, CATALOG)] == ["Jeep", "It snows"]
    assert list_unread_texts(battles("stalingrad", "1")[0], CATALOG) == []
