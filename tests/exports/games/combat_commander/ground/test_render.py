"""A custom battlefield as files."""

from __future__ import annotations

import pytest

from exports.games.combat_commander.render import render
from exports.kit.errors import ExportError
from generator.games.combat_commander.ground.battlefield import generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import generated_to_document, make_blank
from generator.games.combat_commander.ground.edit import set_level, set_name
from tests.exports.games.combat_commander.cards import catalog
from tests.exports.paper import faults, read
from tests.words import sentence

DOCUMENT = generated_to_document(generate_battlefield(catalog(), 7, "river"))


def words(body: bytes) -> str:
    return "".join(glyph.text for page in read(body) for glyph in page.glyphs)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_map_sheet_has_a_page_with_its_legend_and_full_size_sheets(paper: str) -> None:
    body = render(DOCUMENT, "pdf", catalog=catalog(), paper=paper)
    pages = read(body)
    assert len(pages) == 1 + 6
    assert not [fault for fault in faults(body) if fault.startswith("page 1:")]
    assert "River,number7" in words(body)
    assert "Houserule:ageneratedbattlefield(River,number7),notaprintedmap." in words(body)
    assert "sheet6of6" in words(body)


def test_words_and_pictures() -> None:
    assert render(DOCUMENT, "svg", catalog=catalog()).startswith(b"<?xml")
    assert "Regla de la casa" in render(DOCUMENT, "text", catalog=catalog(), lang="es").decode()
    markdown = render(DOCUMENT, "markdown", catalog=catalog()).decode()
    assert markdown.startswith("# River, number 7")
    assert "- Woods: Cover 2" in markdown


def test_changed_battlefield_is_marked_as_changed() -> None:
    document = set_name(set_level(catalog(), DOCUMENT, "C4", 2), "The two mills")
    text = render(document, "text", catalog=catalog()).decode()
    assert text.startswith("The two mills\n")
    assert "edited by hand (River, number 7)" in text
    assert "Unnamed battlefield" in render(make_blank(catalog()), "text", catalog=catalog()).decode()


def test_invalid_battlefield_is_rejected() -> None:
    with pytest.raises(ExportError) as refused:
        render({**DOCUMENT, "terrain": {"woods": ["Z99"]}}, "svg", catalog=catalog())
    assert "/terrain/woods/0" in sentence(refused.value)
    with pytest.raises(ExportError):
        render(DOCUMENT, "log", catalog=catalog())
