"""Sheets of a tournament: in both languages on both papers, with every player."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

import pdfplumber
import pytest

from catalogs.games.combat_commander import load
from exports.game import formatter
from exports.tournament.sheets import SHEETS, SheetOptions, render_pdf, render_text
from exports.tournament.text import format_points, make_pairings_grid
from generator.tournament import actions
from generator.tournament.cards import find_match
from generator.tournament.model import Plan, Report, Tournament
from tests.exports.paper import faults_of, read

CATALOG, MATCH = load(), find_match("combat_commander")
NAMES = ["Ana", "Berta", "Carlos", "Diego", "Elena", "Fermín", "Gema"]
LINKS = {number: f"https://club.example/tournaments/play/{number}" for number in range(1, 8)}


@pytest.fixture(scope="module")
def cup() -> Tournament:
    found = actions.new_tournament("combat_commander", "Copa de otoño", "swiss", 3, NAMES, "1944.omaha")
    found = actions.draw(found, MATCH, CATALOG, Plan("linked", ("Hill 236", "Castle Hill")))
    told = Report("first", "vp", {"time": 5, "casualties": 1, "vp": 4})
    return actions.report(found, MATCH, CATALOG, 1, 1, told)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("lang", "paper", "wide"), [("es", "a4", 595), ("en", "letter", 612)])
def test_every_sheet_names_everybody(cup: Tournament, sheet: str, lang: str, paper: str, wide: int) -> None:
    body = render_pdf(
        cup, MATCH, CATALOG, SheetOptions(sheet, 0, paper, lang, "https://club.example/t", LINKS)
    )
    with pdfplumber.open(BytesIO(body)) as found:
        assert round(float(found.pages[0].width)) == wide
        words = " ".join(page.extract_text() for page in found.pages)
    sitting = [name for name in NAMES if sheet != "slips" or name != _without(cup)]
    assert [name for name in sitting if name not in words] == []


def _without(cup: Tournament) -> str:
    [bye] = [each.first for each in cup.pairings() if each.second is None]
    return cup.player(bye).name


def test_linked_cards_name_the_table_beside(cup: Tournament) -> None:
    grid = make_pairings_grid(cup, cup.rounds[-1], MATCH, formatter(CATALOG, "en"))
    assert {row[3] for row in grid.rows} == {
        "Hill 236, linked with table 2",
        "Castle Hill, linked with table 1",
        "Hill 236, no linked table",
        "–",
    }
    assert "Bye (counts as a win)" in render_text(cup, MATCH, CATALOG, SheetOptions("pairings"))


def test_points_are_formatted_with_halves() -> None:
    assert [format_points(Fraction(each, 2)) for each in (0, 1, 9, 10)] == ["0", "½", "4½", "5"]
    assert format_points(None) == "–"


@pytest.mark.parametrize("sheet", ["pairings", "standings"])
def test_a_short_list_grows_with_its_page(cup: Tournament, sheet: str) -> None:
    """Lists hang on a wall: seven players stand in large type, on one page."""
    (page,) = read(render_pdf(cup, MATCH, CATALOG, SheetOptions(sheet)))
    cells = [glyph.size for glyph in page.glyphs if page.frames.get(glyph.mcid, ("",))[0] == "/TD"]
    assert min(cells) >= 14.0 and faults_of([page]) == []
