"""French is complete for a battle: card, sheets and log, with verbs, articles and punctuation that agree."""

from __future__ import annotations

import re

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.render import render
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from tests.exports.paper import words

CATALOG = load()
OPTIONAL = ((), ("V5", "V8", "V12"), ("V6", "V7", "V9", "V10", "V15", "V18", "V19"))
SEATS = ("everyone", "axis", "allied", "referee")
TEXTS = ("text", "log", "markdown", "by_hex", "forum")
ENGLISH = re.compile(r"\b(the|and|with|from|your|this|each|without|have|was|were|player|draws?|hill|units)\b")
WRONG = re.compile(
    r"\b(?:[Ll]es Alliés|[Ll]es États-Unis) (?:a|déploie|place|part|occupe|dispose|commence|peut)\b"
    r"|\b(?:[Ll]'Axe|[Ll]'Allemagne|[Ll]'Italie|[Ll]a France|[Ll]a Russie|[Ll]a Grande-Bretagne)"
    r" (?:ont|déploient|placent|partent|occupent|disposent|commencent|peuvent)\b"
    r"|\b(?:de|à) les?\b|\b[Ll][ea] (?:Axe|Allemagne|Italie|États-Unis)\b"
    r"|\bde (?:Axe|Alliés|États-Unis|Allemagne)\b"
    r"|(?<![.\d])\b1 (?:colonnes|rangées|tranchées|bunkers|groupes|cartes)\b"
)
#: A colon or semicolon needs a space before it; tags of forums, times and addresses are no sentences.
TIGHT = re.compile(r"[a-zà-ÿ)][:;](?= |$)", re.MULTILINE)
UNREAD = re.compile(r"https?://\S+|\[[^\]]*\]")


def faults_in(text: str) -> list[str]:
    plain = UNREAD.sub("", text)
    return [match.group() for pattern in (ENGLISH, WRONG, TIGHT) for match in pattern.finditer(plain)]


def check_battle(number: int, *, paper: bool) -> None:
    settings = Settings(optional=OPTIONAL[number % len(OPTIONAL)])
    card = view_card(make(CATALOG, settings, f"{number}.fr").card(), SEATS[number % len(SEATS)])
    for kind in TEXTS:
        text = render(card, kind, catalog=CATALOG, lang="fr").decode()
        assert faults_in(text) == [], (number, kind, text)
        english = render(card, kind, catalog=CATALOG, lang="en").decode().splitlines()
        same = {
            line for line in set(text.splitlines()) & set(english) if re.search("[a-z]{3,} [a-z]{3,}", line)
        }
        assert {line for line in same if " von " not in line} == set()
    if paper:
        assert faults_in(words(render(card, "pdf", catalog=CATALOG, lang="fr"))) == []


@pytest.mark.parametrize("number", range(20))
def test_a_battle_in_french(number: int) -> None:
    check_battle(number, paper=number % 5 == 0)


@pytest.mark.soak
def test_300_battles_in_french() -> None:
    for number in range(20, 320):
        check_battle(number, paper=number % 5 == 0)
