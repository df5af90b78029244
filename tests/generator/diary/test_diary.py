"""Diaries: results, rematches with sides swapped, and totals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from catalogs import Catalogs
from catalogs.games.combat_commander import load
from generator.diary import actions, figures, file
from generator.diary.figures import Tally
from generator.diary.model import Battle, Diary, Fighter
from generator.tournament.cards import find_match
from schemas.errors import HorahError
from tests.words import sentence

GAME = "combat_commander"
CATALOG, MATCH = load(), find_match(GAME)
ANA, BERTA = Fighter("Ana", "german", "attack"), Fighter("Berta", "russian", "defend")
WON = Battle(ANA, BERTA, day="2026-11-14", winner="first", how="surrender", vp=7, map="13", odds=0.4)


def entered(*battles: Battle) -> Diary:
    diary = Diary(GAME, "Club")
    for each in battles:
        diary = actions.enter(diary, MATCH, CATALOG, each)
    return diary


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(HorahError) as fault:
        act()
    return sentence(fault.value)


def test_rematch_swaps_players_but_not_nations() -> None:
    diary = actions.rematch(entered(WON), MATCH, CATALOG, 1)
    again = diary.battles[1]
    assert (again.first, again.second) == (
        Fighter("Berta", "german", "attack"),
        Fighter("Ana", "russian", "defend"),
    )
    assert (again.number, again.winner, again.vp, again.day, again.again) == (2, "", None, "", 1)
    assert (again.map, again.odds) == ("13", 0.4)


def test_figures_of_a_player_and_of_the_club() -> None:
    berta, ana_defends = Fighter("Berta", "italian", "attack"), Fighter("Ana", "american", "defend")
    other = replace(WON, first=berta, second=ana_defends, odds=0.75)
    diary = actions.rematch(entered(WON, other), MATCH, CATALOG, 1)
    ana = figures.count_player_figures(diary, "ana")
    assert ana.whole == Tally(fought=2, won=1, drawn=0, judged=2, scored=1.0, expected=0.65)
    assert {name: (each.fought, each.won) for name, each in ana.postures.items()} == {
        "attack": (1, 1),
        "defend": (1, 0),
    }
    assert set(ana.players) == {"Berta"}
    club = figures.count_club_figures(diary)
    assert (club.sides["first"].won, club.sides["second"].won) == (2, 0)
    assert club.sides["first"].expected == pytest.approx(1.15)
    assert {name: each.fought for name, each in club.nations.items()} == {
        "german": 1,
        "russian": 1,
        "italian": 1,
        "american": 1,
    }
    assert (club.maps["13"].fought, club.maps["13"].won, club.whole.fought) == (2, 2, 2)


def test_planned_battle_does_not_count() -> None:
    assert figures.count_club_figures(entered(replace(WON, winner=""))).whole == Tally()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"second": Fighter("ANA")}, "Ana is on both sides."),
        ({"second": Fighter("  ")}, "Enter a player for each side."),
        ({"first": Fighter("Ana", "martian")}, "There is no nation “martian”. Choose from: "),
        ({"first": Fighter("Ana", "german", "sleep")}, "There is no posture “sleep”. Choose from: Attack"),
        ({"day": "yesterday"}, "“yesterday” is not a date"),
        ({"photo": "javascript:alert(1)"}, "“javascript:alert(1)” is not a web address"),
        ({"photo": "https://a b"}, "“https://a b” is not a web address"),
        ({"vp": 100}, "Victory points: enter a whole number from 0 to 99."),
        ({"odds": 1.5}, "Odds: enter a number from 0 to 1."),
        ({"how": "luck"}, "“luck” is not how a battle ends here."),
        ({"winner": "nobody"}, "Someone won"),
    ],
)
def test_invalid_battles_are_refused(change: dict[str, object], words: str) -> None:
    assert refused(lambda: entered(replace(WON, **change))).startswith(words)  # type: ignore[arg-type]


def test_correct_and_strike_a_battle() -> None:
    diary = actions.correct(entered(WON), MATCH, CATALOG, 1, replace(WON, story="  Two\nlines. "))
    assert diary.battles[0].story == "Two lines."
    assert actions.strike(diary, 1).battles == ()
    assert refused(lambda: actions.strike(diary, 2)) == "This diary has no battle 2."
    again = actions.enter(actions.strike(diary, 1), MATCH, CATALOG, WON)
    assert again.battles[0].number == 2  # numbers are never reused


def test_file_round_trip() -> None:
    diary = actions.rematch(entered(WON, replace(WON, private=True)), MATCH, CATALOG, 1)
    assert file.read_untrusted(file.write(diary), Catalogs()) == diary
    assert [each.number for each in file.remove_private_battles(diary).battles] == [1, 3]
    wrong = {**file.write(diary), "battles": [{**file.write(diary)["battles"][0], "photo": "x"}]}
    assert refused(lambda: file.read_untrusted(wrong, Catalogs())).startswith("“x” is not a web address")
    assert refused(lambda: file.read_untrusted({"format": 1}, Catalogs())).startswith(
        "This diary file has an error"
    )
