"""The card for other tools: a forum post, a list by hexes, counters to cut out, a preview picture."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from catalogs.games.combat_commander import load
from exports.game import render
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.pdf.cut_out import BLEED, arrange_sheets, grid_position
from exports.games.combat_commander.setup_by_hex import list_by_hex
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card

CATALOG = load()
URL = "https://horah.example/battles/x"


@cache
def card(seat: str = "everyone", placement: str = "objectives") -> dict[str, Any]:
    whole = make(CATALOG, Settings(placement=placement), "7.x").card()
    return view_card(whole, seat)


def written(kind: str, lang: str = "en", seat: str = "everyone") -> bytes:
    return render(card(seat), kind, catalog=CATALOG, lang=lang, paper="a4", sheets=None, url=URL)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_post_for_the_forum(lang: str) -> None:
    text = written("forum", lang).decode()
    assert text.startswith("[size=18][b]") and text.count("[b]") == text.count("[/b]")
    assert f"[url={URL}]" in text
    for side in ("axis", "allied"):
        for ref in card()["sides"][side]["counters"]:
            assert MessageFormatter(CATALOG, lang).thing(ref) in text  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["forum", "by_hex"])
def test_a_public_text_tells_no_secret(kind: str) -> None:
    whole = make(CATALOG, Settings(), "7.x").card()
    for letters in whole["objectives"]["secret"].values():
        for letter in letters:
            assert CATALOG.terms[f"chit.{letter}"]["en"] not in written(kind).decode()


def test_the_set_up_hex_by_hex() -> None:
    """Every objective and every unit with a hex is listed under it, in map order."""
    found = list_by_hex(card(placement="hexes"), MessageFormatter(CATALOG, "en"))
    hexes = [hex_id for hex_id, _ in found]
    told = " ".join(thing for _, things in found for thing in things)
    assert all(f"Objective {number} " in told for number in range(1, 6))
    fixed = [
        one["hex"]
        for side in ("axis", "allied")
        for one in card(placement="hexes")["sides"][side]["setup"].get("fixed", ())
    ]
    assert fixed and set(fixed) <= set(hexes)
    assert hexes == sorted(hexes, key=lambda one: (one[0], int(one[1:])))


@pytest.mark.parametrize("columns", [1, 5, 11])
def test_the_back_of_a_counter_lies_behind_its_front(columns: int) -> None:
    """Turned over the long edge, column c of the fronts lies on column C - 1 - c of the backs, row by row."""
    for number in range(3 * columns):
        front, back = grid_position(number, columns, back=False), grid_position(number, columns, back=True)
        assert front[1] == back[1] and front[0] + back[0] == columns - 1


@pytest.mark.parametrize(
    ("large", "small", "sheets"), [(1, 0, 1), (0, 1, 1), (24, 20, 1), (170, 40, 2), (400, 400, 7)]
)
def test_every_counter_stands_on_one_sheet_once(large: int, small: int, sheets: int) -> None:
    found = arrange_sheets({45.0: large, 36.0: small}, 595.3, 841.9)
    assert len(found) == sheets
    for size, count in ((45.0, large), (36.0, small)):
        batches = [batch for leaf in found for batch in leaf if batch.size == size]
        assert [n for batch in batches for n in range(batch.first, batch.end)] == list(range(count))
    for leaf in found:
        assert sum(batch.high for batch in leaf) <= 841.9 - 80


def test_counters_to_cut_out() -> None:
    pages = PdfReader(BytesIO(written("cut_out"))).pages
    assert len(pages) % 2 == 0  # fronts, then their backs
    text = pages[0].extract_text()
    assert len(pages) == 2  # a battle's counters fit one sheet of paper
    short = CATALOG.terms["counter_short.german.squad_rifle"]["en"]
    assert text.count(short) >= card()["sides"]["axis"]["counters"].get("german:squad_rifle", 0)
    assert "Backs" in pages[1].extract_text() and "not the publisher" in text


def test_fortifications_are_cut_out() -> None:
    """Each fortification of the card, in the right number."""
    dug = view_card(make(CATALOG, Settings(), "4.x").card(), "everyone")
    ((kind, count),) = ((work["type"], work["count"]) for work in dug["fortifications"])
    sheets = render(dug, "cut_out", catalog=CATALOG, lang="en", paper="letter", sheets=None, url=URL)
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(sheets)).pages[::2])
    assert (kind, count) == ("trench", 3) and text.count("Trench") == 3


def test_the_picture_of_a_link() -> None:
    picture = Image.open(BytesIO(written("picture")))
    assert picture.format == "PNG" and picture.size == (1200, 630)
    assert len(picture.getcolors(1_000_000) or ()) > 50  # something is drawn on it


def test_counters_bleed_over_their_edges() -> None:
    """The colour goes 2 mm beyond the cut, so no two counters touch; the page says so."""
    page = PdfReader(BytesIO(written("cut_out"))).pages[0]
    assert float(page.bleedbox.width) - float(page.trimbox.width) == pytest.approx(2 * BLEED, abs=0.02)
    (leaf, *_) = arrange_sheets({45.0: 30}, 595.3, 841.9)
    assert [batch.pitch - batch.size for batch in leaf] == pytest.approx([2 * 2 * 72 / 25.4])


def test_markers_show_values_and_chits_their_letters() -> None:
    text = PdfReader(BytesIO(written("cut_out"))).pages[0].extract_text()
    lines = text.splitlines()
    assert str(card()["year"]) in lines and str(card()["sudden_death"]) in lines
    assert all(letter in lines for letter in card()["objectives"]["open"])


def test_a_marker_has_its_name_in_the_singular() -> None:
    text = PdfReader(BytesIO(written("cut_out"))).pages[0].extract_text()
    assert "Control" in text and "marker" in text and "markers" not in text
