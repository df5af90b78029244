"""Tests of ``horah print``."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from tests.web.servers import TIMEOUT_SECONDS
from web.cli import main


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HORAH_LANG", "en")
    monkeypatch.delenv("HORAH_OVERLAY", raising=False)
    monkeypatch.chdir(tmp_path)


def printed(*words: str) -> Result:
    return CliRunner().invoke(main, ["print", *words])


def card(name: str, seat: str = "referee", **changes: Any) -> str:
    """Write a battle to a file and return its name."""
    document = view_card(make(load(), Settings(), f"cli-{name}.kept").card(), seat) | changes
    Path(f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    return f"{name}.json"


def pages(name: str) -> PdfReader:
    return PdfReader(BytesIO(Path(name).read_bytes()))


def test_a_card_onto_paper() -> None:
    result = printed(card("one"))
    assert (result.exit_code, result.stdout) == (0, "one.pdf\n")
    assert pages("one.pdf").pages[0].mediabox.height == pytest.approx(595.28, abs=0.01)


@pytest.mark.parametrize(
    ("words", "count", "says"),
    [
        (("--sheets", "card"), 2, "For both players"),
        (("--sheets", "card,pull", "--seat", "axis"), 3, "For the Axis player only"),
        (("--sheets", "side", "--seat", "allied"), 2, "For the Allied player only"),
        (("--sheets", "card", "--seat", "referee"), 2, "For the referee only"),
        (("--sheets", "card", "--lang", "es"), 2, "Para los dos jugadores"),
    ],
)
def test_seats_sheets_and_languages(words: tuple[str, ...], count: int, says: str) -> None:
    assert printed(card("one"), "--out", "x.pdf", *words).exit_code == 0
    reader = pages("x.pdf")
    assert len(reader.pages) == count
    assert says.upper() in reader.pages[0].extract_text()


def test_letter_paper() -> None:
    assert printed(card("one"), "--paper", "letter", "--sheets", "card").exit_code == 0
    assert pages("one.pdf").pages[0].mediabox.height == 612


def test_the_portrait_card() -> None:
    assert (
        printed(card("one"), "--paper", "letter", "--sheets", "card", "--layout", "portrait").exit_code == 0
    )
    assert pages("one.pdf").pages[0].mediabox.width == 612


def test_many_cards_go_into_one_file() -> None:
    names = [card(f"c{number}") for number in range(4)]
    result = printed(*names, "hill-236", "--sheets", "card")
    assert (result.exit_code, result.stdout) == (0, "cards.pdf\n")
    assert len(pages("cards.pdf").pages) == 10


def test_a_view_is_printed_for_its_own_seat() -> None:
    assert printed(card("mine", "axis"), "--sheets", "side").exit_code == 0
    assert printed("mine.json", "--seat", "everyone", "--sheets", "card").exit_code == 0


@pytest.mark.parametrize(
    ("name", "seat", "words", "sentence"),
    [
        (
            "a",
            "axis",
            ("--seat", "allied"),
            "a.json is the view of Axis player and cannot be printed for Allied player.",
        ),
        (
            "a",
            "everyone",
            ("--seat", "axis"),
            "a.json is the view of Everyone and cannot be printed for Axis player.",
        ),
        (
            "a",
            "referee",
            ("--sheets", "side"),
            "printed only for that side: Axis, Allies.",
        ),
        ("a", "referee", ("--sheets", "maps"), "There is no sheet “maps”"),
    ],
)
def test_what_cannot_be_printed(name: str, seat: str, words: tuple[str, ...], sentence: str) -> None:
    result = printed(card(name, seat), *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert not Path("a.pdf").exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "Cannot read bad.json: No such file or directory."),
        ("{", "bad.json: This file is damaged at line 1, column 2 (it is not valid JSON)."),
        ('{"format": "hora-h/card/1"}', "bad.json: /"),
        ('{"format": "other"}', "bad.json: This file is not a Hora H card."),
    ],
)
def test_a_bad_card_gives_a_sentence_and_no_file(content: str | None, sentence: str) -> None:
    good = card("good")
    if content is not None:
        Path("bad.json").write_text(content)
    result = printed(good, "bad.json")
    assert result.exit_code == 2
    assert result.stderr.startswith(sentence)
    assert sorted(path.suffix for path in Path().iterdir()) in ([".json"], [".json", ".json"])


def test_a_fault_in_a_card_names_its_place() -> None:
    result = printed(card("faulty", year=1938))
    assert result.exit_code == 2
    assert result.stderr.startswith("faulty.json: /year: ")


def test_sentences_in_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "es")
    assert printed("nada.json").stderr.startswith("No se puede leer nada.json:")


def test_a_place_that_cannot_be_written() -> None:
    Path("taken").write_text("a file")
    result = printed(card("one"), "--out", "taken/one.pdf")
    assert result.exit_code == 2
    assert result.stderr.startswith("Cannot write taken/one.pdf (")


#: The command line program, paused at a given audit event until its input ends. It restores the handling of
#: Ctrl+C in case the tests were started with that signal ignored.
STOPPING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
moment = sys.argv.pop(1)
def stop(event, about):
    if event == moment:
        print("stopped", flush=True)
        sys.stdin.read()
sys.addaudithook(stop)
from web.cli import main
main()
"""


@pytest.mark.parametrize("moment", ["tempfile.mkstemp", "os.rename"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_run_leaves_no_half_written_file(how: signal.Signals, moment: str) -> None:
    """The old file stays, whether the run stops before the first byte or before the final rename."""
    names = [card(f"c{number}") for number in range(2)]
    Path("all.pdf").write_text("an older one")
    program = [sys.executable, "-c", STOPPING, moment, "print", *names, "--out", "all.pdf"]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "stopped\n"
        running.send_signal(how)
        assert running.wait(TIMEOUT_SECONDS) != 0
    assert Path("all.pdf").read_text() == "an older one"
    left = {path.name for path in Path().iterdir()} - {*names, "all.pdf"}
    if how is signal.SIGKILL:  # no clean-up is possible: a hidden partial file may stay
        left = {name for name in left if not re.fullmatch(r"\.all\.pdf\..*\.part", name)}
    assert left == set()


def test_a_run_that_is_not_interrupted_goes_on() -> None:
    """Prove that the program above pauses at the given audit event."""
    program = [sys.executable, "-c", STOPPING, "os.rename", "print", card("one"), "--out", "all.pdf"]
    done = subprocess.run(program, input="", capture_output=True, text=True, check=True)
    assert done.stdout == "stopped\nall.pdf\n"
    assert Path("all.pdf").read_bytes().startswith(b"%PDF")
