"""Findings and changes of a card as JSON, with each sentence in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.diff import Change
from generator.findings import Finding, Severity
from generator.games.combat_commander.authoring.checks import get_rule
from schemas.json_pointer import to_pointer
from schemas.messages import Message

from .change_text import change_text
from .messages import MessageFormatter

#: API letter of each severity of a finding.
SEVERITY_LETTERS: Mapping[Severity, str] = {"error": "E", "warning": "W", "note": "I"}


def translate(message: Message, catalog: Catalog) -> dict[str, str]:
    """Return a sentence in every language of the catalogue."""
    return {lang: MessageFormatter(catalog, lang).say(message) for lang in catalog.languages}


def finding_json(finding: Finding, catalog: Catalog) -> dict[str, Any]:
    """Return a finding as JSON with the title of its fix, which is requested by id and place."""
    return {
        "id": finding.code,
        "severity": SEVERITY_LETTERS[finding.severity],
        "place": to_pointer(finding.place),
        "text": translate(finding.message, catalog),
        "rule": get_rule(finding.code),
        "fix": translate(finding.remedy, catalog) if finding.remedy else None,
    }


def change_json(change: Change, catalog: Catalog) -> dict[str, Any]:
    """Return a difference between two versions of a card as JSON."""
    text = {lang: change_text(change, MessageFormatter(catalog, lang)) for lang in catalog.languages}
    return {**to_json(change, catalog), "text": text}


def to_json(value: Any, catalog: Catalog) -> Any:
    """Convert prices, proposals and measures to JSON, with messages in every language."""
    if isinstance(value, Message):
        return translate(value, catalog)
    if is_dataclass(value):
        return {inner.name: to_json(getattr(value, inner.name), catalog) for inner in fields(value)}
    if isinstance(value, Mapping):
        return {name: to_json(inner, catalog) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(inner, catalog) for inner in value]
    return value
