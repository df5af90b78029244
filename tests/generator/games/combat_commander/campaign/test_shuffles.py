"""ST-C1.1, NO-C1.12, RS.15, Gastadores: Fate decks are complete and shuffled where the rules say so."""

from __future__ import annotations

import pytest

from generator.games.combat_commander.campaign.play import Campaign, start_campaign
from generator.games.combat_commander.campaign.settings import AUTO, CampaignSettings
from generator.games.combat_commander.dice import FateDecks
from generator.table import Draw, Note, Procedure, Roll, Shuffle, Table

from .tools import CATALOG

FATE = CampaignSettings(
    dice="fate", axis_commander="random", allied_commander="random", results="random"
)  # no person is asked
BEFORE_A_BATTLE = {"stalingrad": "ST-C1.1", "normandy": "NO-C1.12"}
GASTADORES = "Gastadores: La Campaña"


def shuffles(campaign: Campaign) -> list[str]:
    """Return the rules by which decks were shuffled, in order."""
    return [line.rule for line, _ in campaign.table.log if isinstance(line, Note) and line.what == "shuffled"]


@pytest.mark.parametrize(("name", "rule"), BEFORE_A_BATTLE.items())
def test_decks_are_shuffled_before_and_after_the_set_up_of_every_battle(name: str, rule: str) -> None:
    campaign = start_campaign(CATALOG, name, "7", FATE)
    assert len(campaign.state.history) > 1
    assert shuffles(campaign) == [rule, "RS.15"] * len(campaign.state.history)


def test_gastadores_shuffles_after_all_rolls_of_a_set_up() -> None:
    campaign = start_campaign(CATALOG, "gastadores", "7", FATE)
    assert shuffles(campaign) == [GASTADORES] * len(campaign.state.history)


@pytest.mark.parametrize("name", [*BEFORE_A_BATTLE, "gastadores"])
def test_every_battle_takes_its_cards_from_the_top_of_a_whole_deck(name: str) -> None:
    """From one shuffle to the next the cards follow a new order, from its first card on."""
    campaign = start_campaign(CATALOG, name, "7", FATE)
    decks = FateDecks("7", CATALOG.decks)
    rounds = dict.fromkeys(CATALOG.decks, 0)
    places = dict.fromkeys(CATALOG.decks, 0)
    rolled = 0
    for line, entry in campaign.table.log:
        if isinstance(line, Note):
            if line.what == "shuffled":
                for deck in (deck for deck, place in places.items() if place):
                    rounds[deck], places[deck] = rounds[deck] + 1, 0
        elif isinstance(line, Roll | Draw) and line.deck and entry is not None:
            card = decks.card(
                line.deck, rounds[line.deck] * len(CATALOG.decks[line.deck]) + places[line.deck]
            )
            expected = [card.white, card.coloured] if isinstance(line, Roll) else card.hex
            assert entry.answer == expected
            places[line.deck] += 1
            rolled += 1
    assert rolled > 2 and max(rounds.values()) >= 1


def test_no_shuffle_with_two_dice() -> None:
    assert shuffles(start_campaign(CATALOG, "stalingrad", "7", AUTO)) == []


def test_shuffled_deck_starts_again_and_an_untouched_one_stays() -> None:
    def twice() -> Procedure[None]:
        for _ in range(2):
            yield Roll("1.9", "edge_roll", "axis", "german")
            yield Shuffle("RS.15", {"german": 72, "russian": 72})

    table = Table(twice)
    table.fill([FateDecks("9", CATALOG.decks)])
    first, second = (FateDecks("9", CATALOG.decks).card("german", place) for place in (0, 72))
    assert [entry.answer for entry in table.entries] == [
        [first.white, first.coloured],
        [second.white, second.coloured],
    ]
    assert table.dealt == {"german": 144, "russian": 0}
