"""Questions of a campaign for a terminal: the question, its numbered options, and an example."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.log import LogLine, format_log_line, join_log_line
from exports.kit.numbered_options import format_options
from exports.kit.purchase_options import check_availability
from generator.games.combat_commander.battle.placement import arrange_units, arrange_works
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.forces import title_of
from generator.games.combat_commander.campaign.play import Campaign
from generator.games.combat_commander.campaign.registry import find_resource
from generator.games.combat_commander.campaign.state import RESULT
from generator.games.combat_commander.campaign.view import view_campaign, view_log
from generator.table import EVERYONE

from .messages import MessageFormatter
from .purchase_options import currency_term, format_package, pays_twice
from .record import list_general_facts, list_questions

Asked = Mapping[str, Any]  # a prompt as a seat may see it


def question_text(campaign: Campaign, seat: str, lang: Language) -> str:
    """Return news, known facts and every open question for a seat.

    Two people may share a terminal, so a seat that is no side reads only what both may see.
    """
    seen = view_campaign(campaign, seat)
    lines = list_questions(seen, campaign.catalog, lang)
    eye = seat if seat in SIDES else EVERYONE
    out = [*_format_block("news", list_news(campaign, eye, lang), campaign.catalog, lang)]
    if not campaign.table.finished:
        out += _format_block("known", list_known_facts(campaign, eye, lang), campaign.catalog, lang)
    for place, line in enumerate(lines):
        out.append(line)
        if place < len(seen["asked"]):
            out += [
                f"    {words}"
                for words in list_details(seen["asked"][place], campaign.catalog, lang, campaign.name)
            ]
    if not lines:
        out.append(MessageFormatter(campaign.catalog, lang).term("campaign_record.stage.over") + ".")
    return "\n".join(out) + "\n"


def _format_block(name: str, lines: Iterable[str], catalog: Catalog, lang: Language) -> list[str]:
    """Return lines under a heading, followed by an empty line."""
    indented = [f"    {line}" for line in lines]
    return (
        [MessageFormatter(catalog, lang).term(f"campaign_record.{name}"), *indented, ""] if indented else []
    )


def list_news(campaign: Campaign, eye: str, lang: Language) -> list[str]:
    """Return what dice, bots and rules did since a person last answered; equal draws are joined."""
    table, session, formatter = campaign.table, campaign.session, MessageFormatter(campaign.catalog, lang)
    given = [
        place for place, (_, entry) in enumerate(table.log) if entry and session.answered_by_person(entry)
    ]
    merged: list[LogLine] = []
    for line in view_log(table, eye)[given[-1] + 1 if given else 0 :]:
        formatted = format_log_line(line, formatter)
        last = merged[-1] if merged else None
        if (
            last
            and last.answer
            and (last.rule, last.seat, last.text) == (formatted.rule, formatted.seat, formatted.text)
        ):
            merged[-1] = replace(last, answer=f"{last.answer}, {formatted.answer}")
        else:
            merged.append(formatted)
    return [f"{line.rule:<9}  {join_log_line(line, formatter)}" for line in merged]


def list_known_facts(campaign: Campaign, eye: str, lang: Language) -> Iterator[str]:
    """Yield the state of the campaign and the facts of the battle being prepared."""
    formatter, state = MessageFormatter(campaign.catalog, lang), campaign.state
    seen = {"campaign": campaign.name, "state": state.json()}
    yield " · ".join(f"{name}: {value}" for name, value in list_general_facts(formatter, seen))
    if state.stage != "forces":
        return
    begun = next(
        s for s in campaign.table.stands if (s.state.battle, s.state.stage) == (state.battle, "forces")
    )
    lines = view_log(campaign.table, eye)[begun.lines :]
    yield from _list_ground_facts(formatter, lines)
    for line in lines:
        if line.get("what") == "resource":
            summary = _resource_summary(formatter, line["facts"]["resource"])
            yield f"{format_log_line(line, formatter).text} {summary}"


def _resource_summary(formatter: MessageFormatter, name: str) -> str:
    """Return what a resource does."""
    resource = find_resource(formatter.catalog, name)
    return formatter.text(resource.summary) if resource else ""


def _list_ground_facts(formatter: MessageFormatter, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield edges, rubble, chits and the VP marker, as far as they are drawn."""
    for line in lines:
        if line.get("what") == "edge":
            own, edge = line["facts"]["seat"], line["facts"]["edge"]
            edges = {own: edge, line["facts"]["other"]: formatter.catalog.board.opposite[edge]}
            words = {side: formatter.phrase(f"edge.{edges[side]}") for side in SIDES}
            yield formatter.format("campaign_record.edges", **words)
    drawn = [line for line in lines if line.get("kind") == "draw" and isinstance(line["answer"], str)]
    if rubble := dict.fromkeys(line["answer"] for line in drawn if line["ask"] == "rubble_hex"):
        yield f"{formatter.term('marker.rubble')}: {', '.join(rubble)}"
    for line in drawn:
        if line["ask"] in ("open_chit", "secret_chit"):
            kind = "secret_chit" if line.get("secret") else "open_chit"  # not every chit has a secret side
            chit = line["answer"]
            yield f"{formatter.term(f'ask.{kind}')}: {chit}, {formatter.term(f'chit.{chit}')}"
    if moved := [line for line in lines if line.get("what") == "marker"]:
        yield f"{formatter.term('card.vp_marker')}: {formatter.marker(moved[-1]['facts']['to'])}"


def list_details(asked: Asked, catalog: Catalog, lang: Language, campaign: str = "") -> Iterator[str]:
    """Yield options, wares or the form of a question; nothing for seats that may not see them."""
    formatter = MessageFormatter(catalog, lang)
    context = asked.get("context", {})
    yield from _list_circumstances(formatter, asked, context)
    if "points" in context and pays_twice(catalog, campaign):
        yield formatter.term("shop.also_vp")
    if asked["kind"] == "choose" and "options" in asked:
        yield from format_options(
            {option: format_option(formatter, option, context) for option in asked["options"]},
        )
    elif asked["kind"] == "buy" and "shelf" in asked:
        yield from shelf_lines(asked, catalog, lang)
    elif asked["kind"] == "report" and "form" in asked:
        for number, unit in enumerate(context.get("units", ()), 1):
            piece = {"piece": unit} if isinstance(unit, str) else unit
            yield f"{number:>3}  {_format_unit(formatter, piece)}"
        if asked["ask"] == RESULT:
            yield formatter.term("campaign_report.how")
            return
        yield json.dumps(make_example(asked), ensure_ascii=False)


def shelf_lines(asked: Asked, catalog: Catalog, lang: Language) -> Iterator[str]:
    """Yield wares with price and currency; unavailable ones have a reason instead of a number."""
    formatter = MessageFormatter(catalog, lang)
    for number, ware in enumerate(asked["shelf"], 1):
        availability = check_availability(ware["price"], ware["uses"], asked["stock"], asked["budget"])
        price = f"[{ware['price']} {formatter.term(currency_term(asked['ask']))}]"
        words = f"{formatter.thing(ware['id'])}{_format_contents(formatter, asked, ware)}  {price}"
        if availability.why:
            yield f"{'–':>3}  {words}  {formatter.term(f'shop.{availability.why}')}"
        elif availability.left is not None:
            yield f"{number:>3}  {words}  {formatter.format('shop.left', number=availability.left)}"
        else:
            yield f"{number:>3}  {words}"


def _format_contents(formatter: MessageFormatter, asked: Asked, ware: Mapping[str, Any]) -> str:
    """RS.9: return the contents of a package, whose name says little."""
    return f": {format_package(formatter, ware)}" if asked.get("of") == "package" else ""


def _list_circumstances(
    formatter: MessageFormatter, asked: Asked, context: Mapping[str, Any]
) -> Iterator[str]:
    """Yield facts the seat should know before it answers."""
    if context.get("clean_up"):
        yield formatter.text(context["clean_up"])
    if asked["ask"] == "fortification_points" and "points" in context:  # the other seat sees only this
        yield formatter.format("shop.points", number=context["points"])
    if asked.get("budget") is not None and asked["budget"] != context.get("points"):
        yield formatter.format("campaign_record.budget", number=asked["budget"])
    if None in asked.get("stock", {}).values():
        yield formatter.term("ask_hint.uncounted")
    if "asset" in context:
        yield formatter.format("campaign_record.asset_price", **context)
    if "limit" in context:
        yield formatter.format("campaign_record.room", number=context["limit"])
    if "resource" in context:
        yield f"{formatter.thing(context['resource'])}. {_resource_summary(formatter, context['resource'])}"


def format_option(formatter: MessageFormatter, option: str, context: Mapping[str, Any]) -> str:
    """Return an option with its price, or the survivor it stands for."""
    if unit := context.get("survivors", {}).get(option):
        return _format_unit(formatter, unit)
    words = formatter.thing(option)
    price = context.get("prices", {}).get(option)
    if price is None:
        return words
    return f"{words}{_describe_led_force(formatter, option)}  [{price} {formatter.term('card.vp')}]"


def _describe_led_force(formatter: MessageFormatter, leader: str) -> str:
    """ST-C1.5, NO-C1.5: return the patrol or platoon that comes with a leader, and its contents."""
    sheets = formatter.catalog.campaigns.values()
    forces = (force for sheet in sheets for force in sheet.forces.values() if leader in force.leaders)
    force = next(forces, None)
    if force is None:
        return ""
    pieces = [f"{count} × {formatter.piece(ref).name}" for ref, count in force.counters.items()]
    return f" · {formatter.text(title_of(force))}: {formatter.list(pieces)}"


def _format_unit(formatter: MessageFormatter, unit: Mapping[str, Any]) -> str:
    words = formatter.thing(unit["piece"])
    if unit.get("weapon"):
        words += f" + {formatter.thing(unit['weapon'])}"
    return f"{words} ({formatter.term('campaign_record.veteran')})" if unit.get("veteran") else words


def make_example(asked: Asked) -> Any:
    """Return an answer of the right form."""
    if asked["ask"] == "reinforcement_spaces":
        return list(range(1, len(asked["context"]["units"]) + 1))
    if asked["ask"] == "placement":
        return arrange_units(asked["context"], lambda count: 0)
    return arrange_works(asked["context"], lambda count: 0)
