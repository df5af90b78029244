"""Typed text stays text in the Markdown of every kind of document of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from catalogs import load
from exports.game import render
from generator.games.combat_solitaire import service_record
from generator.games.grossdeutschland.document import make_blank as blank_battle
from generator.games.grossdeutschland.document import make_printed
from generator.games.thunder_at_cassino.scenario.document import make_blank as blank_hill
from tests.exports.games.combat_commander.cards import battle as card
from tests.exports.reading_markdown import TYPED, read, same
from tests.generator.games.schwerpunkt.battles import make_complete

Document = dict[str, Any]
CATALOGS: dict[str, Any] = {
    name: load(name)
    for name in (
        "combat_commander",
        "combat_solitaire",
        "grossdeutschland",
        "schwerpunkt",
        "thunder_at_cassino",
    )
}


def combat_scenario(typed: str) -> Document:
    scenario = dict(CATALOGS["combat_solitaire"].scenarios["crossroads"])
    return {**scenario, "title": typed, "about": typed, "location": typed, "special_rules": [typed]}


def combat_template(typed: str) -> Document:
    return {**CATALOGS["combat_solitaire"].templates["sweep"], "title": typed, "about": typed}


def combat_service_record(typed: str) -> Document:
    record = service_record.make_blank(CATALOGS["combat_solitaire"])
    game = {"scenario": typed, "squad": 1, "points": 2, "level": typed}
    return {**record, "games": [game]}


def grossdeutschland_copy(typed: str) -> Document:
    rules = [{"rule": "1", "text": {"en": typed}}]
    return {**make_printed(CATALOGS["grossdeutschland"], "kursk"), "title": typed, "rules": rules}


def grossdeutschland_own(typed: str) -> Document:
    own: Document = {**blank_battle(CATALOGS["grossdeutschland"]), "title": typed}
    own["places"] = [{"id": "kursk:p1", "name": typed, "hexes": [], "city": False}]
    own["victory"]["locations"] = [{"place": "kursk:p1", "vp": 1, "counts": "any"}]
    return own


def cassino_scenario(typed: str) -> Document:
    unit = {"name": typed, "side": "german", "kind": "infantry", "place": "blue", "company": typed}
    words = {"title": typed, "subtitle": typed, "background": typed}
    return {**blank_hill(CATALOGS["thunder_at_cassino"]), **words, "units": [unit]}


def schwerpunkt_battle(typed: str) -> Document:
    battle = make_complete()
    battle["hqs"][0]["name"] = battle["units"][0]["name"] = typed
    return {**battle, "title": typed, "about": typed, "rules": [typed]}


def combat_commander_card(typed: str) -> Document:
    return {**card("typed"), "seed": "", "title": {"en": typed, "es": typed}}


KINDS: list[tuple[str, Callable[[str], Document], int]] = [
    ("combat_solitaire", combat_scenario, 3),
    ("combat_solitaire", combat_template, 2),
    ("combat_solitaire", combat_service_record, 2),
    ("grossdeutschland", grossdeutschland_copy, 1),
    ("grossdeutschland", grossdeutschland_own, 2),
    ("thunder_at_cassino", cassino_scenario, 5),
    ("schwerpunkt", schwerpunkt_battle, 4),
    ("combat_commander", combat_commander_card, 1),
]


@pytest.mark.parametrize(("game", "make", "count"), KINDS, ids=[make.__name__ for _, make, _ in KINDS])
def test_typed_words_stay_words(game: str, make: Callable[[str], Document], count: int) -> None:
    """``count`` blocks are the typed words and nothing else."""

    @given(TYPED)
    @settings(max_examples=30, deadline=None)
    def holds(typed: str) -> None:
        body = render(make(typed), "markdown", catalog=CATALOGS[game], lang="en")
        assert read(body.decode()).count(same(typed)) >= count

    holds()
