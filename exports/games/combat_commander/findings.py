"""What is said about a card, as it leaves for a program: each sentence in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.finding import Finding, Severity
from generator.games.combat_commander.authoring.checks import rule_of
from generator.versions import Change
from schemas.json_pointer import to_pointer
from schemas.said import Said

from .changes import change_text
from .scribe import Scribe

#: The letter by which programs know the severity of a finding on a card.
LETTERS: Mapping[Severity, str] = {"error": "E", "warning": "W", "note": "I"}


def in_each_language(said: Said, catalog: Catalog) -> dict[str, str]:
    """A sentence in every language of the catalogue."""
    return {lang: Scribe(catalog, lang).say(said) for lang in catalog.languages}


def finding_json(finding: Finding, catalog: Catalog) -> dict[str, Any]:
    """A finding with its fix by its title, to be asked for by id and place."""
    return {
        "id": finding.code,
        "severity": LETTERS[finding.severity],
        "place": to_pointer(finding.place),
        "text": in_each_language(finding.said, catalog),
        "rule": rule_of(finding.code),
        "fix": in_each_language(finding.remedy, catalog) if finding.remedy else None,
    }


def change_json(change: Change, catalog: Catalog) -> dict[str, Any]:
    """A difference between two versions of a card."""
    text = {lang: change_text(change, Scribe(catalog, lang)) for lang in catalog.languages}
    return {**spelled(change, catalog), "text": text}


def spelled(value: Any, catalog: Catalog) -> Any:
    """Prices, proposals and measures as JSON: what is said in every language, the rest as it is."""
    if isinstance(value, Said):
        return in_each_language(value, catalog)
    if is_dataclass(value):
        return {each.name: spelled(getattr(value, each.name), catalog) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: spelled(each, catalog) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [spelled(each, catalog) for each in value]
    return value
