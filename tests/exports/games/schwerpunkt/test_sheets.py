"""The sheets: a set for each side, in both languages, on both papers; of the enemy only the top counters."""

from __future__ import annotations

import io
from typing import Any

import pytest
from pypdf import PdfReader

from exports.game import formatter, render
from generator.games.schwerpunkt.skeleton import SkeletonOptions, make_skeleton
from generator.games.schwerpunkt.views import view_document
from tests.generator.games.schwerpunkt.battles import catalog, example, make_complete
from tests.generator.games.schwerpunkt.test_play import act
from tests.languages import MADE_UP, speak

PAPERS = {"a4": (595, 842), "letter": (612, 792)}


def text(document: dict[str, Any], lang: str = "en", kind: str = "text", **wish: Any) -> str:
    return render(document, kind, catalog=catalog(), lang=lang, **wish).decode()


def pdf(document: dict[str, Any], **wish: Any) -> PdfReader:
    return PdfReader(io.BytesIO(render(document, "pdf", catalog=catalog(), **wish)))


def words(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("document", [make_complete(), example()], ids=["whole", "example"])
def test_every_language_and_paper(document: dict[str, Any], paper: str, lang: str) -> None:
    found = pdf(document, lang=lang, paper=paper)
    box = found.pages[0].mediabox
    assert (round(box.width), round(box.height)) == PAPERS[paper]
    said = words(found)
    for key in ("sheet.clock", "sheet.aid", "sheet.tracks", "sheet.enemy"):
        assert said.count(formatter(catalog(), lang).term(key)) >= 2, "one of each for each side"
    assert formatter(catalog(), lang).term("sheet.below")[:20] in said
    assert "{" not in said and "□" not in said


def test_sheets_show_the_kind_of_battle() -> None:
    assert "not a scenario" in text(example())
    assert "An author's battle (unofficial)" in text(make_complete())
    assert "Still missing" in text(example()) and "Still missing" not in text(make_complete())


@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_text_says_what_the_paper_says(kind: str) -> None:
    said = text(make_complete(), kind=kind)
    for word in ("B-TANKS-1", "(7)", "1 19:00", "Weather", "Rain in the hills."):
        assert word in said


def test_side_sheet_shows_only_top_counters_of_the_enemy() -> None:
    said = text(view_document(make_complete(), "blue"), sheets=("blue",))
    assert "B-INF-2" in said and "B-GUNS-1" in said
    assert "R-INF-1" in said, "it lies on top of 2001"
    assert all(
        hidden not in said for hidden in ("R-INF-2", "R-OPEN", "R-TANKS-1", "R-GUNS-1", "R-AMMO", "R-LATE")
    )


def test_author_prints_both_sets_without_mixing_them() -> None:
    said = text(make_complete())
    blue, red = said.split("\nRED\n")
    assert "R-GUNS-1" not in blue and "B-GUNS-1" not in red
    assert "R-GUNS-1" in red and "B-GUNS-1" in blue


def test_sheets_in_play_show_the_current_state() -> None:
    game = act().say("blue", {"action": "move", "units": ["b-inf-1"], "to": "0102"})
    (own,) = game.session.documents("blue")
    said = text(own)
    assert "0102" in said and "Activations: 1" in said
    (enemy,) = game.session.documents("red")
    assert "B-INF-2" in text(enemy), "what lay under it is on top now"
    assert "B-GUNS-1" not in text(enemy)
    assert "B-GUNS-1" not in words(pdf(enemy))


def test_a_third_language_says_all_of_it(tmp_path: Any) -> None:
    from catalogs import load

    speak(tmp_path / "schwerpunkt", catalog().store)
    taught = load("schwerpunkt", tmp_path)
    said = render(make_complete(), "text", catalog=taught, lang=MADE_UP).decode()
    assert "Activation aid" not in said and "Good order" not in said


@pytest.mark.parametrize("lang", ["es", "en"])
def test_our_own_battle_speaks_one_language(lang: str) -> None:
    said = render(catalog().battles["example"], "text", catalog=catalog(), lang=lang).decode()
    assert " / " not in said
    assert {"es": "Coches blindados", "en": "Armoured cars"}[lang] in said


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_page_is_empty(paper: str) -> None:
    for days in (1, 2, 3):
        document = make_skeleton(catalog(), SkeletonOptions(days=days, air=True), "7")
        body = render(document, "pdf", catalog=catalog(), lang="es", paper=paper)
        pages = PdfReader(io.BytesIO(body)).pages
        assert all(len(page.extract_text()) > 200 for page in pages), days


def test_long_battles_have_room_for_every_box() -> None:
    document = make_complete()
    document["clock"] |= {"minutes": 10, "start": "1 05:00", "end": "5 20:00"}
    found = words(pdf(document))
    assert "Day 5" in found and "19:50" in found


def test_side_without_a_name_uses_the_seat() -> None:
    """A skeleton's sides are Blue and Red, in the reader's language only."""
    sheets = text(make_skeleton(catalog(), SkeletonOptions(), "7"), "es")
    assert "\nROJO\n" in sheets and "RED" not in sheets
    assert "\nBLUE\n" in text(make_skeleton(catalog(), SkeletonOptions(), "7"))
