"""Combat Commander's questions: descriptions of options, wares and hexes, and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext

from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.forces import hex_order
from exports.games.combat_commander.purchase_options import currency_term, format_package, pays_twice
from exports.games.combat_commander.reroll_reason import explain_repeated_roll
from generator.games.combat_commander.ground.battlefield_document import to_ground
from generator.games.combat_commander.ground.setup import get_objective_hexes
from web.http.request_context import language
from web.pages.prompts import Given, Option, Prompt, Question, describe_choice_count, list_wares, parse_number
from web.pages.prompts import answer as plain_answer

from ..request_context import catalog, formatter
from . import reports
from .battle_status import BattleStatus
from .hex_board import Board, make_board
from .page_text import format_counts, in_language, term, thing


@dataclass(frozen=True, slots=True)
class Scene:
    """The context of a question: map, campaign, log, and the state of the battle."""

    number: int | None = None  # number of the map
    spots: Mapping[int, str] | None = None  # its objectives
    campaign: str = ""
    log: Sequence[Mapping[str, Any]] = ()
    standing: BattleStatus = field(default_factory=BattleStatus)


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """Game-specific parts of a question: the form of a report, and the map where hexes are asked for."""

    report: reports.Form
    board: Board | None = None


def make_question(prompt: Prompt, values: Given, scene: Scene) -> Question:
    """Return the form for a prompt, with the values already filled in."""
    words = term(f"ask.{prompt['ask']}")
    kind = prompt["kind"]
    if kind == "roll":
        return Question(
            prompt,
            "dice",
            words,
            explain_repeated_roll(scene.log, prompt, catalog(), language()),
            given=values,
        )
    if kind == "choose":
        return Question(
            prompt, "choose", words, describe_choice_count(prompt), _list_options(prompt, values, scene)
        )
    if kind == "buy":
        hint = term("ask_hint.uncounted") if None in prompt["stock"].values() else ""
        lines = tuple(
            replace(line, label=thing(ware["id"]), brings=_describe_contents(prompt, ware))
            for line, ware in zip(list_wares(prompt, values, formatter()), prompt["shelf"], strict=True)
        )
        coin_ = term(currency_term(prompt["ask"]))
        return Question(
            prompt, "buy", words, hint, wares=lines, coin=coin_, purse=_describe_purse(prompt, scene)
        )
    form = reports.make_form(prompt, values)
    drawn = _make_board(prompt, scene) if "zone" in prompt["context"] else None
    return Question(prompt, form.template, words, form.hint, more=QuestionParts(form, drawn), given=values)


def parse_answer(prompt: Prompt, form: Given) -> Any:
    """Return the answer of the form in the shape that the prompt asks for."""
    if prompt["kind"] == "roll":
        return [parse_number(form.get(die, "")) for die in ("white", "coloured")]
    return reports.parse_report(prompt, form) if prompt["kind"] == "report" else plain_answer(prompt, form)


def _make_board(prompt: Prompt, scene: Scene) -> Board:
    return make_board(prompt, scene.standing, scene.log, scene.number, scene.spots)


def _list_options(prompt: Prompt, values: Given, scene: Scene) -> tuple[Option, ...]:
    chosen = set(values.getlist("answer"))
    describe = DESCRIBERS.get(prompt["of"], _describe_plain)
    return tuple(
        replace(describe(prompt, value, scene), chosen=value in chosen) for value in prompt["options"]
    )


def _describe_plain(prompt: Prompt, value: str, _: Scene) -> Option:
    """Describe an option by its name, and its price if it has one."""
    values = prompt["context"].get("values", {})
    figures = ((term("card.cost"), f"{values[value]} {term('card.vp')}"),) if value in values else ()
    return Option(value, thing(value), figures)


def _describe_objective(_: Prompt, value: str, scene: Scene) -> Option:
    """Describe an objective by its hex. 7.3.1.1: with the other hexes of its building."""
    hex_id = {str(number): hex_id for number, hex_id in (scene.spots or {}).items()}.get(value)
    if hex_id is None:
        return Option(value, f"{term('card.objective')} {value}")
    rest = get_objective_hexes(_get_ground(scene), hex_id) - {hex_id}
    words = f"{term('terrain.building')}: {', '.join(sorted(rest, key=hex_order))}"
    parts = (hex_id, words) if rest else (hex_id,)
    return Option(value, f"{term('card.objective')} {value}", parts=parts)


def _get_ground(scene: Scene) -> Ground | None:
    own = scene.standing.battlefield
    return to_ground(own) if own is not None else catalog().ground.get(str(scene.number))


def _describe_die(_: Prompt, value: str, __: Scene) -> Option:
    """RS.1: describe a face of the die by its edge."""
    board = catalog().board
    return Option(value, f"{value}: {term(f'edge.{board.edges[int(value)]}')}")


def _describe_order_of_battle(_: Prompt, value: str, __: Scene) -> Option:
    order = catalog().orders_of_battle[value]
    names = (
        ("card.point_value", order.point_value),
        ("card.orders", order.orders),
        ("card.surrender", order.surrender),
        ("card.initiative", order.initiative),
        ("card.leaders", order.leaders),
    )
    return Option(
        value, thing(value), tuple((term(k), str(v)) for k, v in names), format_counts(order.counters)
    )


def _describe_map(_: Prompt, value: str, __: Scene) -> Option:
    sheet = catalog().maps[int(value)]
    return Option(value, f"{term('card.map')} {value}", parts=(term(f"map_set.{sheet.set}"),))


def _describe_leader(prompt: Prompt, value: str, scene: Scene) -> Option:
    """ST-C1.5, NO-C1.5: describe a leader with the patrol or platoon that comes along."""
    sheet = catalog().campaigns.get(scene.campaign)
    forces = sheet.forces.values() if sheet else ()
    force = next((row for row in forces if value in row.leaders), None)
    if force is None:
        return Option(value, thing(value))
    names = (
        ("campaign_word.price", prompt["context"].get("prices", {}).get(value)),
        ("card.orders", force.orders),
        ("card.initiative", force.initiative),
        ("card.surrender", force.surrender),
    )
    figures = tuple((term(name), str(figure)) for name, figure in names if figure is not None)
    title = f"{in_language(force.title)} {force.letter or ''}".strip()
    return Option(value, f"{thing(value)} · {title}", figures, format_counts(force.counters))


def _describe_survivor(prompt: Prompt, value: str, _: Scene) -> Option:
    """ST-C3.4: describe a surviving unit."""
    unit = prompt["context"]["survivors"][value]
    parts = [thing(unit["weapon"])] if unit["weapon"] else []
    if unit["veteran"]:
        parts.append(term("campaign_record.veteran"))
    return Option(value, thing(unit["piece"]), parts=tuple(parts))


def _describe_position(_: Prompt, value: str, scene: Scene) -> Option:
    sheet = catalog().campaigns[scene.campaign]
    if value not in sheet.positions:
        return Option(value, thing(value))
    position = sheet.positions[value]
    where = term("campaign_record.map").format(number=position.map)
    return Option(value, f"{value} · {in_language(position.place)}", parts=(where,))


def _describe_scenario(_: Prompt, value: str, __: Scene) -> Option:
    return Option(value, term("campaign_record.scenario").format(number=value))


def _describe_yes_no(prompt: Prompt, value: str, scene: Scene) -> Option:
    """Describe yes or no; a yes to a resource names it with its effect."""
    name = prompt["context"].get("resource")
    sheet = catalog().campaigns.get(scene.campaign)
    if name is None or value == "no" or sheet is None:
        return Option(value, thing(value))
    resource = sheet.resources[name]
    return Option(
        value, f"{thing(value)}: {in_language(resource.title)}", parts=(in_language(resource.summary),)
    )


def _describe_points(prompt: Prompt, value: str, _: Scene) -> Option:
    """NO-C1.7: describe points of an asset with their cost in VP."""
    price = prompt["context"].get("price")
    figures = ((term("card.cost"), f"{price} {term('card.vp')}"),) if price and value != "0" else ()
    return Option(value, value, figures)


Describe = Callable[[Prompt, str, Scene], Option]
#: Functions that describe an option, by the kind of option.
DESCRIBERS: Mapping[str, Describe] = {
    "order_of_battle": _describe_order_of_battle,
    "map": _describe_map,
    "objective": _describe_objective,
    "die": _describe_die,
    "leader": _describe_leader,
    "survivor": _describe_survivor,
    "position": _describe_position,
    "scenario": _describe_scenario,
    "yes_no": _describe_yes_no,
    "points": _describe_points,
}


def _describe_purse(prompt: Prompt, scene: Scene) -> tuple[str, ...]:
    """Describe the means of payment. ST-C1.9, NO-C1.9: campaign points, which are not the VP marker."""
    facts = prompt["context"]
    lines = []
    if "points" in facts:
        lines.append(term("shop.points").format(number=facts["points"]))
        if pays_twice(catalog(), scene.campaign):
            lines.append(term("shop.also_vp"))
    elif "marker" in facts:
        lines.append(gettext("The marker lies %(n)s on your side", n=facts["marker"]))
    if prompt["budget"] is not None and prompt["budget"] != facts.get("points"):
        lines.append(gettext("At most %(n)s may be spent", n=prompt["budget"]))
    if prompt["least"]:
        lines.append(gettext("At least %(n)s must be bought", n=prompt["least"]))
    return tuple(lines)


def _describe_contents(prompt: Prompt, ware: Mapping[str, Any]) -> str:
    """Return the pieces of a ware if its name does not list them."""
    if prompt["of"] == "package":
        return format_package(formatter(), ware)
    if len(ware["uses"]) < 2:
        return ""
    return formatter().list(list(format_counts(ware["uses"])))
