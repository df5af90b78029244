"""Interactive play in the terminal, with the toy game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from web.cli import main

pytestmark = pytest.mark.usefixtures("toy_game")


def play(*words: str, typed: tuple[str, ...], lang: str = "en") -> Result:
    return CliRunner().invoke(
        main, ["--lang", lang, "play", "toy", *words], input="".join(f"{line}\n" for line in typed)
    )


def test_choices_and_public_log() -> None:
    """T.1 to T.3: the wind is rolled, both choose in secret, the omens stay hidden."""
    result = play("--seed", "3", typed=("1", "2"))
    assert result.exit_code == 0, result.output
    told = result.stderr
    assert "T.2  Red: Lane" in told and "T.2  Blue: Lane" in told
    assert "  1  Road" in told and "T.1     Red: Wind: " in told
    assert "T.2     Red wins 3." in told and "T.3     Blue: Omen: hidden" in told
    assert result.stdout.startswith("The toy\n") and "Red 3, Blue 2." in result.stdout


def test_refused_answer_is_asked_again() -> None:
    result = play(typed=("9", "1", "road"))
    assert result.exit_code == 0, result.output
    assert "“9” is not possible. Choose from: Road, Wood, River." in result.stderr
    assert result.stderr.count("T.2  Red: Lane") == 2


def test_u_undoes_the_last_answer() -> None:
    result = play("--rounds", "2", typed=("u", "1", "2", "u", "3", "1", "2"))
    assert result.exit_code == 0, result.output
    assert "There is nothing to undo." in result.stderr
    assert result.stderr.count("T.2  Blue: Lane") == 3  # once more after it was taken back


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            [
                "Play PROCEDURE and print its sheet.",
                "Seed for the dice; a new one by default.",
                "How many rounds are played. [T; default: 1]",
            ],
        ),
        ("es", ["Jugar PROCEDURE y mostrar su hoja.", "Cuántas rondas se juegan. [T; por defecto: 1]"]),
    ],
)
def test_help(lang: str, words: list[str]) -> None:
    told = " ".join(CliRunner().invoke(main, ["--lang", lang, "play", "toy", "--help"]).output.split())
    assert all(word in told for word in words)
    listed = CliRunner().invoke(main, ["--lang", lang, "--help"]).output
    assert "  play " in listed and ("the toy" if lang == "en" else "el juguete") in listed


@pytest.mark.parametrize("given", ["0", "10", "many"])
def test_invalid_settings_use_terms_of_the_game(given: str) -> None:
    result = play("--rounds", given, typed=())
    assert result.exit_code == 2
    assert result.stderr == f"Rounds: “{given}” is not possible. Choose from: 1, 2, 3, 4, 5, 6, 7, 8, 9.\n"


def test_catalogues_of_any_game_can_be_listed() -> None:
    listed = CliRunner().invoke(main, ["catalog", "list", "--game", "toy"])
    assert listed.exit_code == 0 and "lanes" in listed.output
    shown = CliRunner().invoke(main, ["catalog", "show", "river"])
    assert shown.exit_code == 0 and "River" in shown.output
    checked = CliRunner().invoke(main, ["catalog", "check", "--game", "toy"])
    assert checked.exit_code == 0, checked.output
    assert CliRunner().invoke(main, ["catalog", "list", "--game", "chess"]).exit_code == 2
