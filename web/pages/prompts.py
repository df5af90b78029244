"""A form made from the prompt itself, and the answer out of it when filled in. The rules judge the answer.

What any game can ask has a plain form here; a game's desk (:mod:`web.desk`) may make its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import json
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from exports.kit.scribe import Scribe
from exports.kit.shop import Availability, check_availability
from schemas.errors import HorahError
from schemas.plain import read_json

Prompt = Mapping[str, Any]
Given = MultiDict[str, str]
NOTHING: Given = MultiDict()


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose; ``figures`` are its numbers, ``parts`` what it brings."""

    value: str
    label: str
    figures: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class WareLine:
    """Something to buy, in the number so far written down."""

    field: str
    label: str
    price: int
    reach: Availability
    uses: str  # what it takes from the stock, for the sum that is kept while one chooses
    count: str
    brings: str = ""
    excludes: str = ""
    group: str = ""
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked, ready for a template; ``template`` is the kind of form."""

    prompt: Prompt
    template: str
    words: str
    hint: str = ""
    options: tuple[Option, ...] = ()
    wares: tuple[WareLine, ...] = ()
    coin: str = ""  # what the prices of the wares are counted in
    purse: tuple[str, ...] = ()  # what there is to spend, in words
    more: Any = None  # what a game's own form needs besides
    given: Given = field(default_factory=MultiDict)


def question(prompt: Prompt, given: Given, scribe: Scribe) -> Question:
    """The plain form for a prompt, with what was already filled in."""
    words = scribe.term(f"ask.{prompt['ask']}")
    kind = prompt["kind"]
    if kind == "choose":
        chosen = set(given.getlist("answer"))
        options = tuple(
            Option(value, scribe.name(prompt["of"], value), chosen=value in chosen)
            for value in prompt["options"]
        )
        return Question(prompt, "choose", words, how_many(prompt), options)
    if kind == "buy":
        return Question(prompt, "buy", words, wares=wares(prompt, given, scribe), purse=purse(prompt))
    return Question(prompt, "roll" if kind == "roll" else "json", words, given=given)


def answer(prompt: Prompt, form: Given) -> Any:
    """What a plain form says, in the shape the prompt asks for."""
    kind = prompt["kind"]
    if kind == "roll":
        return [whole(form.get(f"die-{place}", "")) for place in range(len(prompt["dice"]))]
    if kind == "choose":
        chosen = form.getlist("answer")
        single = prompt["least"] == prompt["most"] == 1
        return chosen[0] if single and len(chosen) == 1 else chosen
    if kind == "buy":
        counts = {ware["id"]: form.get(f"ware-{n}", "") for n, ware in enumerate(prompt["shelf"])}
        return {name: whole(count or "0") for name, count in counts.items()}
    return as_json(form.get("answer", ""))


def whole(text: str) -> int:
    """A number somebody typed."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 7:
        return int(word)
    raise HorahError("NOT_A_NUMBER", given=text)


def as_json(text: str) -> Any:
    """JSON somebody typed."""
    try:
        return read_json(text)
    except ValueError:
        raise HorahError("NOT_JSON.answer") from None


def how_many(prompt: Prompt) -> str:
    """How many may be chosen, where it is not just one."""
    least, most = prompt["least"], prompt["most"]
    if least == most == 1:
        return ""
    if least == most:
        return str(gettext("Choose exactly %(count)d.", count=most))
    if least == 0 and most >= len(prompt["options"]):
        return str(gettext("Any number, or none."))
    return str(gettext("Choose %(least)d to %(most)d.", least=least, most=most))


def wares(prompt: Prompt, given: Given, scribe: Scribe) -> tuple[WareLine, ...]:
    """The shelf, with what stock and purse still allow of each ware."""
    return tuple(_ware(prompt, place, ware, given, scribe) for place, ware in enumerate(prompt["shelf"]))


def _ware(prompt: Prompt, place: int, ware: Mapping[str, Any], given: Given, scribe: Scribe) -> WareLine:
    field = f"ware-{place}"
    return WareLine(
        field=field,
        label=scribe.name(prompt["of"], ware["id"]),
        price=ware["price"],
        reach=check_availability(ware["price"], ware["uses"], prompt["stock"], prompt["budget"]),
        uses=json.dumps(ware["uses"]),
        count=given.get(field, "0"),
        excludes=_excludes(prompt, ware, scribe),
        group=ware["group"] or "",
        grade=ware["grade"] or "",
    )


def purse(prompt: Prompt) -> tuple[str, ...]:
    """What there is to spend, and what must be bought."""
    said = []
    if prompt["budget"] is not None:
        said.append(gettext("At most %(n)s may be spent", n=prompt["budget"]))
    if prompt["least"]:
        said.append(gettext("At least %(n)s must be bought", n=prompt["least"]))
    return tuple(said)


def _excludes(prompt: Prompt, ware: Mapping[str, Any], scribe: Scribe) -> str:
    """What cannot be had together with it."""
    if not ware["group"]:
        return ""
    others = [
        scribe.name(prompt["of"], other["id"])
        for other in prompt["shelf"]
        if other["group"] == ware["group"] and other["grade"] != ware["grade"]
    ]
    return gettext("not with %(others)s", others=scribe.list(others)) if others else ""
