"""Seeded dice: the documented stream, the same on every machine."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from generator.chance import (
    Cups,
    Decks,
    Seeded,
    commitment,
    draw_below,
    hash_hides_seed,
    open_part,
    roll_dice,
    shuffle_by_key,
    stream,
)
from generator.games.combat_commander.dice import FateDecks
from generator.table import NO_ANSWER, Answer, Choose, Draw, Procedure, Roll, Table, run

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
def test_stream_matches_the_documentation(key: str, dice: list[int]) -> None:
    digest = sha256(f"{key}/0".encode()).digest()
    by_hand = [byte % 6 + 1 for byte in digest if byte < 252][:2]
    assert roll_dice(key, (6, 6)) == by_hand == dice


@pytest.mark.parametrize(
    ("key", "faces"),
    [
        ("7/0", (10,)),
        ("7/1", (10, 10)),
        ("1944/0", (4, 6, 8, 10, 12, 20)),
        ("hora-h/3", (6, 10, 6)),
        ("hora-h/4", (2,)),
        ("hora-h/5", (256, 100)),
    ],
)
def test_dice_of_any_number_and_size_take_their_bytes_in_turn(key: str, faces: tuple[int, ...]) -> None:
    digest = list(sha256(f"{key}/0".encode()).digest())
    by_hand = []
    for die in faces:
        while digest[0] >= 256 - 256 % die:
            digest.pop(0)
        by_hand.append(digest.pop(0) % die + 1)
    assert roll_dice(key, faces) == by_hand


def test_more_dice_than_a_block_has_bytes_go_on_in_the_next() -> None:
    both = sha256(b"many/0").digest() + sha256(b"many/1").digest()
    by_hand = [byte % 10 + 1 for byte in both if byte < 250][:40]
    assert roll_dice("many", (10,) * 40) == by_hand


def test_a_die_of_a_thousand_faces_takes_two_bytes() -> None:
    digest = sha256(b"7/0").digest()
    pairs = [int.from_bytes(digest[place : place + 2], "big") for place in range(0, 32, 2)]
    by_hand = next(pair % 1000 + 1 for pair in pairs if pair < 65000)
    assert roll_dice("7", (1000,)) == [by_hand]


@given(st.text(max_size=8), st.lists(st.integers(1, 2000), min_size=1, max_size=9))
def test_every_die_shows_one_of_its_faces(key: str, faces: list[int]) -> None:
    dice = roll_dice(key, faces)
    assert len(dice) == len(faces)
    assert all(1 <= die <= most for die, most in zip(dice, faces, strict=True))


@pytest.mark.parametrize(
    ("faces", "bound"),
    [((6,), 20.52), ((10,), 27.88), ((20,), 43.82), ((4, 8), 61.10), ((6, 10), 98.32)],
)
def test_faces_are_equally_likely(faces: tuple[int, ...], bound: float) -> None:
    """Chi-square over fixed seeds, each set of faces one cell; the bound is its 0.1 % point."""
    cells = prod(faces)
    number = 200 * cells
    found = Counter(tuple(roll_dice(f"fair/{n}", faces)) for n in range(number))
    assert len(found) == cells
    expected = number / cells
    assert sum((count - expected) ** 2 / expected for count in found.values()) < bound


def test_a_seat_rolls_the_dice_that_its_prompt_names() -> None:
    def some() -> Procedure[list[int]]:
        dice: list[int] = yield Roll("X", "roll", "anna", dice=(10, 6))
        return dice

    table = run(some, (), [Seeded("42")])
    assert table.state == roll_dice("42/0", (10, 6))
    assert table.entries[0].by == "dice"


class Lots(Decks[int]):
    """A deck of numbers: a card is a roll of one die, and gives no answer to a draw."""

    def read(self, card: int, prompt: Roll | Draw) -> Answer:
        return [card] if isinstance(prompt, Roll) else NO_ANSWER


def lots(count: int) -> Procedure[list[int]]:
    found = []
    for _ in range(count):
        (die,) = yield Roll("X", "lot", "anna", "lots", (12,))
        found.append(die)
    return found


def test_deck_is_dealt_out_before_it_is_shuffled_again() -> None:
    cards = (1, 1, 5, 12)
    state = run(lambda: lots(12), (), [Lots("9", {"lots": cards})]).state
    assert state is not None
    rounds = [state[place : place + 4] for place in (0, 4, 8)]
    assert all(sorted(dealt) == sorted(cards) for dealt in rounds)
    assert rounds[0] == list(shuffle_by_key("9/lots/0", cards))


def test_draw_without_card_answer_comes_from_the_cup() -> None:
    def draw() -> Procedure[str]:
        thing: str = yield Draw("X", "thing", "anna", ("a", "b", "c"), deck="lots")
        return thing

    cup = run(draw, (), [Seeded("9")]).state
    assert run(draw, (), [Lots("9", {"lots": (1, 2)})]).state == cup


def test_unknown_deck_is_replaced_by_dice() -> None:
    assert run(lambda: lots(1), (), [Lots("9", {})]).state == roll_dice("9/0", (12,))


def test_blocks_follow_each_other() -> None:
    source = stream("a")
    taken = bytes(next(source) for _ in range(40))
    assert taken == (sha256(b"a/0").digest() + sha256(b"a/1").digest())[:40]


@given(st.text(min_size=1, max_size=10), st.integers(1, 400))
def test_a_number_below(key: str, count: int) -> None:
    assert 0 <= draw_below(key, count) < count


@given(st.text(max_size=8), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_everything(key: str, things: list[int]) -> None:
    assert Counter(shuffle_by_key(key, things)) == Counter(things)


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


def test_open_part_of_a_seed_does_not_reveal_secret_draws() -> None:
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


@pytest.mark.parametrize(
    ("seed", "keeps"),
    [
        ("1944", False),
        ("1944.omaha", False),
        ("1944.aaaaaaaaaaaaaaaaaaaaaaaa", False),
        ("kq3vdwxzt5yx2hqnpm7c6jgsrlabe4uo", False),  # a seed of one part is printed whole, or not at all
        ("12345678.9f86d081884c7d65", True),
        ("mzxw6ytb.kq3vdwxzt5yx2hqnpm7c6jgsrlabe4uo", True),
    ],
)
def test_hashes_of_long_secrets_commit(seed: str, keeps: bool) -> None:
    assert hash_hides_seed(seed) is keeps
