"""Print options grey and large, and the pack of sheets for an evening."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from reportlab.lib.colors import HexColor

from catalogs.games.combat_commander import Catalog, load
from exports.game import render
from exports.kit.print_options import to_grey
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card

SIZES = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}


@cache
def whole() -> tuple[Catalog, dict[str, Any]]:
    catalog = load()
    return catalog, make(catalog, Settings(), "7.x").card()


@cache
def pack(*eyes: str, paper: str = "a4", **pressing: bool) -> bytes:
    catalog, card = whole()
    views = {eye: view_card(card, eye) for eye in ("everyone", *eyes)}
    return render(
        {"views": views}, "pack", catalog=catalog, lang="en", paper=paper, sheets=None, url=None, **pressing
    )


def words(body: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(body)).pages]


def secrets() -> dict[str, list[str]]:
    found: dict[str, list[str]] = whole()[1]["objectives"]["secret"]
    return found


def test_pack_has_one_card_and_for_each_side_a_sheet_and_a_pull_list() -> None:
    pages = words(pack("axis", "allied"))
    text = "\n".join(pages)
    assert sum("Counters to pull" in page for page in pages[2:]) == 2
    assert text.count("Set-up, step by step") == 1
    assert text.count("Sheet for ") == 2
    assert f"1 of {len(pages)}" in pages[0]


def test_secret_sheet_is_not_marked_public() -> None:
    pages = words(pack("axis", "allied"))
    secret = [page for page in pages if "Your secret objective" in page]
    assert len(secret) == 2 and not any("FOR BOTH PLAYERS" in page.upper() for page in secret)
    assert all("FOR BOTH PLAYERS" in page.upper() for page in pages[:2])


@pytest.mark.parametrize(("eyes", "sheets"), [((), 0), (("axis",), 1), (("allied",), 1)])
def test_pack_has_only_what_its_seat_may_see(eyes: tuple[str, ...], sheets: int) -> None:
    text = "\n".join(words(pack(*eyes)))
    assert text.count("Your secret objective") == sheets
    catalog, _ = whole()
    for side, letters in secrets().items():
        for letter in letters:
            told = catalog.terms[f"chit.{letter}"]["en"]
            assert (told in text) == (side in eyes), (side, letter)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_type_is_larger_on_the_same_paper(paper: str) -> None:
    plain = PdfReader(BytesIO(pack("axis", "allied", paper=paper)))
    large = PdfReader(BytesIO(pack("axis", "allied", paper=paper, large=True)))
    assert len(large.pages) > len(plain.pages)
    for page in large.pages:
        assert sorted(round(float(side), 1) for side in page.mediabox[2:]) == sorted(SIZES[paper])
    there, wanted = (
        {
            word
            for page in reader.pages
            for word in page.extract_text().lower().split()
            if not word.isdecimal()
        }
        for reader in (large, plain)
    )
    assert wanted - {"(continued)"} <= there  # a heading is torn elsewhere


def colours(body: bytes) -> set[tuple[float, ...]]:
    """Return every colour that is set on any page."""
    found: set[tuple[float, ...]] = set()
    for page in PdfReader(BytesIO(body)).pages:
        contents = page.get_contents()
        assert contents is not None
        code = contents.get_data().decode("latin-1")
        for three in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", code):
            found.add(tuple(float(part) for part in three))
    return found


def test_black_and_white_has_no_colour() -> None:
    assert any(len(set(one)) > 1 for one in colours(pack("axis", "allied")))
    assert all(len(set(one)) == 1 for one in colours(pack("axis", "allied", grey=True)))


def test_a_colour_becomes_the_grey_that_is_as_bright() -> None:
    assert to_grey(HexColor(0xFFFFFF)).red == pytest.approx(1.0)
    assert to_grey(HexColor(0xFF0000)).red < to_grey(HexColor(0x00FF00)).red
    assert to_grey(None) is None
