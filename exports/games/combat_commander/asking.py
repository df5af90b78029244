"""What a campaign asks, set for a terminal: the question, its options with numbers, and an example."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.asking import numbered
from exports.kit.log import LogLine
from exports.kit.log import line as line_of
from exports.kit.shop import reach
from generator.games.combat_commander.battle.placement import arrange_units, arrange_works
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.forces import title_of
from generator.games.combat_commander.campaign.play import Campaign
from generator.games.combat_commander.campaign.registry import resource_of
from generator.games.combat_commander.campaign.state import RESULT
from generator.games.combat_commander.campaign.view import log_view, view
from generator.table import EVERYONE

from .record import asked_lines, general_facts
from .scribe import Scribe
from .shop import coin, in_package, pays_twice

Asked = Mapping[str, Any]  # a prompt as a seat may see it


def asked_text(campaign: Campaign, seat: str, lang: Language) -> str:
    """What just happened, what is known, and every question that waits, for a seat.

    Two people may sit at one terminal: who is no side reads only what both may see.
    """
    seen = view(campaign, seat)
    lines = asked_lines(seen, campaign.catalog, lang)
    eye = seat if seat in SIDES else EVERYONE
    out = [*_block("news", news(campaign, eye, lang), campaign.catalog, lang)]
    if not campaign.table.finished:
        out += _block("known", known(campaign, eye, lang), campaign.catalog, lang)
    for place, line in enumerate(lines):
        out.append(line)
        if place < len(seen["asked"]):
            out += [
                f"    {words}"
                for words in details(seen["asked"][place], campaign.catalog, lang, campaign.name)
            ]
    if not lines:
        out.append(Scribe(campaign.catalog, lang).term("campaign_record.stage.over") + ".")
    return "\n".join(out) + "\n"


def _block(name: str, lines: Iterable[str], catalog: Catalog, lang: Language) -> list[str]:
    """Lines under a heading, with an empty line after them."""
    found = [f"    {line}" for line in lines]
    return [Scribe(catalog, lang).term(f"campaign_record.{name}"), *found, ""] if found else []


def news(campaign: Campaign, eye: str, lang: Language) -> list[str]:
    """What dice, commanders and rules did since a person last answered; draws of one kind together."""
    table, session, scribe = campaign.table, campaign.session, Scribe(campaign.catalog, lang)
    given = [
        place for place, (_, entry) in enumerate(table.log) if entry and session.answered_by_person(entry)
    ]
    said: list[LogLine] = []
    for line in log_view(table, eye)[given[-1] + 1 if given else 0 :]:
        told = line_of(line, scribe)
        last = said[-1] if said else None
        if last and last.answer and (last.rule, last.seat, last.text) == (told.rule, told.seat, told.text):
            said[-1] = replace(last, answer=f"{last.answer}, {told.answer}")
        else:
            said.append(told)
    return [_said(line) for line in said]


def _said(line: LogLine) -> str:
    who = f"{line.seat}: " if line.seat else ""
    answer = f": {line.answer}" if line.answer else ""
    return f"{line.rule:<9}  {who}{line.text}{answer}"


def known(campaign: Campaign, eye: str, lang: Language) -> Iterator[str]:
    """How the campaign stands and what the battle that is being prepared has shown so far."""
    scribe, state = Scribe(campaign.catalog, lang), campaign.state
    seen = {"campaign": campaign.name, "state": state.json()}
    yield " · ".join(f"{name}: {value}" for name, value in general_facts(scribe, seen))
    if state.stage != "forces":
        return
    begun = next(
        s for s in campaign.table.stands if (s.state.battle, s.state.stage) == (state.battle, "forces")
    )
    lines = log_view(campaign.table, eye)[begun.lines :]
    yield from _ground(scribe, lines)
    for line in lines:
        if line.get("what") == "resource":
            yield f"{line_of(line, scribe).text} {_summary(scribe, line['facts']['resource'])}"


def _summary(scribe: Scribe, name: str) -> str:
    """What a resource does."""
    resource = resource_of(scribe.catalog, name)
    return scribe.text(resource.summary) if resource else ""


def _ground(scribe: Scribe, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Edges, rubble, chits and the VP marker, as far as they are drawn."""
    for line in lines:
        if line.get("what") == "edge":
            own, edge = line["facts"]["seat"], line["facts"]["edge"]
            edges = {own: edge, line["facts"]["other"]: scribe.catalog.board.opposite[edge]}
            words = {side: scribe.phrase(f"edge.{edges[side]}") for side in SIDES}
            yield scribe.said("campaign_record.edges", **words)
    drawn = [line for line in lines if line.get("kind") == "draw" and isinstance(line["answer"], str)]
    if rubble := dict.fromkeys(line["answer"] for line in drawn if line["ask"] == "rubble_hex"):
        yield f"{scribe.term('marker.rubble')}: {', '.join(rubble)}"
    for line in drawn:
        if line["ask"] in ("open_chit", "secret_chit"):
            kind = "secret_chit" if line.get("secret") else "open_chit"  # one without a secret side is shown
            chit = line["answer"]
            yield f"{scribe.term(f'ask.{kind}')}: {chit}, {scribe.term(f'chit.{chit}')}"
    if moved := [line for line in lines if line.get("what") == "marker"]:
        yield f"{scribe.term('card.vp_marker')}: {scribe.marker(moved[-1]['facts']['to'])}"


def details(asked: Asked, catalog: Catalog, lang: Language, campaign: str = "") -> Iterator[str]:
    """Options, wares or the form of a question; nothing for those who may not see them."""
    scribe = Scribe(catalog, lang)
    context = asked.get("context", {})
    yield from _circumstances(scribe, asked, context)
    if "points" in context and pays_twice(catalog, campaign):
        yield scribe.term("shop.also_vp")
    if asked["kind"] == "choose" and "options" in asked:
        yield from numbered(
            {option: option_words(scribe, option, context) for option in asked["options"]},
        )
    elif asked["kind"] == "buy" and "shelf" in asked:
        yield from shelf_lines(asked, catalog, lang)
    elif asked["kind"] == "report" and "form" in asked:
        for number, unit in enumerate(context.get("units", ()), 1):
            yield f"{number:>3}  {_unit(scribe, {'piece': unit} if isinstance(unit, str) else unit)}"
        if asked["ask"] == RESULT:
            yield scribe.term("campaign_report.how")
            return
        yield json.dumps(example(asked), ensure_ascii=False)


def shelf_lines(asked: Asked, catalog: Catalog, lang: Language) -> Iterator[str]:
    """Wares with price and coin; what cannot be had says why and has no number to name it by."""
    scribe = Scribe(catalog, lang)
    for number, ware in enumerate(asked["shelf"], 1):
        found = reach(ware["price"], ware["uses"], asked["stock"], asked["budget"])
        price = f"[{ware['price']} {scribe.term(coin(asked['ask']))}]"
        words = f"{scribe.thing(ware['id'])}{_contents(scribe, asked, ware)}  {price}"
        if found.why:
            yield f"{'–':>3}  {words}  {scribe.term(f'shop.{found.why}')}"
        elif found.left is not None:
            yield f"{number:>3}  {words}  {scribe.said('shop.left', number=found.left)}"
        else:
            yield f"{number:>3}  {words}"


def _contents(scribe: Scribe, asked: Asked, ware: Mapping[str, Any]) -> str:
    """RS.9: what is in a package, of which its name says little."""
    return f": {in_package(scribe, ware)}" if asked.get("of") == "package" else ""


def _circumstances(scribe: Scribe, asked: Asked, context: Mapping[str, Any]) -> Iterator[str]:
    """What the seat should know before it answers."""
    if context.get("clean_up"):
        yield scribe.text(context["clean_up"])
    if (
        asked["ask"] == "fortification_points" and "points" in context
    ):  # the other seat sees no more than that
        yield scribe.said("shop.points", number=context["points"])
    if asked.get("budget") is not None and asked["budget"] != context.get("points"):
        yield scribe.said("campaign_record.budget", number=asked["budget"])
    if None in asked.get("stock", {}).values():
        yield scribe.term("ask_hint.uncounted")
    if "asset" in context:
        yield scribe.said("campaign_record.asset_price", **context)
    if "limit" in context:
        yield scribe.said("campaign_record.room", number=context["limit"])
    if "resource" in context:
        yield f"{scribe.thing(context['resource'])}. {_summary(scribe, context['resource'])}"


def option_words(scribe: Scribe, option: str, context: Mapping[str, Any]) -> str:
    """An option with what the context knows of it: price, or the survivor it stands for."""
    if unit := context.get("survivors", {}).get(option):
        return _unit(scribe, unit)
    words = scribe.thing(option)
    price = context.get("prices", {}).get(option)
    if price is None:
        return words
    return f"{words}{_led(scribe, option)}  [{price} {scribe.term('card.vp')}]"


def _led(scribe: Scribe, leader: str) -> str:
    """ST-C1.5, NO-C1.5: the patrol or platoon that comes with a leader, and what is in it."""
    sheets = scribe.catalog.campaigns.values()
    forces = (force for sheet in sheets for force in sheet.forces.values() if leader in force.leaders)
    force = next(forces, None)
    if force is None:
        return ""
    pieces = [f"{count} × {scribe.piece(ref).name}" for ref, count in force.counters.items()]
    return f" · {scribe.text(title_of(force))}: {scribe.list(pieces)}"


def _unit(scribe: Scribe, unit: Mapping[str, Any]) -> str:
    words = scribe.thing(unit["piece"])
    if unit.get("weapon"):
        words += f" + {scribe.thing(unit['weapon'])}"
    return f"{words} ({scribe.term('campaign_record.veteran')})" if unit.get("veteran") else words


def example(asked: Asked) -> Any:
    """An answer of the right form."""
    if asked["ask"] == "reinforcement_spaces":
        return list(range(1, len(asked["context"]["units"]) + 1))
    if asked["ask"] == "placement":
        return arrange_units(asked["context"], lambda count: 0)
    return arrange_works(asked["context"], lambda count: 0)
