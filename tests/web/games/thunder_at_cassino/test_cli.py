"""Tests of ``horah cassino``: a play in a file from start to end, sheets, checks and aids."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catalogs.games.thunder_at_cassino import load
from generator.games.thunder_at_cassino.scenario.document import make_blank
from web.cli import main


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def run(*words: str, code: int = 0) -> Result:
    found = CliRunner().invoke(main, ["--lang", "en", *words])
    assert found.exit_code == code, found.output
    return found


def test_a_play_from_the_first_answer_to_the_last(here: Path) -> None:
    begun = run("cassino", "new", "--mode", "strict", "--scenario", "castle_hill", "--seed", "5")
    assert "castle_hill.cassino.json" in begun.output and "How many artillery units" in begun.output
    run("cassino", "answer", "german_regiment")
    run("cassino", "answer", "--", "-")
    run("cassino", "answer", "artillery")
    fired = run("cassino", "answer", "target=9", "observer=66", "attack=5", "defence=3", "terrain=2")
    assert "Combat dice" in fired.output and "Castle Hill (9)" in fired.output  # before it prompts
    run("cassino", "answer", "no")
    before = (here / "castle_hill.cassino.json").read_text()
    run("cassino", "answer", "pass")
    run("cassino", "undo")
    assert json.loads((here / "castle_hill.cassino.json").read_text()) == json.loads(before)
    for _ in range(2):
        for answer in ("pass", "pass", "no", "done"):
            asked = json.loads(run("cassino", "next", "--json").output)
            assert asked
            run("cassino", "answer", answer)
        run("cassino", "answer", "--", "-")
    ended = run("cassino", "answer", "allied=4", "german=4")
    assert "The Allies won" in ended.output
    assert "Castle Hill" in run("cassino", "show", "--log").output
    assert json.loads(run("cassino", "show", "--json").output)["play"]["result"]["winner"] == "allied"
    run("cassino", "answer", "pass", code=2)
    verdict = run("verify", "castle_hill.cassino.json")
    assert "The dice are honest" in verdict.output


@pytest.mark.parametrize("name", ["calendar", "points", "movement", "campaign", "castle_hill"])
def test_sheets(here: Path, name: str) -> None:
    run("cassino", "print", name)
    assert (here / f"cassino-{name}.pdf").read_bytes().startswith(b"%PDF")
    assert run("cassino", "print", name, "--kind", "markdown", "--out", "-").output.startswith("# ")


def test_the_record_is_printed(here: Path) -> None:
    run("cassino", "new", "--seed", "1", "--players", "chance")
    run("cassino", "print", "--paper", "letter")
    assert (here / "cassino-record.pdf").read_bytes().startswith(b"%PDF")


def test_bids_are_answered_by_seat(here: Path) -> None:
    run("cassino", "new", "--with-bids", "--seed", "3", "--file", "play.cassino.json")
    run("cassino", "answer", "3", code=2)
    run("cassino", "answer", "3", "--seat", "one")
    run("cassino", "show", code=2)
    after = run("cassino", "answer", "1", "--seat", "two")
    assert "Player 1: How many artillery units" in after.output


def test_a_bid_may_be_below_nothing(here: Path) -> None:
    """20.1: a bid may be negative."""
    run("cassino", "new", "--with-bids", "--seed", "3", "--file", "play.cassino.json")
    run("cassino", "answer", "--seat", "one", "-2")
    after = run("cassino", "answer", "--seat", "two", "-5")
    assert "Player 1: How many artillery units" in after.output
    assert "-2 VP" in run("cassino", "show", "--log").output


def test_questions_are_told_in_words_and_say_how_they_are_answered(here: Path) -> None:
    asked = (
        CliRunner()
        .invoke(
            main,
            [
                "--lang",
                "es",
                "cassino",
                "new",
                "--mode",
                "strict",
                "--scenario",
                "castle_hill",
                "--seed",
                "5",
            ],
        )
        .output
    )
    assert "División alemana\n" in asked and "2 5x3" in asked  # no price, and how to count
    run("cassino", "answer", "1")
    run("cassino", "answer", "-")
    fire = CliRunner().invoke(main, ["--lang", "es", "cassino", "answer", "fire"]).output
    assert "attack=0-30  Factor de ataque" in fire and "terrain=1-4" in fire and "(si hace falta)" in fire
    assert "from=1 target=1 attack=4 infantry=1" in fire
    assert "example" not in fire and "{" not in fire
    run("cassino", "undo")
    for answer in ("pass", "pass", "no", "done"):
        told = run("cassino", "answer", answer).output
    assert "holder=german/allied  Tactical advantage now held by (if needed)" in told
    assert "\n8.1  German player: What do you do this impulse?\n" in run("cassino", "answer", "-").output


def test_a_scenario_of_ones_own_is_printed_and_mended(here: Path) -> None:
    own = {**make_blank(load()), "title": "Mine", "nights": [1]}
    Path("mine.json").write_text(json.dumps(own))
    run("cassino", "print", "mine.json")
    assert Path("cassino-mine.pdf").read_bytes().startswith(b"%PDF")
    run("cassino", "check", "mine.json", "--fix", "--out", "mended.json")
    assert json.loads(Path("mended.json").read_text()) == {**own, "nights": []}
    Path("other.json").write_text('{"format": "hora-h/table/1"}')
    run("cassino", "print", "other.json", code=2)


def test_a_scenario_is_checked_and_played(here: Path) -> None:
    own = {**make_blank(load()), "title": "Mine"}
    Path("mine.json").write_text(json.dumps(own))
    assert run("cassino", "check", "mine.json").output == ""
    run(
        "cassino",
        "new",
        "--own",
        "mine.json",
        "--seed",
        "1",
        "--players",
        "chance",
        "--file",
        "m.cassino.json",
    )
    Path("wrong.json").write_text(json.dumps({**own, "nights": [1], "smoke": {"german": 3, "allied": 8}}))
    found = run("cassino", "check", "wrong.json", code=2).output
    assert "Error: V10 /nights/0: Turn 1 cannot be night" in found and "V6 /smoke/german" in found
    told = json.loads(run("cassino", "check", "wrong.json", "--json", code=2).output)
    assert {each["code"] for each in told} == {"V6", "V10"}
    Path("wrong.json").write_text(json.dumps({**own, "nights": [99]}))
    assert "Error: /nights/0: 99 is too high" in run("cassino", "check", "wrong.json", code=2).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("calc", "fire", "attack=4", "infantry=4", "company=1", "terrain=2"), "Attack 8 against defence 6"),
        (("calc", "close", "units=2"), "33.3%"),
        (("calc", "stack", "infantry_there=5", "observers_there=2"), "All units fit"),
        (("calc", "stack", "observers_there=2", "second_observer=never"), "Too many"),
        (("retreat", "12:neighbours=2,beside", "G", "9:infantry"), "unit retreats to zone G (priority B)"),
        (("retreat", "9:antitank", "--armour"), "the unit is eliminated"),
        (("retreat", "9:red", "12:neighbours=1", "--white-only"), "unit retreats to area 12 (priority C)"),
    ],
)
def test_aids(here: Path, words: tuple[str, ...], said: str) -> None:
    assert said in run("cassino", *words).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("next",), "There is no game here"),
        (("calc", "dance"), "There is no calculator “dance”"),
        (("retreat", "9:dance"), "“9:dance” is not a way"),
        (("calc", "fire", "wind=3"), "This calculator has no field “wind”"),
        (("print", "nothing"), "There is no sheet “nothing”"),
        (("next", "--file", "other.json"), "is not a game of Thunder at Cassino"),
        (("new", "--scenario", "moon"), "cannot be “moon”"),
    ],
)
def test_refusals_are_sentences(here: Path, words: tuple[str, ...], said: str) -> None:
    Path("other.json").write_text('{"format": "hora-h/table/1"}')
    assert said in run("cassino", *words, code=2).output


def test_a_file_is_not_written_over(here: Path) -> None:
    run("cassino", "new", "--seed", "1")
    assert "already exists" in run("cassino", "new", "--seed", "1", code=2).output


def test_the_companion_takes_few_keys(here: Path) -> None:
    run("cassino", "new", "--scenario", "round_house", "--seed", "5")
    assert "34% no effect" in run("cassino", "answer", "fire", "8", "6").output
    run("cassino", "answer", "force")
    run("cassino", "answer", "mov")
    played = CliRunner().invoke(main, ["cassino", "play"], input="fire 9 4\nu\npass\n")
    assert "Attack 9 against defence 4" in played.output
    kept = json.loads((here / "round_house.cassino.json").read_text())
    doings = [entry["answer"] for entry in kept["entries"] if entry["ask"] == "companion"]
    assert doings[-1] == {"do": "pass"}


@pytest.mark.parametrize("words", [("calc", "fire", "infantry=7"), ("retreat", "99")])
def test_a_refusal_is_no_success(here: Path, words: tuple[str, ...]) -> None:
    run("cassino", *words, code=2)


def test_names_are_not_bent(here: Path) -> None:
    (here / "k.json").write_text("{}")
    assert "k.json" in run("cassino", "next", "--file", "k.json", code=2).output
