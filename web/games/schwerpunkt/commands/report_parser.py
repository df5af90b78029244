"""Parser for short reports: ``move 5/II 6/II to=0203 zone``, in the player's language, or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exports.kit.messages import MessageFormatter
from generator.table import Prompt, Report
from generator.table.answer_parser import NOTHING_SIGN, parse_answer, parse_field
from web.cli.io import read_text
from web.service.catalog_search import fold_text

FIRST_FIELDS = {"choose": "hq", "act": "action", "react": "how", "answer_fire": "how", "mission": "use"}
LIST_FIELDS = {"stake": "trains"}  # the field of unnamed words, if it is not the units


def parse_report(prompt: Prompt, words: Sequence[str], formatter: MessageFormatter) -> Any:
    """Parse typed words into the shape of the prompt; the rules validate it later."""
    if not isinstance(prompt, Report) or words[0][:1] in ("{", "[", "@", '"'):
        return parse_answer(prompt, words, read_text)
    return _parse_fields(prompt, _find_ids(prompt, list(words), formatter))


def _find_ids(prompt: Report, words: list[str], formatter: MessageFormatter) -> list[str]:
    """Replace an action by its word in the player's language, and counters by their printed names."""
    field = FIRST_FIELDS.get(prompt.ask)
    if field is not None:
        options = [str(option) for option in prompt.form["properties"][field]["enum"]]
        names = {option: _name_option(field, option, prompt, formatter) for option in options}
        words[0] = _match(words[0], names)
    counters = dict(_list_counters(prompt))
    return (
        [words[0], *(_match(word, counters) for word in words[1:])]
        if field
        else [_match(word, counters) for word in words]
    )


def _name_option(field: str, option: str, prompt: Report, formatter: MessageFormatter) -> str:
    if field == "hq":
        return next((row["name"] for row in prompt.context["ready"] if row["id"] == option), option)
    return formatter.term(f"{field}.{option}")


def _list_counters(prompt: Report) -> Iterator[tuple[str, str]]:
    """Yield the id and the printed name of every counter that a prompt offers."""
    for row in prompt.context.get("units", ()):
        yield row["id"], row["name"]
    yield from prompt.context.get("names", {}).items()


def _match(word: str, names: Mapping[str, str]) -> str:
    """Return the id that a word names: itself, its name, or the unambiguous start of one; else the word."""
    if word in names or word == NOTHING_SIGN or "=" in word:
        return word
    wanted = fold_text(word)
    same = [id_ for id_, name in names.items() if fold_text(name) == wanted]
    matches = same or [id_ for id_, name in names.items() if fold_text(name).startswith(wanted)]
    return matches[0] if len(matches) == 1 else word


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
