"""Typed answers: a number is an option's place, unless the options are numbers themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exports.kit.numbered_options import format_options
from generator.table import Buy, Choose, Draw, Prompt, Report, Roll, Ware
from generator.table.answer_parser import parse_answer
from schemas.errors import HorahError
from tests.words import sentence
from web.cli.io import read_text


def one(*options: str) -> Choose:
    return Choose("NO-C1.72", "american_armor", "allied", "points", options)


def several(*options: str) -> Choose:
    return Choose("RS.11.2", "occupied", "allied", "objective", options, least=0, most=len(options))


SHELF = Buy("RS.9", "packages", "axis", "package", (Ware("barbed_wire", 2), Ware("hex_2x3", 3)), {})
ROLL = Roll("RS.1", "edge_roll", "axis")
FACT = Report("RS.17", "battle_result", "everyone", {})


@pytest.mark.parametrize(
    ("prompt", "typed", "meant"),
    [
        (one("0", "1"), "1", "1"),  # Normandy: one point of armour, not the first line of the list
        (one("0", "1"), "0", "0"),
        (one("0", "1"), "2", "2"),  # no such option: refused later, and not taken for the second line
        (one("26", "105", "6"), "1", "1"),  # Gastadores: scenarios are numbers
        (one("26", "105", "6"), "6", "6"),
        (one("yes", "no"), "1", "yes"),
        (one("yes", "no"), "no", "no"),
        (one("yes", "no"), "3", "3"),
        (several("1", "3", "5"), "3", ["3"]),
        (several("1", "3", "5"), "3 5", ["3", "5"]),
        (several("1", "3", "5"), "2", ["2"]),
        (several("1", "3", "5"), "-", []),
        (several("a", "b", "c"), "1, c", ["a", "c"]),
        (several("a", "b"), '["b"]', ["b"]),
        (SHELF, "1", {"barbed_wire": 1}),
        (SHELF, "1x3 2", {"barbed_wire": 3, "hex_2x3": 1}),
        (SHELF, "hex_2x3", {"hex_2x3": 1}),
        (SHELF, "hex_2x3x2", {"hex_2x3": 2}),
        (SHELF, "-", {}),
        (SHELF, "9" * 5000, {"9" * 5000: 1}),
        (ROLL, "3 5", [3, 5]),
        (ROLL, "3,5", [3, 5]),
        (ROLL, "three " + "9" * 5000, ["three", "9" * 5000]),
        (Draw("RS.4", "open_chit", "axis", ("A", "B")), "A", "A"),
        (FACT, '{"winner": "axis"}', {"winner": "axis"}),
    ],
)
def test_typed_answers_are_parsed(prompt: Prompt, typed: str, meant: Any) -> None:
    assert parse_answer(prompt, [typed], read_text) == meant
    if typed[:1] not in '[{"@':
        assert (
            parse_answer(prompt, typed.split(), read_text) == meant
        )  # words from the shell and a typed line mean the same


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"0": "0", "1": "1"}, ["  0, 1"]),
        ({"1": "Rifle squad", "3": "Team"}, ["  1  Rifle squad", "  3  Team"]),
        ({"yes": "Yes", "no": "No"}, ["  1  Yes", "  2  No"]),
    ],
)
def test_printed_list_shows_what_to_type(options: dict[str, str], lines: list[str]) -> None:
    assert list(format_options(options)) == lines


@pytest.mark.parametrize("typed", ["{", "[1,", "@nowhere.json", "@.", "[" * 100_000, "@binary"])
def test_broken_json_is_refused(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("binary").write_bytes(b"\x00\xff\xfe")
    with pytest.raises(HorahError) as fault:
        parse_answer(FACT, [typed], read_text)
    assert sentence(fault.value).endswith(".") and sentence(fault.value, "es") != sentence(fault.value)
