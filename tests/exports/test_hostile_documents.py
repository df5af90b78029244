"""Text that people write into a document stays text in the Markdown and forum files of every game."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from catalogs import load
from exports.game import load_game, render
from generator.authoring import find_schema_violations
from generator.game import Authored, find_authored, games
from generator.table import REFEREE
from tests.exports.reading_markdown import read

KINDS = [
    (game.id, kind.kind)
    for game in games().values()
    for kind in game.authored
    if "markdown" in load_game(game.id).kinds
]
HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1))"
FORUM_HOSTILE = "[url=javascript:alert(1)]x[/url] [b]"
TEXTS = {"about", "situation", "place", "location", "setup_text", "special_rules", "notes"}
WITHOUT_FREE_TEXT = {("combat_solitaire", "service"), ("thunder_at_cassino", "scenario")}  # on the sheet
FORUM_TAGS = re.compile(r"\[/?(?:b|i|u|size|url|list|\*|c|q)[^\]]*\]|\[\*\]", re.IGNORECASE)


def hostile_document(game: str, kind: Authored) -> dict[str, Any]:
    """Return a document of the library with hostile text in its title and its other free texts."""
    catalog = load(game)
    shelf = kind.shelf(catalog)
    document = copy.deepcopy(dict(next(iter(shelf.values()), None) or kind.blank(catalog)))
    document |= {"id": "mine", kind.title: HOSTILE} if "id" in document else {kind.title: HOSTILE}
    for name in TEXTS & document.keys():
        before, document[name] = document[name], HOSTILE
        if any(find_schema_violations(game, kind, document)):
            document[name] = [HOSTILE]
        if any(find_schema_violations(game, kind, document)):
            document[name] = before
    assert not [*find_schema_violations(game, kind, document)]
    return document


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_markdown(game: str, name: str) -> None:
    kind = find_authored(game, name)
    shown = kind.view(hostile_document(game, kind), REFEREE)
    text = render(shown, "markdown", catalog=load(game), lang="en").decode()
    words = " ".join(read(text))  # nothing is more than emphasis
    assert ("alert" in words) == ((game, name) not in WITHOUT_FREE_TEXT)
    assert "<script" not in text.replace("\\<", "")


def test_forum() -> None:
    kind = find_authored("combat_commander", "scenario")
    catalog = load("combat_commander")
    card = copy.deepcopy(dict(catalog.scenarios["castle-hill"]))
    for name in ("title", "situation", "place"):
        card[name] = FORUM_HOSTILE
    card["rules"] = {**card["rules"], "text": [FORUM_HOSTILE]}
    card["sides"]["axis"]["formation"] = FORUM_HOSTILE
    assert not [*find_schema_violations("combat_commander", kind, card)]
    text = render(card, "forum", catalog=catalog, lang="en").decode()
    assert "alert" in text
    rest = FORUM_TAGS.sub("", text)
    assert "[" not in rest and "]" not in rest
    assert "[url=javascript" not in text
