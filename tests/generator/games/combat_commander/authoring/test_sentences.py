"""All sentences of the authoring rules, formatted in both languages and in a made-up one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import catalogs
from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.change_text import change_text
from exports.games.combat_commander.finding_text import change_json, finding_json, to_json
from exports.games.combat_commander.messages import MessageFormatter
from generator.diff import diff
from generator.games.combat_commander.authoring.balance_meter import measure_balance
from generator.games.combat_commander.authoring.checks import ALL, check, check_meaning, check_structure
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.guide import propose
from generator.games.combat_commander.authoring.pricing import price_side
from schemas.messages import Message
from tests.catalogs.games.combat_commander.overlays import lay
from tests.generator.games.combat_commander.authoring.cards import (
    CATALOG,
    battle,
    changed,
    library,
    sound,
)
from tests.generator.games.combat_commander.authoring.test_checks import (
    ALLIED,
    AXIS,
    CASES,
    CUSTOM,
    DEFENDING,
    OBJECTIVES,
    OTHERS,
    SQUAD,
    Changes,
    arrival,
    fixed,
    wire,
)
from tests.languages import MADE_UP, speak

#: Cards for sentences that the cases of the checks do not cover.
LEADER, MORTAR, GUN = "german:sgt_biermann", "german:weapon_medium_mortar", "german:weapon_light_mg"
ALONE = {"offer": "german:7:rifle_squad", "cost": 2, "pieces": ["german:squad_elite_rifle"]}
MORE: tuple[Changes, ...] = (
    {"/map/number": None},
    {"/marker": -500},
    {"/objectives/open": ["Z"]},
    {f"{AXIS}/radio": "german:radio_75mm", f"{AXIS}/reinforcements": [arrival(2, radio="german:radio_81mm")]},
    {f"{AXIS}/reinforcements": [arrival(2, counters={GUN: 3})]},
    {f"{AXIS}/support": [SQUAD | {"pieces": [GUN]}]},
    {f"{AXIS}/counters/{GUN}": 2, f"{AXIS}/bound": [{"weapon": GUN, "unit": LEADER}] * 2},
    {f"{AXIS}/counters/{GUN}": 1, f"{AXIS}/bound": [{"weapon": GUN, "unit": "german:team_elite"}]},
    {
        f"{AXIS}/counters/{GUN}": 1,
        f"{AXIS}/support": [ALONE],
        f"{AXIS}/bound": [{"weapon": GUN, "unit": "german:squad_elite_rifle"}],
    },
    {
        f"{AXIS}/support": [ALONE],
        f"{AXIS}/setup/fixed": [fixed("D1", 0) | {"counters": {"german:squad_elite_rifle": 1, GUN: 1}}],
    },
    DEFENDING | {"/edition": "corrected", "/mine_strength": 8} | wire(3, type="mines", package="minefield"),
    CUSTOM | OBJECTIVES | {"/rules/modules": ["normandy"]},
    {f"{AXIS}/infiltration": {"A": {"german:squad_rifle": 1}}},
    wire(10),
    wire(30, type="mines"),
    {f"{AXIS}/counters/{MORTAR}": 2},
    {"/link": {"card": "sound"}},
    {f"{AXIS}/counters": {"german:squad_rifle": 1}},
)
#: Findings about a malformed file name the fields as the file has them.
FILE = "finding.structure"
#: Parts of a sentence that are quoted from the card: places, unknown names, hexes and letters.
AS_IT_IS = re.compile(r"squad martian|/\S*|[“«][^”»]*[”»]|\b[A-Z]\d{0,2}\b")


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Load catalogues with the made-up language, and with the owner's count of wire."""
    folder = tmp_path_factory.mktemp("language")
    wire_counted = {**CATALOG.store.table("fortifications")["wire"].data, "quantity": 9}
    lay(folder, "fortifications", [wire_counted], rule="F100.1")
    speak(folder / CATALOG.game, CATALOG.store)
    return load(folder)


@pytest.fixture(scope="module")
def everything(catalog: Catalog) -> list[Message]:
    """Collect each sentence once."""
    found = [said for card in cards(catalog) for said in about(card, catalog)]
    off_the_board = changed(sound(), wire(1, "A11"))  # the schema for the printed board would refuse it
    found += [finding.message for finding in check_meaning(off_the_board, catalog)]
    found += [each.title for each in ALL]
    return list({str(said): said for said in found}.values())


def cards(catalog: Catalog) -> Iterator[dict[str, Any]]:
    """Yield cards that together have every finding."""
    wrong = [fails for fails, _ in CASES.values()] + [changes for _, _, changes in OTHERS] + list(MORE)
    yield from (changed(sound(), changes) for changes in wrong)
    yield from (library(name) for name in CATALOG.scenarios)
    yield from (battle(str(seed)) for seed in range(6))
    yield changed(battle("1"), {"/sudden_death": 9})
    yield changed(battle("1"), {f"{AXIS}/orders": 6, f"{ALLIED}/orders": 6, "/sudden_death": 12})
    package = catalog.editions["corrected"].packages[0]
    yield changed(
        battle("1"),
        {
            "/fortifications": [
                {"side": "axis", "type": kind, "count": 9 * count, "package": package.id, "paid": "vp"}
                for kind, count in package.contents.items()
            ]
        },
    )


def about(card: dict[str, Any], catalog: Catalog) -> Iterator[Message]:
    """Yield all sentences about a card."""
    for finding in check(card, catalog):
        yield finding.message
        if finding.fix is not None:
            yield finding.remedy
    if any(check_structure(card)):
        return
    for proposal in propose(card, catalog):
        yield from (work.text for work in proposal.working)
    measured = measure_balance(card, catalog)
    yield from (strength.working.text for strength in measured.strengths)
    yield from (measure.name for measure in measured.measures)
    for side in SIDES:
        yield from (line.text for line in price_side(card, side, catalog).lines)


def keys(said: Message) -> Iterator[str]:
    """Yield the key of a sentence and of those inside it."""
    yield said.key
    for fact in said.facts.values():
        for each in fact if isinstance(fact, list | tuple) else [fact]:
            if isinstance(each, Message):
                yield from keys(each)


@pytest.mark.parametrize("group", ["check", "finding", "fix", "guide", "measure", "price"])
def test_every_sentence_of_the_catalogue_is_used(group: str, everything: list[Message]) -> None:
    """Compare both ways; terms shared by all games are tested elsewhere."""
    shared = Path(catalogs.__file__).parent / "data" / "shared" / "terms"
    others = {row["id"] for path in shared.glob("*.json") for row in json.loads(path.read_bytes())["rows"]}
    rows = {key for key in CATALOG.terms if key.startswith(f"{group}.")} - others
    said = {key for each in everything for key in keys(each) if key.startswith(f"{group}.")}
    assert rows
    assert rows == said


def test_every_sentence_in_both_languages(catalog: Catalog, everything: list[Message]) -> None:
    """No placeholder stays open, and no id reaches a reader."""
    for said in everything:
        spanish, english = (MessageFormatter(catalog, lang).say(said) for lang in ("es", "en"))
        for words in (spanish, english):
            assert words.strip(), said
            if said.key != FILE:
                assert not re.search(r"[{}]|\b[a-z]+:[a-z_]+|\b[a-z]+_[a-z]+", AS_IT_IS.sub("", words)), words


def test_every_sentence_in_a_made_up_language(catalog: Catalog, everything: list[Message]) -> None:
    """One more file of terms changes every finding, fix, proposal and price."""
    english, made_up = MessageFormatter(catalog, "en"), MessageFormatter(catalog, MADE_UP)
    assert [said for said in everything if made_up.say(said) == english.say(said)] == []
    surnames = "|".join(re.escape(leader.surname) for leader in catalog.leaders.values())
    words = [AS_IT_IS.sub("", made_up.say(said)) for said in everything if said.key != FILE]
    assert [each for each in words if re.search(r"[A-Za-z]{2}", re.sub(surnames, "", each))] == []


def test_api_sentences_have_every_language(catalog: Catalog) -> None:
    """The API's ``{"es": ..., "en": ...}`` has one sentence for each language of the catalogue."""
    card = changed(sound(), {f"{AXIS}/hand": 6})
    [finding] = [finding_json(each, catalog) for each in check(card, catalog)]
    [change] = [change_json(each, catalog) for each in diff(sound(), card)]
    [first, *_] = to_json(price_side(card, "axis", catalog).lines, catalog)
    for words in (finding["text"], finding["fix"], change["text"], first["text"]):
        assert set(words) == set(catalog.languages) >= {"es", "en", MADE_UP}
        assert len({words[lang] for lang in ("es", "en", MADE_UP)}) == 3


def test_diff_in_a_made_up_language(catalog: Catalog) -> None:
    card = changed(sound(), {f"{AXIS}/posture": "defend"})
    [change] = diff(sound(), card)
    words = [change_text(change, MessageFormatter(catalog, lang)) for lang in ("en", MADE_UP)]
    assert words[0] == "Axis · Posture: Recon → Defend"
    assert not re.search(r"[A-Za-z]{2}", words[1])
