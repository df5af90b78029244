"""Tests of ``horah battle``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from web.cli import main
from web.cli.settings_options import procedures_of


def horah(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["battle", *words], input=typed, env={"HORAH_LANG": "en"})


def card(*words: str) -> dict[str, Any]:
    result = horah("--json", *words)
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_the_same_seed_gives_the_same_battle() -> None:
    assert card("--seed", "1944") == card("--seed", "1944") != card("--seed", "1945")


def test_a_battle_without_a_seed_has_an_open_and_a_secret_part() -> None:
    seed = card()["seed"]
    assert seed.count(".") == 1
    assert card("--seed", seed)["commitment"]


def test_a_seed_that_could_be_guessed_from_its_hash_has_none_on_a_sides_card() -> None:
    assert card("--seed", "1944", "--seat", "axis")["commitment"] is None
    assert card("--seed", "1944", "--seat", "referee")["commitment"]
    assert card("--seed", "1944.9f86d081884c7d659a2f", "--seat", "axis")["commitment"]


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        (("--axis", "italian", "--allied", "british"), lambda c: c["sides"]["axis"]["faction"] == "italian"),
        (("--year", "1943", "--year", "1944"), lambda c: c["year"] in (1943, 1944)),
        (("--size", "platoon"), lambda c: c["sides"]["axis"]["size"] == "platoon"),
        (("--balance", "even"), lambda c: c["sides"]["axis"]["posture"] == "recon"),
        (("--edition", "anniversary"), lambda c: c["edition"] == "anniversary"),
        (("--dice", "fate"), lambda c: c["settings"]["dice"] == "fate"),
        (("--commander", "axis=bold", "--commander", "allied=cautious"), lambda c: c["marker"] < 0),
        (("--map", "12"), lambda c: c["map"]["number"] == 12),
        (("--quality", "axis=elite"), lambda c: c["sides"]["axis"]["quality"] == "elite"),
        (("--placement", "hexes"), lambda c: c["sides"]["axis"]["setup"]["fixed"]),
        (("--optional", "V12", "--optional", "V8"), lambda c: c["rules"]["optional"] == ["V8", "V12"]),
        (("--house", "defender-radio"), lambda c: c["settings"]["defender_radio"]),
        (("--defender-radio", "--no-reroll-green"), lambda c: c["settings"]["defender_radio"]),
        (("--years", "1943, 1944"), lambda c: c["settings"]["years"] == [1943, 1944]),
        (("--own-map", "3", "--maps", "4,5"), lambda c: c["settings"]["maps"] == [3, 4, 5]),
        (("--axis-commander", "bold"), lambda c: c["settings"]["axis_commander"] == "bold"),
        (("--axis-qualities", "elite,line"), lambda c: c["settings"]["axis_qualities"] == ["elite", "line"]),
        (("--same-size",), lambda c: c["settings"]["same_size"]),
        (
            ("--seat", "axis"),
            lambda c: c["seat"] == "axis" and c["objectives"]["secret"]["allied"] in ("hidden", []),
        ),
    ],
)
def test_options(words: tuple[str, ...], holds: Any) -> None:
    assert holds(card("--seed", "7.x", *words))


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Orders", "How this battle was rolled", "RS.16")), ("es", ("Órdenes", "RS.16"))],
)
def test_the_text_card_with_its_log(lang: str, words: tuple[str, ...]) -> None:
    result = horah("--seed", "7.x", "--lang", lang)
    assert result.exit_code == 0
    for word in words:
        assert word in result.stdout
    assert "7.x" not in result.stdout
    assert "7.x" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--allied", "british", "--year", "1939"), "no such battle"),
        (("--axis", "mongol"), "german, italian"),
        (("--seed", "a b"), "cannot be a seed"),
        (("--commander", "north=bold"), "axis=bold"),
        (("--commander", "axis=napoleon"), "cautious"),
        (("--quality", "elite"), "axis=elite"),
        (("--map", "99"), "99"),
        (("--edition", "compilation", "--axis", "german", "--year", "1940"), "no such battle"),
        (("--dice", "typed"), "--interactive"),
    ],
)
def test_refusals_are_sentences(words: tuple[str, ...], says: str) -> None:
    result = horah("--seed", "7", *words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_everything_is_written(tmp_path: Path) -> None:
    result = horah("--seed", "7.x", "--out", str(tmp_path / "out"))
    assert result.exit_code == 0, result.stderr
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"card.pdf", "card.json", "card.txt", "card.md", "map.svg", "log.pdf", "pull.pdf"} <= names
    for path in (tmp_path / "out").glob("*.pdf"):
        assert path.read_bytes().startswith(b"%PDF")


def test_people_are_asked_for_every_choice_and_every_die() -> None:
    """On an odd map roll the second player chooses; an illegal die is asked again; u undoes an answer."""
    typed = "\n".join(["3 4", "9", "9 9", "2 5", "u", "2 6", "6"])
    result = horah("--interactive", "--dice", "typed", "--seed", "7.x", typed=typed)
    assert "Choose the map" in result.stderr
    assert "is not a roll of the white and the coloured die" in result.stderr
    assert result.stderr.count("Roll for the friendly edge") == 3
    assert "friendly edge: Left" in result.stderr


def test_an_interactive_battle_to_the_end() -> None:
    settings = ["--axis", "german", "--allied", "russian", "--year", "1942", "--seed", "3.x"]
    result = horah("--interactive", *settings, typed="\n".join(["7", "6", *["1", "-"] * 40]))
    assert result.exit_code == 0, result.stderr
    assert "Secretly choose your order of battle" in result.stderr
    assert "How this battle was rolled" in result.stdout


@pytest.mark.parametrize("lang", ["en", "es"])
def test_help_shows_every_setting_with_its_sentence_rule_and_default(lang: str) -> None:
    result = CliRunner().invoke(main, ["--lang", lang, "battle", "--help"], env={"COLUMNS": "400"})
    voice = MessageFormatter(load(), lang)
    (procedure,) = procedures_of("combat_commander", "battle")
    told = " ".join(result.output.split())
    for each in procedure.describe(load()):
        assert f"--{each.name.replace('_', '-')}" in told
        assert f"{voice.say(each.sentence)} [{each.rule}" in told
        if isinstance(each.default, str):
            assert f"{each.default}]" in told
