"""Parser for short reports: ``move 5-ii 6-ii to=0203 zone``, or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.table import Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer, parse_field
from web.cli.io import read_text

FIRST_FIELDS = {"choose": "hq", "act": "action", "react": "how", "answer_fire": "how", "mission": "use"}
LIST_FIELDS = {"stake": "trains"}  # the field of unnamed words, if it is not the units


def parse_report(prompt: Prompt, words: Sequence[str]) -> Any:
    """Parse typed words into the shape of the prompt; the rules validate it later."""
    if not isinstance(prompt, Report) or words[0][:1] in ("{", "[", "@", '"'):
        return parse_answer(prompt, words, read_text)
    return _parse_fields(prompt, list(words))


def _parse_fields(prompt: Report, words: list[str]) -> dict[str, Any]:
    fields = prompt.form["properties"]
    answer: dict[str, Any] = {}
    if prompt.ask in FIRST_FIELDS:
        answer[FIRST_FIELDS[prompt.ask]] = words.pop(0)
    rest: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name in fields:
            answer[name] = parse_field(fields[name], value)
        elif fields.get(word, {}).get("type") == "boolean":
            answer[word] = True
        elif word != NOTHING_SIGN:
            rest.append(word)
    if prompt.ask == "score":
        answer["counts"] = [int(word) if word.isdecimal() and len(word) < 4 else word for word in rest]
    elif rest or "units" in prompt.form["required"]:
        answer[LIST_FIELDS.get(prompt.ask, "units")] = rest
    if prompt.ask == "stake":
        numbers = [word for word in rest if word.isdecimal()]
        trains = [word for word in rest if not word.isdecimal()]
        answer = {
            "reserves": parse_field({"type": "integer"}, (*numbers, "0")[0]),
            **answer,
            "trains": trains,
        }
    if prompt.ask == "defend" and rest:
        answer.setdefault("lead", rest[0])
    return answer
