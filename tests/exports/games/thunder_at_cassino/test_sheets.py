"""The sheets of Thunder at Cassino: their content, in both languages, on both papers."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest

from catalogs.games.thunder_at_cassino import load
from exports.game import render
from exports.games.thunder_at_cassino.aid_sheets import AIDS
from exports.games.thunder_at_cassino.board import make_tiles
from exports.games.thunder_at_cassino.initial_state import starting_state
from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.games.thunder_at_cassino.record import make_rubble_grid
from exports.games.thunder_at_cassino.render import make_sheets, render_as
from exports.kit.sheet import Grid
from generator.games.thunder_at_cassino.procedures import PLAY
from generator.games.thunder_at_cassino.scenario.document import list_shelf, make_blank
from generator.session import begin
from tests.catalogs.games.thunder_at_cassino.test_tables import overlay, row
from tests.languages import MADE_UP, speak

CATALOG = load()
BELOW = 40.0  # points: the footer
SIZES = {"a4": (595, 842), "letter": (612, 792)}


@cache
def played(scenario: str = "campaign", seed: str = "7") -> dict[str, Any]:
    session = begin(
        PLAY, CATALOG, PLAY.read(CATALOG, {"scenario": scenario, "players": "chance", "mode": "strict"}), seed
    )
    session.fill()
    found: dict[str, Any] = session.documents("everyone")[0]
    return found


def test_reduction_of_unknown_rubble_is_shown() -> None:
    play = {**played("last_days")["play"], "rubble": {"1": None}, "rubble_dice": {"1": 4}}
    assert make_tiles(CATALOG, play)["1"].rubble == "?"
    cut = {**play, "rubble_cut": {"1": 1}}
    assert make_tiles(CATALOG, cut)["1"].rubble == "?−1"
    before, after = (make_rubble_grid(each, MessageFormatter(CATALOG, "en")).rows[0] for each in (play, cut))
    assert before[2:6] == ("1", "1", "2", "2")
    assert after[2:6] == ("–", "–", "1", "1")


def test_artillery_messages_say_the_observer_is_spent() -> None:
    """14.3: placing artillery spends the observer; 14.4: the air command has none."""
    voice = MessageFormatter(CATALOG, "en")
    told = {each: voice.sentence("note.bombards", {"battery": each, "target": "3"}) for each in GUNS}
    assert told["allied_brigade_1"] == "Allied brigade 1 bombarded area 3; its observer is spent (14.3)."
    assert told["mataf"] == "Air command (MATAF) bombarded area 3."
    facts = {"battery": "allied_brigade_1", "total": 7, "needs": 6, "place": "3"}
    for what in ("smoke_laid", "smoke_lost", "smoke_failed"):
        assert "observer is spent (14.3)" in voice.sentence(f"note.{what}", facts)
    for ask in ("bombard", "smoke_target"):
        assert "(14.3)" in voice.hint(ask, {})


GUNS = ("allied_brigade_1", "mataf")


def test_the_campaign_says_where_germans_set_up() -> None:
    """5.3: by the colours of their dots, four in an area, no armour in 20."""
    voice = MessageFormatter(CATALOG, "en")
    text = b" ".join(
        render_as(make_sheets(list_shelf(CATALOG)["campaign"], voice), "text", voice, "a4").split()
    )
    assert b"dot's colour: at most 4 per area, no armour in area 20." in text
    assert b"The Germans set up." in text
    last = render_as([AIDS["calendar"](voice)], "text", voice, "a4")
    assert b"At the end: The Allies win with 22 VP" in last


def words(body: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(body)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("lang", "told"),
    [("es", "Registro de puntos"), ("en", "Points record")],
)
def test_the_record_of_a_play(lang: str, told: str, paper: str) -> None:
    document = played()
    body = render(document, "pdf", catalog=CATALOG, lang=lang, paper=paper, url="https://club.example/x")
    reader = pypdf.PdfReader(io.BytesIO(body))
    assert tuple(round(float(side)) for side in reader.pages[0].mediabox[2:]) == SIZES[paper]
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    text = words(body)
    assert told in text and "https://club.example/x" in text
    for area, die in document["play"]["rubble_dice"].items():
        assert f"{area} {die}" in text
    assert "?" not in render(document, "text", catalog=CATALOG, lang=lang).decode().split("\n")[0]


def test_the_same_document_is_the_same_file() -> None:
    assert render(played(), "pdf", catalog=CATALOG) == render(played(), "pdf", catalog=CATALOG)


def test_rubble_stands_side_by_side_until_the_terrain_is_typed(tmp_path: Path) -> None:
    document = played()
    before = render(document, "markdown", catalog=CATALOG, lang="en", sheets=("bombardment",)).decode()
    assert "by terrain" in before
    rows = [row("areas", str(n), terrain=2) for n in range(1, 23)]
    typed = load(overlay(tmp_path, "areas", *rows))
    after = render(document, "markdown", catalog=typed, lang="en", sheets=("bombardment",)).decode()
    assert "by terrain" not in after
    die = document["play"]["rubble_dice"]["1"]
    assert f"| 1 | {die} |  | " in after


@pytest.mark.parametrize("name", list(CATALOG.setups))
def test_the_set_up_of_every_scenario(name: str) -> None:
    scenario = list_shelf(CATALOG)[name]
    for lang in ("es", "en"):
        title = CATALOG.setups[name].title[lang]
        text = render(scenario, "text", catalog=CATALOG, lang=lang).decode()
        assert text.startswith(title)
        assert title in words(render(scenario, "pdf", catalog=CATALOG, lang=lang, paper="letter"))
        assert MessageFormatter(CATALOG, lang).term(f"victory.{scenario['victory']}") in text
    assert render(scenario, "svg", catalog=CATALOG, lang="es").startswith(b"<svg")


def test_set_up_sheet_matches_the_card() -> None:
    text = render(list_shelf(CATALOG)["castle_hill"], "markdown", catalog=CATALOG, lang="en").decode()
    for told in ("Germans 1, Allies 0", "1, 8, 9, 34, 35, 36, 43, 44, 54", "Rec 5 Ind starts spent"):
        assert told in text
    assert "Rec 4 Para" in text
    text = render(list_shelf(CATALOG)["last_days"], "markdown", catalog=CATALOG, lang="es").decode()
    assert "hasta 5 niveles" in text and "9, 11, 15, 16, 17, 21, 22, 25, 26" in text


def test_owner_units_are_printed_and_house_scenario_is_marked() -> None:
    unit = {"name": "1/I/3", "side": "german", "kind": "infantry", "place": "blue", "company": "1/I/3"}
    later = {**unit, "name": "5/II/3", "place": "off", "turn": 3, "zones": ["G", "H"]}
    own = {**make_blank(CATALOG), "title": "Mine", "units": [unit, later]}
    text = render(own, "text", catalog=CATALOG, lang="en").decode()
    for told in ("Mine", "blue areas", "turn 3, G, H", "Unofficial scenario"):
        assert told in text


@pytest.mark.parametrize("name", list(AIDS))
def test_the_aids_in_both_languages(name: str) -> None:
    for lang in ("es", "en"):
        formatter = MessageFormatter(CATALOG, lang)
        sheet = AIDS[name](formatter)
        for paper in SIZES:
            text = words(render_as([sheet], "pdf", formatter, paper))
            assert sheet.title in text
        assert "None" not in render_as([sheet], "text", formatter, "a4").decode()


def test_the_aid_has_the_figures_of_the_rules() -> None:
    text = render_as(
        [AIDS["movement"](MessageFormatter(CATALOG, "en"))], "text", MessageFormatter(CATALOG, "en"), "a4"
    ).decode()
    for told in ("more than 7 with two dice (42 %)", "more than 9 with two dice (17 %)", "72 %", "42 %"):
        assert told in text


def test_typed_text_is_escaped() -> None:
    own = {**make_blank(CATALOG), "title": "# *x* | <b>", "background": "[a](b)"}
    text = render(own, "markdown", catalog=CATALOG, lang="en").decode()
    assert "# \\# \\*x\\* \\| \\<b\\>" in text and "\\[a\\](b)" in text


def test_every_line_of_a_log_is_a_sentence_without_ids() -> None:
    for scenario in CATALOG.setups:
        document = played(scenario, "11")
        for lang in ("es", "en"):
            log = render(document, "log", catalog=CATALOG, lang=lang).decode()
            assert "_" not in log and "{" not in log and "None" not in log


def test_a_third_language_speaks_all_of_it(tmp_path: Path) -> None:
    """Sheets, aids and the log: only names, places and numbers are left in Latin letters."""
    home = tmp_path / "thunder_at_cassino"
    home.mkdir()
    speak(home, CATALOG.store)
    catalog = load(tmp_path)
    formatter = MessageFormatter(catalog, MADE_UP)
    sheets = [make_sheets(scenario, formatter)[0] for scenario in list_shelf(catalog).values()]
    sheets += [aid(formatter) for aid in AIDS.values()] + make_sheets(played(), formatter)
    text = render_as(sheets, "text", formatter, "a4").decode()
    text += render(played(), "log", catalog=catalog, lang=MADE_UP).decode()
    left = set(re.findall(r"[A-Za-z]{2,}", text)) - {"Rec", "Ind", "Para", "OB"}
    assert left == set()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("scenario", list(list_shelf(CATALOG)))
def test_a_set_up_fills_its_pages(scenario: str, paper: str, lang: str) -> None:
    """The lines to write on fill the pages: the last page is never a few words."""
    formatter = MessageFormatter(CATALOG, lang)
    document = pypdfium2.PdfDocument(
        render_as(make_sheets(list_shelf(CATALOG)[scenario], formatter), "pdf", formatter, paper)
    )
    text = document[len(document) - 1].get_textpage()
    lowest = min(text.get_rect(n)[1] for n in range(text.count_rects()) if text.get_rect(n)[1] > BELOW)
    assert len(document) == 2
    assert lowest < document[0].get_height() / 5


def test_areas_outside_a_scenario_are_closed() -> None:
    own = {**make_blank(CATALOG), "bounds": "strict", "areas": ["3", "9"], "zones": ["G"]}
    shown = make_tiles(CATALOG, starting_state(own, CATALOG), own)
    assert {place for place, tile in shown.items() if not tile.closed} == {"3", "9", "G"}
    assert shown["9"].owner == "german" and shown["11"].owner == ""
    hill = list_shelf(CATALOG)["castle_hill"]
    closed = {
        place
        for place, tile in make_tiles(CATALOG, starting_state(hill, CATALOG), hill).items()
        if tile.closed
    }
    assert "66" in closed and "34" not in closed


def test_empty_rows_remain_if_only_observers_are_known() -> None:
    """The text names one German unit of Castle Hill; the sheet has room for the others."""
    hill = list_shelf(CATALOG)["castle_hill"]
    text = render(hill, "text", catalog=CATALOG, lang="en").decode()
    assert "Rec 4 Para" in text and text.count("Copy the units from your card") == 2
    gunner = {**hill["units"][0], "name": "1/4 Para", "kind": "infantry", "place": "43"}
    typed = {**hill, "units": [*hill["units"], gunner]}
    assert render(typed, "text", catalog=CATALOG, lang="en").decode().count("Copy the units from") == 1


def test_a_longer_battle_has_more_lines_for_units() -> None:
    """The campaign of nine turns brings in more units than a battle of two."""
    lines = {}
    for name in ("campaign", "round_house"):
        (sheet,) = make_sheets(list_shelf(CATALOG)[name], MessageFormatter(CATALOG, "en"))
        grids = [part for part in sheet.flat_parts if isinstance(part, Grid)]
        lines[name] = [len(grid.rows) for grid in grids if grid.rows and grid.rows[0][0] == "1."]
    assert lines["campaign"] == [13, 13] and lines["round_house"] == [10, 10]
