"""Sheets on both papers and in both languages; blank, unofficial or sealed content is marked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from exports.game import render
from exports.games.combat_solitaire.messages import MessageFormatter
from exports.games.combat_solitaire.sheets import make_sheets
from generator.games.combat_solitaire import service_record
from generator.games.combat_solitaire.scenario import make_blank
from tests.generator.games.combat_solitaire.playing import catalog
from tests.generator.games.combat_solitaire.test_documents import changed, played_game
from tests.generator.games.combat_solitaire.test_secrets import set_up
from tests.languages import MADE_UP, speak

SIZES = {"a4": (595, 842), "letter": (612, 792)}
OURS = {"LDR", "Connell"}  # as on counters, and half of a name
UNSAID = re.compile(r"\b(sheet|field|term|source_said|order|morale)\.[a-z_]+")


def documents() -> dict[str, dict[str, Any]]:
    record = service_record.add_game(service_record.make_blank(catalog()), played_game())
    return {
        "crossroads": dict(catalog().scenarios["crossroads"]),
        "lantern": dict(catalog().scenarios["lantern"]),
        "fragments": dict(catalog().scenarios["fragments"]),
        "blank": make_blank(catalog()),
        "generic": changed((("event_tables", "kind"), "generic_defence")),
        "template": dict(catalog().templates["sweep"]),
        "service": record,
        "game": set_up().documents("player")[0],
    }


DOCUMENTS = documents()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_document_prints(name: str, paper: str, lang: str) -> None:
    body = render(DOCUMENTS[name], "pdf", catalog=catalog(), lang=lang, paper=paper)
    document = pypdfium2.PdfDocument(body)
    assert [tuple(round(side) for side in page.get_size()) for page in document] == [SIZES[paper]] * len(
        document
    )
    words = " ".join(page.get_textpage().get_text_range() for page in document)
    assert not UNSAID.search(words)
    for kind in ("text", "markdown"):
        written = render(DOCUMENTS[name], kind, catalog=catalog(), lang=lang).decode()
        assert not UNSAID.search(written)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["crossroads", "lantern", "fragments"])
def test_the_card_of_an_example_is_one_page(name: str, paper: str, lang: str) -> None:
    body = render(DOCUMENTS[name], "pdf", catalog=catalog(), lang=lang, paper=paper, sheets=("card",))
    assert len(pypdfium2.PdfDocument(body)) == 1


def titles(name: str, lang: str = "en") -> list[str]:
    return [sheet.title for sheet in make_sheets(DOCUMENTS[name], MessageFormatter(catalog(), lang))]


def test_the_sheets_of_a_scenario() -> None:
    assert titles("crossroads") == [
        "The crossroads",
        "Event tables",
        "Squad roster",
        "Smoke sheet",
        "Turn record",
    ]
    assert titles("crossroads", "es")[1:3] == ["Tablas de eventos", "Hoja de la escuadra"]


def test_the_sheets_of_a_game() -> None:
    assert titles("game")[:2] == ["State of the game", "Squad roster"]


def text(name: str, lang: str = "en") -> str:
    return " ".join(render(DOCUMENTS[name], "text", catalog=catalog(), lang=lang).decode().split())


def test_unofficial_content_is_marked() -> None:
    assert "not a published scenario" in text("crossroads")
    assert "no un escenario publicado" in text("crossroads", "es")
    assert "House rule" in text("template")
    assert "does not affect play" in text("service")
    assert "your scenario book" in text("generic")


def test_unknown_figures_stay_blank() -> None:
    assert text("blank").count("(blank)") > 10
    assert "TQ 6 LDR 3 WS 7" in text("game") or "TQ __ LDR __ WS __" in text("game")
    assert "Read blank numbers off the counters" in text("game")


def test_author_text_is_escaped() -> None:
    evil = changed((("title",), "# *<b>| evil"), (("special_rules",), ["<script>alert(1)</script>"]))
    page = render(evil, "markdown", catalog=catalog(), lang="en").decode()
    assert "<script>" not in page.replace("\\<", "")
    assert "\\# \\*\\<b\\>\\| evil" in page


def test_some_sheets_only() -> None:
    body = render(DOCUMENTS["crossroads"], "text", catalog=catalog(), sheets=("smoke",)).decode()
    assert body.startswith("Smoke sheet")
    assert "Turn record" not in body


def test_a_third_language_says_all_of_it(tmp_path: Path) -> None:
    """Only an author's words and names are left in Latin letters."""
    from catalogs import load

    speak(tmp_path / "combat_solitaire", catalog().store)
    taught = load("combat_solitaire", tmp_path)
    document = {**DOCUMENTS["game"], "catalog": taught.version}
    text = render(document, "text", catalog=taught, lang=MADE_UP).decode()
    told = set(re.findall(r"[A-Za-z]{3,}", text))
    scenario = json.dumps(document["scenario"])
    men = " ".join(name for row in taught.squads.values() for team in row.values() for name in team)
    names = {word.lower() for word in re.findall(r"[A-Za-z]{3,}", f"{scenario} {men}")}
    assert {word for word in told if word.lower() not in names} - OURS == set()
