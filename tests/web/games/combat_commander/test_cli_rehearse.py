"""Tests of ``horah rehearse``: odds, a film in a file, and error messages."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from web.cli import main


def horah(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_the_odds_of_a_seed(tmp_path: Path) -> None:
    film = tmp_path / "film.txt"
    code, out, _ = horah("rehearse", "--seed", "15", "--times", "2", "--cores", "1", "--film", str(film))
    assert code == 0
    assert "Rehearsal: 2 fights of this scenario" in out
    assert "two computer players of equal skill" in out
    lines = film.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "Set-up"
    assert lines[1].startswith("  [RS.10] ")
    assert any(line.startswith("Turn 1: ") for line in lines)
    assert " won: " in lines[-1]
    assert not any("{" in line or "german:" in line for line in lines)


def test_spanish_and_json() -> None:
    assert "Ensayo: 1 combate " in horah("--lang", "es", "rehearse", "--seed", "15", "--times", "1")[1]
    document = json.loads(horah("rehearse", "--seed", "15", "--times", "1", "--json")[1])
    assert (document["format"], document["fights"]) == ("hora-h/rehearsal/1", 1)


def test_levels_and_styles_of_each_side() -> None:
    words = ("rehearse", "--seed", "15", "--times", "1", "--cores", "1", "--json", "--level")
    document = json.loads(horah(*words, "recruit", "--level", "allied=bold")[1])
    assert document["commanders"] == {"axis": "recruit", "allied": "bold"}
    assert horah(*words, "nobody")[2].startswith("There is no computer player “nobody”; there are random, ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "15", "--times", "0"), "A rehearsal has 1 to 100000 fights; you asked for 0."),
        ((), "Choose one: a card, or --seed for a battle."),
        (("nowhere.json",), "nowhere.json"),
        (("--seed", "15", "--fights", "no seed"), "no seed"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], said: str) -> None:
    code, _, told = horah("rehearse", *words)
    assert code != 0
    assert said in told
    assert "Traceback" not in told
