"""Default forms for questions, and the answers read from them. The rules check the answer.

A game's table page (:mod:`web.games.table_ui`) may replace them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import json
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from exports.kit.messages import MessageFormatter
from exports.kit.plain_sheet import facts_of
from exports.kit.purchase_options import Availability, check_availability
from schemas.errors import HorahError
from schemas.json_input import read_json
from schemas.json_pointer import to_pointer

from . import document_form
from .document_form import Node

Prompt = Mapping[str, Any]
Given = MultiDict[str, str]
NOTHING: Given = MultiDict()
SHORT_OPTIONS = ("yes_no", "map", "objective", "die")  # kinds of options with short names
ANSWER = "answer"  # name of the answer in the form of a report


@dataclass(frozen=True, slots=True)
class Option:
    """A choice; ``figures`` are its numbers, ``parts`` its contents."""

    value: str
    label: str
    figures: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()
    chosen: bool = False
    pictures: tuple[Markup, ...] = ()


@dataclass(frozen=True, slots=True)
class WareLine:
    """Something to buy, with the number typed so far."""

    field: str
    label: str
    price: int
    reach: Availability
    uses: str  # what it takes from the stock, for the running total in the browser
    count: str
    brings: str = ""
    excludes: str = ""
    group: str = ""
    grade: str = ""
    pictures: tuple[Markup, ...] = ()


@dataclass(frozen=True, slots=True)
class Balance:
    """A marker between two sides that a purchase moves; positive values belong to the first side."""

    value: int
    step: int  # +1 or -1: where each point of the price moves it
    names: tuple[str, str]
    label: str

    @property
    def words(self) -> str:
        """The marker before the purchase."""
        return f"{self.names[self.value < 0]} {abs(self.value)}" if self.value else "0"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat, ready for a template; ``template`` is the kind of form."""

    prompt: Prompt
    template: str
    words: str
    hint: str = ""
    options: tuple[Option, ...] = ()
    wares: tuple[WareLine, ...] = ()
    coin: str = ""  # unit of the prices
    purse: tuple[str, ...] = ()  # budget and minimum, as text
    briefing: tuple[tuple[str, str], ...] = ()  # facts that help to decide
    short: bool = False  # options with short names, side by side
    at_once: bool = False  # pressing one of the options answers
    balance: Balance | None = None  # the marker that pays for a purchase
    more: Any = None  # additional data for a form
    given: Given = field(default_factory=MultiDict)


def question(prompt: Prompt, given: Given, formatter: MessageFormatter) -> Question:
    """Return the default form for a question, with the values typed so far."""
    words, kind = formatter.term(f"ask.{prompt['ask']}"), prompt["kind"]
    briefing = tuple(facts_of(prompt.get("context") or {}, formatter).rows)
    if kind == "draw":
        prompt = {**prompt, "of": prompt["ask"], "options": prompt["cup"], "least": 1, "most": 1}
    if kind in ("choose", "draw"):
        chosen = set(given.getlist("answer"))
        options = tuple(
            Option(value, formatter.name(prompt["of"], value), chosen=value in chosen)
            for value in dict.fromkeys(prompt["options"])
        )
        count = describe_choice_count(prompt)
        short = prompt["of"] in SHORT_OPTIONS
        return Question(prompt, "choose", words, count, options, briefing=briefing, short=short)
    if kind == "buy":
        wares, purse = list_wares(prompt, given, formatter), describe_budget(prompt)
        return Question(prompt, "buy", words, wares=wares, purse=purse, briefing=briefing)
    if kind == "report":
        form = report_form(prompt, given, words, formatter)
        return Question(prompt, "report", words, more=form, given=given, briefing=briefing)
    return Question(prompt, "roll", words, given=given)


def report_form(prompt: Prompt, given: Given, label: str, formatter: MessageFormatter) -> Node:
    """Return the form of a report, made from its JSON Schema; buttons add and remove lines."""
    rules = _wrapped(prompt)
    document = _read_report(prompt, given) if given else document_form.blank_value(rules)
    what, _, pointer = given.get("do", "").partition(":")
    document = document_form.press_button("", rules, document, what, pointer)
    form = document_form.Form(formatter, lambda field: ())
    return document_form.make_node(
        form, "", prompt["form"], document.get(ANSWER), (ANSWER,), prompt["ask"], label=label
    )


def _read_report(prompt: Prompt, form: Given) -> dict[str, Any]:
    fields = MultiDict([(f"has:{to_pointer(())}", "1"), *form.items(multi=True)])
    return document_form.read_document("", _wrapped(prompt), fields)


def _wrapped(prompt: Prompt) -> Mapping[str, Any]:
    """Return the schema of an object with the answer, so that every field of the form has a name."""
    return {"type": "object", "properties": {ANSWER: prompt["form"]}, "required": [ANSWER]}


def answer(prompt: Prompt, form: Given) -> Any:
    """Return the answer of a default form, in the shape that the question needs."""
    kind = prompt["kind"]
    if kind == "roll":
        return [parse_number(form.get(f"die-{place}", "")) for place in range(len(prompt["dice"]))]
    if kind == "draw":
        return form.get("answer", "")
    if kind == "choose":
        chosen = form.getlist("answer")
        single = prompt["least"] == prompt["most"] == 1
        return chosen[0] if single and len(chosen) == 1 else chosen
    if kind == "buy":
        counts = {ware["id"]: form.get(f"ware-{n}", "") for n, ware in enumerate(prompt["shelf"])}
        return {name: parse_number(count or "0") for name, count in counts.items()}
    return _read_report(prompt, form).get(ANSWER)


def is_form_button(form: Given) -> bool:
    """Return whether a button of a form was pressed that only adds, moves or removes a line."""
    return form.get("do", "").partition(":")[0] in document_form.BUTTONS


def parse_number(text: str) -> int:
    """Parse a typed number; raise if it is none."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 7:
        return int(word)
    raise HorahError("NOT_A_NUMBER", given=text)


def parse_json(text: str) -> Any:
    """Parse typed JSON; raise if it is invalid."""
    try:
        return read_json(text)
    except ValueError:
        raise HorahError("NOT_JSON.answer") from None


def describe_choice_count(prompt: Prompt) -> str:
    """Return how many may be chosen, unless it is exactly one."""
    least, most = prompt["least"], prompt["most"]
    if least == most == 1:
        return ""
    if least == most:
        return str(gettext("Choose exactly %(count)d.", count=most))
    if least == 0 and most >= len(prompt["options"]):
        return str(gettext("Choose as many as you like, or none."))
    return str(gettext("Choose %(least)d to %(most)d.", least=least, most=most))


def list_wares(prompt: Prompt, given: Given, formatter: MessageFormatter) -> tuple[WareLine, ...]:
    """Return the wares with the number that stock and budget still allow."""
    return tuple(_ware(prompt, place, ware, given, formatter) for place, ware in enumerate(prompt["shelf"]))


def _ware(
    prompt: Prompt, place: int, ware: Mapping[str, Any], given: Given, formatter: MessageFormatter
) -> WareLine:
    field = f"ware-{place}"
    return WareLine(
        field=field,
        label=formatter.name(prompt["of"], ware["id"]),
        price=ware["price"],
        reach=check_availability(ware["price"], ware["uses"], prompt["stock"], prompt["budget"]),
        uses=json.dumps(ware["uses"]),
        count=given.get(field, "0"),
        excludes=_excludes(prompt, ware, formatter),
        group=ware["group"] or "",
        grade=ware["grade"] or "",
    )


def describe_budget(prompt: Prompt) -> tuple[str, ...]:
    """Return the budget and the minimum purchase as text."""
    limits = []
    if prompt["budget"] is not None:
        limits.append(gettext("You can spend %(n)s at most", n=prompt["budget"]))
    if prompt["least"]:
        limits.append(gettext("You must buy at least %(n)s", n=prompt["least"]))
    return tuple(limits)


def _excludes(prompt: Prompt, ware: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return the wares that cannot be bought together with this one, as text."""
    if not ware["group"]:
        return ""
    others = [
        formatter.name(prompt["of"], other["id"])
        for other in prompt["shelf"]
        if other["group"] == ware["group"] and other["grade"] != ware["grade"]
    ]
    return gettext("not together with %(others)s", others=formatter.list(others)) if others else ""
