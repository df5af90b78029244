"""Lines of a log in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalogs import Catalog, Language
from exports.game import scribe
from exports.kit.log import format_log_line as log_line
from generator.game import Document
from generator.verify import Verdict


def verdict_json(verdict: Verdict, catalogs: Mapping[str, Catalog]) -> Document:
    """A verdict with its findings in every language."""
    catalog = catalogs[verdict.game]
    voices = [scribe(catalog, lang) for lang in catalog.languages]
    return {
        "sound": verdict.sound,
        "checked": verdict.checked,
        "sealed": verdict.sealed,
        "typed": verdict.typed,
        "carried": verdict.carried,
        "chosen": verdict.chosen,
        "findings": [
            {"n": finding.n, **{voice.lang: voice.say(finding.said) for voice in voices}}
            for finding in verdict.findings
        ],
    }


def in_words(
    catalog: Catalog, log: Sequence[Document], language: Language, settings: Document | None = None
) -> list[Document]:
    """The log with each line's sentence as ``text``; a table's with the names that its settings bring."""
    lines, voice = [], scribe(catalog, language, settings)
    for found in log:
        said = log_line(found, voice)
        parts = [f"{said.seat}: {said.text}" if said.seat else said.text, said.answer]
        lines.append({**found, "text": " → ".join(part for part in parts if part)})
    return lines
