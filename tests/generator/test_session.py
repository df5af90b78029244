"""Sessions, played with the toy: begin, answer, fill, undo, correct, view."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs import load
from generator.game import find_procedure
from generator.session import Session, begin, resume
from generator.table import Departed, Entry, Refused, Report, Table, read_entry
from generator.table import Procedure as Steps
from schemas.errors import HorahError
from tests.words import sentence

SEED = "1944.toy"


pytestmark = pytest.mark.usefixtures("toy_game")


def session(rounds: int = 2, entries: Any = ()) -> Session:
    kind, catalog = find_procedure("toy/1"), load("toy")
    return resume(kind, catalog, kind.read(catalog, {"rounds": rounds}), SEED, entries)


def played(*lanes: tuple[str, str], rounds: int = 2) -> Session:
    found = session(rounds)
    found.fill()
    for red, blue in lanes:
        found.answer("red", red)
        found.answer("blue", blue)
        found.fill()
    return found


def bare(found: Session) -> list[tuple[Any, ...]]:
    return [(entry.ask, entry.seat, entry.answer, entry.by) for entry in found.table.entries]


def test_answers_record_who_gave_them() -> None:
    found = played(("road", "wood"), ("road", "river"))
    assert [(entry.ask, entry.by) for entry in found.table.entries] == [
        ("wind", "dice"),
        ("lane", "red"),
        ("lane", "blue"),
        ("wind", "dice"),
        ("lane", "red"),
        ("lane", "blue"),
        ("omen", "dice"),
        ("omen", "dice"),
    ]
    assert found.finished
    assert found.by_people() == [1, 2, 4, 5]
    again = session(entries=[read_entry(entry.json()) for entry in found.table.entries])
    assert again.table.entries == found.table.entries


def test_transcript_without_answerer_is_refused() -> None:
    found = played(("road", "wood"), ("road", "river"))
    silent = found.table.entries[2].json()
    del silent["by"]
    with pytest.raises(Departed) as refused:
        read_entry(silent)
    assert sentence(refused.value) == (
        "The log does not fit the rules from answer 2 on: "
        "an answer needs n, rule, kind, ask, seat, answer and by; by is missing."
    )


def test_fill_returns_its_answers_and_stops_at_people() -> None:
    found = session()
    assert [entry.ask for entry in found.fill()] == ["wind"]
    assert found.fill() == []
    assert [found.asked(seat) is not None for seat in ("red", "blue", "everyone")] == [True, True, False]


def test_undo_takes_back_answers_of_people_and_later_dice() -> None:
    found = played(("road", "wood"), ("road", "river"))
    before = bare(found)
    found.undo()
    assert bare(found) == before[:5]
    found.answer("blue", "river")
    found.fill()
    assert bare(found) == before
    found.undo(4)
    assert bare(found) == before[:1]


@pytest.mark.parametrize("count", [0, -1, 3])
def test_undo_is_limited_to_answers_of_people(count: int) -> None:
    found = played(("road", "wood"))
    before = bare(found)
    with pytest.raises(Refused) as refused:
        found.undo(count)
    assert (refused.value.code, dict(refused.value.facts)) == ("UNDO", {"most": 2, "given": count})
    assert bare(found) == before


def test_new_seed_counts_from_an_undo_after_the_end() -> None:
    found = played(("road", "wood"), ("road", "river"))
    found.back_to(5, "1945.toy")
    assert found.seeds == [(0, SEED), (5, "1945.toy")] and found.seed == "1945.toy"
    found.back_to(0, "1946.toy")
    assert found.seeds == [(0, "1946.toy")]


def test_correction_replays_old_answers() -> None:
    found = played(("road", "wood"), ("road", "river"))
    before = bare(found)
    correction = found.correct(1, "river")
    assert bare(found) == before
    after = bare(correction.session)
    assert after[1] == ("lane", "red", "river", "red")
    assert after[:1] + after[2:] == before[:1] + before[2:]
    assert correction.session.finished
    assert (correction.unfit, correction.rolled_again) == ((), ())


@pytest.mark.parametrize("place", [-1, 8])
def test_only_existing_answers_can_be_corrected(place: int) -> None:
    with pytest.raises(Refused) as refused:
        played(("road", "wood"), ("road", "river")).correct(place, "road")
    assert sentence(refused.value) == f"There is no answer {place}: the log has 8 answers."


def test_a_correction_that_does_not_fit_changes_nothing() -> None:
    found = played(("road", "wood"), ("road", "river"))
    before = bare(found)
    with pytest.raises(Refused):
        found.correct(1, "moon")
    assert bare(found) == before


def branching() -> Steps[list[Any]]:
    """Ask more questions after a higher answer."""
    from generator.table import Choose, Roll

    said = [(yield Choose("B.1", "way", "red", "way", ("short", "long")))]
    if said[0] == "long":
        said.append((yield Choose("B.2", "stop", "red", "stop", ("inn", "camp"))))
        said.append((yield Roll("B.3", "weather", "red", dice=(10,))))
    said.append((yield Choose("B.4", "end", "blue", "end", ("here", "there"))))
    return said


def test_correction_lists_unfit_answers_and_new_dice() -> None:
    from dataclasses import replace

    kind = replace(find_procedure("toy/1"), start=lambda catalog, settings: branching)
    found = begin(kind, load("toy"), None, SEED)
    for seat, value in (("red", "long"), ("red", "camp")):
        found.answer(seat, value)
    found.fill()
    found.answer("blue", "here")
    shorter = found.correct(0, "short")
    assert shorter.session.table.state == ["short", "here"]
    assert [entry.ask for entry in shorter.unfit] == ["stop"]
    longer = shorter.session.correct(0, "long")
    assert [prompt.ask for prompt in longer.session.table.pending] == ["stop"]
    assert [entry.ask for entry in longer.unfit] == ["end"]


def test_views_show_a_seat_its_own_secrets() -> None:
    found = played(("road", "wood"))
    found.answer("red", "river")
    lanes = {
        seat: [line for line in found.log(seat) if line.get("ask") == "lane"] for seat in ("red", "blue")
    }
    assert lanes["red"][-1]["answer"] == "river"
    assert lanes["blue"][-1]["answer"] == {"hidden": True}
    found.answer("blue", "wood")
    found.fill()
    omens = {seat: found.documents(seat)[0]["omens"] for seat in ("red", "blue", "everyone", "referee")}
    assert [sorted(omens[seat]) for seat in omens] == [["red"], ["blue"], [], ["blue", "red"]]
    assert found.standing("everyone") == {"round": 2}


FORM = {
    "type": "object",
    "required": ["winner", "marker"],
    "additionalProperties": False,
    "properties": {"winner": {"enum": ["red", "blue"]}, "marker": {"type": "integer"}},
}
GOOD = {"winner": "red", "marker": 3}
WRONG: list[Any] = [
    None,
    7,
    [],
    {},
    {"winner": "red"},
    {"winner": "green", "marker": 3},
    {"winner": "red", "marker": "3"},
    {"winner": "red", "marker": True},
    {"winner": "red", "marker": 3.0},
    {"winner": "red", "marker": 3, "more": 1},
]


def reporting() -> Steps[Any]:
    def fault(answer: Any) -> HorahError | None:
        """Check the facts; the form has been checked before."""
        return HorahError("ODD") if answer["marker"] % 2 == 0 else None

    return (yield Report("R.1", "result", "red", FORM, fault))


def reported() -> Session:
    from dataclasses import replace

    kind = replace(find_procedure("toy/1"), start=lambda catalog, settings: reporting)
    return begin(kind, load("toy"), None, SEED)


class Clerk:
    """Answerer that gives a fixed answer."""

    by = "clerk"

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, table: Table[Any], prompt: Any) -> Any:
        return self.value


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_malformed_reports_never_enter_a_transcript(wrong: Any) -> None:
    for way in ("answer", "table", "fill", "replay", "correct"):
        found = reported()
        with pytest.raises(HorahError) as refused:
            if way == "answer":
                found.answer("red", wrong)
            elif way == "table":
                found.table.answer("red", wrong)
            elif way == "fill":
                found.table.fill([Clerk(wrong)])
            elif way == "replay":
                found.table.replay([Entry(0, "R.1", "report", "result", "red", wrong, "red")])
            else:
                found.answer("red", GOOD)
                found.correct(0, wrong)
        assert refused.value.code == ("DEPARTED" if way == "replay" else "BAD_REPORT"), way
        assert [entry.answer for entry in found.table.entries] == ([GOOD] if way == "correct" else [])


def test_report_form_is_checked_before_the_rules() -> None:
    found = reported()
    with pytest.raises(Refused) as refused:
        found.answer("red", {"winner": "red", "marker": 2})
    assert (refused.value.code, refused.value.game) == ("ODD", "toy")
    assert found.answer("red", GOOD).by == "red"
    assert found.finished
