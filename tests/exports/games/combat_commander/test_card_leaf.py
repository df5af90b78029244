"""The landscape card: one leaf that is full, readable and complete, measured from the PDF itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from exports.games.combat_commander.checklist import list_steps_without_hexes
from exports.games.combat_commander.forces import list_placed
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from generator.games.combat_commander.authoring.force import SIDES, list_lots
from tests.exports.games.combat_commander.cards import (
    LANGUAGES,
    LARGEST,
    PAPERS,
    SEATS,
    battle,
    catalog,
    largest,
    sample,
    scenario,
)
from tests.exports.paper import Page, faults_of, letters, read

TYPE_SIZES = (24.0, 14.0, 10.5, 9.0, 8.0)
MIN_USED_SHARE = 0.8
CELL = 12.0  # points: side of the squares by which we measure how much of a page is used
MARGIN = 22.0
FACTIONS = ("german", "italian", "american", "british", "french", "russian")
EDITIONS = ("2015", "2025")
SOAK_BATTLES = 1_000
CHUNK = 20


def pdf(card: dict[str, Any], paper: str = "a4", lang: Any = "en", **options: Any) -> bytes:
    return render(card, "pdf", catalog=catalog(), paper=paper, lang=lang, sheets=("card",), **options)


def used_share(page: Page) -> float:
    """Return the share of the page between its margins that leaves of the structure tree cover."""
    columns, rows = (int((side - 2 * MARGIN) // CELL) for side in (page.wide, page.tall))
    used = set()
    for _, (left, bottom, right, top) in page.frames.values():
        for column in range(int((left - MARGIN) // CELL), int((right - MARGIN - 0.1) // CELL) + 1):
            for row in range(int((bottom - MARGIN) // CELL), int((top - MARGIN - 0.1) // CELL) + 1):
                if 0 <= column < columns and 0 <= row < rows:
                    used.add((column, row))
    return len(used) / (columns * rows)


def small_letters(page: Page) -> list[str]:
    """Return letters below 8 points outside the drawings of counters, and sizes beyond the five."""
    wrong = []
    for glyph in page.glyphs:
        tag = page.frames.get(glyph.mcid, ("", None))[0]
        if tag != "/Figure" and min(abs(glyph.size - size) for size in TYPE_SIZES) > 0.05:
            wrong.append(f"{glyph.text} at {glyph.size:.2f}")
    return wrong


def check(card: dict[str, Any], paper: str, lang: Any, where: object) -> None:
    pages = read(pdf(card, paper, lang))
    assert len(pages) == 2, where
    assert faults_of(pages, 14.0) == [], where
    for number, page in enumerate(pages, 1):
        assert page.wide > page.tall, where
        assert small_letters(page) == [], (where, number)
        assert used_share(page) >= MIN_USED_SHARE, (where, number, used_share(page))


def random_card(number: int) -> dict[str, Any]:
    """Return a battle of changing nations, sizes, editions and set-up."""
    faction = FACTIONS[number % 6]
    side = "axis" if faction in ("german", "italian") else "allied"
    wishes: dict[str, Any] = {side: faction}
    if number % 3 == 0:
        wishes["sizes"] = ("company",) if number % 2 else ("platoon",)
    if number % 5 == 0:
        wishes["placement"] = "hexes"
    return battle(f"leaf-{number}", SEATS[number % 4], **wishes)


def look_through(first: int, count: int = CHUNK) -> None:
    for number in range(first, first + count):
        paper, lang = PAPERS[number // 2 % 2], LANGUAGES[number % 2]
        check(random_card(number), paper, lang, (number, paper, lang))


EXTREMES = [
    *(pytest.param(lambda seed=seed: largest(seed), id=seed) for seed in LARGEST[:3]),
    *(
        pytest.param(lambda n=n: battle(f"hexes-{n}", "everyone", placement="hexes"), id=f"hexes {n}")
        for n in range(3)
    ),
    *(pytest.param(lambda n=n: sample(n), id=n) for n in ("stalingrad", "wide-defence", "recon-long")),
    pytest.param(lambda: scenario("hill-236"), id="hill-236"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("make", EXTREMES)
def test_an_extreme_card_is_one_full_leaf(make: Any, lang: Any) -> None:
    card = make()
    check(card, PAPERS[len(str(card)) % 2], lang, lang)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_BATTLES, CHUNK))
def test_a_thousand_random_cards(first: int) -> None:
    look_through(first)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 10])
def test_a_set_up_can_be_made_from_the_card_alone(number: int, lang: Any) -> None:
    """Every unit, work, zone, objective, value of a track and step is in the text of the PDF."""
    card, formatter = random_card(number), MessageFormatter(catalog(), lang)
    body = pdf(card, lang=lang)
    text = _flat(letters(body))
    for side in SIDES:
        for lot in list_lots(card, side, catalog()):
            assert _flat(formatter.piece(lot.ref).label) in text, lot.ref
        for work in card["fortifications"]:
            assert _flat(formatter.works(work["type"], work["count"])) in text or work.get("hexes")
        for hex_id, names in list_placed(card, formatter, side):
            assert _flat(hex_id + names) in text, hex_id
        assert _flat(formatter.zone(card, side)) in text
        if (surrender := card["sides"][side]["surrender"]) is not None:
            assert str(surrender) in text
    for number_, hex_id in (card["map"].get("objectives") or {}).items():
        assert _flat(f"{number_}{hex_id}") in text
    for value in (card["time"], card["sudden_death"], card["marker"] and abs(card["marker"])):
        assert value is None or str(value) in text
    for _, step in list_steps_without_hexes(card, formatter):
        assert _flat(step) in text, step


def _flat(words: str) -> str:
    return re.sub(r"\s", "", words)


def test_the_portrait_card_is_still_there() -> None:
    pages = read(pdf(battle("leaf-1", "everyone"), layout="portrait"))
    assert len(pages) == 2 and all(page.tall > page.wide for page in pages)


def test_a_card_is_small() -> None:
    assert all(len(pdf(random_card(number))) < 150 * 1024 for number in range(8))
