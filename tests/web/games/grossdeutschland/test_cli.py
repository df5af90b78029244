"""Tests of ``horah grossdeutschland``: a battle in a file, and the other commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catalogs.games.grossdeutschland import load
from generator.games.grossdeutschland.document import make_blank, make_printed
from web.cli import main

CATALOG = load()
STRICT = ("--mode", "strict", "--no-supply")


@pytest.fixture
def horah(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def run(*words: str, code: int = 0) -> Result:
        found = CliRunner().invoke(main, ["grossdeutschland", *words])
        assert found.exit_code == code, found.output + found.stderr
        return found

    return run


def test_a_battle_in_a_file(horah: Any) -> None:
    first = horah("new", *STRICT, "--battle", "lutchessa", "--seed", "5.secretsecret")
    assert "weather modifier" in first.stderr
    assert "1 (morning)" in first.stderr
    assert "Choose the HQ chit" in horah("answer", "-1").stderr
    assert "Where does the reinforcement enter?" in horah("answer", "soviet:1Mot").stderr
    assert "What does the formation do?" in horah("answer", "F").stderr
    assert "which engineers" in horah("answer", "clear").stderr.lower()
    assert "which hex is cleared?" in horah("answer", "soviet:1Mot:Eng").stderr.lower()
    horah("answer", "99", code=2)
    horah("answer", "4311")
    assert "which bridge" in horah("answer", "demolish").stderr.lower()
    refused = horah("answer", "40", code=2)
    assert "“40” is not a hex or a hexside" in refused.stderr
    assert "What does the formation do?" in horah("answer", "4047-4147").stderr
    assert "Bridges" in horah("show").output or "still stands" in horah("show", "--log").output
    assert "Which bridge" in horah("undo").stderr
    seen = json.loads(horah("show", "--json", "--seat", "german").output)
    assert seen["events"]["german"]["cup"] == {"blue": 30, "red": 25, "black": 5}
    asked = json.loads(horah("next", "--json", "--seat", "german").output)
    assert "form" not in asked[0]  # a prompt of the other seat is only outlined


def test_a_barrage_costs_what_its_dice_say(horah: Any) -> None:
    """11.2: three alike cost two units a step, or the only one; choosing none is refused."""
    horah("new", *STRICT, "--battle", "kursk", "--seed", "5", "--dice", "typed")
    for words in (("0",), ("1",), ("german:1Art",), ("barrage",), ("1",), ('{"distance": 1}',)):
        horah("answer", *words)
    assert "1 to 2 numbers" in horah("answer", "3", "3", "3").stderr
    horah("answer", "-", code=2)
    asked = horah("answer", "soviet:2Rif:1").stderr
    assert "Is the only unit tracked" in asked and "1 2Rif" in asked
    horah("answer", "no")
    assert "These units were eliminated: 1 2Rif." in horah("show", "--log").output


def test_an_attack_is_typed_field_by_field_and_what_happened_is_told(horah: Any) -> None:
    """10.1: dice and chits are printed before the next prompt."""
    horah("new", *STRICT, "--battle", "kursk", "--seed", "5", "--dice", "typed", "--chits", "typed")
    horah("answer", "0")
    weather = horah("answer", "1").stderr
    assert "Weather: Sunny" in weather
    assert "Choose the HQ chit" in weather
    asked = horah("answer", "german:2Pz") and horah("answer", "attack").stderr
    assert "forts=trench/minefield/dragons_teeth/bunker,…  Fortifications" in asked
    assert "attack=3 defence=3" in asked
    assert "enter both strengths" in horah("answer", "attack=12", code=2).stderr
    horah("answer", "strength=12", code=2)
    horah("answer", "attack=12", "defence=5", "forts=trench,bunker", "engineers=1")
    horah("answer", "red")
    horah("answer", "modifier=2")
    horah("answer", "blue")
    assert "The Soviets drew a blue chit: -3." in horah("answer", "modifier=3").stderr
    assert "Modifiers" in horah("answer", "none").stderr
    assert "Column 3-1" in horah("show", "--log").output


def test_who_never_enters_the_map_is_told_what_it_can_do(horah: Any) -> None:
    """18.4: 2Art of Kursk stays off the map."""
    horah("new", *STRICT, "--battle", "kursk", "--seed", "5")
    horah("answer", "0")
    assert "This formation stays off the map" in horah("answer", "german:2Art").stderr


def test_a_number_says_its_bounds(horah: Any) -> None:
    """14.0: the prompt for the weather modifier states its bounds."""
    assert "A number, from -6 to 6" in horah("new", *STRICT, "--battle", "kursk", "--seed", "5").stderr


def test_a_file_is_never_written_over(horah: Any) -> None:
    horah("new", *STRICT, "--seed", "1")
    assert "grossdeutschland.battle.json" in horah("new", *STRICT, "--seed", "1", code=2).stderr


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "hora-h/table/1"}', "\x00"])
def test_what_is_no_battle_is_said(horah: Any, content: str) -> None:
    Path("x.json").write_text(content)
    found = horah("next", "--file", "x.json", code=2)
    assert "Traceback" not in found.output + found.stderr
    assert found.stderr.strip()


def test_print_in_every_kind(horah: Any) -> None:
    horah("print", "kursk", "--out", "k.pdf", "--paper", "letter", "--lang", "es")
    assert Path("k.pdf").read_bytes().startswith(b"%PDF")
    horah("print", "kursk", "--out", "k.md", "--sheet", "combat")
    assert "| 7 | SC" in Path("k.md").read_text()
    assert "unofficial variant" in horah("print", "kursk", "--variant", "3").output
    horah("new", *STRICT, "--battle", "kursk", "--seed", "1")
    horah("answer", "0")
    assert "STATE OF THE BATTLE" in horah("print").output


def test_check_and_fix(horah: Any) -> None:
    horah("check", "kursk")
    document = make_printed(CATALOG, "lutchessa")
    document["picks"]["chits"] = 9
    Path("own.json").write_text(json.dumps(document))
    found = horah("check", "own.json", code=2)
    assert "Error: GD.6 /picks/chits: The Soviets choose 9 chits, but the first cup has" in found.output
    assert "UNSOUND" not in horah("new", "--scenario", "own.json", code=2).stderr
    horah("check", "own.json", "--fix", "--out", "mended.json")
    assert json.loads(Path("mended.json").read_text())["picks"]["chits"] == 5
    horah("new", *STRICT, "--scenario", "mended.json", "--seed", "1")


def test_a_scenario_of_ones_own_is_played(horah: Any) -> None:
    Path("own.json").write_text(json.dumps({**make_blank(CATALOG), "title": "A night at Griva"}))
    horah("new", *STRICT, "--scenario", "own.json", "--seed", "1")
    assert "A night at Griva" in horah("show", "--log").output
    assert "A night at Griva" in horah("print").output


def test_odds_and_aids(horah: Any) -> None:
    assert "41.67%      5/12  DE" in horah("odds", "--column", "5-1").output
    assert "9/20  the next chit belongs to the Germans" in horah("odds", "kursk").output
    assert "1/2  Sunny (replacements 2/3)" in horah("odds", "--weather", "-2").output
    assert "“9-9”" in horah("odds", "--column", "9-9", code=2).stderr
    for what in ("positions", "weather", "black"):
        assert horah("aid", "lutchessa", "--seed", "4", "--what", what).output.startswith("Unofficial")
    assert json.loads(horah("aid", "kursk", "--seed", "4", "--what", "variant").output)["source"] == "variant"
    action = horah("aid", "kursk", "--seed", "4", "--what", "action").output
    assert json.loads(action)["source"] == "action"


def test_help_in_spanish(horah: Any) -> None:
    found = CliRunner().invoke(main, ["--lang", "es", "grossdeutschland", "--help"])
    assert "Jugar una de las cuatro batallas" in found.output


def test_an_attack_from_typed_strengths() -> None:
    """10.1: the aid prints the column, every modifier with its cause, and the odds."""
    words = ["attack=7", "defence=3", "slot=evening", "weather=rain", "trench", "bunker", "engineers"]
    aid = ["--lang", "en", "calc", "grossdeutschland", "attack"]
    found = CliRunner().invoke(main, [*aid, *words, "ground=2", "across=river", "drm=-1"]).output
    assert found.startswith("Column 3-1, 2D6 +6. Included: terrain +1, river +2, Bunker +2, Rain +1, ev")
    night = CliRunner().invoke(main, [*aid, "column=3-1", "slot=night"]).output
    assert night.startswith("Column 3-1, 3D6 +0.\n")


def test_the_companion_takes_few_keys(horah: Any) -> None:
    """Answers by number, by the start of a name, and an attack with its modifier."""
    horah("new", "--battle", "kursk", "--seed", "5")
    horah("answer", "0")
    horah("answer", "next")
    horah("answer", "2Pz")
    assert "Column 2-1" in horah("answer", "attack 2-1", "-2").stderr
    assert "3 VP" in horah("answer", "noven").stderr
    assert "is not" in horah("answer", "attack", code=2).stderr


def test_a_battle_is_played_at_one_prompt(horah: Any, tmp_path: Path) -> None:
    horah("new", "--battle", "kursk", "--seed", "5")
    keys = ["0", "1", "2pz", "1", "1", "attack 2-1", "attack 2-1 +1", "u"]
    played = CliRunner().invoke(main, ["grossdeutschland", "play"], input="\n".join(keys) + "\n")
    assert "Column 2-1" in played.stderr
    kept = json.loads((tmp_path / "grossdeutschland.battle.json").read_text())
    assert sum(entry["ask"] == "attack_dice" for entry in kept["entries"]) == 1  # the other was taken back


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("print", "kursk", "--sheet", "foo"), "There is no sheet “foo”"),
        (("print", "kursk", "--out", "x.docx"), "cannot be printed to"),
    ],
)
def test_what_cannot_be_printed_is_refused(horah: Any, words: tuple[str, ...], said: str) -> None:
    assert said in horah(*words, code=2).stderr


def test_typed_answers_that_make_no_sense(horah: Any) -> None:
    horah("new", *STRICT, "--battle", "kursk", "--seed", "5")
    for wrong in ("abc", "1 2", "--"):
        assert "is not a whole number" in horah("answer", "--", wrong, code=2).stderr
    horah("answer", "0")
    horah("answer", "2Pz (Germans)")
    horah("answer", "attack")
    assert "twice; give it once" in horah("answer", "attack=5", "attack=6", "defence=3", code=2).stderr
    assert "already exists" in horah("new", "--seed", "1", code=2).stderr
