"""Tests of ``horah schwerpunkt``: the shared commands, and short reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.generator.games.schwerpunkt.battles import make_complete
from web.cli import main


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "battle.json").write_text(json.dumps(make_complete()), encoding="utf-8")

    def call(*words: str, code: int = 0) -> Result:
        found = CliRunner().invoke(main, ["schwerpunkt", *words])
        assert found.exit_code == code, found.output
        return found

    return call


def test_a_battle_in_a_file(run: Any, tmp_path: Path) -> None:
    assert (
        "Blue: Choose in secret the HQ"
        in run("new", "--mode", "strict", "--battle", "battle.json", "--seed", "abc", "--lang", "en").output
    )
    run("answer", "--seat", "blue", "b1")
    assert "B1" not in run("next", "--seat", "red", "--lang", "en").output
    run("answer", "--seat", "red", "r1")
    run("answer", "--seat", "blue", "0", "b-fuel")
    told = run("answer", "--seat", "red", "-", "--lang", "en").output
    assert "What does the active HQ do?" in told
    seat = "blue" if "Blue: What does the active" in told else "red"
    before = (tmp_path / "schwerpunkt.battle.json").read_text()
    run("answer", "--seat", seat, "move", f"{seat[0]}-inf-1", "to=0505", "--lang", "en")
    assert "0505" in run("show", "--seat", seat).output
    run("undo")
    assert json.loads((tmp_path / "schwerpunkt.battle.json").read_text()) == json.loads(before)
    assert " chose " in run("show", "--log", "--seat", "everyone", "--lang", "en").output


def test_refusals_are_sentences(run: Any) -> None:
    run("new", "--mode", "strict", "--seed", "abc")
    assert "gd" in run("answer", "--seat", "blue", "nobody", "--lang", "en", code=2).output
    assert "schwerpunkt.battle.json" in run("new", "--mode", "strict", "--lang", "en", code=2).output
    assert "is not a battle" in run("next", "--file", "battle.json", "--lang", "en", code=2).output


def test_a_file_that_was_tampered_with_is_refused_in_a_sentence(run: Any, tmp_path: Path) -> None:
    run("new", "--mode", "strict", "--seed", "abc", "--battle", "battle.json")
    path = tmp_path / "schwerpunkt.battle.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    for change in (
        {"settings": {"battle": {"format": "x"}}},
        {"settings": {"battle": 3}},
        {"settings": {"stakes": "never"}},
        {"entries": [{"n": 0}]},
        {"entries": [7]},
        {"seeds": [{"from": 0, "seed": "a b"}]},
        {"seeds": []},
        {"procedure": "toy/1"},
    ):
        path.write_text(json.dumps({**kept, **change}), encoding="utf-8")
        told = run("next", "--lang", "en", code=2).output
        assert "Traceback" not in told and told.strip()


@pytest.mark.parametrize("name", ["out.pdf", "out.md", "out.txt", "out.json"])
def test_printing(run: Any, tmp_path: Path, name: str) -> None:
    run("print", "battle.json", "--out", name, "--seat", "blue", "--paper", "letter", "--lang", "es")
    body = (tmp_path / name).read_bytes()
    assert body and b"R-GUNS-1" not in body


def test_checking_and_mending(run: Any, tmp_path: Path) -> None:
    assert "[x]" in run("check", "battle.json", "--lang", "en").output
    wrong = make_complete()
    wrong["trains"][0]["exhaustion"] = 11
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert "/trains/0/exhaustion" in run("check", "wrong.json", code=2).output
    run("check", "wrong.json", "--fix", "--out", "right.json")
    assert json.loads((tmp_path / "right.json").read_text())["trains"][0]["exhaustion"] == 10
    rows = json.loads(run("check", "wrong.json", "--json", code=2).output)
    assert rows[0]["code"] == "S5"
    (tmp_path / "no.json").write_text('{"format": "x"}', encoding="utf-8")
    run("check", "no.json", code=2)
    run("print", "no.json", code=2)


def test_pace_and_skeleton(run: Any, tmp_path: Path) -> None:
    run("skeleton", "--seed", "7", "--out", "skeleton.json")
    assert json.loads((tmp_path / "skeleton.json").read_text())["kind"] == "skeleton"
    told = json.loads(run("pace", "skeleton.json", "--json").output)
    assert told["mean"]["blue"] == pytest.approx(told["mean"]["red"])
    assert "activations on average" in run("pace", "battle.json", "--blue", "-2", "--lang", "en").output
    run("skeleton", "--days", "99", code=2)


def test_a_question_says_what_can_be_typed(run: Any) -> None:
    """The prompt lists trains, actions with costs and terrain by the names to type, and how to type them."""
    run("new", "--mode", "strict", "--battle", "battle.json", "--seed", "abc")
    assert "Escriba el HQ" in run("next", "--seat", "blue", "--lang", "es").output
    run("answer", "--seat", "blue", "b1")
    run("answer", "--seat", "red", "r1")
    staked = run("next", "--lang", "es").output
    assert "b-fuel: B-FUEL" in staked and "hasta 0" in staked
    run("answer", "--seat", "blue", "0")
    run("answer", "--seat", "red", "0")
    told = run("next", "--lang", "es").output
    assert "  move: Mover (1)\n" in told and "  build: Construir o destruir (2)\n" in told
    assert "mission:" not in told, "none was kept"
    assert "terrain=clear (Clear)" in told and "Escriba la acción" in told, "as its author calls it"


def test_a_reaction_says_its_ways(run: Any) -> None:
    run("new", "--mode", "strict", "--battle", "battle.json", "--seed", "abc")
    run("answer", "--seat", "blue", "b1")
    run("answer", "--seat", "red", "r1")
    run("answer", "--seat", "blue", "0")
    told = run("answer", "--seat", "red", "0", "--lang", "en").output
    seat = "blue" if "Blue: What does the active" in told else "red"
    run("answer", "--seat", seat, "move", f"{seat[0]}-inf-1", "zone")
    told = run("next", "--lang", "en").output
    assert "direct: Direct fire" in told and "none: Nothing" in told and "Type the reaction" in told


def test_answers_by_the_words_of_the_players_language_and_printed_names(run: Any) -> None:
    run("new", "--mode", "strict", "--battle", "battle.json", "--seed", "abc")
    run("answer", "--seat", "blue", "b1")
    run("answer", "--seat", "red", "r1")
    run("answer", "--seat", "blue", "-")
    output = run("answer", "--seat", "red", "-", "--lang", "es").output
    seat = "blue" if "Azul: Qué" in output else "red"
    assert "Escuadras" in output and "Buen orden" in output, "formation and mode of each unit"
    moved = run("answer", "--seat", seat, "mover", f"{seat[0].upper()}-INF-1", "to=0505", "--lang", "es")
    assert "0505" in moved.output


def test_a_print_that_cannot_be_written_is_refused(run: Any, tmp_path: Path) -> None:
    refused = run("print", "example", "--out", "x.docx", "--lang", "en", code=2).output
    assert "x.docx cannot be written" in refused
    assert not (tmp_path / "x.docx").exists()
