"""Forms for reports from the table: placement of units and arrival of reinforcements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext

from generator.games.combat_commander.campaign.state import RESULT
from web.pages.prompts import Given, Prompt, parse_json, parse_number

from ..request_context import formatter
from .page_text import Choice, format_count, term, thing


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit with the values filled in. ``name`` is the suffix of its fields."""

    name: str
    piece: str
    label: str
    value: str = ""  # its hex or its Time space
    weapon: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A report to fill in."""

    template: str
    hint: str = ""
    units: tuple[UnitLine, ...] = ()
    weapons: tuple[Choice, ...] = ()


def make_form(prompt: Prompt, values: Given) -> Form:
    """Return the form of a report; a report without a form is entered as JSON."""
    forms = {
        "placement": _placement_form,
        "fortification_placement": _works_form,
        "reinforcement_spaces": _spaces_form,
    }
    if prompt["ask"] == RESULT:
        return Form("result")  # has a separate page
    make = forms.get(prompt["ask"])
    return make(prompt["context"], values) if make else Form("json")


def parse_report(prompt: Prompt, form: Given) -> Any:
    """Return the report that the form describes."""
    facts = prompt["context"]
    if prompt["ask"] == "placement":
        return [_parse_unit(form, f"{place}", *member) for place, member in enumerate(_list_units(facts))]
    if prompt["ask"] == "fortification_placement":
        return {
            kind: [hex_ for n in range(count) if (hex_ := _parse_hex(form.get(f"hex-{kind}-{n}", "")))]
            for kind, count in facts["works"].items()
        }
    if prompt["ask"] == "reinforcement_spaces":
        return [parse_number(form.get(f"space-{place}", "")) for place in range(len(facts["units"]))]
    return parse_json(form.get("answer", ""))


def _parse_hex(text: str) -> str:
    return text.strip().upper()


def _placement_form(facts: Mapping[str, Any], values: Given) -> Form:
    """RS.10 to RS.13: return the form for the hex and the weapon of every unit."""
    pairs = Counter((unit, weapon) for unit, weapon in facts["pairs"])
    units = []
    for place, (piece, group) in enumerate(_list_units(facts)):
        bound = next((pair for pair in pairs if pair[0] == piece and pairs[pair] and not group), None)
        if bound:
            pairs[bound] -= 1
        units.append(
            UnitLine(
                name=str(place),
                piece=piece,
                label=thing(piece),
                value=values.get(f"hex-{place}", ""),
                weapon=values.get(f"weapon-{place}", bound[1] if bound else ""),
                group=group.replace("_", " "),
            )
        )
    hint = gettext("At most %(count)d soldier figures per hex.", count=facts["stacking"])
    return Form("placement", hint, tuple(units), _list_weapons(Counter(facts["weapons"])))


def _list_weapons(counts: Mapping[str, int]) -> tuple[Choice, ...]:
    return tuple(Choice(weapon, format_count(count, thing(weapon))) for weapon, count in counts.items())


def _list_units(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return every unit to place with its group; grouped units first."""
    grouped = [(unit, name) for name, (units, _) in facts["groups"].items() for unit in units]
    others = Counter(facts["units"])
    others.subtract(unit for unit, _ in grouped)
    return [*grouped, *((unit, "") for unit in others.elements())]


def _parse_unit(form: Given, name: str, piece: str, group: str) -> dict[str, Any]:
    unit: dict[str, Any] = {
        "piece": piece,
        "hex": _parse_hex(form.get(f"hex-{name}", "")),
        "weapon": form.get(f"weapon-{name}") or None,
    }
    return {**unit, "group": group} if group else unit


def _works_form(facts: Mapping[str, Any], values: Given) -> Form:
    """RS.12: return the form for the hex of every fortification; those without a hex are lost."""
    units = tuple(
        UnitLine(f"{kind}-{n}", kind, formatter().works(kind, 1), values.get(f"hex-{kind}-{n}", ""))
        for kind, count in facts["works"].items()
        for n in range(count)
    )
    return Form("works", gettext("One per hex. Any without a hex are lost."), units)


def _spaces_form(facts: Mapping[str, Any], values: Given) -> Form:
    """RS.16: return the form for the Time space of each Reinforcement."""
    units = []
    for place, unit in enumerate(facts["units"]):
        marks = [thing(unit["piece"])]
        if unit["weapon"]:
            marks.append(f"+ {thing(unit['weapon'])}")
        if unit["veteran"]:
            marks.append(f"({term('campaign_record.veteran')})")
        label = " ".join(marks)
        units.append(UnitLine(str(place), unit["piece"], label, values.get(f"space-{place}", "")))
    hint = gettext(
        "Spaces 1 to %(last)d, with at most %(limit)d of your soldier figures on each.",
        last=facts["last_space"],
        limit=facts["limit"],
    )
    return Form("spaces", hint, tuple(units))
