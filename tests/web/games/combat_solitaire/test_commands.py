"""Tests of ``horah combat``: a game in a file, its scenarios, sheets and records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.games.combat_solitaire.random_player import RandomPlayer
from tests.generator.games.combat_solitaire.playing import catalog
from web.cli import main
from web.games.combat_solitaire.commands.files import GAME_FILE


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, code: int = 0) -> Result:
    found = CliRunner().invoke(main, ["--lang", "en", "combat", *words])
    assert found.exit_code == code, found.output
    return found


def test_a_game_from_its_beginning(here: Path) -> None:
    begun = run("new", "lantern", "--mode", "strict", "--seed", "5.abc", "--sealed-tq", "4")
    assert "Where does each soldier start?" in begun.output
    men = dict.fromkeys(catalog().squads["3"]["able"], "07.05")
    men |= dict.fromkeys(catalog().squads["3"]["baker"], "07.09")
    men |= dict.fromkeys(catalog().squads["3"]["charlie"], "06.06")
    told = run("answer", json.dumps(men))
    assert "Which card do you play?" in told.output
    assert "Turn 1 of 6" in told.output
    assert "Which orders does the squad get?" in run("answer", "6").output
    assert "Which card do you play?" in run("undo").output
    assert json.loads(run("next", "--json").output)[0]["ask"] == "friendly_card"
    shown = run("show").output
    assert "Face down" in shown and "Sgt Taylor" in shown
    assert run("show", "--json").output.count('"who": null') == 5


def begun() -> list[str]:
    """Play a game up to the orders, typing every man by name; return the men."""
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc", "--sealed-tq", "4")
    squad = catalog().squads["3"]
    hexes = {"able": "07.05", "baker": "07,09", "charlie": "06.06"}
    run("answer", *(f"{catalog().men[who].name}={hexes[team]}" for team in hexes for who in squad[team]))
    run("answer", "6")
    return [who for team in hexes for who in squad[team]]


def said(*words: str, code: int = 0) -> str:
    found = CliRunner().invoke(main, ["--lang", "es", "combat", *words])
    assert found.exit_code == code, found.output
    return found.output


def test_reports_are_typed_in_words(here: Path) -> None:
    """Men are typed by name, orders by their words or a beginning.

    The list of orders is printed once for all men who share it: Taylor's weapon is known, the others' are
    not.
    """
    first, second, *_ = begun()
    asked = said("next")
    assert asked.count("Fuego dirigido |") == 2 and "aimed" not in asked
    assert f"{catalog().men[first].name}: 07.05, Audaz\n" in asked, "where he is and how"
    told = said("answer", f"{first}=reptar", f"{second}=fuego dir")
    names = [catalog().men[who].name for who in (first, second)]
    assert f"{names[0]}: Reptar" in told and f"{names[1]}: Fuego dirigido" in told


def test_what_is_typed_in_short_and_fits_nothing_is_refused_in_words(here: Path) -> None:
    first = begun()[0]
    refused = said("answer", f"{first}=volar", code=2)
    assert "«volar» no es una" in refused and "Reptar" in refused and "sneak" not in refused
    assert "fuego» no es una" in said("answer", f"{first}=fuego", code=2), "several begin so"
    assert "nombre=valor" in said("answer", "patton=reptar", code=2)
    assert "nombre=valor" in said("answer", first, code=2)


def test_a_number_alone_is_the_answer_where_one_is_asked_for(here: Path) -> None:
    begun()
    told = run("answer", "-").output
    while "What is the initiative on the enemy card?" not in told:
        told = run("answer", "typed" if "typed" in told else "14").output
    assert "Number: 0…99" in told and "value" not in told
    assert "-2" in run("answer", "-2", code=2).output, "no option of the command"
    assert "The player entered the initiative of the enemy card: 5" in run("answer", "5").output


def test_without_a_file_sheets_are_printed_as_text(here: Path) -> None:
    assert run("print", "crossroads").output.startswith("The crossroads\n==============")
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc")
    assert "Lantern patrol" in run("print").output


@pytest.mark.parametrize("document", [{}, {"format": "hora-h/schwerpunkt-battle/1"}, {"format": "combat"}])
def test_what_is_no_scenario_is_not_printed_and_told_so(here: Path, document: dict[str, str]) -> None:
    (here / "other.json").write_text(json.dumps(document))
    told = run("print", "other.json", code=2).output
    assert told.startswith("Scenario not ready to play: it lacks")


def test_what_is_sealed_is_not_to_be_read_in_the_file(here: Path) -> None:
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc")
    words = (here / "lantern.combat.json").read_text()
    game = GAME_FILE.read(catalog(), here / "lantern.combat.json")
    drawn = [entry.answer for entry in game.table.entries if entry.secret]
    assert len(drawn) == 5
    assert not any(counter in words for counter in drawn)
    assert "5.abc" not in words


def test_files_that_cannot_be(here: Path) -> None:
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc")
    assert "lantern.combat.json" in run("new", "lantern", "--mode", "strict", code=2).output
    (here / "lantern.combat.json").write_text('{"sealed": "x"}')
    assert "not a game of Combat!" in run("next", code=2).output
    (here / "other.combat.json").write_text("{}")
    assert "There is more than one" in run("next", code=2).output
    assert "omaha" in run("new", "omaha", "--mode", "strict", code=2).output
    assert "WRONG" not in run("new", "fragments", "--mode", "strict", code=2).output


def test_checking(here: Path) -> None:
    assert "21 of 21" in run("check", "crossroads").output
    assert "Error: " in run("check", "fragments", code=2).output
    found = json.loads(run("check", "fragments", "--json", code=2).output)
    assert {"severity", "code", "place", "text"} <= set(found[0])
    run("check", "sweep")


def test_a_scenario_out_of_a_template(here: Path) -> None:
    run("make", "sweep", "--seed", "7", "--out", "mine.json")
    made = json.loads((here / "mine.json").read_text())
    assert made["source"] == "generated"
    run("check", "mine.json")
    run("new", "mine.json", "--mode", "strict", "--file", "mine.combat.json")
    assert GAME_FILE.read(catalog(), here / "mine.combat.json").settings.scenario == made
    again = run("make", "sweep", "--seed", "7").output
    assert json.loads(again) == made
    assert "no template" in run("make", "omaha", "--seed", "7", code=2).output.lower()


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.pdf", b"%PDF"), ("x.txt", b"The crossroads"), ("x.md", b"# The"), ("x.json", b"{")],
)
def test_printing_a_scenario(here: Path, name: str, begins: bytes) -> None:
    run("print", "crossroads", "--out", name, "--paper", "letter")
    assert (here / name).read_bytes().startswith(begins)


def test_printing_a_game(here: Path) -> None:
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc", "--file", "g.combat.json")
    game = GAME_FILE.read(catalog(), here / "g.combat.json")
    straw = RandomPlayer("1")
    while not game.documents("player"):
        game.answer("player", straw(game.table, game.table.pending[0]))
        game.fill()
    (here / "g.combat.json").write_bytes(GAME_FILE.write(game))
    run("print", "--file", "g.combat.json", "--out", "g.txt", "--sheets", "roster,smoke")
    assert "Squad roster" in (here / "g.txt").read_text()
    assert "Secret key" not in (here / "g.txt").read_text()


def test_sight(here: Path) -> None:
    """12.1: the line of the example."""
    told = run("sight", "27.08", "21.12").output
    assert "23.11, 22.11" in told
    assert "Blocked" in run("sight", "10.10", "10.13", "--ground", "10.11=trees").output
    assert "12.10" in run("sight", "x", "10.13", code=2).output
    assert "24.10=trees" in run("sight", "10.10", "10.13", "--ground", "lava", code=2).output


def test_a_service_record(here: Path) -> None:
    run("new", "lantern", "--mode", "strict", "--seed", "5.abc", "--file", "g.combat.json")
    assert "not a finished game" in run("record", "g.combat.json", "--record", "r.json", code=2).output
    game = GAME_FILE.read(catalog(), here / "g.combat.json")
    straw = RandomPlayer("1")
    while not game.finished:
        prompt = game.table.pending[0]
        answer = "stop" if prompt.ask == "act" else straw(game.table, prompt)
        game.answer("player", answer)
        game.fill()
    (here / "g.combat.json").write_bytes(GAME_FILE.write(game))
    told = run("record", "g.combat.json", "--record", "r.json", "--title", "Ours").output
    assert "does not affect play" in told
    assert json.loads((here / "r.json").read_text())["games"][0]["scenario"] == "Lantern patrol"
    assert "already" in run("record", "g.combat.json", "--record", "r.json", code=2).output


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_tables_are_checked_in_words(lang: str) -> None:
    found = CliRunner().invoke(main, ["--lang", lang, "catalog", "check", "--game", "combat_solitaire"])
    assert found.exit_code == 0, found.output
    assert ("escuadra" if lang == "es" else "squad") in found.output


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_command_has_its_words(lang: str) -> None:
    for name in ("new", "next", "answer", "undo", "show", "print", "check", "make", "sight", "record"):
        found = CliRunner().invoke(main, ["--lang", lang, "combat", name, "--help"])
        assert found.exit_code == 0
        assert "cli." not in found.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("print", "lantern", "--out", "x.docx"), "x.docx cannot be written"),
        (("print", "lantern", "--sheets", "foo", "--out", "x.pdf"), "There is no sheet"),
        (("show", "--json"), "The game is not set up yet"),
        (("new", "lantern"), "lantern.combat.json already exists"),
    ],
)
def test_wrong_inputs_are_refused_in_a_sentence(
    here: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    run("new", "lantern", "--mode", "strict", "--seed", "7.abc")
    refused = CliRunner().invoke(main, ["--lang", "en", "combat", *arguments])
    assert refused.exit_code
    assert sentence in refused.output
    assert not list(here.glob("x.*"))


def test_no_event_is_not_called_no_order() -> None:
    begun()
    run("undo")
    assert "No event" in run("answer", "typed").output


def test_a_turn_of_the_companion_at_the_keyboard(here: Path) -> None:
    """One command; answers by number, name or the start of a name; ``u`` takes back."""
    assert "optional rules" in run("new", "crossroads", "--seed", "5.abc").output
    output = CliRunner().invoke(main, ["--lang", "en", "combat", "play"], input="-\nq\n").output
    (number,) = re.findall(r"Squad (\d) was rolled", output)
    squad, places = catalog().squads[number], {"able": "09.07", "baker": "09.10", "charlie": "08.08"}
    men = " ".join(f"{who}={places[team]}" for team in squad for who in squad[team])
    turn = ["able=4 baker=24 charlie=60", "nobody", "u", "1", "nobody", "1", "1"]
    played = CliRunner().invoke(
        main, ["--lang", "en", "combat", "play"], input="\n".join((men, *turn, "nonsense", "q")) + "\n"
    )
    assert played.exit_code == 0, played.output
    assert "Turn 2 of 8" in played.output
    assert "nonsense" in played.output
    assert sum(len(line) + 1 for line in turn) <= 2435 / 3, "a third of what a quiet turn took"
