"""A sheet of any game: its frame, its pages, its language and its paper."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.graphics.shapes import Drawing

from exports.kit.blocks import Block, columns, heading, paragraph, tick_line
from exports.kit.document import Document
from exports.kit.errors import ExportError
from exports.kit.page import BAR_HEIGHT, Bar, RunningLines, content_height, draw_pages, paginate
from exports.kit.print_options import PrintOptions, use_print_options
from exports.kit.shapes import rect
from exports.kit.theme import BODY_SIZE, INK, MARGIN, PAPERS, TEXT, width, wrap
from tests.exports.paper import elements, faults, read, words
from tests.words import sentence

LONG = "Whoever is alone on a lane takes what it is worth. " * 12


def blocks(count: int) -> list[Block]:
    return [Block(40, lambda document, left, top: None) for _ in range(count)]


def report(wide: float, paragraphs: int = 3) -> list[Block]:
    return [heading("Lanes", wide), *[paragraph(LONG, wide) for _ in range(paragraphs)]]


def render_sheet(
    title: str,
    lang: str,
    paper: str,
    blocks: Callable[[float], list[Block]],
    *,
    above: str = "",
    right: str = "",
    below: str = "",
    bar: Bar | None = None,
) -> bytes:
    document = Document(paper, lang, title)
    pages = paginate(blocks(document.wide - 2 * MARGIN), content_height(document))
    draw_pages(document, RunningLines(above or title, right, below, bar), pages)
    return document.finish()


def bar(wide: float) -> Drawing:
    drawing = Drawing(wide, BAR_HEIGHT)
    drawing.add(rect(0, 0, wide, BAR_HEIGHT, INK))
    return drawing


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bar", [None, bar])
@pytest.mark.parametrize("paragraphs", [1, 60])
def test_a_sheet_is_whole(paper: str, bar: object, paragraphs: int) -> None:
    body = render_sheet("The toy", "en", paper, lambda wide: report(wide, paragraphs), bar=bar)  # type: ignore[arg-type]
    pages = PdfReader(BytesIO(body)).pages
    assert faults(body) == []
    assert (len(pages) > 3) == (paragraphs == 60)
    assert pages[0].mediabox.width == pytest.approx(PAPERS[paper][0], abs=0.01)
    text = words(body)
    assert f"{len(pages)} / {len(pages)}" in text
    assert text.count("THE TOY") == len(pages)


def test_running_lines() -> None:
    body = render_sheet("The toy", "en", "a4", report, above="Round 3", right="For Red only", below="Seed 7")
    text = words(body)
    assert all(line in text for line in ("ROUND 3", "FOR RED ONLY", "Seed 7", "1 / 1"))


@pytest.mark.parametrize(("lang", "named"), [("es", "es-ES"), ("en", "en-GB"), ("fi", "fi")])
def test_a_file_names_its_language(lang: str, named: str) -> None:
    reader = PdfReader(BytesIO(render_sheet("The toy", lang, "a4", report)))
    assert reader.trailer["/Root"]["/Lang"] == named  # type: ignore[index]
    assert reader.metadata is not None and reader.metadata.title == "The toy"


def test_the_same_sheet_has_the_same_bytes() -> None:
    assert render_sheet("The toy", "en", "a4", report) == render_sheet("The toy", "en", "a4", report)
    assert len(read(render_sheet("The toy", "en", "a4", report))) == 1


def test_no_such_paper() -> None:
    with pytest.raises(ExportError) as refused:
        render_sheet("The toy", "en", "a5", report)
    assert sentence(refused.value) == "There is no paper size “a5”. Choose from: a4, letter."
    assert sentence(refused.value, "es") == "No hay ningún tamaño de papel «a5». Opciones: a4, letter."


@pytest.mark.parametrize(
    ("count", "room", "pages"), [(1, 100, [1]), (2, 100, [2]), (3, 100, [2, 1]), (5, 80, [2, 2, 1])]
)
def test_blocks_fill_pages(count: int, room: float, pages: list[int]) -> None:
    assert [len(page) for page in paginate(blocks(count), room)] == pages


def test_heading_is_never_last_on_a_page() -> None:
    one, two, three = blocks(3)
    head = heading("Lanes", 200)
    found = paginate([one, two, head, three], 40 + 40 + head.high + 5)
    assert [len(page) for page in found] == [2, 2]


def test_block_higher_than_a_page_stands_alone() -> None:
    one, two = blocks(2)
    assert [len(page) for page in paginate([one, Block(500, one.draw), two], 100)] == [1, 1, 1]


@pytest.mark.parametrize("text", ["won 52,4 % of them", "counted 1\u00a0000 of them"])
def test_numbers_are_not_broken_over_lines(text: str) -> None:
    figure = text.split(" ", 1)[1].removesuffix(" of them").replace("\u00a0", " ")
    for room in range(10, 200):
        lines = wrap(text, TEXT, BODY_SIZE, float(room))
        assert " ".join(lines).replace(" ", "") == text.replace("\u00a0", "").replace(" ", "")
        assert width(figure, TEXT, BODY_SIZE) > room or any(figure in line for line in lines)


def rows(count: int) -> list[Block]:
    return [paragraph(f"row {number}", 200.0) for number in range(count)]


def test_a_torn_section_repeats_its_heading() -> None:
    """What goes on over the page stands under its heading with the word for it."""
    blocks = [heading("Squads", 200.0), *rows(3), heading("Weapons", 200.0), *rows(90)]
    document = Document("a4", "en", "Torn", continued="{title} (continued)")
    pages = paginate(blocks, content_height(document))
    draw_pages(document, RunningLines("a", "b", "c"), pages)
    texts = [page.extract_text() for page in PdfReader(BytesIO(document.finish())).pages]
    assert len(texts) > 1 and "Weapons (continued)" not in texts[0]
    assert all("Weapons (continued)" in text and "Squads" not in text for text in texts[1:])


def test_a_column_repeats_its_heading_and_leaves_no_single_row() -> None:
    column = columns([(0.0, [heading("Squads", 200.0), *rows(20)])])
    row = paragraph("row", 200.0).high
    assert column.split is not None
    parts = column.split(heading("Squads", 200.0).high + 19 * row + 1)
    assert parts is not None
    document = Document("a4", "en", "Torn", continued="{title} (continued)")
    draw_pages(document, RunningLines("a", "b", "c"), [[part] for part in parts])
    texts = [page.extract_text() for page in PdfReader(BytesIO(document.finish())).pages]
    assert "row 17" in texts[0] and "row 18" not in texts[0]
    assert "Squads (continued)" in texts[1] and "row 18" in texts[1] and "row 19" in texts[1]


def test_a_file_describes_itself_and_claims_no_date() -> None:
    document = Document("a4", "es", "Título <1>", "Lugar & día")
    document.new_page()
    reader = PdfReader(BytesIO(document.finish()))
    assert reader.xmp_metadata is not None and reader.metadata is not None
    assert reader.xmp_metadata.dc_title == {"x-default": "Título <1>"}
    assert reader.xmp_metadata.dc_description == {"x-default": "Lugar & día"}
    assert reader.xmp_metadata.dc_language == ["es-ES"]
    assert reader.metadata.title == "Título <1>" and reader.metadata.creation_date is None


def test_a_file_is_as_old_as_its_content() -> None:
    with use_print_options(PrintOptions(made_at="2026-03-01T12:30:00.123456Z")):
        bodies = []
        for _ in range(2):
            document = Document("a4", "en", "A battle")
            document.new_page()
            bodies.append(document.finish())
    assert bodies[0] == bodies[1]
    reader = PdfReader(BytesIO(bodies[0]))
    assert reader.xmp_metadata is not None and reader.metadata is not None
    made = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    assert reader.metadata.creation_date == reader.metadata.modification_date == made
    assert reader.xmp_metadata.xmp_create_date == made.replace(tzinfo=None)


def test_list_items_always_stand_in_a_list() -> None:
    body = render_sheet(
        "The toy", "en", "a4", lambda wide: [tick_line("1", "one", wide, 10), tick_line("2", "two", wide, 10)]
    )
    tree = list(elements(body))
    lists = [element for element in tree if element["/S"] == "/L"]
    assert [len(element["/K"]) for element in lists] == [2]
    assert all(element["/P"]["/S"] == "/L" for element in tree if element["/S"] == "/LI")


def test_a_character_the_typeface_lacks_is_marked() -> None:
    body = render_sheet("The toy", "en", "a4", lambda wide: [paragraph("Жуков, Łódź, 東京, e\u0301", wide)])
    assert "◊◊◊◊◊, Łódź, ◊◊, é" in words(body)
