"""A catalogue in a made-up language changes every sentence of a battle's log, card and errors."""

from __future__ import annotations

import re

import pytest

from catalogs.games.combat_commander import Catalog, load
from exports.game import formatter
from exports.games.combat_commander.text import write_card_text, write_log_text
from generator.games.combat_commander.battle.make import make, open_session
from generator.games.combat_commander.battle.settings import Settings
from generator.table import Refused
from generator.table.answers import check_answer
from tests.languages import MADE_UP, speak

BASE = load()
SEEDS = ("a", "b", "c", "d")
WISH = Settings(optional=("V5", "V8", "V12"))
#: Text that is the same in every language: rule numbers and millimetres.
SAME = re.compile(r"\b(RS|PA|NO|ST|H)[.-][A-Z\d.-]+|\b[A-Z]\d+(\.\d+)*|\d+ mm\b")
SURNAMES = re.compile("|".join(sorted((one.surname for one in BASE.leaders.values()), reverse=True)))
LATIN = re.compile(r"[A-Za-z]{2,}")  # a single letter is a hex, a chit or a column


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return load(speak(tmp_path_factory.mktemp("language") / BASE.game, BASE.store).parent)


def latin(text: str) -> list[str]:
    """Return the lines that still have words in Latin letters."""
    return [line for line in text.splitlines() if LATIN.search(SURNAMES.sub("", SAME.sub("", line)))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_on_paper(taught: Catalog, seed: str) -> None:
    card = make(taught, WISH, seed).card()
    said = {
        lang: write_card_text(card, taught, lang) + write_log_text(card, taught, lang)
        for lang in ("en", MADE_UP)
    }
    assert len(latin(said["en"])) > 80
    assert [line for line in latin(said[MADE_UP]) if seed not in line] == []


WRONG: list[object] = ["martian", [], 7, {"martian": 1}, [9, 9], None]


@pytest.mark.parametrize("answer", WRONG, ids=str)
def test_refusals(taught: Catalog, answer: object) -> None:
    english, made_up = formatter(taught, "en"), formatter(taught, MADE_UP)
    table = open_session(taught, Settings(dice="typed"), "a").table
    refused = 0
    for prompt in table.pending:
        with pytest.raises(Refused) as refusal:
            check_answer(prompt, answer)
        assert latin(english.say(refusal.value))
        assert latin(re.sub("[“«].*?[”»]", "", made_up.say(refusal.value))) == []
        refused += 1
    assert refused
