"""Maps on paper and fields of fire: complete, readable, the right number of sheets."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.graphics.shapes import Path, String

from catalogs.games.combat_commander import load
from exports.games.combat_commander.ground.fire import draw_fire_map, fire_text
from exports.games.combat_commander.ground.ground_text import format_sight
from exports.games.combat_commander.ground.map_pdf import PAPER_MARGIN, render_full_size, render_one_page
from exports.games.combat_commander.ground.map_sheet import draw_ground_map
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.theme import PAPERS
from generator.games.combat_commander.ground.line_of_sight import check_sight, compute_sight_from
from generator.games.combat_commander.ground.los_map import Marker, build_los_map
from tests.exports.paper import read

from .test_drawing import every

CATALOG = load()
ENGLISH, SPANISH = MessageFormatter(CATALOG, "en"), MessageFormatter(CATALOG, "es")
TWELVE = CATALOG.ground["12"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("number", ["2", "13", "17", "24"])
def test_a_map_on_one_page(number: str, paper: str) -> None:
    body = render_one_page(CATALOG.ground[number], f"Map {number}", "what it is like", ENGLISH, paper)
    (page,) = PdfReader(BytesIO(body)).pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(PAPERS[paper], abs=0.1)
    words = page.extract_text()
    assert f"Map {number}" in words
    assert {"A1", "O10"} <= set(words.split())
    assert len(body) <= 250 * 1024


@pytest.mark.parametrize(("paper", "sheets"), [("letter", 6)])
def test_a_map_full_size_over_several_pages(paper: str, sheets: int) -> None:
    pages = PdfReader(BytesIO(render_full_size(TWELVE, "Map 12", SPANISH, paper))).pages
    assert len(pages) == sheets
    for number, page in enumerate(pages, 1):
        assert f"hoja {number} de {sheets}" in page.extract_text()
    assert ["pegue" in page.extract_text() for page in pages] == [True] * (sheets - 1) + [False]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_full_size_sheet_has_an_equal_part_of_the_map(paper: str) -> None:
    """The map fills more than three quarters of every sheet, and each hex has its dot."""
    pages = read(render_full_size(TWELVE, "Map 12", ENGLISH, paper))
    for page in pages:
        ((_, (left, bottom, right, top)),) = (
            frame for frame in page.frames.values() if frame[0] == "/Figure"
        )
        printable = (page.wide - 2 * PAPER_MARGIN) * (page.tall - 2 * PAPER_MARGIN)
        assert (right - left) * (top - bottom) > 0.75 * printable
    dots = draw_ground_map(TWELVE, ENGLISH, 60.0, key=False, to_play_on=True)
    assert sum(len(one.operators) == 2 * 150 for one in every(dots) if isinstance(one, Path)) == 2


def test_field_of_fire_shows_hindrances_and_uncertain_lines() -> None:
    ready = build_los_map(CATALOG, TWELVE, {"N7": Marker("smoke", 7)})
    seen = compute_sight_from(ready, "M9")
    drawn = [one.text for one in every(draw_fire_map(ready, "M9", ENGLISH)) if isinstance(one, String)]
    wanted = [
        f"{glimpse.hindrance or ''}{'' if glimpse.sure else '?'}"
        if glimpse.seen
        else ("" if glimpse.sure else "?")
        for glimpse in seen.values()
    ]
    assert "7" in wanted
    for said in set(wanted) - {"", "1", "2", "3", "4", "5"}:
        assert drawn.count(said) == wanted.count(said), said


def test_the_field_of_fire_in_letters() -> None:
    seen = compute_sight_from(build_los_map(CATALOG, TWELVE), "J7")
    lines = fire_text("J7", seen, ENGLISH)
    assert len(lines) == 11
    assert all(len(line.split()) == 16 for line in lines[1:])
    assert lines[9].split()[13] == "#"  # M9 lies in the blind hex behind the woods of L8
    assert lines[7].split()[10] == "@"


@pytest.mark.parametrize(
    ("formatter", "said"),
    [
        (ENGLISH, ["No line of sight from J9 to L6. Certain.", "- Blocked by the hill in K8 (T88.3.2).",
                   "Woods and buildings were measured on the printed map."]),
        (SPANISH, ["No hay LOS de J9 a L6. Seguro.", "- La colina de K8 corta la LOS (T88.3.2).",
                   "Los bosques y edificios se midieron en el mapa impreso."]),
    ],
)  # fmt: skip
def test_sight_in_sentences(formatter: MessageFormatter, said: list[str]) -> None:
    assert format_sight(check_sight(build_los_map(CATALOG, TWELVE), "J9", "L6"), formatter) == said
