"""``horah play CARD.json``: a fight at the keyboard, with hints, undo, a saved game and its check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.generator.games.combat_commander.play.tables import rolled_card
from web.cli import main


def play(*words: str, typed: tuple[str, ...] = (), lang: str = "en") -> Result:
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(main, ["--lang", lang, "play", *words], input=lines)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    file = tmp_path / "card.json"
    file.write_text(json.dumps(rolled_card("2001")), encoding="utf-8")
    return file


def test_the_set_up_is_asked_in_words_and_saved(card: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    options = ("--axis", "person", "--allied", "regular", "--seed", "one.two", "--save", str(saved))
    result = play(str(card), *options, typed=("h", "m", "99", "lieut", "u", "1", "q"))
    assert result.exit_code == 0, result.output
    told = result.stderr
    assert "are GMT Games'" in told and "no source has the wind direction" in told
    assert "8.1.1  Axis player: Choose the unit that carries this weapon" in told
    assert "Light machine gun\n" in told and "  1  Lieutenant Schrader\n" in told
    assert "The regular commander would choose: " in told
    assert "w  Woods" in told and "#3 Axis" in told
    assert "“99” is not possible. Type a number from 1 to" in told
    record = json.loads(saved.read_text(encoding="utf-8"))
    assert [entry["answer"] for entry in record["entries"]] == ["u1"]
    again = play(str(saved), typed=("q",), lang="es")
    assert again.exit_code == 0, again.output
    assert "Elija la unidad que lleva esta arma" in again.stderr
    assert "  1  Teniente Schrader\n" not in again.stderr  # has the first weapon


def test_two_people_at_one_keyboard_look_away_in_turn(card: Path) -> None:
    result = play(str(card), "--axis", "person", "--allied", "person", typed=("1", "2", "q"))
    assert result.exit_code == 0, result.output
    assert result.stderr.count("Axis player: Choose the unit that carries this weapon") == 2


def test_two_commanders_fight_and_the_record_is_sound(card: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    result = play(str(card), "--axis", "recruit", "--allied", "random", "--save", str(saved))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Result of the battle\n")
    assert "How the odds went" in result.stderr and "Recruit (easy)" in result.stdout
    checked = CliRunner().invoke(main, ["verify", str(saved)])
    assert checked.exit_code == 0, checked.output


def test_files_that_cannot_be_played_are_refused_in_words(card: Path, tmp_path: Path) -> None:
    assert "general" in play(str(card), "--axis", "general").stderr
    other = tmp_path / "other.json"
    other.write_text("[]", encoding="utf-8")
    refused = play(str(other))
    assert refused.exit_code != 0
    assert "Traceback" not in refused.output and refused.stderr
