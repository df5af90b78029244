"""Battles that campaigns roll up are fought: those on known ground as they are, the others on a stand-in."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.campaign.card import cards_of
from generator.games.combat_commander.campaign.play import new as campaign
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.rehearsal.fight import new
from generator.games.combat_commander.rehearsal.modules.card import played, unplayed
from generator.games.combat_commander.rehearsal.outcome import drive, film, play_out
from generator.games.combat_commander.rehearsal.state import SIDES
from schemas.errors import HorahError
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG
from tests.generator.games.combat_commander.rehearsal.test_fights import KINDS, watched

STAND_INS = (6, 10, 4, 12, 15, 2)  # towns, villages and hedgerows
SCENARIOS = ("33", "26", "105", "6", "34", "27", "28")


@cache
def battles(name: str, seed: str, placement: str = "objectives") -> tuple[dict[str, Any], ...]:
    """Every battle of a campaign that the machine plays."""
    settings = replace(AUTO, placement=placement)
    own = {number: printed(number) for number in SCENARIOS} if name == "gastadores" else None
    return tuple(cards_of(campaign(CATALOG, name, seed, settings, own).table, None, own))


def printed(number: str) -> dict[str, Any]:
    """A card in place of one that its owner would attach."""
    wish = Settings(
        map=2, axis="german", allied="american", years=(1944,), axis_player="first", sizes=("platoon",)
    )
    return make(CATALOG, wish, number).card()


def on_known_ground(card: dict[str, Any], number: int) -> dict[str, Any]:
    """The battle itself, or on a map that is known; who stood in hexes of the other is set up anew."""
    if str(card["map"]["number"]) in CATALOG.ground:
        return card
    card = copy.deepcopy(card)
    sheet = CATALOG.maps_in(card["edition"])[STAND_INS[number % len(STAND_INS)]]
    card["map"]["number"] = sheet.number
    card["map"]["objectives"] = {str(n): hex_ for n, hex_ in (sheet.objectives or {}).items()}
    for side in SIDES:
        card["sides"][side]["setup"].pop("fixed", None)
    for work in card["fortifications"]:
        work.pop("hexes", None)
    return card


def fought(card: dict[str, Any], seed: str, kinds: Any) -> Any:
    fight = new(card, CATALOG)
    drive(fight, watched(fight, card), seed, kinds)
    assert fight.winner in SIDES
    return fight


def some(name: str) -> Iterator[dict[str, Any]]:
    yield battles(name, "1")[0]
    yield battles(name, "4", "hexes")[-1]


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_battles_of_a_campaign_are_fought(name: str) -> None:
    for number, card in enumerate(some(name)):
        fought(on_known_ground(card, number), f"{number}", KINDS[number % 2])


def test_a_map_that_nobody_has_described_is_told() -> None:
    """The first battle of Stalingrad is fought on map 37, whose ground no source has."""
    card = battles("stalingrad", "1")[0]
    with pytest.raises(HorahError) as refused:
        new(card, CATALOG)
    assert refused.value.code == "NO_FIGHTING_GROUND"


def test_what_is_played_of_a_card() -> None:
    """Modules as a whole, then rules one by one; markers bring their own."""
    assert played(battles("stalingrad", "1")[0], CATALOG) == ("stalingrad", "ST-C2.2", "ST-C2.3")
    assert played(battles("normandy", "1")[0], CATALOG)[:3] == ("normandy", "NO-C2.2", "NO-C2.3")
    plain = printed("33")
    assert played(plain, CATALOG) == ()
    marked = {**plain, "markers": [{"type": "rubble", "hex": "E5"}]}
    assert played(marked, CATALOG) == ("ST-T1", "ST-T1.2")
    dark = {**plain, "rules": {**plain["rules"], "night": "normandy", "optional": ["V7"]}}
    assert played(dark, CATALOG) == ("night", "V7")


def test_stukas_and_the_guns_of_the_army() -> None:
    """ST-C2.2, ST-C2.3: 72 cards still; no Interdiction for Germans, no confusion for Russians."""
    fight = new(on_known_ground(battles("stalingrad", "1")[0], 0), CATALOG)
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
    """NO-C1.72 to NO-C1.75: tanks, registered hexes and the sky, as the campaign noted them."""
    found = set()
    for seed in ("1", "2", "4"):
        for card in battles("normandy", seed):
            fight = new(on_known_ground(card, 5), CATALOG)
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
    """A film and a bare fight agree to the last line under special rules too."""
    card = view_card(on_known_ground(battles("stalingrad", "1")[1], 1), "everyone")
    shown = film(card, CATALOG, "9")
    assert shown.outcome == play_out(card, CATALOG, "9")
    assert shown.frames[0]["rubble"] == sorted(marker["hex"] for marker in card["markers"])


@pytest.mark.soak
@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
@pytest.mark.parametrize("block", range(20))
def test_many_battles_of_campaigns(name: str, block: int) -> None:
    """Ten campaigns from beginning to end in each block."""
    for seed in range(10 * block, 10 * block + 10):
        for number, card in enumerate(battles(name, str(seed), ("objectives", "hexes")[seed % 2])):
            fought(on_known_ground(card, seed + number), f"{seed}/{number}", KINDS[(seed + number) % 2])


def saying(*names: str) -> dict[str, Any]:
    """A printed scenario with patches and resources of Gastadores on it, in the campaign's words."""
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
    """Ajustes: 2 to cross and cover 2 on the scenarios that say so."""
    for names, cover in ((("hedge",), 2), ((), 1)):
        fight = new(saying(*names), CATALOG)
        assert set(fight.ground.cross.values()) == {cover}


def test_the_water_and_the_lane_of_scenario_105() -> None:
    """Ajustes: woods and brush of columns G to K are water that nobody enters and that hides nothing."""
    card = saying("terrain")
    before = CATALOG.ground["2"].terrain
    fight = new(card, CATALOG)
    wet = {name for name in before if name[0] in "GHIJK" and {"woods", "brush"} & set(before[name])} | {"F7"}
    assert {fight.ground.names[hex_] for hex_ in fight.ground.water} == wet
    assert not any(fight.passable(fight.ground.numbers[name]) for name in wet)


def test_tired_paratroopers_and_a_bombardment() -> None:
    """Tablas de Recursos: a point of movement less for Americans; three requests before the first turn."""
    card = saying("german:exhausted_paratroopers", "german:preliminary_bombardment")
    fight = new(card, CATALOG)
    plain = new(printed("26"), CATALOG)
    for side, less in (("axis", 0), ("allied", 1)):
        one, other = (f.camps[side].units[0] for f in (fight, plain))  # type: ignore[index]
        assert (plain.moves(other) - fight.moves(one)) == less
    shown = film(card, CATALOG, "3")
    first = next(place for place, (_, what, _) in enumerate(shown.steps) if what == "turn")
    spotting = [
        facts for _, what, facts in shown.steps[:first] if what == "rolled" and facts["purpose"] == "spotting"
    ]
    assert len(spotting) == 3


def test_what_no_fight_reads_is_told() -> None:
    """A jeep and an author's own rule are not played; a patch and a bombardment are."""
    card = saying("hedge", "american:jeep", "german:preliminary_bombardment")
    card["rules"]["text"].append({"es": "Nieva.", "en": "It snows."})
    assert [text["en"].partition(".")[0] for text in unplayed(card, CATALOG)] == ["Jeep", "It snows"]
    assert unplayed(battles("stalingrad", "1")[0], CATALOG) == []
