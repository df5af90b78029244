"""Log lines and verdicts as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalogs import Catalog, Language
from exports.game import formatter
from exports.kit.log import format_log_line as log_line
from exports.kit.log import join_log_line
from generator.game import Document
from generator.verify import Verdict


def verdict_json(verdict: Verdict, catalogs: Mapping[str, Catalog]) -> Document:
    """Return a verdict with its findings in every language."""
    catalog = catalogs[verdict.game]
    voices = [formatter(catalog, lang) for lang in catalog.languages]
    return {
        "sound": verdict.sound,
        "checked": verdict.checked,
        "sealed": verdict.sealed,
        "typed": verdict.typed,
        "carried": verdict.carried,
        "chosen": verdict.chosen,
        "findings": [
            {"n": finding.n, **{voice.lang: voice.say(finding.message) for voice in voices}}
            for finding in verdict.findings
        ],
    }


def add_texts(
    catalog: Catalog, log: Sequence[Document], language: Language, settings: Document | None = None
) -> list[Document]:
    """Return the log with the text of each line as ``text``; names from the settings are used."""
    lines, voice = [], formatter(catalog, language, settings)
    for entry in log:
        lines.append({**entry, "text": join_log_line(log_line(entry, voice), voice)})
    return lines
