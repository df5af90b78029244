"""The table engine, with procedures unrelated to battles."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.chance import Script
from generator.table import (
    Buy,
    Choose,
    Departed,
    Draw,
    Entry,
    Note,
    Procedure,
    Refused,
    Report,
    Roll,
    Table,
    Together,
    Ware,
    check_answer,
    run,
    view_entry,
)
from schemas.errors import HorahError
from tests.words import sentence

COLOURS = Choose("X.1", "colour", "anna", "colour", ("red", "blue"))
SEVERAL = Choose("X.1", "colours", "anna", "colour", ("red", "blue", "green"), least=0, most=2)
SHOP = Buy(
    "X.2",
    "shop",
    "anna",
    "fruit",
    (
        Ware("apple", 2, {"box": 1}),
        Ware("pear", 3, {"box": 2}),
        Ware("mild", 1, group="sauce", grade="mild"),
        Ware("hot", 1, group="sauce", grade="hot"),
    ),
    {"box": 3},
    budget=7,
    least=1,
    most=4,
    mixed="MIXED",
)


def market() -> Procedure[dict[str, Any]]:
    """A small game: a roll, a secret draw, a sealed choice of two, a purchase."""
    white, coloured = yield Roll("X.0", "first", "anna")
    card = yield Draw("X.1", "card", "bert", ("ace", "king", "fool"), secret=True, shown=("fool",))
    yield Note("X.1", "drawn", {"left": 2})
    picks = yield Together(
        "X.1",
        "colour",
        {
            "anna": COLOURS,
            "bert": Choose("X.1", "colour", "bert", "colour", ("red", "blue")),
        },
    )
    bought = yield SHOP
    return {"roll": [white, coloured], "card": card, "picks": picks, "bought": bought}


ANSWERS = [("anna", [1, 6]), ("bert", "king"), ("anna", "red"), ("bert", "blue"), ("anna", {"apple": 2})]


def played(count: int = len(ANSWERS)) -> Table[dict[str, Any]]:
    table = Table(market)
    for seat, answer in ANSWERS[:count]:
        table.answer(seat, answer)
    return table


@pytest.mark.parametrize(
    ("prompt", "answer", "taken"),
    [
        (Roll("X", "r", "anna"), [1, 6], [1, 6]),
        (Roll("X", "r", "anna"), (2, 2), [2, 2]),
        (COLOURS, "red", "red"),
        (COLOURS, ["red"], "red"),
        (SEVERAL, [], []),
        (SEVERAL, ["green", "red"], ["red", "green"]),
        (SHOP, {"apple": 1, "pear": 1}, {"apple": 1, "pear": 1}),
        (SHOP, {"apple": 3, "pear": 0}, {"apple": 3}),
        (SHOP, {"mild": 2}, {"mild": 2}),
    ],
)
def test_legal_answers(prompt: Any, answer: Any, taken: Any) -> None:
    assert check_answer(prompt, answer) == taken


@pytest.mark.parametrize(
    ("prompt", "answer", "code"),
    [
        (Roll("X", "r", "anna"), [0, 6], "BAD_ROLL"),
        (Roll("X", "r", "anna"), [1, 7], "BAD_ROLL"),
        (Roll("X", "r", "anna"), [1], "BAD_ROLL"),
        (Roll("X", "r", "anna"), [True, 1], "BAD_ROLL"),
        (Roll("X", "r", "anna"), "66", "BAD_ROLL"),
        (Draw("X", "d", "anna", ("ace",)), "king", "NOT_IN_CUP"),
        (COLOURS, "green", "BAD_CHOICE"),
        (COLOURS, ["red", "blue"], "BAD_CHOICE"),
        (SEVERAL, ["red", "blue", "green"], "BAD_CHOICE"),
        (SEVERAL, ["red", "red"], "BAD_CHOICE"),
        (SEVERAL, "red", "BAD_CHOICE"),
        (SHOP, {}, "MUST_BUY"),
        (SHOP, {"apple": 4}, "OVER_BUDGET"),
        (SHOP, {"mild": 5}, "TOO_MANY"),
        (SHOP, {"apple": 2, "pear": 1}, "COUNTER_EXHAUSTED"),
        (SHOP, {"mild": 1, "hot": 1}, "MIXED"),
        (SHOP, {"plum": 1}, "BAD_CHOICE"),
        (SHOP, {"apple": -1}, "BAD_PURCHASE"),
        (SHOP, {"apple": 1.5}, "BAD_PURCHASE"),
        (SHOP, ["apple"], "BAD_PURCHASE"),
    ],
)
def test_refused_answers_say_why(prompt: Any, answer: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_answer(prompt, answer)
    assert refused.value.code == code
    assert sentence(refused.value) != sentence(refused.value, "es")


def test_report_is_checked_by_its_rule() -> None:
    def even(answer: Any) -> HorahError | None:
        return None if answer % 2 == 0 else HorahError("ODD")

    prompt = Report("X", "number", "anna", {"type": "integer"}, even)
    assert check_answer(prompt, 4) == 4
    with pytest.raises(Refused, match="ODD"):
        check_answer(prompt, 3)


def test_a_procedure_runs_to_its_end() -> None:
    table = played()
    assert table.finished
    assert table.pending == ()
    assert table.state == {
        "roll": [1, 6],
        "card": "king",
        "picks": {"anna": "red", "bert": "blue"},
        "bought": {"apple": 2},
    }
    assert [line[0].rule for line in table.log] == ["X.0", "X.1", "X.1", "X.1", "X.1", "X.2"]


def test_a_refused_answer_changes_nothing() -> None:
    table = played(2)
    before = (list(table.entries), table.pending)
    for seat, answer in [("anna", "green"), ("carl", "red"), ("bert", 7)]:
        with pytest.raises(Refused):
            table.answer(seat, answer)
        assert (table.entries, table.pending) == before


def test_sealed_answers_come_in_any_order_and_open_together() -> None:
    table = played(2)
    table.answer("bert", "blue")
    assert table.sealed == {"bert"}
    assert [prompt.seat for prompt in table.pending] == ["anna"]
    assert table.entries[-1].secret
    assert view_entry(table.entries[-1], "anna").answer == {"hidden": True}
    assert view_entry(table.entries[-1], "bert").answer == "blue"
    assert view_entry(table.entries[-1], "referee").answer == "blue"
    with pytest.raises(Refused):
        table.answer("bert", "red")
    table.answer("anna", "red")
    assert not any(entry.secret for entry in table.entries[-2:])
    assert table.log[-1][1] == table.entries[-1]


def test_a_secret_draw_stays_secret_unless_it_must_be_shown() -> None:
    kept = played(2)
    assert view_entry(kept.entries[1], "anna").answer == {"hidden": True}
    shown = Table(market)
    shown.answer("anna", [1, 1])
    shown.answer("bert", "fool")
    assert view_entry(shown.entries[1], "anna").answer == "fool"


@given(st.integers(0, len(ANSWERS)), st.data())
def test_undo_then_redo_gives_the_same(count: int, data: Any) -> None:
    table = played(count)
    back = data.draw(st.integers(0, count))
    earlier = table.undo(back)
    assert earlier.entries[: count - back] == played(count - back).entries
    for seat, answer in ANSWERS[count - back : count]:
        earlier.answer(seat, answer)
    assert (earlier.entries, earlier.state) == (table.entries, table.state)


def test_undo_of_more_than_there_is() -> None:
    with pytest.raises(Refused) as refused:
        played(2).undo(3)
    assert sentence(refused.value) == "You can undo 2 answers at most, not 3."


def test_replay_gives_the_same_state() -> None:
    assert run(market, played().entries).state == played().state


@pytest.mark.parametrize(
    ("place", "change", "reason"),
    [
        (0, {"answer": [0, 0]}, "is not a roll of"),
        (1, {"rule": "X.9"}, "the question is X.1 card (bert)"),
        (2, {"seat": "carl"}, "the question is"),
        (4, {"answer": {"apple": 9}}, "You can buy"),
        (3, {"ask": "number"}, "the question is"),
    ],
)
def test_an_edited_transcript_is_refused_where_it_departs(
    place: int, change: dict[str, Any], reason: str
) -> None:
    entries = [
        Entry(**{**entry.json(), "secret": entry.secret, **(change if entry.n == place else {})})
        for entry in played().entries
    ]
    with pytest.raises(Departed) as departed:
        run(market, entries)
    assert departed.value.place == place
    assert reason in sentence(departed.value)


def test_a_transcript_that_goes_on_too_long_is_refused() -> None:
    entries = played().entries
    with pytest.raises(Departed) as departed:
        run(market, [*entries, entries[0]])
    assert departed.value.place == len(entries)


def test_answerers_fill_what_they_can_and_stop() -> None:
    table = run(market, (), [Script([[1, 2], "ace", "red"])])
    assert len(table.entries) == 3
    assert [prompt.seat for prompt in table.pending] == ["bert"]


def test_nothing_is_asked_after_the_end() -> None:
    with pytest.raises(Refused) as refused:
        played().answer("anna", "red")
    assert sentence(refused.value) == "There are no questions left to answer."
