"""The special rules of a card with their summaries, from the catalogue or the author."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.games.combat_commander.authoring.force import SIDES

from .messages import Card, Scribe


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule as it stands on the card."""

    mark: str  # its number, or the side it binds
    title: str
    summary: str


def list_special_rules(card: Card, scribe: Scribe) -> list[SpecialRule]:
    """Return everything that differs from the rulebook in this battle, each rule once."""
    rules: dict[str, SpecialRule] = {}
    for name, mark in _list_rule_names(card, scribe):
        if name in rules:
            continue
        rule = scribe.catalog.rules.get(name)
        if rule is None:
            rules[name] = SpecialRule(mark, name, "")
        else:
            rules[name] = SpecialRule(mark, scribe.text(rule.title), scribe.text(rule.summary))
    return [*rules.values(), *_list_author_rules(card, scribe)]


def _list_author_rules(card: Card, scribe: Scribe) -> Iterator[SpecialRule]:
    """Yield the author's additions: overlapping zones, rules, notes, options, readings."""
    if card["rules"].get("overlap"):
        yield SpecialRule("", "", scribe.phrase("zones_overlap"))
    for words in (*card["rules"].get("text", ()), *card.get("notes", ())):
        yield SpecialRule("", "", scribe.text(words))
    for option in card.get("options", ()):
        head = scribe.phrase("option", faction=scribe.faction(card, option["side"]))
        yield SpecialRule("", head, scribe.text(option["title"]))
    for place, words in enumerate(card.get("readings", ())):
        yield SpecialRule("", "" if place else scribe.phrase("readings"), scribe.text(words))


def _list_rule_names(card: Card, scribe: Scribe) -> Iterator[tuple[str, str]]:
    rules = card["rules"]
    for name in rules.get("modules", ()):
        yield name, ""
    for name in rules.get("special", ()):
        yield name, name
    for name in rules.get("optional", ()):
        yield name, name
    for name, choice in rules.get("variants", {}).items():
        yield f"{name}{choice}" if f"{name}{choice}" in scribe.catalog.rules else name, f"{name} {choice}"
    for side in SIDES:
        for name in card["sides"][side].get("rules", ()):
            yield name, scribe.faction(card, side)
    for letter in card["objectives"]["open"]:
        chit = scribe.catalog.chits.get(letter)
        if chit is not None and chit.rule:
            yield chit.rule, f"{scribe.term('card.chit')} {letter}"
