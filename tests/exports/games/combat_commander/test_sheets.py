"""What every sheet of a battle must say, and in which order."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exports.games.combat_commander.checklist import list_steps
from exports.games.combat_commander.forces import list_sections
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.pdf.rehearsal import render_rehearsal
from exports.games.combat_commander.render import render
from exports.games.combat_commander.situation import card_title
from exports.kit.files import as_json
from generator.games.combat_commander.rehearsal.outcome import Outcome
from generator.games.combat_commander.rehearsal.rehearse import RehearsalResult
from generator.games.combat_commander.rehearsal.summary import summarise
from tests.exports.games.combat_commander.cards import LANGUAGES, PAPERS, battle, catalog, sample
from tests.exports.paper import read, words

DUG_IN = "snap-2"  # Russia digs three foxholes, and every unit has its hex


def dug_in() -> dict[str, Any]:
    return battle(DUG_IN, "everyone", placement="hexes")


@pytest.mark.parametrize("kind", ["text", "markdown", "forum", "by_hex", "pdf"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_works_are_told_by_their_hexes(kind: str, lang: Any) -> None:
    """A fortification with a hex stands in words beside that hex, and its step names the hex too."""
    card = dug_in()
    (work,) = card["fortifications"]
    body = render(card, kind, catalog=catalog(), lang=lang)
    text = words(body) if kind == "pdf" else body.decode()
    formatter = MessageFormatter(catalog(), lang)
    assert work["type"] == "foxholes" and sorted(work["hexes"]) == ["A2", "B2", "C3"]
    assert text.count(formatter.term("fortification.foxholes")) >= 3
    steps = " ".join(step for _, step in list_steps(card, formatter))
    assert f"A2, B2 {'and' if lang == 'en' else 'y'} C3" in steps


def test_a_card_read_from_a_file_lists_its_units_in_the_same_order() -> None:
    for number in range(8):
        card = battle(f"order-{number}", "everyone")
        read = json.loads(as_json(card))
        formatter = MessageFormatter(catalog(), "en")
        for side in ("axis", "allied"):
            assert list_sections(card, formatter, side) == list_sections(read, formatter, side)


def test_steps_stand_in_the_order_of_their_rules() -> None:
    """RS.16 follows RS.14 and RS.15, also if reinforcements come later."""
    steps = [rule for rule, _ in list_steps(sample("stalingrad"), MessageFormatter(catalog(), "en"))]
    assert "RS.16" in steps
    assert steps[steps.index("RS.14") :] == sorted(steps[steps.index("RS.14") :])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rehearsal_names_its_battle(lang: Any) -> None:
    card = battle("snap-1", "everyone")
    formatter = MessageFormatter(catalog(), lang)
    won = Outcome("axis", "points", 5, 7, 60, {"axis": 1, "allied": 3}, {}, {}, {}, 0, 0)
    document = summarise(RehearsalResult("1", 20, dict.fromkeys(range(20), won)))
    for paper in PAPERS:
        body = render_rehearsal(document, card, formatter, paper)
        assert card_title(card, formatter) in words(body)
        assert len(read(body)) == 1
