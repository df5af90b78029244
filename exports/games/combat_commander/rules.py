"""The special rules of a card with their summaries, from the catalogue or the author."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.games.combat_commander.authoring.force import SIDES

from .messages import Card, MessageFormatter

OVERSTACKING = "8.2"
SAME_AS_VARIANT_B = frozenset({"V15", "8.2b"})  # rules that state variant b of 8.2 themselves


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule as it stands on the card."""

    mark: str  # its number, or the side it binds
    title: str
    summary: str


def list_special_rules(card: Card, formatter: MessageFormatter) -> list[SpecialRule]:
    """Return everything that differs from the rulebook in this battle, each rule once."""
    rules: dict[str, SpecialRule] = {}
    for name, mark in _list_rule_names(card, formatter):
        if name in rules:
            continue
        rule = formatter.catalog.rules.get(name)
        if rule is None:
            rules[name] = SpecialRule(mark, name, "")
        else:
            rules[name] = SpecialRule(mark, formatter.text(rule.title), formatter.text(rule.summary))
    return [*rules.values(), *_list_variants(card, formatter), *_list_author_rules(card, formatter)]


def _list_variants(card: Card, formatter: MessageFormatter) -> Iterator[SpecialRule]:
    """Yield the variant of each rule that the card fixes; 8.2 always, because its text has two readings."""
    catalog = formatter.catalog
    chosen = dict(card["rules"].get("variants", {}))
    if not SAME_AS_VARIANT_B.isdisjoint(
        (*card["rules"].get("optional", ()), *_list_modules(card, formatter))
    ):
        chosen.pop(OVERSTACKING, None)
    else:
        chosen.setdefault(OVERSTACKING, catalog.rules[OVERSTACKING].preferred or "")
    for name, letter in chosen.items():
        rule = catalog.rules.get(name)
        if rule is None:
            yield SpecialRule(f"{name} {letter}", name, "")
        else:
            summary = rule.choices.get(letter, rule.summary)
            yield SpecialRule(f"{name} {letter}", formatter.text(rule.title), formatter.text(summary))


def _list_modules(card: Card, formatter: MessageFormatter) -> Iterator[str]:
    """Yield the special rules of a card, with the rules of its modules."""
    for name in (*card["rules"].get("modules", ()), *card["rules"].get("special", ())):
        rule = formatter.catalog.rules.get(name)
        yield from (name, *(rule.contains if rule else ()))


def _list_author_rules(card: Card, formatter: MessageFormatter) -> Iterator[SpecialRule]:
    """Yield the author's additions: overlapping zones, rules, notes, options, readings."""
    if card["rules"].get("overlap"):
        yield SpecialRule("", "", formatter.phrase("zones_overlap"))
    for words in (*card["rules"].get("text", ()), *card.get("notes", ())):
        yield SpecialRule("", "", formatter.text(words))
    for option in card.get("options", ()):
        head = formatter.phrase("option", faction=formatter.faction(card, option["side"]))
        yield SpecialRule("", head, formatter.text(option["title"]))
    for place, words in enumerate(card.get("readings", ())):
        yield SpecialRule("", "" if place else formatter.phrase("readings"), formatter.text(words))


def _list_rule_names(card: Card, formatter: MessageFormatter) -> Iterator[tuple[str, str]]:
    rules = card["rules"]
    for name in rules.get("modules", ()):
        yield name, ""
    for name in rules.get("special", ()):
        yield name, name
    for name in rules.get("optional", ()):
        yield name, name
    for side in SIDES:
        for name in card["sides"][side].get("rules", ()):
            yield name, formatter.faction(card, side)
    for letter in card["objectives"]["open"]:
        chit = formatter.catalog.chits.get(letter)
        if chit is not None and chit.rule:
            yield chit.rule, f"{formatter.term('card.chit')} {letter}"
