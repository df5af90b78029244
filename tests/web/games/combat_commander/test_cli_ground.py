"""Tests of ``horah sight`` and ``horah battlefield``."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from catalogs.games.combat_commander import load
from web.cli import main


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "en")
    monkeypatch.delenv("HORAH_OVERLAY", raising=False)


def horah(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def machine(*words: str) -> Any:
    result = horah(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("lang", "words", "lines"),
    [
        ("en", ("12", "J7", "M9"), ["No line of sight from J7 to M9. Certain.",
                                    "- Blocked by the woods in L8 (T88.4.1)."]),
        ("es", ("12", "J7", "M9"), ["No hay LOS de J7 a M9. Seguro.",
                                    "- El bosque de L8 corta la LOS (T88.4.1)."]),
        ("en", ("12", "m9", "m4"), ["Line of sight from M9 to M4, clear. Certain."]),
        ("en", ("12", "M9", "N6"), ["Line of sight from M9 to N6, hindrance 2. The line only grazes",
                                    "- Hindrance 2 from the orchard in N7 (T91) if the thread touches"]),
        ("en", ("9", "I2", "I5"), ["No line of sight from I2 to I5. Certain.",
                                   "- Blocked by the hill in I3 (T88.3.2)."]),
        ("en", ("17", "A1", "A4"), ["has not been measured, so this goes by the hexes"]),
    ],
)  # fmt: skip
def test_two_hexes(
    lang: str, words: tuple[str, ...], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HORAH_LANG", lang)
    result = horah("sight", *words)
    assert result.exit_code == 0, result.output
    for line in lines:
        assert line in result.stdout


def test_two_hexes_for_machines() -> None:
    assert machine("sight", "12", "J7", "M9") == {
        "map": "12",
        "from": "J7",
        "to": "M9",
        "kind": "blocked",
        "seen": False,
        "hindrance": 0,
        "certainty": "sure",
        "measured": True,
        "reasons": [{"what": "woods", "hexes": ["L8"], "rule": "T88.4.1", "hindrance": 0, "chance": "sure"}],
    }


def test_everything_a_hex_sees() -> None:
    found = machine("sight", "12", "J7")
    assert "M9" not in found["seen"]
    assert found["seen"]["N9"] == {"hindrance": 0, "certainty": "sure"}
    shown = horah("sight", "12", "J7").stdout
    assert f"J7 sees {len(found['seen'])} of 149 hexes" in shown
    assert shown.splitlines()[0].split() == list("ABCDEFGHIJKLMNO")
    assert "@" in shown.splitlines()[7]
    assert set(machine("sight", "23", "A1")["seen"]) == {
        f"{column}{row}" for column in "ABCDEFGHIJKLMNO" for row in range(1, 11)
    } - {"A1"}


def test_sight_is_the_same_from_either_end() -> None:
    for other in machine("sight", "9", "J6")["seen"]:
        assert "J6" in machine("sight", "9", other)["seen"]
        break


def test_the_field_of_fire_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "fire.svg"
    assert horah("sight", "12", "J7", "--out", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8").startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg')
    assert "What J7 sees · Map 12" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sight", "99", "A1"), "We don't have the terrain of map “99”; we have maps 1, 2, 3"),
        (("sight", "12", "Z1"), "There is no hex “Z1”; hexes go from A1 to O10."),
        (("sight", "12", "A11", "B2"), "There is no hex “A11”"),
        (("sight", "12", "A1", "a1"), "Choose two different hexes; you chose A1 twice."),
        (("battlefield", "--kind", "desert"), "There is no kind of battlefield “desert”"),
    ],
)
def test_refusals_are_sentences(words: tuple[str, ...], says: str) -> None:
    result = horah(*words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_battlefield_by_seed() -> None:
    first, again = (machine("battlefield", "--seed", "7", "--kind", "village") for _ in range(2))
    assert first == again
    assert (first["seed"], first["kind"]) == (7, "village")
    assert first["figures"]["building"] == len(first["ground"]["terrain"]["building"])
    shown = horah("battlefield", "--seed", "7").stdout
    assert "not a printed map" in shown
    assert "horah battlefield --seed 7 --kind " in shown


def test_a_battlefield_is_written_and_can_be_played_on(tmp_path: Path) -> None:
    result = horah("battlefield", "--seed", "7", "--kind", "river", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").count("<svg") == 1
    page = PdfReader(BytesIO((tmp_path / "map.pdf").read_bytes()))
    assert len(page.pages) == 1
    assert "River, number 7" in page.pages[0].extract_text()
    assert len((tmp_path / "map.pdf").read_bytes()) < 250 * 1024
    full = PdfReader(BytesIO((tmp_path / "map-full-size.pdf").read_bytes()))
    assert [f"sheet {number} of 6" in one.extract_text() for number, one in enumerate(full.pages, 1)] == [
        True
    ] * 6
    catalog = load(tmp_path / "overlay")
    assert catalog.maps[901].objectives == catalog.ground["901"].objectives
    through = ("--overlay", str(tmp_path / "overlay"), "sight", "901", "A1", "--json")
    named = json.loads(horah(*through).stdout)
    assert named["seen"] == machine("sight", "river-7", "A1")["seen"]


def test_letter_paper_and_spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "es")
    words = ("battlefield", "--seed", "3", "--kind", "hills", "--paper", "letter", "--out", str(tmp_path))
    assert horah(*words).exit_code == 0
    page = PdfReader(BytesIO((tmp_path / "map.pdf").read_bytes())).pages[0]
    assert "Colinas, número 3" in page.extract_text()
    assert float(page.mediabox.width) == 612


def test_smoke_and_fire_fill_their_hex() -> None:
    """T79, T94: smoke hinders a clear line by its number, and fire blocks it at any level."""
    assert "Line of sight from M9 to M4, clear" in horah("sight", "12", "M9", "M4").stdout
    smoke = horah("sight", "12", "M9", "M4", "--smoke", "m6=7,M7=2").stdout
    assert (
        "Line of sight from M9 to M4, hindrance 7. Certain." in smoke
        and "Hindrance 7 from the smoke in M6 (10.3.4)" in smoke
    )
    fire = machine("sight", "12", "M9", "M4", "--blaze", "M6")
    assert (fire["seen"], fire["reasons"][0]["what"]) == (False, "blaze")
    assert "M4" not in machine("sight", "12", "M9", "--blaze", "M6")["seen"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--smoke", "M6"), "You wrote “M6”."),
        (("--smoke", "M6=11"), "from 1 to 10 (T94)"),
        (("--smoke", "M6=3", "--blaze", "M6"), "M6 is named twice"),
        (("--blaze", "Z9"), "There is no hex “Z9”"),
    ],
)
def test_a_marker_that_cannot_lie_there_is_refused(options: tuple[str, ...], words: str) -> None:
    result = horah("sight", "12", "M9", "M4", *options)
    assert result.exit_code != 0 and words in result.stderr


def test_no_marker_in_water() -> None:
    assert "G8 is water" in horah("sight", "10", "A1", "--smoke", "G8=1").stderr


def test_a_battlefield_in_a_file_is_fought_over_and_looked_over(tmp_path: Path) -> None:
    assert horah("battlefield", "--kind", "river", "--seed", "8", "--out", str(tmp_path)).exit_code == 0
    saved = str(tmp_path / "battlefield.json")
    assert machine("sight", saved, "A1")["seen"] == machine("sight", "river-8", "A1")["seen"]
    card = machine("battle", "--seed", "9", "--kept-battlefield", saved)
    assert card["map"]["battlefield"] == json.loads(Path(saved).read_text())
    Path(saved).write_text('{"format": "hora-h/battlefield/1", "name": "x", "terrain": {}, "ways": {}}')
    refused = horah("battle", "--kept-battlefield", saved)
    assert refused.exit_code != 0 and "A battle needs all five" in refused.stderr
