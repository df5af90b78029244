"""The sheets: complete content, in both languages, on both papers, inside the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalogs.games.grossdeutschland import load
from exports.game import render
from exports.games.grossdeutschland.messages import MessageFormatter
from generator.games.grossdeutschland.authoring.generators import make_variant
from generator.games.grossdeutschland.document import make_blank, make_printed
from generator.session import Session
from tests.exports.paper import read
from tests.generator.games.grossdeutschland.playing import play_random
from tests.languages import MADE_UP, speak

CATALOG = load()
PAGES = {"kursk": 6, "akhtyrka": 6, "mischurin_rog": 6, "lutchessa": 6}


@pytest.fixture(scope="module")
def play() -> Session:
    return play_random(CATALOG, "sheets", battle="lutchessa")


def words(body: bytes) -> str:
    return "".join(glyph.text for page in read(body) for glyph in page.glyphs)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_on_paper(name: str, lang: str, paper: str) -> None:
    body = render(make_printed(CATALOG, name), "pdf", catalog=CATALOG, lang=lang, paper=paper)
    pages = read(body)
    assert len(pages) == PAGES[name]
    for page in pages:
        assert len(page.glyphs) > 100
        for glyph in page.glyphs:
            left, bottom, right, top = glyph.box
            assert 0 <= left <= right <= page.wide
            assert 0 <= bottom <= top <= page.tall
            assert glyph.size >= 7.5


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_every_counter_stands_on_its_sheet_once(name: str, lang: str) -> None:
    document = make_printed(CATALOG, name)
    body = render(document, "markdown", catalog=CATALOG, lang=lang, sheets=("setup_german", "setup_soviet"))
    lines = body.decode().splitlines()
    for side in ("german", "soviet"):
        count = sum(row["side"] == side for row in document["units"])
        assert any(line.startswith("## ") and f"({count} " in line for line in lines)
    zones = [line.split(" | ")[2] for line in lines if line.startswith("| [ ]")]
    assert sum(len(zone.split(", ")) for zone in zones) == len(document["units"])


def test_arrivals_cups_and_points_of_lutchessa() -> None:
    text = render(
        make_printed(CATALOG, "lutchessa"), "text", catalog=CATALOG, lang="en", sheets=("orders",)
    ).decode()
    for wanted in (
        "2 (morning)  Germans  2Pz",
        "if VP scored before (21.4)",
        "Germans  30    25   5",
        "Retreated (cancels Trench)",
        "Hill 87   2215   1   once",
        "The Soviets win with 5 VP or more",
        "last turn and turn track",
    ):
        assert re.sub(r" +", " ", wanted) in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_no_ids_or_placeholders_in_text(kind: str, lang: str, play: Session) -> None:
    documents = [make_printed(CATALOG, name) for name in CATALOG.battles]
    documents += [make_blank(CATALOG), make_variant(CATALOG, documents[0], "v"), *play.documents("german")]
    for document in documents:
        text = render(document, kind, catalog=CATALOG, lang=lang).decode()
        assert not re.search(r"(german|soviet):|[a-z]+_[a-z]+:|\{|\bNone\b|sheet\.", text.replace("\\", ""))


def test_the_draw_of_mischurin_is_no_soviet_victory() -> None:
    """20.3: six win, five draw."""
    text = render(
        make_printed(CATALOG, "mischurin_rog"), "text", catalog=CATALOG, lang="en", sheets=("orders",)
    ).decode()
    assert "The Germans win with 6 VP or more; 5 VP is a draw; otherwise the other side wins." in text


def test_the_combat_sheet_says_when_modifiers_count() -> None:
    text = render(
        make_printed(CATALOG, "kursk"), "text", catalog=CATALOG, lang="en", sheets=("combat",)
    ).decode()
    words = " ".join(text.split())
    for wanted in ("only if all attackers cross or face them", "Three dice at night", "Pontoons do not"):
        assert wanted in words


@pytest.mark.parametrize("lang", ["es", "en"])
def test_log_has_every_line(lang: str, play: Session) -> None:
    text = render(play.documents("german")[0], "log", catalog=CATALOG, lang=lang).decode()
    assert len(text.splitlines()) == len(play.log("german"))
    assert not re.search(r"(german|soviet):|gd_|\{", text)


def test_variant_is_marked() -> None:
    document = make_variant(CATALOG, make_printed(CATALOG, "kursk"), "v")
    assert "unofficial variant" in render(document, "text", catalog=CATALOG, lang="en").decode()
    assert "unofficialvariant" in words(render(document, "pdf", catalog=CATALOG, lang="en")).replace(" ", "")


def test_author_title_is_escaped() -> None:
    document = {**make_blank(CATALOG), "title": "*<b>* | #1"}
    text = render(document, "markdown", catalog=CATALOG, lang="en").decode()
    assert text.startswith("# *<b>*") is False
    assert "<b>" not in text.replace("\\<", "")


def test_the_same_bytes_every_time() -> None:
    document = make_printed(CATALOG, "kursk")
    one, other = (render(document, "pdf", catalog=CATALOG, lang="es") for _ in range(2))
    assert one == other


def test_a_third_language_says_all_of_it(tmp_path: Path) -> None:
    """Only words printed on counters and maps are left in Latin letters."""
    speak(tmp_path / "grossdeutschland", CATALOG.store)
    taught = load(tmp_path)
    play = play_random(taught, "1943.third", battle="lutchessa", turns=2)
    (document,) = play.documents("german")
    text = "".join(render(document, kind, catalog=taught, lang=MADE_UP).decode() for kind in ("text", "log"))
    text += render(make_printed(taught, "kursk"), "text", catalog=taught, lang=MADE_UP).decode()
    left = set(re.findall(r"[A-Za-z]{3,}", text))
    theirs = [each.title or "" for each in (*taught.chits.values(), *taught.titles.values())]
    named = (*taught.places.values(), *taught.counters.values(), *taught.formations.values())
    theirs += [each.name for each in named]
    known = {word for name in theirs for word in re.findall(r"[A-Za-z]{3,}", name)}
    assert left - known == set()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_chit_without_a_title_leaves_no_gap(lang: str) -> None:
    voice = MessageFormatter(CATALOG, lang)
    facts = {"side": "german", "chit": "red", "title": "", "by": 2, "why": "sky"}
    for what in ("counts", "void"):
        said = voice.sentence(f"note.gd_chit_{what}", facts)
        assert " ," not in said and "  " not in said


def test_place_has_the_author_name() -> None:
    """Question, state, record and log file use the author's name, not the id."""
    scenario = make_blank(CATALOG)
    scenario["places"] = [{"id": "kursk:p1", "name": "Red Farm", "hexes": ["1010"], "city": False}]
    scenario["victory"]["locations"] = [{"place": "kursk:p1", "vp": 1, "counts": "any"}]
    session = play_random(CATALOG, "1943.place", scenario=scenario, turns=12)
    (document,) = session.documents("german")
    for kind in ("text", "log"):
        text = render(document, kind, catalog=CATALOG, lang="en", sheets=("record",)).decode()
        assert "Red Farm" in text and "p1" not in text


def test_incomplete_battle_is_marked_on_both_set_up_sheets() -> None:
    text = plain("mischurin_rog")
    assert text.count("INCOMPLETE: part of this battle is missing here") == 2
    assert "in Main bridge (4047, 4147, 4248)" in text
    assert "INCOMPLETE" not in plain("kursk")
    own = {**make_printed(CATALOG, "mischurin_rog"), "source": "own", "title": "Mine"}
    assert render(own, "text", catalog=CATALOG, lang="en").decode().count("scenario is not finished") == 2


def test_an_entry_by_a_special_rule_is_for_the_whole_formation() -> None:
    """18.4: 3Art and Div may come at B instead of A, all together."""
    (line,) = re.findall(r".*Germans +3Art .*", plain("kursk"))
    assert re.search(r"\bA\s+5\s+or all of it at B$", line)


def plain(battle: str) -> str:
    return render(make_printed(CATALOG, battle), "text", catalog=CATALOG, lang="en").decode()


def test_names_of_printed_battles_are_translated() -> None:
    words = MessageFormatter(CATALOG, "es")
    assert words.translate("Lutchessa Valley") == "Valle del Lutchessa"
    assert words.translate("mischurin_rog:village_86") == words.translate("Village 86") == "Aldea 86"
    assert words.translate("fighter_cover") == "Fighter Cover (anula Airstrike)"
    assert words.translate("What an author wrote") == "What an author wrote"


def test_copy_keeps_the_author_title_and_rules() -> None:
    """A copy that kept the source "printed" once lost both to the printed battle."""
    rules = [{"rule": "1", "text": {"en": "No smoking."}}]
    copy = {**make_printed(CATALOG, "kursk"), "title": "My Kursk", "rules": rules}
    text = render(copy, "text", catalog=CATALOG, lang="en").decode()
    assert text.startswith("My Kursk\n") and "No smoking." in text
    assert plain("lutchessa").startswith("Lutchessa Valley\n") and "1K to 4K" not in text
