"""The landscape card: one leaf that is full, readable and complete, measured from the PDF itself."""

from __future__ import annotations

import re
from math import hypot
from typing import Any

import pytest

from exports.games.combat_commander.checklist import list_steps_without_hexes
from exports.games.combat_commander.forces import list_placed, list_sections
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from exports.kit.render_request import Odds
from generator.games.combat_commander.authoring.force import SIDES, list_lots
from generator.games.combat_commander.authoring.scenario import from_battle
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
MARGIN = 18.0
FACTIONS = ("german", "italian", "american", "british", "french", "russian")
EDITIONS = tuple(catalog().editions)
SOAK_BATTLES, SOAK_SCENARIOS = 1_000, 60
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


def small_letters(page: Page, counters: tuple[str, ...]) -> list[str]:
    """Return letters outside counters that are below 8 points, or outside drawings beyond the five sizes."""
    wrong = []
    for glyph in page.glyphs:
        tag = page.frames.get(glyph.mcid, ("", None))[0]
        if tag != "/Figure":
            sound = min(abs(glyph.size - size) for size in TYPE_SIZES) < 0.05
        else:
            sound = glyph.size > TYPE_SIZES[-1] - 0.05 or page.alts[glyph.mcid].startswith(counters)
        if not sound:
            wrong.append(f"{glyph.text} at {glyph.size:.2f}")
    return wrong


def counter_titles(card: dict[str, Any], lang: Any) -> tuple[str, ...]:
    """Return how the alternative texts of counters begin."""
    formatter = MessageFormatter(catalog(), lang)
    sections = [section.title for side in SIDES for section in list_sections(card, formatter, side)]
    return tuple(dict.fromkeys(sections))


def check(card: dict[str, Any], paper: str, lang: Any, where: object) -> None:
    pages = read(pdf(card, paper, lang))
    assert len(pages) == 2, where
    assert faults_of(pages, 14.0) == [], where
    for number, page in enumerate(pages, 1):
        assert page.wide > page.tall, where
        assert small_letters(page, counter_titles(card, lang)) == [], (where, number)
        assert used_share(page) >= MIN_USED_SHARE, (where, number, used_share(page))


def random_card(number: int) -> dict[str, Any]:
    """Return a battle of changing nations, sizes, editions and set-up."""
    faction = FACTIONS[number % 6]
    side = "axis" if faction in ("german", "italian") else "allied"
    wishes: dict[str, Any] = {side: faction, "edition": EDITIONS[number // 6 % 3], "holes": "remedy"}
    if number % 3 == 0:
        wishes["sizes"] = ("company",) if number % 2 else ("platoon",)
    if number % 5 == 0:
        wishes["placement"] = "hexes"
    return battle(f"leaf-{number}", SEATS[number % 4], **wishes)


def authored_card(number: int) -> dict[str, Any]:
    """Return an author's card with everything in its hex, a situation and a rule."""
    card = battle(f"authored-{number}", placement="hexes", sizes=(("company",), ("platoon",), ())[number % 3])
    scenario = from_battle(card, f"authored-{number}", f"The bridge at map {card['map']['number']}")
    scenario["situation"] = {"en": "A bridge, a road and two tired companies. " * 4, "es": "Un puente. " * 14}
    rule = {"en": "Hold on as long as you can. " * 4, "es": "Aguante cuanto pueda. " * 5}
    scenario["rules"]["text"] = [rule] * 3
    return scenario


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
    *(pytest.param(lambda n=n: scenario(n), id=n) for n in ("castle-hill", "hill-236")),
    *(pytest.param(lambda n=n: authored_card(n), id=f"authored {n}") for n in range(3)),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("make", EXTREMES)
def test_an_extreme_card_is_one_full_leaf(make: Any, lang: Any) -> None:
    card = make()
    check(card, PAPERS[len(str(card)) % 2], lang, lang)


def test_the_aftermath_moves_into_a_column_if_there_is_no_room_for_a_band() -> None:
    check(random_card(40), "letter", "en", 40)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(SOAK_SCENARIOS))
def test_authored_cards_with_every_hex_placed(number: int) -> None:
    for lang in LANGUAGES:
        for paper in PAPERS:
            check(authored_card(number), paper, lang, (number, paper, lang))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_BATTLES, CHUNK))
def test_a_thousand_random_cards(first: int) -> None:
    look_through(first)


SET_UPS = [
    *(pytest.param(lambda n=n: random_card(n), id=f"random {n}") for n in (0, 1, 2, 3, 5, 10)),
    *(pytest.param(lambda n=n: authored_card(n), id=f"authored {n}") for n in range(3)),
    *(pytest.param(lambda n=n: scenario(n), id=n) for n in ("castle-hill", "hill-236")),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("make", SET_UPS)
def test_a_set_up_can_be_made_from_the_card_alone(make: Any, lang: Any) -> None:
    """Every unit, work, zone, objective, value of a track and step is in the text of the PDF."""
    card, formatter = make(), MessageFormatter(catalog(), lang)
    text = _flat(letters(pdf(card, lang=lang)))
    for work in card["fortifications"]:
        assert _flat(formatter.works(work["type"], work["count"])) in text, work
    for side in SIDES:
        for lot in list_lots(card, side, catalog()):
            assert _flat(formatter.piece(lot.ref).label) in text, lot.ref
        for hex_id, names in list_placed(card, formatter, side):
            assert _flat(hex_id + names) in text, hex_id
        assert _flat(formatter.zone(card, side)) in text
        if (surrender := card["sides"][side]["surrender"]) is not None:
            assert str(surrender) in text
    for number, hex_id in (card["map"].get("objectives") or {}).items():
        assert _flat(f"{number}{hex_id}") in text
    for value in (card["time"], card["sudden_death"], card["marker"] and abs(card["marker"])):
        assert value is None or str(value) in text
    for _, step in list_steps_without_hexes(card, formatter):
        assert _flat(step) in text, step


def _flat(words: str) -> str:
    return re.sub(r"\s", "", words)


@pytest.mark.parametrize(("known", "words"), [("measured", "measured: "), ("estimated", "estimated: ")])
def test_odds_are_printed_where_they_are_known(known: Any, words: str) -> None:
    card = random_card(1)
    odds: Odds = {"shares": {"axis": 55, "allied": 45}, "margin": 5, "known": known}
    assert f"{words}Italy55%,France45%(±5)".replace(" ", "") in letters(pdf(card, odds=odds))
    assert "Victories" not in letters(pdf(card))


def test_the_time_track_is_named_once_and_in_full() -> None:
    """With reinforcements the legend of their bars stands above it, not its name again."""
    text = letters(pdf(scenario("castle-hill")))
    assert "TIMETRACK" not in text and "Timetrack" in text and "SuddenDeath" in text


def test_a_turned_map_has_a_compass() -> None:
    wide, long = (random_card(number) for number in (0, 1))
    assert [card["map"]["orientation"] for card in (wide, long)] == ["wide", "long"]
    shown = [any("Compass" in alt for alt in read(pdf(card))[0].alts.values()) for card in (wide, long)]
    assert shown == [True, False]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("number", range(6))
def test_a_hex_is_11_to_12_mm_high(number: int, paper: str) -> None:
    """Measured between the letters A and O of the columns, which stand 14 columns apart."""
    page = read(pdf(random_card(number), paper))[0]
    glyphs = [glyph for glyph in page.glyphs if page.alts.get(glyph.mcid, "").startswith("Map ")]
    ends = [next(glyph.box for glyph in glyphs if glyph.text == letter) for letter in "AO"]
    (x1, y1), (x2, y2) = (((left + right) / 2, bottom) for left, bottom, right, _ in ends)
    high = hypot(x2 - x1, y2 - y1) / (14 * 1.5) * 3**0.5 * 25.4 / 72
    assert 11 <= high <= 12.01


def test_the_portrait_card_is_still_there() -> None:
    pages = read(pdf(battle("leaf-1", "everyone"), layout="portrait"))
    assert len(pages) == 2 and all(page.tall > page.wide for page in pages)


def test_a_card_is_small() -> None:
    assert all(len(pdf(random_card(number))) < 150 * 1024 for number in range(8))
