"""Text, Markdown, JSON and SVG contain the same facts."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import KINDS, render
from exports.games.combat_commander.situation import format_place
from exports.games.combat_commander.svg import render_map
from exports.games.combat_commander.text import write_card_markdown, write_card_text, write_log_text
from exports.kit.errors import ExportError
from exports.kit.files import as_json
from exports.kit.markdown import escape
from generator.games.combat_commander.authoring.force import list_lots
from generator.games.combat_commander.hexes import all_hexes
from tests.exports.games.combat_commander.cards import LANGUAGES, SEATS, battle, catalog, sample, scenario
from tests.words import sentence

CARDS = [
    *[
        pytest.param(battle(f"words-{number}", SEATS[number % 4]), id=f"battle {number}")
        for number in range(6)
    ],
    *[pytest.param(sample(name), id=name) for name in ("oversize", "stalingrad", "recon-long")],
    *[pytest.param(scenario(name), id=name) for name in ("hill-236", "castle-hill")],
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_text_fits_a_terminal_and_names_every_piece(card: dict[str, Any], lang: Any) -> None:
    text = write_card_text(card, catalog(), lang)
    assert max(map(len, text.splitlines())) <= 100
    flat = " ".join(text.split()).lower()
    formatter = MessageFormatter(catalog(), lang)
    for side in ("axis", "allied"):
        for lot in list_lots(card, side, catalog()):  # type: ignore[arg-type]
            assert formatter.piece(lot.ref).name.lower() in flat


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_markdown_tables_are_whole(card: dict[str, Any], lang: Any) -> None:
    text = write_card_markdown(card, catalog(), lang)
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        columns = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(columns) == 1
    assert text.startswith("# ") and "- [ ] **RS.1" in text


def test_markdown_escapes_text() -> None:
    card = sample("recon-long")
    card["title"] = "A *bold* | [plan](x) <b>"
    assert "# A \\*bold\\* \\| \\[plan\\](x) \\<b\\>" in write_card_markdown(card, catalog(), "en")
    assert escape("plain words") == "plain words"


def test_the_log_has_every_answer_with_its_rule() -> None:
    card = battle("words-1", "axis")
    text = write_log_text(card, catalog(), "en")
    entries = card["transcript"]["entries"]
    assert all(entry["rule"] in text for entry in entries) and "(secret)" in text
    numbers = re.findall(r"^\s*(\d+)\s+RS", text, re.M)
    assert [int(number) for number in numbers] == list(range(1, len(entries) + 1))


def test_a_card_without_a_transcript_says_so() -> None:
    assert "it has no log" in write_log_text(scenario("hill-236"), catalog(), "en").replace("there", "There")


def test_json_is_canonical() -> None:
    card = battle("words-2", "axis")
    text = as_json(card)
    assert json.loads(text) == card
    assert text == as_json(dict(reversed(card.items())))
    assert text.endswith("}\n") and "\\u" not in text


@pytest.mark.parametrize("name", ["recon-long", "stalingrad", "wide-defence"])
def test_svg_shows_the_whole_map(name: str) -> None:
    root = ElementTree.fromstring(render_map(sample(name), MessageFormatter(catalog(), "en")))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert set(all_hexes(catalog().board)) <= set(texts)
    assert any("friendly edge" in (text or "") for text in texts)
    assert float(root.attrib["width"]) > 400


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_card_gives_the_same_bytes(kind: str) -> None:
    card = battle("words-3", "allied")
    assert render(card, kind, catalog=catalog()) == render(card, kind, catalog=catalog())


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ExportError) as refused:
        render(battle("words-3", "allied"), "docx", catalog=catalog())
    assert (
        sentence(refused.value)
        == "There is no format “docx”. Choose from: pdf, pack, cut_out, picture, svg, text, markdown, forum, "
        "by_hex, json, log, vassal, vassal_module."
    )


@pytest.mark.parametrize(
    ("date", "lang", "words"),
    [
        ("6 June", "en", "6 June 1944"),
        ("6 de junio", "es", "6 de junio de 1944"),
        ("6 June 1944", "en", "6 June 1944"),
        ("1944-06-06", "es", "6 de junio de 1944"),
        ("6.6.", "en", "6.6., 1944"),
        ("", "en", "1944"),
    ],
)
def test_a_date_keeps_its_year(date: str, lang: Any, words: str) -> None:
    card = {**scenario("castle-hill"), "year": 1944, "date": date}
    assert format_place(card, MessageFormatter(catalog(), lang)).split(" · ")[0] == words


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [("en", "1 foxhole", "2 foxholes"), ("es", "1 pozo de tirador", "2 pozos de tirador")],
)
def test_one_of_a_work_is_one(lang: Any, one: str, two: str) -> None:
    formatter = MessageFormatter(catalog(), lang)
    assert (formatter.works("foxholes", 1), formatter.works("foxholes", 2)) == (one, two)
