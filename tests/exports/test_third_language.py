"""A third language is one file: with it every word of a battle's log, card and errors is translated.

The made-up language is English in Greek letters, so text left in Latin letters bypassed the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from catalogs.games.combat_commander import Catalog, load
from catalogs.terms import locale_for
from exports.game import formatter
from exports.games.combat_commander.pdf.record import render_record
from exports.games.combat_commander.questions import question_text
from exports.games.combat_commander.record import format_record
from exports.games.combat_commander.render import render
from exports.kit.errors import ExportError
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.campaign.play import Campaign, replay, start_campaign
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.view import view_battle_card, view_campaign
from generator.table import Refused
from tests.exports.paper import words
from tests.languages import MADE_UP, speak

BATTLES = {("attack", "defend"): "language-0.kept", ("recon", "recon"): "language-4.kept"}
CAMPAIGNS = ("stalingrad", "normandy", "gastadores")
SHEETS = ("card", "side", "log", "pull")
#: The name of this program, that of the seal, a measure, months by Babel, and surnames.
OURS = {"Hora", "HORA", "SHA", "mm", *locale_for(MADE_UP).months["format"]["wide"].values()}
OURS |= {
    part for leader in load().leaders.values() for part in re.findall(r"[A-Za-zÁ-ÿ]{2,}", leader.surname)
}
#: Text that is no word: rule numbers (ST-C1.3), hexes, chits, positions, seeds and codes.
SIGNS = re.compile(r"[A-Z]{1,3}[-.]?[A-Z]?\d[\w.]*|\b[A-Z]\b|\b[A-Z]{2}\.\d+(\.\d+)?|\bHS\d+|\b[A-Z]{2}-\d")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return the catalogues with one more file."""
    folder = tmp_path_factory.mktemp("language")
    speak(folder / "combat_commander", load().store)
    return load(folder)


def latin(text: str, *known: str) -> set[str]:
    """Return words that are not in the made-up language."""
    for name in known:
        text = text.replace(name, "")
    return set(re.findall(r"[A-Za-zÁ-ÿ]{2,}", SIGNS.sub("", text))) - OURS


def rules(campaign: Campaign) -> set[str]:
    """Return the words in rule names; a campaign without rule numbers uses text instead."""
    return {word for entry in campaign.table.entries for word in re.findall(r"\w+", entry.rule)}


def battle(catalog: Catalog, seed: str, seat: str) -> dict[str, Any]:
    return view_card(make(catalog, Settings(), seed).card(), seat)


@pytest.mark.parametrize(("postures", "seed"), BATTLES.items(), ids=str)
@pytest.mark.parametrize("kind", ["text", "markdown", "log"])
def test_a_battle_in_words(taught: Catalog, postures: tuple[str, str], seed: str, kind: str) -> None:
    card = battle(taught, seed, "axis")
    assert tuple(sorted(side["posture"] for side in card["sides"].values())) == postures
    assert latin(render(card, kind, catalog=taught, lang=MADE_UP).decode(), card["seed"] or "") == set()


@pytest.mark.parametrize("seed", BATTLES.values())
def test_a_battle_on_paper(taught: Catalog, seed: str) -> None:
    card = battle(taught, seed, "axis")
    body = render(card, "pdf", catalog=taught, lang=MADE_UP, sheets=SHEETS)
    assert latin(words(body), card["seed"] or "", card.get("commitment") or "") == set()


@pytest.mark.parametrize("seed", BATTLES.values())
def test_a_battle_as_a_drawing(taught: Catalog, seed: str) -> None:
    drawing = render(battle(taught, seed, "axis"), "svg", catalog=taught, lang=MADE_UP).decode()
    said = re.findall(r">([^<]+)<", drawing) + re.findall(r'aria-label="([^"]*)"', drawing)
    assert said and latin(" ".join(said)) == set()


@pytest.fixture(scope="module")
def campaigns(taught: Catalog) -> dict[str, Campaign]:
    return {name: start_campaign(taught, name, "8.9f86d081884c7d65", AUTO) for name in CAMPAIGNS}


@pytest.mark.parametrize("name", CAMPAIGNS[:2])
@pytest.mark.parametrize("kind", ["text", "markdown", "log", "pdf"])
def test_a_campaigns_card(taught: Catalog, campaigns: dict[str, Campaign], name: str, kind: str) -> None:
    card = view_battle_card(campaigns[name], 1, "axis")
    body = render(card, kind, catalog=taught, lang=MADE_UP)
    text = words(body) if kind == "pdf" else body.decode()
    assert latin(text, card["seed"] or "", card.get("commitment") or "") == set()


@pytest.mark.parametrize("name", CAMPAIGNS)
@pytest.mark.parametrize("part", [0.3, 0.6, 1.0])
def test_the_record(taught: Catalog, campaigns: dict[str, Campaign], name: str, part: float) -> None:
    whole = campaigns[name]
    entries = whole.table.entries[: int(len(whole.table.entries) * part)]
    campaign = replay(taught, name, whole.seed, whole.settings, entries)
    seen = view_campaign(campaign, "axis")
    for text in (format_record(seen, taught, MADE_UP), words(render_record(seen, taught, MADE_UP))):
        assert latin(text, seen["commitment"][:16], seen["seed"] or whole.seed) <= rules(whole)
    assert latin(re.sub(r"\{.*\}", "", question_text(campaign, "axis", MADE_UP))) <= rules(whole)


def _card(catalog: Catalog, **changes: Any) -> Callable[[], object]:
    card = battle(catalog, "language-0.kept", "everyone") | changes
    return lambda: render(card, "text", catalog=catalog)


@pytest.mark.parametrize(
    "changes",
    [{"year": 1938}, {"sides": {}}],
    ids=str,
)
def test_rejected_card(taught: Catalog, changes: dict[str, Any]) -> None:
    with pytest.raises(ExportError) as refused:
        _card(taught, **changes)()
    places = re.compile(r"/[\w/]+|[“«][^”»]*[”»]")
    fields = {"axis", "allied"}  # as written in a file
    assert latin(places.sub("", formatter(taught, MADE_UP).say(refused.value))) <= fields


@pytest.mark.parametrize("wish", [{"paper": "a5"}, {"sheets": ("map",)}, {"sheets": ("side",)}], ids=str)
def test_rejected_render_request(taught: Catalog, wish: dict[str, Any]) -> None:
    with pytest.raises(ExportError) as refused:
        render(battle(taught, "language-0.kept", "everyone"), "pdf", catalog=taught, **wish)
    said = re.sub(r"[“«][^”»]*[”»]", "", formatter(taught, MADE_UP).say(refused.value))
    typed = ("a4", "letter", "card", "side", "log", "pull")  # typed to request them
    assert latin(said, *typed) == set()


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_rejected_answers(taught: Catalog, campaigns: dict[str, Campaign], name: str) -> None:
    """A wrong answer at every step of a campaign."""
    voice, whole = formatter(taught, MADE_UP), campaigns[name]
    seen: set[tuple[str, str]] = set()
    fields = {"winner", "ended", "marker", "initiative", "survivors", "null"}  # fields of a report, as typed
    for place, entry in enumerate(whole.table.entries):
        if (entry.kind, entry.ask) in seen:
            continue
        seen.add((entry.kind, entry.ask))
        table = replay(taught, name, whole.seed, whole.settings, whole.table.entries[:place]).table
        for wrong in ("Ψ", ["Ψ"], {"Ψ": 1}, [9, 9], None):
            try:
                table.answer(entry.seat, wrong)
            except Refused as refused:
                said = re.sub(r"[“«][^”»]*[”»]", "", voice.say(refused))
                assert latin(re.sub(r"\{.*\}|/[\w/]+", "", said)) <= fields, refused
            else:
                break
