"""The fast run gives the same battle as a table: same rules, same answers, no record."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander import battle
from generator.games.combat_commander.battle.make import make, make_state
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle, Force
from generator.table import Roll, Shuffle
from generator.table.fast_run import final_state
from schemas.errors import HorahError

WAYS = {
    "usual": Settings(),
    "fate decks": Settings(dice="fate"),
    "hexes": Settings(placement="hexes"),
    "bold against cautious": Settings(axis_commander="bold", allied_commander="cautious"),
    "even": Settings(axis_commander="even", allied_commander="even"),
    "as printed": Settings(edition="compilation", holes="remedy"),
    "house rules": Settings(reroll_green=True, defender_radio=True, same_size=True, axis_player="second"),
    "a wish": Settings(balance="close"),
    "optional rules": Settings(optional=("V8", "V12"), map="random"),
}


@pytest.mark.parametrize("settings", WAYS.values(), ids=WAYS)
def test_same_battle_as_at_a_table(settings: Settings) -> None:
    catalog = load()
    for seed in ("1", "2", "open.secret", *(f"b{number}" for number in range(12))):
        assert make_state(catalog, settings, seed) == make(catalog, settings, seed).battle


def test_every_name_that_a_rule_changes_is_a_field() -> None:
    """``evolve`` and ``with_force`` check no names: a wrong name would become a new attribute."""
    known = {each.name for kind in (Battle, Force) for each in fields(kind)}
    folder = Path(battle.__file__).parents[1]
    calls = [
        call
        for file in folder.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in ("evolve", "with_force")
    ]
    names = {word.arg for call in calls for word in call.keywords if word.arg}
    assert len(names) > 20
    assert names <= known


def test_unanswered_prompt_is_reported() -> None:
    with pytest.raises(HorahError) as refused:
        make_state(load(), Settings(axis_commander="person"), "1")
    assert refused.value.code == "UNANSWERED"


def test_dealt_cards_are_counted_over_a_shuffle() -> None:
    """Two cards of five, a shuffle, one more: the sixth place of the deck is read, as at a table."""

    class Places:
        def __init__(self) -> None:
            self.read: list[int] = []

        def at(self, place: int, dealt: Mapping[str, int], prompt: object) -> list[int]:
            self.read.append(dealt.get("own", 0))
            return [1, 1]

    def procedure():  # type: ignore[no-untyped-def]
        yield Roll("T.1", "one", "red", "own")
        yield Roll("T.1", "two", "red", "own")
        yield Shuffle("T.2", {"own": 5})
        yield Roll("T.1", "three", "red", "own")
        return "done"

    dice = Places()
    assert final_state(procedure(), [dice]) == "done"
    assert dice.read == [0, 1, 5]
