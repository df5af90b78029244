"""How the game's questions are told in the terminal: what they are about in words, and an example to type."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from generator.table import Choose, Prompt, Report
from web.language import say
from web.terminal import Teller

KINDS = {
    "side": "side_title",
    "colour": "colour",
    "formation": "formation",
    "fort": "fortification",
    "unit": "unit",
}
EXAMPLE = "4047-4147"  # of a bridge


class Told(Teller):
    def shown(self, prompt: Prompt) -> Iterator[str]:
        if isinstance(prompt, Choose | Report):
            yield from self._about(prompt.context)
        if not isinstance(prompt, Report):
            yield from super().shown(prompt)

    def _about(self, context: Any) -> Iterator[str]:
        """The side, the formation or the turn that a question is about."""
        if "date" in context:
            yield self.scribe.sentence("sheet.turn_of", context)
        for name, kind in KINDS.items():
            if name in context:
                yield self.scribe.name(kind, context[name])
        for formation, heads in context.get("sources", {}).items():
            yield f"{self.scribe.name('formation', formation)}: {traced(self.scribe, heads)}"
        if "result" in context:
            yield self.scribe.name("result", context["result"])

    def how(self, prompt: Prompt) -> str:
        if isinstance(prompt, Report):
            example = json.dumps(simplest(prompt.form), ensure_ascii=False)
            return say("grossdeutschland.example", example=example)
        return super().how(prompt)


def traced(scribe: Any, heads: Sequence[str]) -> str:
    """5.1: to which HQs a battalion traces."""
    return str(scribe.sentence("page.traces_to", {"heads": heads}) if heads else scribe.term("page.no_head"))


def simplest(form: Any) -> Any:
    """The simplest answer that has a form's shape."""
    if "enum" in form:
        return form["enum"][0]
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if "object" in kinds:
        return {name: simplest(inner) for name, inner in form["properties"].items()}
    whole = min(max(0, form.get("minimum", 0)), form.get("maximum", 0))
    return {"integer": whole, "boolean": False, "array": []}.get(kinds[0], EXAMPLE)
