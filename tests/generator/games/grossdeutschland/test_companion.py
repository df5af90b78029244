"""The companion of a battle: chits, attacks by odds, places and the end, each by one answer."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.grossdeutschland import load
from generator.games.grossdeutschland.play.state import State
from generator.games.grossdeutschland.procedure import PLAY
from generator.session import Session, begin
from generator.table import EVERYONE

from .playing import play_random

CATALOG = load()


class Companion:
    """A battle of the companion with typed dice and chits drawn here."""

    def __init__(self, battle: str = "kursk", **settings: Any) -> None:
        values = {"battle": battle, "dice": "typed", **settings}
        self.session: Session = begin(PLAY, CATALOG, PLAY.read(CATALOG, values), "5")
        self.session.fill()
        self.answer(0, [1])

    def answer(self, *answers: Any) -> None:
        for answer in answers:
            self.session.answer("german", answer)
            self.session.fill()

    def do(self, doing: str, *more: Any, **fields: Any) -> None:
        self.answer({"do": doing, **fields}, *more)

    @property
    def state(self) -> State:
        state: State = self.session.table.stands[-1].state
        return state

    @property
    def doings(self) -> list[str]:
        return list(self.session.table.pending[0].form["properties"]["do"]["enum"])

    def notes(self, what: str) -> list[dict[str, Any]]:
        return [line["facts"] for line in self.session.log(EVERYONE) if line.get("what") == what]


def test_it_asks_one_person_about_chits_and_nothing_else() -> None:
    battle = Companion()
    assert battle.session.persons == ("german",)
    battle.do("next", "german:2Pz")
    while battle.state.cup:
        battle.do("next")
    assert len(battle.state.drawn) == 20
    assert {entry.ask for entry in battle.session.table.entries} == {
        "weather_modifier", "weather", "companion", "pick", "activation",
    }  # fmt: skip


def test_an_attack_counts_weather_evening_and_what_the_players_type() -> None:
    """10.1, 13.1: column 1-1, dice 7, modifier -2; evening adds 1."""
    battle = Companion()
    battle.do("attack=1-1", [3, 4], modifier=-2)
    assert battle.notes("gd_result")[-1] == {"total": 7, "by": -2, "result": "DC"}
    others = battle.notes("gd_other_results")[-1]["others"]
    assert "0:-" in others and "-3:DC" in others
    for _ in range(2):  # to the evening
        while True:
            last = not battle.state.cup
            battle.do("next")
            if battle.session.table.pending[0].ask == "pick":
                battle.answer("german:2Pz")
            if last:
                break
        battle.answer(0, [1])
    battle.do("attack=1-1", [3, 4])
    assert battle.notes("gd_result")[-1]["by"] == 1


def test_a_place_changes_hands_at_every_tap() -> None:
    """18.3: the last occupier scores."""
    battle = Companion()
    points = []
    for _ in range(3):
        battle.do("take=kursk:novenkoye")
        points.append(battle.state.score.total)
    assert points == [3, 0, 3]
    battle.do("exit")
    assert battle.state.score.total == 4


def test_what_costs_vp_is_counted() -> None:
    """19.3."""
    battle = Companion("akhtyrka")
    assert "minus_less" not in battle.doings
    battle.do("minus_more")
    assert battle.state.score.total == -1
    battle.do("minus_less")
    assert battle.state.score.total == 0


def test_a_formation_that_is_wiped_out_leaves_the_cup() -> None:
    """3.5."""
    battle = Companion()
    battle.do("gone=soviet:1Rif")
    assert "soviet:1Rif" not in battle.state.cup and "gone=soviet:1Rif" not in battle.doings


def test_the_last_turn_names_the_winner() -> None:
    """18.3: fewer than 9 VP are a Soviet win."""
    battle = Companion()
    battle.do("last")
    battle.do("next", "german:2Pz")
    while battle.state.cup:
        battle.do("next")
    battle.do("next")
    assert battle.session.finished
    assert battle.notes("gd_won") == [{"vp": 0, "side": "german", "winner": "soviet"}]


@pytest.mark.parametrize("battle", ["kursk", "akhtyrka", "mischurin_rog", "lutchessa"])
@pytest.mark.parametrize("number", range(5))
def test_random_plays_come_to_an_end(battle: str, number: int) -> None:
    session = play_random(CATALOG, f"companion{number}", battle=battle, mode="companion")
    assert session.finished and len(session.documents(EVERYONE)) == 1
