"""Dice whose stream is documented: the same on every machine, and checkable by hand."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from generator.chance import (
    Cups,
    Seeded,
    below,
    commitment,
    open_part,
    rolled,
    shuffled,
    stream,
)
from generator.games.combat_commander.dice import FateDecks
from generator.table import NO_ANSWER, Choose, Draw, Procedure, Roll, Table, run

SECRET_CUP = tuple("ABCDEFGHJKLMNPQRSTUVWX")


def rolls(count: int, deck: str | None = None) -> Procedure[list[list[int]]]:
    found = []
    for _ in range(count):
        found.append((yield Roll("X", "roll", "anna", deck)))
    return found


@pytest.mark.parametrize(
    ("key", "dice"),
    [("7/0", [4, 2]), ("7/1", [6, 6]), ("1944/0", [1, 6]), ("hora-h/12", [5, 2])],
)
def test_the_stream_is_what_the_documentation_says(key: str, dice: list[int]) -> None:
    digest = sha256(f"{key}/0".encode()).digest()
    by_hand = [byte % 6 + 1 for byte in digest if byte < 252][:2]
    assert rolled(key, (6, 6)) == by_hand == dice


def test_blocks_follow_each_other() -> None:
    source = stream("a")
    taken = bytes(next(source) for _ in range(40))
    assert taken == (sha256(b"a/0").digest() + sha256(b"a/1").digest())[:40]


@given(st.text(min_size=1, max_size=10), st.integers(1, 400))
def test_a_number_below(key: str, count: int) -> None:
    assert 0 <= below(key, count) < count


@given(st.text(max_size=8), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_everything(key: str, things: list[int]) -> None:
    assert Counter(shuffled(key, things)) == Counter(things)


def test_same_seed_same_dice() -> None:
    once = run(lambda: rolls(50), (), [Seeded("42")]).state
    again = run(lambda: rolls(50), (), [Seeded("42")]).state
    other = run(lambda: rolls(50), (), [Seeded("43")]).state
    assert once == again != other


def test_dice_are_those_of_their_place_after_undo() -> None:
    table = run(lambda: rolls(9), (), [Seeded("42")])
    earlier = table.undo(4)
    earlier.fill([Seeded("42")])
    assert earlier.state == table.state


def secret_draw() -> Procedure[tuple[str, str]]:
    openly = yield Draw("X", "open", "anna", SECRET_CUP)
    hidden = yield Draw("X", "hidden", "anna", SECRET_CUP, secret=True)
    return openly, hidden


def test_the_open_part_of_a_seed_says_nothing_about_secret_draws() -> None:
    states = [run(secret_draw, (), [Seeded(f"7.{secret}")]).state for secret in range(60)]
    assert len({state[0] for state in states if state}) == 1
    assert len({state[1] for state in states if state}) > 15
    assert open_part("7.x") == "7"
    assert commitment("7.x") != commitment("7.y")


def test_typed_dice_leave_rolls_to_people_and_draw_the_rest() -> None:
    table: Table[object] = run(lambda: rolls(1), (), [Cups("7")])
    assert table.entries == []
    assert run(secret_draw, (), [Cups("7")]).finished
    choose = Choose("X", "c", "anna", "x", ("a", "b"))
    assert Cups("7")(table, choose) is NO_ANSWER


def test_a_fate_deck_is_drawn_without_replacement_and_shuffled_anew() -> None:
    decks = load().decks
    for deck, cards in decks.items():
        table = run(lambda deck=deck, cards=cards: rolls(2 * len(cards), deck), (), [FateDecks("9", decks)])
        found = table.state
        assert found is not None
        printed = Counter((card.white, card.coloured) for card in cards)
        first = [tuple(roll) for roll in found[: len(cards)]]
        second = [tuple(roll) for roll in found[len(cards) :]]
        assert Counter(first) == Counter(second) == printed
        assert first != second


def test_random_hexes_come_from_the_same_cards() -> None:
    decks = load().decks
    hexes = tuple(card.hex for card in decks["german"])

    def draws() -> Procedure[tuple[list[int], str]]:
        roll = yield Roll("X", "roll", "anna", "german")
        hex_ = yield Draw("X", "hex", "anna", hexes, deck="german")
        return roll, hex_

    dice = FateDecks("3", decks)
    state = run(draws, (), [dice]).state
    first, second = dice.card("german", 0), dice.card("german", 1)
    assert state == ([first.white, first.coloured], second.hex)
