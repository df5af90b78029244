"""A form made from the prompt itself, and the answer out of it when filled in. The rules judge the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from schemas.errors import HorahError
from web.current import context

from .words import scribe, term, thing, times

Prompt = Mapping[str, Any]
Given = MultiDict[str, str]
Spots = Mapping[int, str]  # objective -> hex
NOTHING: Given = MultiDict()


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose; ``figures`` are its numbers, ``parts`` what it brings."""

    value: str
    label: str
    chosen: bool
    figures: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WareLine:
    """Something to buy, in the number so far written down."""

    field: str
    label: str
    price: int
    most: int | None
    count: str
    brings: str
    excludes: str
    group: str = ""
    grade: str = ""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit to place, with the weapons it may carry."""

    place: int
    piece: str
    label: str
    hex: str
    weapon: str
    group: str
    group_label: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked, ready for a template; ``template`` is the kind of form."""

    prompt: Prompt
    template: str
    words: str
    hint: str = ""
    options: tuple[Option, ...] = ()
    wares: tuple[WareLine, ...] = ()
    units: tuple[UnitLine, ...] = ()
    weapons: tuple[Option, ...] = ()
    fields: tuple[Any, ...] = ()
    given: Given = field(default_factory=MultiDict)


def question(prompt: Prompt, given: Given = NOTHING, spots: Spots | None = None) -> Question:
    """The form for a prompt, with what was already filled in; ``spots`` are the objectives of the map."""
    words = term(f"ask.{prompt['ask']}")
    kind = prompt["kind"]
    if kind == "roll":
        return Question(prompt, "roll", words, given=given)
    if kind == "choose":
        return Question(
            prompt, "choose", words, _how_many(prompt), options=_options(prompt, given, spots or {})
        )
    if kind == "buy":
        return Question(prompt, "buy", words, wares=_wares(prompt, given))
    if prompt["ask"] == "placement":
        return _placement(prompt, words, given)
    if prompt["ask"] == "fortification_placement":
        return _works(prompt, words, given)
    return Question(prompt, "json", words, given=given)


def answer(prompt: Prompt, form: Given) -> Any:
    """What the form says, in the shape the prompt asks for."""
    kind = prompt["kind"]
    if kind == "roll":
        return [_whole(form.get(die, "")) for die in ("white", "coloured")]
    if kind == "choose":
        chosen = form.getlist("answer")
        single = prompt["least"] == prompt["most"] == 1
        return chosen[0] if single and len(chosen) == 1 else chosen
    if kind == "buy":
        counts = {ware["id"]: form.get(f"ware-{n}", "") for n, ware in enumerate(prompt["shelf"])}
        return {name: _whole(count or "0") for name, count in counts.items()}
    if prompt["ask"] == "placement":
        return _placed(prompt, form)
    if prompt["ask"] == "fortification_placement":
        return {
            kind: [found for n in range(count) if (found := _hex(form.get(f"hex-{kind}-{n}", "")))]
            for kind, count in prompt["context"]["works"].items()
        }
    return _json(form.get("answer", ""))


def _whole(text: str) -> int:
    """A number somebody typed."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 7:
        return int(word)
    raise HorahError(
        f"{text!r} is not a whole number.", f"{text!r} no es un número entero.", code="NOT_A_NUMBER"
    )


def _hex(text: str) -> str:
    return text.strip().upper()


def _json(text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise HorahError("That is not JSON.", "Eso no es JSON.", code="NOT_JSON") from None


def _how_many(prompt: Prompt) -> str:
    least, most = prompt["least"], prompt["most"]
    if least == most == 1:
        return ""
    if least == most:
        return str(gettext("Choose exactly %(count)d.", count=most))
    if least == 0 and most >= len(prompt["options"]):
        return str(gettext("Any number, or none."))
    return str(gettext("Choose %(least)d to %(most)d.", least=least, most=most))


def _options(prompt: Prompt, given: Given, spots: Spots) -> tuple[Option, ...]:
    chosen = set(given.getlist("answer"))
    return tuple(_option(prompt, value, value in chosen, spots) for value in prompt["options"])


def _option(prompt: Prompt, value: str, chosen: bool, spots: Spots) -> Option:
    """An option in words; what it is says how much there is to say about it."""
    of = prompt["of"]
    values = prompt["context"].get("values", {})
    if of == "order_of_battle":
        return _order_of_battle(value, chosen)
    if of == "map":
        return _map(value, chosen)
    if of == "objective":
        parts = tuple(spots[number] for number in spots if str(number) == value)
        return Option(value, f"{term('card.objective')} {value}", chosen, parts=parts)
    if of == "die":
        board = context().catalog.board
        return Option(value, f"{value}: {term(f'edge.{board.edges[int(value)]}')}", chosen)
    figures = ((term("card.cost"), f"{values[value]} {term('card.vp')}"),) if value in values else ()
    return Option(value, thing(value), chosen, figures)


def _order_of_battle(value: str, chosen: bool) -> Option:
    found = context().catalog.orders_of_battle[value]
    names = (
        ("card.point_value", found.point_value),
        ("card.orders", found.orders),
        ("card.surrender", found.surrender),
        ("card.initiative", found.initiative),
        ("card.leaders", found.leaders),
    )
    parts = tuple(times(count, thing(ref)) for ref, count in found.counters.items())
    return Option(value, thing(value), chosen, tuple((term(k), str(v)) for k, v in names), parts)


def _map(value: str, chosen: bool) -> Option:
    sheet = context().catalog.maps[int(value)]
    return Option(
        value, f"{term('card.map')} {value}", chosen, parts=(scribe().term(f"map_set.{sheet.set}"),)
    )


def _wares(prompt: Prompt, given: Given) -> tuple[WareLine, ...]:
    lines = []
    for place, ware in enumerate(prompt["shelf"]):
        field = f"ware-{place}"
        stock = [prompt["stock"].get(one, 0) // number for one, number in ware["uses"].items() if number]
        lines.append(
            WareLine(
                field=field,
                label=thing(ware["id"]),
                price=ware["price"],
                most=min(stock) if stock else None,
                count=given.get(field, "0"),
                brings=_brings(prompt, ware),
                excludes=_excludes(prompt, ware),
                group=ware["group"] or "",
                grade=ware["grade"] or "",
            )
        )
    return tuple(lines)


def _brings(prompt: Prompt, ware: Mapping[str, Any]) -> str:
    """The pieces in it, where its name does not say them already."""
    if prompt["of"] == "package":
        return scribe().list([scribe().works(kind, count) for kind, count in ware["uses"].items()])
    if len(ware["uses"]) < 2:
        return ""
    return scribe().list([times(count, thing(ref)) for ref, count in ware["uses"].items()])


def _excludes(prompt: Prompt, ware: Mapping[str, Any]) -> str:
    """What cannot be had together with it."""
    if not ware["group"]:
        return ""
    others = [
        thing(other["id"])
        for other in prompt["shelf"]
        if other["group"] == ware["group"] and other["grade"] != ware["grade"]
    ]
    return gettext("not with %(others)s", others=scribe().list(others)) if others else ""


def _placement(prompt: Prompt, words: str, given: Given) -> Question:
    """RS.10 to RS.13: every unit with its hex and the weapon it carries."""
    found = prompt["context"]
    pairs = Counter((unit, weapon) for unit, weapon in found["pairs"])
    units = []
    for place, (piece, group) in enumerate(_members(found)):
        bound = next((pair for pair in pairs if pair[0] == piece and pairs[pair] and not group), None)
        if bound:
            pairs[bound] -= 1
        units.append(
            UnitLine(
                place=place,
                piece=piece,
                label=thing(piece),
                hex=given.get(f"hex-{place}", ""),
                weapon=given.get(f"weapon-{place}", bound[1] if bound else ""),
                group=group,
                group_label=group.replace("_", " "),
            )
        )
    weapons = tuple(
        Option(weapon, times(count, thing(weapon)), False)
        for weapon, count in Counter(found["weapons"]).items()
    )
    hint = gettext("At most %(count)d figures in a hex.", count=found["stacking"])
    return Question(prompt, "placement", words, hint, units=tuple(units), weapons=weapons)


def _members(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every unit to place with the group it belongs to; groups first, leaders and squads as they come."""
    grouped = [(unit, name) for name, (units, _) in found["groups"].items() for unit in units]
    others = Counter(found["units"])
    others.subtract(unit for unit, _ in grouped)
    return [*grouped, *((unit, "") for unit in others.elements())]


def _placed(prompt: Prompt, form: Given) -> list[dict[str, Any]]:
    placed = []
    for place, (piece, group) in enumerate(_members(prompt["context"])):
        unit: dict[str, Any] = {
            "piece": piece,
            "hex": _hex(form.get(f"hex-{place}", "")),
            "weapon": form.get(f"weapon-{place}") or None,
        }
        placed.append({**unit, "group": group} if group else unit)
    return placed


def _works(prompt: Prompt, words: str, given: Given) -> Question:
    """RS.12: a hex for every fortification; those left without one are lost."""
    units = tuple(
        UnitLine(n, kind, scribe().works(kind, 1), given.get(f"hex-{kind}-{n}", ""), "", "")
        for kind, count in prompt["context"]["works"].items()
        for n in range(count)
    )
    hint = gettext("One to a hex. What is left without a hex is lost.")
    return Question(prompt, "works", words, hint, units=units)
