"""The PDF file: the same bytes, embedded fonts, title, author, language, outline, tags, reading order."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from exports.games.combat_commander.render import render, render_many
from exports.kit.errors import ExportError
from tests.exports.games.combat_commander.cards import LANGUAGES, battle, catalog, sample
from tests.exports.paper import elements, letters, read
from tests.words import sentence


def pdf(card: dict[str, Any], **wishes: Any) -> bytes:
    return render(card, "pdf", catalog=catalog(), **wishes)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_card_gives_the_same_bytes(lang: Any) -> None:
    card = battle("bytes-1", "axis")
    assert pdf(card, lang=lang) == pdf(card, lang=lang)


def test_the_same_bytes_in_another_process_after_other_cards() -> None:
    """Neither the hash seed nor earlier files affect a file."""
    here = pdf(battle("bytes-2", "axis"))
    program = (
        "import sys; from tests.exports.games.combat_commander.test_pdf import pdf, battle\n"
        "pdf(battle('bytes-3', 'allied'), lang='es')\n"
        "sys.stdout.buffer.write(pdf(battle('bytes-2', 'axis')))"
    )
    there = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "7", "PATH": ""},
        capture_output=True,
        check=True,
    )
    assert there.stdout == here


def test_the_same_bytes_when_several_print_at_once() -> None:
    cards = [battle(f"threads-{number}", "axis") for number in range(12)]
    alone = [pdf(card, lang="es") for card in cards]
    with ThreadPoolExecutor(6) as hands:
        assert list(hands.map(lambda card: pdf(card, lang="es"), cards)) == alone


@pytest.mark.parametrize(("lang", "code"), [("es", "es-ES"), ("en", "en-GB")])
def test_title_author_and_language(lang: Any, code: str) -> None:
    reader = PdfReader(BytesIO(pdf(sample("stalingrad"), lang=lang)))
    assert reader.metadata is not None
    assert reader.metadata.title == {"es": "Hora cero, 1942", "en": "Zero Hour, 1942"}[lang]
    assert reader.metadata.author == "Hora H"
    assert reader.trailer["/Root"]["/Lang"] == code
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]


def test_the_outline_leads_to_every_part() -> None:
    reader = PdfReader(BytesIO(pdf(battle("bytes-1", "axis"), lang="en")))
    battle_title, parts = reader.outline[0], reader.outline[1]
    assert battle_title.title == reader.metadata.title  # type: ignore[union-attr]
    names = [one.title for one in parts if not isinstance(one, list)]
    assert names[0] == "Scenario card" and names[-2:] == ["Counters to pull", "How this battle was rolled"]
    inside = [one.title for one in parts[1]]
    assert {"Tracks", "Set-up, step by step"} <= set(inside) and any(
        name.startswith("Map") for name in inside
    )


def test_every_face_is_embedded() -> None:
    reader = PdfReader(BytesIO(pdf(battle("bytes-1", "axis"), lang="es")))
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            face = font.get_object()
            assert "Barlow" in face["/BaseFont"]
            assert "/FontFile2" in face["/FontDescriptor"]


def test_tags_and_reading_order() -> None:
    """Sides, map, objectives and conditions, then tracks, then steps; figures have alt text."""
    body = pdf(battle("bytes-2", "everyone"), lang="en", sheets=("card",))
    found = list(elements(body))
    tags = [str(element["/S"]) for element in found]
    assert tags[0] == "/Document" and tags.count("/H1") == 1
    assert all(element.get("/Alt") for element in found if element["/S"] == "/Figure")
    titles = [str(element["/T"]) for element in found if "/T" in element]
    sheet = next(title for title in titles if title.startswith("Map "))
    tracks, steps = titles.index("Tracks"), titles.index("Set-up, step by step")
    assert all(titles.index(name) < tracks < steps for name in (sheet, "Conditions", "Objectives"))


def test_marked_content_stands_in_the_order_of_the_tree() -> None:
    """Even a reader that ignores tags reads the page in order."""
    body = pdf(battle("bytes-1", "everyone"), sheets=("card", "log"))
    for page in read(body):
        numbers = [glyph.mcid for glyph in page.glyphs if glyph.mcid >= 0]
        assert set(numbers) <= set(page.frames)
    in_tree = [kid for element in elements(body) for kid in element["/K"] if isinstance(kid, int)]
    starts = [place for place, kid in enumerate(in_tree) if kid == 0]
    for start, end in zip(starts, [*starts[1:], len(in_tree)], strict=True):
        assert in_tree[start:end] == list(range(end - start))


def alts(body: bytes) -> list[str]:
    return [str(element.get("/Alt")) for element in elements(body)]


@pytest.mark.parametrize("address", ["https://example.org/battles/1", "http://192.168.0.7:8000/battles/1"])
def test_the_code_holds_the_address(address: str) -> None:
    card = battle("bytes-1", "everyone")
    assert f"This battle: {address}" in alts(pdf(card, sheets=("card",), lang="en", url=address))


@pytest.mark.parametrize(
    "address",
    [
        None,
        "",
        "http://127.0.0.1:8000/battles/1",
        "http://127.8.9.1/battles/1",
        "http://localhost:8000/battles/1",
        "http://Localhost./battles/1",
        "http://table.localhost/battles/1",
        "http://[::1]:8000/battles/1",
        "http://0.0.0.0:8000/battles/1",
        "/battles/1",
        "http://[::1/battles/1",
    ],
)
def test_no_qr_code_for_local_addresses(address: str | None) -> None:
    """Without an address that a phone can open there is no code; every page shows the seed as text."""
    card = battle("bytes-1", "everyone")
    body = pdf(card, sheets=("card",), lang="en", url=address)
    assert not any(alt.startswith("This battle") for alt in alts(body))
    assert letters(body).count("Seedbytes-1") == 2


def test_many_cards_in_one_file_with_progress() -> None:
    cards = [battle(f"many-{number}", "everyone") for number in range(5)]
    seen: list[int] = []
    body = render_many(iter(cards), catalog=catalog(), sheets=("card", "pull"), progress=seen.append)
    reader = PdfReader(BytesIO(body))
    assert seen == [1, 2, 3, 4, 5]
    assert 10 <= len(reader.pages) <= 15  # a pull list may share the back of its card
    assert len([one for one in reader.outline if not isinstance(one, list)]) == 5
    assert reader.metadata is not None and reader.metadata.title == "Scenario cards"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"paper": "a5"}, "There is no paper size “a5”. Choose from: a4, letter."),
        ({"sheets": ("card", "map")}, "There is no sheet “map”; choose from: card, side, log, pull."),
    ],
)
def test_unknown_paper_or_sheet_is_rejected(wish: dict[str, Any], words: str) -> None:
    with pytest.raises(ExportError) as refused:
        pdf(battle("bytes-1", "everyone"), **wish)
    assert sentence(refused.value) == words


def test_no_cards_is_an_error() -> None:
    with pytest.raises(ExportError) as refused:
        render_many([], catalog=catalog())
    assert sentence(refused.value) == "There is nothing to print."
