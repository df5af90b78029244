"""The report of a battle, asked in the terminal step by step; all units count as alive unless changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.report_text import format_report
from generator.games.combat_commander.battle.state import opponent
from generator.games.combat_commander.campaign.survivor_counts import (
    Carried,
    Line,
    Tally,
    list_survivors,
    tally_report,
    tally_without_losses,
)
from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import ask_yes_no

from .common import SIDES

Context = Mapping[str, Any]
Answer = dict[str, Any]


def ask_report(
    formatter: MessageFormatter,
    context: Context,
    given: Mapping[str, Any],
    old: Mapping[str, Any] | None = None,
) -> Answer:
    """Ask for the report, except for values from the command line; an old report gives the defaults."""
    known = {**(old or {}), **{name: value for name, value in given.items() if value is not None}}
    names = {side: formatter.term(f"faction.{context['factions'][side]}") for side in SIDES}
    winner: Any = given["winner"] or _choose(formatter.term("card.winner"), names, known.get("winner"))
    endings = {ending: formatter.term(f"ended.{ending}") for ending in context["endings"]}
    ended = given["ended"] or _choose(say("campaign.ask_ended"), endings, known.get("ended"))
    marker = given["marker"]
    if marker is None:
        marker = _ask_marker(names, known.get("marker"))
    initiative = given["initiative"] or _choose(
        formatter.term("card.initiative_card"), names, known.get("initiative")
    )
    report: Answer = {"winner": winner, "ended": ended, "marker": marker, "initiative": initiative}
    if context["brought"] is not None:
        if context["clean_up"]:
            click.echo(formatter.text(context["clean_up"]), err=True)
        gone = opponent(winner) if ended == "elimination" else None
        report["survivors"] = {
            side: [] if side == gone else _ask_survivors(formatter, context, side, names[side], old)
            for side in SIDES
        }
    return report


def confirm(formatter: MessageFormatter, context: Context, report: Answer) -> bool:
    """Print the summary in plain words, and ask whether it is right."""
    click.echo(
        "\n".join(("", *format_report(report, context, formatter.catalog, formatter.lang).rows())), err=True
    )
    return ask_yes_no(say("campaign.was_so"), usual=True)


def _choose(words: str, options: Mapping[str, str], usual: str | None = None) -> str:
    """Ask for one of several options, by number or name."""
    click.secho(words, bold=True, err=True)
    for number, (_, name) in enumerate(options.items(), 1):
        click.echo(f"{number:>3}  {name}", err=True)
    ids = list(options)
    place = ids.index(usual) + 1 if usual in ids else None
    while True:
        typed = str(click.prompt(say("campaign.which"), default=place, err=True, type=str)).strip()
        if typed.isdigit() and 1 <= int(typed) <= len(ids):
            return ids[int(typed) - 1]
        if typed in ids:
            return typed
        click.echo(say("campaign.by_number", most=len(ids)), err=True)


def _ask_marker(names: Mapping[str, str], usual: int | None) -> int:
    """Ask where the marker lies: a number, and on whose side."""
    number: int = click.prompt(
        say("campaign.ask_marker"),
        type=click.IntRange(0, 99),
        default=None if usual is None else abs(usual),
        err=True,
    )
    if not number:
        return 0
    side = "axis" if (usual or 0) > 0 else "allied" if (usual or 0) < 0 else None
    return number if _choose(say("campaign.ask_marker_side"), names, side) == "axis" else -number


def _ask_survivors(
    formatter: MessageFormatter, context: Context, side: str, name: str, old: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Ask for the survivors of each type; ask for weapons and Veterans of survivors only."""
    catalog = formatter.catalog
    start = (
        tally_without_losses(catalog, context, side)
        if old is None
        else tally_report(catalog, context, side, old["survivors"][side])
    )
    click.secho(name, bold=True, err=True)
    if ask_yes_no(say("campaign.nobody_fell" if old is None else "campaign.as_before"), usual=True):
        return list_survivors(start)
    while True:
        try:
            return list_survivors(_ask_counts(formatter, start))
        except HorahError as fault:
            click.secho(formatter.say(fault), fg="red", err=True)


def _ask_counts(formatter: MessageFormatter, start: Tally) -> Tally:
    lines = [_ask_line(formatter, line) for line in start.lines]
    crews = [line for line in lines if line.alive]
    weapons = [_ask_weapon(formatter, weapon, crews) for weapon in start.weapons] if crews else []
    return Tally(tuple(lines), tuple(weapons))


def _ask_line(formatter: MessageFormatter, line: Line) -> Line:
    """Ask how many units of a type survived, and how many of them are Veterans."""
    thing, limit = formatter.thing(line.piece), max(line.brought, line.alive)
    alive = click.prompt(
        say("campaign.how_many", thing=thing, brought=line.brought),
        type=click.IntRange(0, limit),
        default=line.alive,
        err=True,
    )
    if not alive:
        return replace(line, alive=0, veterans=0)
    veterans = click.prompt(
        say("campaign.how_many_veterans", thing=thing),
        type=click.IntRange(0, alive),
        default=min(line.veterans, alive),
        err=True,
    )
    return replace(line, alive=alive, veterans=veterans)


def _ask_weapon(formatter: MessageFormatter, carried: Carried, crews: Sequence[Line]) -> Carried:
    """Ask which unit has a weapon at the end, or whether it is lost."""
    options = {"": say("campaign.lost")}
    for line in crews:
        if line.alive > line.veterans:
            options[line.piece] = formatter.thing(line.piece)
        if line.veterans:
            name = f"{formatter.thing(line.piece)} ({formatter.term('campaign_record.veteran')})"
            options[f"{line.piece} v"] = name
    usual = f"{carried.piece} v" if carried.veteran else carried.piece
    words = say("campaign.who_has", weapon=formatter.thing(carried.weapon))
    piece, _, veteran = _choose(words, options, usual).partition(" ")
    return Carried(carried.weapon, piece, bool(veteran))
