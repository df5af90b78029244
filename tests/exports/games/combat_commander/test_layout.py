"""No letter outside its frame, none on another, nothing off the page: read from the PDF itself."""

from __future__ import annotations

from typing import Any

import pytest

from exports.games.combat_commander.render import render
from exports.kit.document import Document
from exports.kit.theme import HEAD
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
from tests.exports.paper import faults, faults_of, plumbed, read

BATTLES = 16  # every seat on both papers in both languages
SOAK_BATTLES = 1_000
CHUNK = 16


def pdf(card: dict[str, Any], paper: str, lang: Any, *sheets: str) -> bytes:
    return render(card, "pdf", catalog=catalog(), paper=paper, lang=lang, sheets=sheets or None)


@pytest.mark.parametrize("first", range(0, BATTLES, CHUNK))
def test_random_battles(first: int) -> None:
    look_through(first)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(BATTLES, SOAK_BATTLES, CHUNK))
def test_a_thousand_random_battles(first: int) -> None:
    look_through(first)


def look_through(first: int) -> None:
    """Check battles of alternating seats, papers and languages; every card has two pages."""
    for number in range(first, first + CHUNK):
        card = battle(f"paper-{number}", SEATS[number % 4])
        paper, lang = PAPERS[number // 4 % 2], LANGUAGES[number // 8 % 2]
        pages = read(pdf(card, paper, lang, "card"))
        assert faults_of(pages) == [], (number, paper, lang)
        assert len(pages) == 2, (number, paper, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("seed", LARGEST)
def test_the_largest_battles(seed: str, paper: str, lang: str) -> None:
    card = largest(seed)
    assert card["sides"]["allied"]["chit"] == "T" and card["sides"]["axis"]["size"] == "company"
    assert len(read(pdf(card, paper, lang, "card"))) == 2
    assert faults(pdf(card, paper, lang)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["oversize", "stalingrad", "wide-defence", "recon-long"])
def test_extreme_cards(name: str, paper: str, lang: str) -> None:
    for seat in ("axis", "referee"):
        assert faults(pdf(sample(name, seat), paper, lang)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["hill-236", "castle-hill"])
def test_printed_scenarios(name: str, paper: str, lang: str) -> None:
    assert faults(pdf(scenario(name), paper, lang)) == []


@pytest.mark.parametrize("faction", ["german", "italian", "american", "british", "french", "russian"])
def test_every_faction_in_a_company(faction: str) -> None:
    side = "axis" if faction in ("german", "italian") else "allied"
    card = battle(f"faction-{faction}", "everyone", **{side: faction, "sizes": ("company",)})
    assert faults(pdf(card, "a4", "es")) == []


@pytest.mark.parametrize("orientation", ["wide", "long"])
def test_both_orientations(orientation: str) -> None:
    cards = (battle(f"turn-{number}", "everyone") for number in range(40))
    card = next(card for card in cards if card["map"]["orientation"] == orientation)
    for paper in PAPERS:
        assert faults(pdf(card, paper, "en")) == []


def stuffed() -> dict[str, Any]:
    """Return a card with more of everything than anyone should put on one."""
    card = sample("oversize")
    card["objectives"]["open"] = list("ABCDEFGHJKLMPQRSTUVWX")
    card["title"] = "Donaudampfschifffahrtsgesellschaftskapitänswitwe " * 4
    card["situation"] = "Wort " * 400
    card["rules"]["text"] = ["Una regla larga que no acaba. " * 20] * 12
    counters = catalog().counters.values()
    card["sides"]["axis"]["counters"] = {one.ref: 99 for one in counters if one.faction == "german"}
    return card


@pytest.mark.parametrize("paper", PAPERS)
def test_overfull_card_continues_on_more_pages(paper: str) -> None:
    pages = read(pdf(stuffed(), paper, "es", "card", "pull"))
    assert faults_of(pages) == []
    assert len(pages) > 3


def test_a_card_that_uses_no_track() -> None:
    card = sample("recon-long")
    card.update(marker=None, time=None, sudden_death=None, initiative=None, first_turn=None)
    for side in ("axis", "allied"):
        card["sides"][side]["surrender"] = None
    assert faults(pdf(card, "a4", "es")) == []


def test_pdfplumber_finds_the_same_letters() -> None:
    """pdfplumber is independent of PDFium: it sees the same text in the same frames."""
    body = pdf(largest(LARGEST[0]), "a4", "es", "card")
    pages = read(body)
    letters = [(glyph.text, glyph.mcid) for page in pages for glyph in page.glyphs]
    others = [(text, -1 if mcid is None else mcid) for text, _, mcid in plumbed(body) if text.strip()]
    assert sorted(letters) == sorted(others)


@pytest.mark.parametrize(
    ("at", "frame", "what"),
    [
        ((100.0, 700.0), (50.0, 690.0, 90.0, 720.0), "leaves its"),
        ((5.0, 700.0), (0.0, 690.0, 200.0, 720.0), "off the page"),
        ((300.0, 500.0), (290.0, 490.0, 400.0, 520.0), "under"),
    ],
)
def test_checker_reports_faults(at: tuple[float, float], frame: Any, what: str) -> None:
    document = Document("a4", "en", "Faults")
    with document.leaf("P", (250.0, 400.0, 280.0, 420.0)):
        document.text(255, 405, "Fine", HEAD, 9)
    with document.artifact():
        document.text(302, 501, "Below", HEAD, 14)
    with document.leaf("P", frame):
        document.text(*at, "Words", HEAD, 14)
    document.new_page()
    assert any(what in fault for fault in faults(document.finish()))
