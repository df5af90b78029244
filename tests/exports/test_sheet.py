"""Sheets as text and as PDF: every part, on every paper, complete and inside its frame."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader
from reportlab.graphics.shapes import Drawing

from catalogs import load
from exports.kit.shapes import rect
from exports.kit.sheet import (
    Band,
    Beside,
    Blank,
    Boxes,
    Bullets,
    Cut,
    Facts,
    Figure,
    Grid,
    Heading,
    Lines,
    Paragraph,
    Part,
    Sheet,
    Steps,
    Style,
    Together,
    Track,
)
from exports.kit.sheet_pdf import write_pdf
from exports.kit.text import LINE_WIDTH, grid_lines, write_text
from exports.kit.theme import INK, PAPERS
from tests.exports.paper import elements, faults

LONG = "Whoever is alone on a lane takes what it is worth. " * 5


def draw(wide: float) -> list[tuple[Drawing, str]]:
    drawing = Drawing(2 * wide, 40)  # wider than the page, so it is scaled down
    drawing.add(rect(0, 0, 2 * wide, 40, INK))
    return [(drawing, "A black bar")]


GRID = Grid(
    ("Name", "Text", "Boxes", "Room"),
    [("one", LONG, Boxes(3), Blank()), ("two", "short", Boxes(2, ("low", "out")), "")],
    (1, 3, 1.5, 1),
    strong=frozenset({0}),
)
PARTS: list[Part] = [
    Paragraph("Take care.", loud=True),
    Paragraph(LONG),
    Facts([("Date", "July 1944"), ("Place", LONG)]),
    Facts([(f"Fact {number}", str(number)) for number in range(9)]),
    Heading("Lists"),
    Bullets([f"point {number}" for number in range(5)]),
    Bullets(["tick me"], ticked=True, columns=1),
    Steps([("5.1", "Set up."), ("5.2, 5.3", LONG)]),
    Lines(["Signed by"]),
    Heading("Tables", level=3),
    GRID,
    Grid(("No.", "Hex"), [(str(number), "20.06") for number in range(7)], halves=6),
    Beside([Heading("Left"), Paragraph("left")], [Heading("Right"), GRID], share=0.3),
    Track("Morale", [str(number) for number in range(1, 13)], marked=7),
    Figure(draw, ["A black bar"]),
    Cut(),
    Together([Paragraph("A remark.", soft=True)]),
]
SHEET = Sheet(
    "x", "The toy", PARTS, "for two", "not official", bands=[Band("german", True), Band("x", False)]
)


def pdf(sheets: Sequence[Sheet], *styles: Style, paper: str = "a4") -> bytes:
    return write_pdf(
        sheets,
        title="A file",
        lang="en",
        paper=paper,
        catalog=load("grossdeutschland"),
        styles=styles or (Style(),),
    )


def pages(body: bytes) -> list[str]:
    found = pypdfium2.PdfDocument(body)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in found]


def tags(body: bytes) -> list[str]:
    return [str(each["/S"]).removeprefix("/") for each in elements(body)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", [Style(), Style(capitals=True, narrow=True, lined=False, text=9.0)])
def test_every_part_stands_inside_its_frame(paper: str, style: Style) -> None:
    body = pdf([SHEET], style, paper=paper)
    assert faults(body) == []
    text = " ".join(pages(body))
    for words in (
        "The toy",
        "for two",
        "NOT OFFICIAL",
        "Take care.",
        "July 1944",
        "point 4",
        "tick me",
        "5.2, 5.3",
    ):
        assert words in text
    for words in ("Signed by", "low", "out", "20.06", "Morale", "A remark."):
        assert words in text


def test_pdf_is_tagged() -> None:
    body = pdf([SHEET])
    found = tags(body)
    assert {"Art", "H1", "H2", "H3", "P", "LI", "L", "Table", "TR", "TH", "TD", "Figure"} <= set(found)
    assert {str(row["/P"]["/S"]) for row in elements(body) if row["/S"] == "/TR"} == {"/Table"}
    assert "A black bar" in [str(each.get("/Alt")) for each in elements(body)]
    assert PdfReader(BytesIO(body)).trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert pdf([SHEET]) == body


def test_long_table_repeats_its_head() -> None:
    rows = [(f"row {number}", "x") for number in range(90)]
    found = pages(pdf([Sheet("x", "Long", [Paragraph("Before it."), Grid(("Head", ""), rows)])]))
    assert len(found) > 1 and all("Head" in page for page in found)
    words = " ".join(found).split()
    assert [words[at + 1] for at, word in enumerate(words) if word == "row"] == [str(n) for n in range(90)]


def test_pages_are_numbered_through_the_file() -> None:
    sheets = [Sheet("a", "One", [Paragraph("a")]), Sheet("b", "Two", [Paragraph("b")])]
    numbers = [page.split(" ")[-3:] for page in pages(pdf(sheets))]
    assert numbers == [["1", "/", "2"], ["2", "/", "2"]]


def test_roomiest_style_without_more_pages_is_chosen() -> None:
    """Empty tables get the lines that the page holds; text grows until it would need another page."""
    empty = Sheet("x", "Empty", [Grid(("A", "B"), [("", "")], tall=2.0)])
    few, many = (tags(pdf([empty], *(Style(blank_rows=n) for n in range(4, most)))) for most in (5, 90))
    assert few.count("TR") == 5 and 20 < many.count("TR") < 40
    words = Sheet("x", "Words", [Paragraph(LONG) for _ in range(12)])
    styles = [Style(text=8.0 + size) for size in range(12)]
    assert len(pages(pdf([words], *styles))) == 1 < len(pages(pdf([words], styles[-1])))


def test_heading_is_never_last_on_a_page() -> None:
    for count in range(38, 52):
        sheet = Sheet("x", "X", [*[Paragraph("line")] * count, Heading("Next"), Paragraph("after")])
        for page in pages(pdf([sheet])):
            assert ("Next" in page) == ("after" in page)


def test_text_of_every_part() -> None:
    text = write_text([SHEET])
    assert text.startswith("The toy\n=======\nfor two\nnot official\n\n** Take care. **\n")
    for words in (
        "Date   July 1944",
        "Lists\n-----",
        "- point 0",
        "[ ] tick me",
        "[ ] 5.1       Set up.",
        "[ ] [ ] [ ]",
        "low[ ] out[ ]",
        "Signed by: ____",
        "[6] (7) [8]",
        "A black bar",
        "A remark.",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= LINE_WIDTH


def test_sheets_below_the_title_of_a_file() -> None:
    text = write_text([Sheet("a", "One", [Paragraph("a")])], title="Toy", note="Ours")
    assert text == "Toy\n===\nOurs\n\nONE\n===\n\na\n"


def test_only_the_widest_columns_of_a_table_are_wrapped() -> None:
    grid = Grid(("Unit", "Type", "Text"), [("Armoured cars of the guard", "infantry", LONG)])
    lines = list(grid_lines(grid))
    assert len(lines) > 4 and max(map(len, lines)) <= LINE_WIDTH
    assert lines[2].startswith("Armoured cars of the guard  infantry  Whoever is alone")
    assert " ".join(line[38:].strip() for line in lines[2:]) == LONG.strip()
