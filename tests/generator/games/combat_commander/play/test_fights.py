"""Fights at a table: through the views of seats, with secrets, undo, replay and verification."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.model import Side
from exports.game import formatter
from generator.chance import commitment, open_part
from generator.games.combat_commander.play.analysis import analyse
from generator.games.combat_commander.play.briefing import list_briefing
from generator.games.combat_commander.play.film import count_film_answers
from generator.games.combat_commander.play.hints import make_hint, preview_selection
from generator.games.combat_commander.play.result import make_campaign_report
from generator.games.combat_commander.play.state import get_play
from generator.games.combat_commander.rehearsal.outcome import make_film
from generator.session import Session, begin, resume
from generator.table import EVERYONE, REFEREE, read_entry
from generator.table.visibility import outline_prompt
from generator.verify import RECORD_FORMAT, verify
from schemas.errors import HorahError
from schemas.messages import say
from schemas.validation import find_schema_name, problems
from tests.catalogs.games.combat_commander.overlays import lay as write_overlay
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG

from .tables import SEED, SIDES, alter_secrets, asked_view, choose, open_fight, play_on, rolled_card

SEATS = (*SIDES, REFEREE, EVERYONE)
LEVELS = ("random", "recruit", "regular", "veteran")


@pytest.fixture(scope="module")
def fought() -> Session:
    """A finished fight of two people who answer at random."""
    session = open_fight()
    play_on(session, Random(1))
    return session


def resume_at(session: Session, count: int) -> Session:
    """Return the session as it stood after some answers, through JSON."""
    entries = json.loads(json.dumps([entry.json() for entry in session.table.entries[:count]]))
    return resume(session.procedure, CATALOG, session.settings, SEED, map(read_entry, entries))


@pytest.mark.parametrize(("axis", "allied"), [("random", "recruit"), ("regular", "random")])
def test_two_levels_fight_to_the_end(axis: str, allied: str) -> None:
    session = open_fight(axis, allied)
    assert session.finished
    assert session.persons == ()
    assert {entry.by for entry in session.table.entries} == {"dice", "commander"}


def test_a_person_plays_against_a_level_through_the_view_of_its_seat() -> None:
    session = open_fight("person", "recruit", "2003")
    play_on(session, Random(2))
    assert session.finished
    by = {entry.seat: entry.by for entry in session.table.entries if entry.kind == "choose"}
    assert by == {"axis": "axis", "allied": "commander"}


@pytest.mark.soak
@pytest.mark.parametrize("axis", ["person", *LEVELS])
@pytest.mark.parametrize("allied", LEVELS)
def test_every_pair_of_levels_ends_its_fights(axis: str, allied: str) -> None:
    number = 2 if "veteran" in (axis, allied) else 60
    for place in range(number):
        session = open_fight(axis, allied, str(2000 + place), f"{place}.{SEED}")
        play_on(session, Random(place))
        assert session.finished
        again = resume(session.procedure, CATALOG, session.settings, SEED, session.table.entries)
        assert again.standing(REFEREE) == session.standing(REFEREE)


def test_every_view_fits_its_schema_and_every_word_is_known() -> None:
    name = find_schema_name("combat_commander", "urn:hora-h:combat_commander:fight-view:1")
    words = [formatter(CATALOG, lang) for lang in ("en", "es")]
    session, random = open_fight(card="2002"), Random(3)
    seen: set[str] = set()
    while not session.finished:
        view = asked_view(session)
        for text in list_texts(view):
            seen.add(text["term"])
            assert all(each.say(say(text["term"], **text["facts"])) for each in words), text
        assert all(each.knows(f"ask.fight_{view['prompt']['ask']}") for each in words)
        if view["prompt"]["number"] % 25 == 0:
            for seat in SEATS:
                shown = json.loads(json.dumps(session.standing(seat)))
                assert list(problems(shown, name)) == []
        hint = make_hint(session, view["seat"])
        answer = hint["answer"] if random.random() < 0.5 else choose(view, random)
        preview_selection(session, view["seat"], answer if isinstance(answer, list) else [answer])
        session.answer(view["seat"], answer)
        session.fill()
    assert {"fight_preview.fire", "fight_preview.step", "fight_roll.attacks"} <= seen


def list_texts(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from ([view["roll"]["text"]] if view["roll"] else [])
    for option in view["prompt"]["options"]:
        yield option["label"]
        if option["preview"] and "sum" in option["preview"]:
            yield option["preview"]["sum"]


def show(session: Session, seat: str) -> str:
    """Return everything that a seat is shown."""
    asked = [outline_prompt(prompt) for prompt in session.table.pending]
    return json.dumps([session.standing(seat), session.log(seat), asked], sort_keys=True)


def test_no_seat_sees_a_difference_between_two_worlds_with_other_secrets(fought: Session) -> None:
    answers = len(fought.table.entries)
    told = 0
    for count in range(60, answers, answers // 5):
        world = resume_at(fought, count)
        for side, other in (SIDES, SIDES[::-1]):
            twin = resume_at(fought, count)
            alter_secrets(twin, side)
            told += show(world, side) != show(twin, side)
            assert show(world, other) == show(twin, other)
            assert show(world, EVERYONE) == show(twin, EVERYONE)
    assert told  # the worlds do differ


def test_a_question_about_a_card_in_hand_has_no_name_for_others(fought: Session) -> None:
    hidden = [entry for entry in fought.table.entries if entry.secret and entry.seat in SIDES]
    assert {entry.ask for entry in hidden if entry.kind == "choose"} <= {
        "fight_order",
        "fight_discards",
        "fight_action",
        "fight_interrogate",
        "fight_reveal",
    }
    assert any(entry.ask == "fight_action" for entry in hidden)


def test_nobody_but_the_referee_reads_a_shuffle(fought: Session) -> None:
    for seat in SEATS:
        shuffles = [line["answer"] for line in fought.log(seat) if line.get("ask") == "fight_shuffle"]
        assert shuffles
        assert all((answer == {"hidden": True}) == (seat != REFEREE) for answer in shuffles)


def test_an_answer_is_taken_back_until_a_card_is_seen() -> None:
    session, random = open_fight(), Random(4)
    first = asked_view(session)
    session.answer(first["seat"], choose(first, random))
    session.undo()
    assert asked_view(session) == first
    while not get_play(session.table).fight.turns:
        view = asked_view(session)
        session.answer(view["seat"], choose(view, random))
        session.fill()
    before = len(session.table.entries)
    with pytest.raises(HorahError, match=r"UNDO\.seen"):
        session.undo()
    assert len(session.table.entries) == before
    words = formatter(CATALOG, "en")
    with pytest.raises(HorahError) as refused:
        session.undo()
    assert "has been seen" in words.say(refused.value)


def test_a_fight_is_resumed_where_it_stood(fought: Session) -> None:
    for count in (5, 200, len(fought.table.entries)):
        again, twice = resume_at(fought, count), resume_at(fought, count)
        for seat in SEATS:
            assert again.standing(seat) == twice.standing(seat)
    assert resume_at(fought, len(fought.table.entries)).documents(REFEREE) == fought.documents(REFEREE)


def test_a_commander_goes_on_after_a_table_was_read_again() -> None:
    session, random = open_fight("person", "regular"), Random(5)
    while not session.finished:
        session = resume_at(session, len(session.table.entries))
        session.fill()
        for _ in range(15):
            if not session.finished:
                play_on(session, random, 1)
    assert get_play(session.table).fight.winner


def make_record(session: Session) -> dict[str, Any]:
    commitments = {"open": commitment(open_part(SEED)), "whole": commitment(SEED)}
    return {
        "format": RECORD_FORMAT,
        "procedure": session.procedure.name,
        "catalog": CATALOG.version,
        "settings": session.procedure.write(session.settings),
        "seeds": [{"from": 0, "seed": SEED, "commitments": commitments}],
        "finished": True,
        "entries": [entry.json() for entry in session.table.entries],
    }


def test_a_transcript_is_verified_and_another_shuffle_is_found(fought: Session) -> None:
    record = make_record(fought)
    verdict = verify({"combat_commander": CATALOG}, record)
    assert verdict.sound
    assert verdict.checked
    assert verdict.sealed == 0
    place = next(n for n, entry in enumerate(record["entries"]) if entry["ask"] == "fight_shuffle")
    record["entries"][place]["answer"] = [1] * 8
    assert not verify({"combat_commander": CATALOG}, record).sound


def test_a_sealed_transcript_is_verified_as_far_as_it_is_open(fought: Session) -> None:
    record = make_record(fought)
    record["entries"] = [line for line in fought.log("axis") if "ask" in line]
    record["seeds"][0]["seed"] = open_part(SEED)
    verdict = verify({"combat_commander": CATALOG}, record)
    assert verdict.sound
    assert verdict.sealed


def test_the_chance_of_a_shot_is_that_of_four_dice() -> None:
    session = open_fight("person", "recruit")
    dice = [sum(pair) for pair in product(range(1, 7), repeat=2)]
    checked = 0
    while not session.finished and checked < 20:
        view = asked_view(session)
        for option in view["prompt"]["options"] if view["prompt"]["ask"] == "target" else []:
            preview = option["preview"] or {}
            for target in preview.get("targets", ()):
                unit = next(unit for unit in view["units"] if unit["id"] == target["unit"])
                gap = preview["fp"] - target["morale"]
                wins = sum(a + gap > b or (unit["moving"] and a + gap == b) for a in dice for b in dice)
                assert target["break"] == pytest.approx(wins / len(dice) ** 2, abs=0.001)
                checked += 1
        session.answer("axis", make_hint(session, "axis")["answer"])
        session.fill()
    assert checked


def test_a_finished_fight_tells_where_the_odds_swung(fought: Session) -> None:
    (result,) = fought.documents("axis")
    fight = get_play(fought.table).fight
    assert result["winner"] == fight.winner
    analysis = analyse(fought)
    line = analysis["analysis"]
    assert [point["turn"] for point in line[:-1]] == sorted({point["turn"] for point in line[:-1]})
    assert all(0 <= point["axis"] <= 1 for point in line)
    assert line[-1]["axis"] == float(fight.winner == "axis")
    assert all(abs(swing["to"] - swing["from"]) >= 0.05 for swing in analysis["swings"])
    report = make_campaign_report(fight, {"brought": {}})
    assert report["winner"] == fight.winner
    assert set(report["survivors"]) == set(SIDES)


def test_a_film_is_taken_over_where_it_stands_with_other_decks() -> None:
    card = rolled_card("2001")
    film = make_film(card, CATALOG, "77", {"axis": "regular", "allied": "recruit"})
    step = next(n for n, line in enumerate(film.steps) if line[1] == "turn" and line[2]["number"] == 4)
    kinds: dict[Side, str] = {"axis": "regular", "allied": "recruit"}
    count = count_film_answers(CATALOG, card, "77", kinds, step)
    whole = open_fight()
    settings = whole.procedure.read(
        CATALOG, {"card": card, "film": "77", "film_allied": "recruit", "film_answers": count}
    )
    session = begin(whole.procedure, CATALOG, settings, SEED)
    session.fill()
    view = asked_view(session)
    assert view["turn"]["number"] == 4
    frame = film.frames[film.shown[step]]
    assert {(unit["hex"], unit["ref"]) for unit in view["units"]} == {
        (unit["hex"], unit["ref"]) for unit in frame["units"]
    }
    assert {entry.by for entry in session.table.entries} == {"film", "dice"}
    again = resume(whole.procedure, CATALOG, settings, SEED, session.table.entries)
    assert again.standing(REFEREE) == session.standing(REFEREE)
    play_on(session, Random(1), 30)


def test_the_briefing_tells_only_what_is_not_known(tmp_path: Path) -> None:
    card = rolled_card("2001")
    assert "vulnerability" in list_briefing(CATALOG, card)
    row = {"id": "rule.vulnerability", "kind": "rule", "rule": "O18.2.3.3", "figures": {"fp_10": 7}}
    owned = load(write_overlay(tmp_path, "fight", [row]))
    assert "vulnerability" not in list_briefing(owned, card)
    words = formatter(CATALOG, "es")
    assert all(words.knows(f"fight_briefing.{point}") for point in list_briefing(CATALOG, card))


def test_settings_that_do_not_fit_are_refused_in_words() -> None:
    procedure = open_fight().procedure
    words = formatter(CATALOG, "en")
    for settings in (
        {},
        {"card": rolled_card("2001"), "axis": "general"},
        {"card": rolled_card("2001"), "x": 1},
    ):
        with pytest.raises(HorahError) as refused:
            procedure.read(CATALOG, settings)
        assert words.knows(refused.value.message.key)
