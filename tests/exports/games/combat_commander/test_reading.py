"""Readable paper: type size by role, filled pages, and no more pages than needed.

Everything is read back from the PDF: the size of letters on the page, and how far down the content reaches.
The files are made once and read by every test.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from exports.games.combat_commander.forces import list_placed
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from exports.kit.page import BAR_HEIGHT, BOTTOM_MARGIN, TOP_MARGIN
from tests.exports.games.combat_commander.cards import LANGUAGES, PAPERS, battle, catalog, sample, scenario
from tests.exports.paper import Page, faults_of, read, words

BATTLES = 12  # every seat, size, paper and language, with and without hexes
SIZES = ("platoon", "detachment", "company")
HEADER = TOP_MARGIN + BAR_HEIGHT + 20


@cache
def cards() -> list[tuple[str, dict[str, Any], str, Any]]:
    """Return battles of every size on both papers and in both languages; every third with hexes."""
    found: list[tuple[str, dict[str, Any], str, Any]] = []
    for number in range(BATTLES):
        wishes: dict[str, Any] = {"sizes": (SIZES[number % 3],)}
        if number // 3 % 3 == 2:
            wishes["placement"] = "hexes"
        card = battle(f"read-{number}", ("everyone", "axis", "allied")[number // 4 % 3], **wishes)
        found.append((f"battle {number}", card, PAPERS[number % 2], LANGUAGES[number // 2 % 2]))
    for name in ("oversize", "stalingrad", "wide-defence", "recon-long"):
        found += [
            (name, sample(name, "axis"), paper, lang) for paper, lang in zip(PAPERS, LANGUAGES, strict=True)
        ]
    for name in ("hill-236", "castle-hill"):
        found += [(name, scenario(name), paper, lang) for paper, lang in zip(PAPERS, LANGUAGES, strict=True)]
    return found


@cache
def files() -> list[tuple[str, list[Page]]]:
    """Return every card with all its sheets in portrait, read back."""
    return [
        (
            f"{name} {paper} {lang}",
            read(render(card, "pdf", catalog=catalog(), paper=paper, lang=lang, layout="portrait")),
        )
        for name, card, paper, lang in cards()
    ]


def alone(sheet: str) -> list[tuple[str, list[Page]]]:
    """Return one sheet of a few sides' battles, each in a file of its own."""
    made = []
    for name, card, paper, lang in [one for one in cards()[:BATTLES] if one[1]["seat"] == "axis"][:12]:
        options: dict[str, Any] = {"paper": paper, "lang": lang, "layout": "portrait"}
        body = render(card, "pdf", catalog=catalog(), sheets=(sheet,), **options)
        made.append((f"{name} {paper} {lang}", read(body)))
    return made


def reach(page: Page) -> float:
    """Return how far down between header and footer the content of a page reaches, from 0 to 1."""
    content = [glyph.box[1] for glyph in page.glyphs if glyph.mcid in page.frames]
    content += [box[1] for box, mcid in page.shapes if mcid in page.frames]
    return (page.tall - HEADER - min(content)) / (page.tall - HEADER - BOTTOM_MARGIN)


def is_left_blank(page: Page, lang: Any) -> bool:
    """Tell whether a page says that it is blank, because the next sheet begins on a right-hand page."""
    words = MessageFormatter(catalog(), lang).phrase("blank_page")
    return words.replace(" ", "") in "".join(glyph.text for glyph in page.glyphs).replace(" ", "")


def test_nothing_overlaps_and_nothing_is_cut() -> None:
    for name, pages in files():
        assert faults_of(pages) == [], name


@pytest.mark.parametrize(
    ("role", "tag", "fonts", "least"),
    [
        ("steps, rules and lists", "/LI", ("Barlow-Regular", "Barlow-SemiBold"), 10.0),
        ("units with their hexes, marks and notes", "/LI", ("BarlowCondensed",), 9.0),
        ("hex numbers, figures of the tracks, broken sides", "/Figure", ("BarlowCondensed-Medium",), 7.0),
        ("names on counters", "/Figure", ("BarlowCondensed-SemiBold",), 5.6),
        ("headings", "/H2", ("BarlowCondensed",), 12.0),
        ("labels", "/H3", ("BarlowCondensed",), 8.5),
        ("names of figures, the log", "/P", ("Barlow",), 8.5),
        ("running lines", "", ("Barlow",), 8.5),
    ],
)
def test_type_is_large_enough_for_its_role(role: str, tag: str, fonts: tuple[str, ...], least: float) -> None:
    found = [
        (round(glyph.size, 2), name, glyph.text)
        for name, pages in files()
        for page in pages
        for glyph in page.glyphs
        if page.frames.get(glyph.mcid, ("",))[0] == tag and glyph.font.startswith(fonts)
    ]
    assert found, role
    assert min(found) >= (least, "", ""), role


def test_pages_are_filled() -> None:
    """No page of a battle's file is half empty, unless it says that it is blank; nearly all are full."""
    found = sorted(
        (round(reach(page), 3), name)
        for (name, pages), (_, _, _, lang) in zip(files()[:BATTLES], cards()[:BATTLES], strict=True)
        for page in pages
        if not is_left_blank(page, lang)
    )
    assert found[0][0] >= 0.55, found[:5]
    assert found[len(found) // 10][0] >= 0.75
    assert found[len(found) // 3][0] >= 0.9


@pytest.mark.parametrize(("sheet", "least"), [("card", 0.8), ("pull", 0.55), ("side", 0.6)])
def test_a_sheet_alone_fills_its_page(sheet: str, least: float) -> None:
    """As far as readable type and counters can."""
    for name, pages in alone(sheet):
        assert min(map(reach, pages)) >= least, name


def test_sheets_share_a_page_where_both_fit() -> None:
    """Most sides' files are a card, one page with secret, orders and pull list, and a log of one page."""
    sides = [
        len(read(render(card, "pdf", catalog=catalog(), paper=paper, lang=lang)))
        for _, card, paper, lang in cards()[:BATTLES]
        if card["seat"] in ("axis", "allied")
    ]
    assert sum(count <= 4 for count in sides) >= len(sides) // 2, sides


def test_a_battle_with_hexes_needs_no_third_page_that_is_half_empty() -> None:
    placed_by_hex = [one for one in cards()[:BATTLES] if one[1]["sides"]["axis"]["setup"].get("fixed")]
    for name, card, paper, lang in placed_by_hex:
        pages = read(render(card, "pdf", catalog=catalog(), paper=paper, lang=lang, sheets=("card",)))
        assert len(pages) == 2 or min(map(reach, pages)) > 0.75, name


def test_units_with_a_hex_are_named_with_it() -> None:
    name, card, paper, lang = next(one for one in cards() if one[1]["sides"]["axis"]["setup"].get("fixed"))
    printed = " ".join(
        words(render(card, "pdf", catalog=catalog(), paper=paper, lang=lang, sheets=("card",))).split()
    )
    for side in ("axis", "allied"):
        found = list_placed(card, MessageFormatter(catalog(), lang), side)
        assert len(found) >= len(card["sides"][side]["setup"]["fixed"])
        for hex_id, names in found:
            assert f"{hex_id} {names.split()[0]}" in printed, (name, hex_id)
