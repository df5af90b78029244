"""Refusals name the legal choices in words: ids never reach a reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.campaign.play import start_campaign
from generator.games.combat_commander.campaign.registry import campaigns
from generator.games.combat_commander.campaign.settings import AUTO
from generator.table import Buy, Choose, Prompt, Refused, check_answer
from tests.words import sentence

CATALOG = load()
OPTIONAL = ("V8", "V12")
ID = re.compile(r"[a-z0-9]+:[a-z]|[a-z]_[a-z]")


def prompts() -> Iterator[Prompt]:
    """Yield one prompt of each kind of thing that battles and campaigns let people choose or buy."""
    seen = set()
    tables = [make(CATALOG, Settings(optional=OPTIONAL), str(seed)).table for seed in range(12)]
    tables += [start_campaign(CATALOG, name, "1", AUTO).table for name in campaigns()]
    for table in tables:
        for prompt, _ in table.log:
            if isinstance(prompt, Choose | Buy) and prompt.of not in seen:
                seen.add(prompt.of)
                yield prompt


PROMPTS = list(prompts())


def test_every_kind_of_choice_is_covered() -> None:
    kinds = {"map", "die", "order_of_battle", "support", "package", "leader", "position", "scenario"}
    assert kinds <= {prompt.of for prompt in PROMPTS if isinstance(prompt, Choose | Buy)}


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: str(prompt.of))
@pytest.mark.parametrize("lang", ["en", "es"])
def test_refusal_names_legal_choices(prompt: Choose | Buy, lang: str) -> None:
    wrong = {"nonsense": 1} if isinstance(prompt, Buy) else "nonsense" if prompt.single else ["nonsense"]
    with pytest.raises(Refused) as refused:
        check_answer(prompt, wrong)
    words = sentence(refused.value, lang)
    assert not ID.search(words), words
    voice = MessageFormatter(CATALOG, lang)
    for one in prompt.options if isinstance(prompt, Choose) else [ware.id for ware in prompt.shelf]:
        assert voice.thing(one) in words
