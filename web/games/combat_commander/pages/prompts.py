"""Combat Commander's questions: descriptions of options, wares and hexes, and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext
from markupsafe import Markup

from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.forces import Lot, hex_order
from exports.games.combat_commander.purchase_options import currency_term, format_package, pays_twice
from exports.games.combat_commander.reroll_reason import explain_repeated_roll
from generator.games.combat_commander.ground.battlefield_document import to_ground
from generator.games.combat_commander.ground.setup import get_objective_hexes
from web.http.request_context import language
from web.pages.prompts import (
    SHORT_OPTIONS,
    Balance,
    Given,
    Option,
    Prompt,
    Question,
    describe_choice_count,
    list_wares,
    parse_number,
)
from web.pages.prompts import answer as plain_answer

from ..request_context import catalog, formatter
from . import reports
from .battle_status import BattleStatus
from .card import draw_face, draw_stack, draw_work_sign
from .hex_board import Board, make_board
from .maps import get_thumbnail_url
from .page_text import format_counts, in_language, term, thing
from .situation import MapPicture, side_of

FACE_SCALE = 1.2  # of a counter beside a choice
SMALL_MAP = '<img class="map-small" src="{}" width="320" height="254" alt="" loading="lazy">'
AT_ONCE = ("map", "die", "yes_no", "position", "scenario")  # options that answer when they are pressed


@dataclass(frozen=True, slots=True)
class Scene:
    """The context of a question: map, campaign, log, and the state of the battle."""

    number: int | None = None  # number of the map
    spots: Mapping[int, str] | None = None  # its objectives
    campaign: str = ""
    log: Sequence[Mapping[str, Any]] = ()
    standing: BattleStatus = field(default_factory=BattleStatus)
    picture: MapPicture | None = None  # the map with its objectives
    factions: Mapping[str, str] = field(default_factory=dict)  # by side


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
            prompt,
            "objectives" if prompt["of"] == "objective" and scene.picture else "choose",
            words,
            describe_choice_count(prompt),
            _list_options(prompt, values, scene),
            more=scene.picture,
            short=prompt["of"] in SHORT_OPTIONS,
            at_once=prompt["of"] in AT_ONCE,
        )
    if kind == "buy":
        hint = term("ask_hint.uncounted") if None in prompt["stock"].values() else ""
        lines = tuple(
            replace(
                line,
                label=thing(ware["id"]),
                brings=_describe_contents(prompt, ware),
                pictures=_draw_ware(prompt, ware, scene),
            )
            for line, ware in zip(list_wares(prompt, values, formatter()), prompt["shelf"], strict=True)
        )
        coin_ = term(currency_term(prompt["ask"]))
        return Question(
            prompt,
            "buy",
            words,
            hint,
            wares=lines,
            coin=coin_,
            purse=_describe_purse(prompt, scene),
            balance=_describe_balance(prompt, scene),
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
    faction = value.partition(":")[0]
    return Option(
        value,
        thing(value),
        tuple((term(k), str(v)) for k, v in names),
        format_counts(order.counters),
        pictures=draw_pieces(order.counters, faction),
    )


def draw_pieces(counters: Mapping[str, int], faction: str) -> tuple[Markup, ...]:
    """Draw counters as stacks."""
    side = side_of(faction)
    return tuple(
        draw_stack(formatter(), Lot(count, (ref,)), side, faction, FACE_SCALE)
        for ref, count in counters.items()
    )


def _describe_map(_: Prompt, value: str, __: Scene) -> Option:
    sheet = catalog().maps[int(value)]
    return Option(
        value,
        f"{term('card.map')} {value}",
        parts=(term(f"map_set.{sheet.set}"),),
        pictures=_picture_map(int(value)),
    )


def _picture_map(number: int) -> tuple[Markup, ...]:
    """Return the small picture of a map, if its ground is recorded."""
    if str(number) not in catalog().ground:
        return ()
    source = get_thumbnail_url(number)
    return (Markup(SMALL_MAP).format(source),)


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
    pictures = (draw_face(formatter(), value, side_of(force.faction), force.faction, FACE_SCALE),)
    return Option(
        value,
        f"{thing(value)} · {title}",
        figures,
        format_counts(force.counters),
        pictures=pictures + draw_pieces(force.counters, force.faction),
    )


def _describe_survivor(prompt: Prompt, value: str, scene: Scene) -> Option:
    """ST-C3.4: describe a surviving unit."""
    unit = prompt["context"]["survivors"][value]
    parts = [thing(unit["weapon"])] if unit["weapon"] else []
    if unit["veteran"]:
        parts.append(term("campaign_record.veteran"))
    faction = unit["piece"].partition(":")[0]
    side = prompt["seat"] if prompt["seat"] in scene.factions else side_of(faction)
    own = scene.factions.get(side, faction)
    refs = [ref for ref in (unit["piece"], unit["weapon"]) if ref]
    pictures = tuple(draw_face(formatter(), ref, side, own, FACE_SCALE) for ref in refs)
    return Option(value, thing(unit["piece"]), parts=tuple(parts), pictures=pictures)


def _describe_position(_: Prompt, value: str, scene: Scene) -> Option:
    sheet = catalog().campaigns[scene.campaign]
    if value not in sheet.positions:
        return Option(value, thing(value))
    position = sheet.positions[value]
    where = term("campaign_record.map").format(number=position.map)
    label = f"{in_language(position.place)} ({value})"
    return Option(value, label, parts=(where,), pictures=_picture_map(position.map))


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


def _draw_ware(prompt: Prompt, ware: Mapping[str, Any], scene: Scene) -> tuple[Markup, ...]:
    """Draw the counters of a ware; fortifications by their signs."""
    faction = scene.factions.get(prompt["seat"], "")
    if prompt["of"] == "package":
        return tuple(draw_work_sign(kind) for kind in ware["uses"])
    return tuple(
        draw_face(formatter(), piece, prompt["seat"], faction, FACE_SCALE)
        for piece in ware["uses"]
        if faction
    )


def _describe_balance(prompt: Prompt, scene: Scene) -> Balance | None:
    """4.1.1: describe the VP marker that pays for a purchase; campaign points move it only in Normandy."""
    facts = prompt["context"]
    pays_vp = "points" not in facts or pays_twice(catalog(), scene.campaign)
    toward = 1 if prompt["seat"] == "allied" else -1
    value = scene.standing.marker if "points" in facts else facts.get("marker", 0) * -toward
    if not pays_vp or value is None:
        return None
    return Balance(value, toward, (term("side.axis"), term("side.allied")), term("card.vp_marker"))


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
    if prompt["budget"] is not None and prompt["budget"] != facts.get("points"):
        lines.append(gettext("You can spend %(n)s at most", n=prompt["budget"]))
    if prompt["least"]:
        lines.append(gettext("You must buy at least %(n)s", n=prompt["least"]))
    return tuple(lines)


def _describe_contents(prompt: Prompt, ware: Mapping[str, Any]) -> str:
    """Return the pieces of a ware if its name does not list them."""
    if prompt["of"] == "package":
        return format_package(formatter(), ware)
    if len(ware["uses"]) < 2:
        return ""
    return formatter().list(list(format_counts(ware["uses"])))
