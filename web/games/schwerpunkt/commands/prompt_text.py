"""Terminal output of a play: recent events and pending prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from web.cli import Session
from web.cli.i18n import has_term, say

if TYPE_CHECKING:
    from catalogs.games.schwerpunkt import Catalog
    from exports.games.schwerpunkt.messages import MessageFormatter
    from generator.session import Session as Played
    from generator.table import Prompt, Report

GAME = "schwerpunkt"
SIDES = ("blue", "red")
PROMPTS_TYPED_ALIKE = {"answer_fire": "react"}  # prompts that are typed like another


def catalog_of(session: Session) -> Catalog:
    catalog: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # the game's own
    return catalog


def formatter_of(session: Session) -> MessageFormatter:
    from exports.games.schwerpunkt.messages import MessageFormatter

    return MessageFormatter(catalog_of(session), session.language)


def print_next_prompts(played: Played, seat: str, session: Session) -> None:
    """Print the recent events and the pending prompts."""
    formatter = formatter_of(session)
    log = played.log(seat)
    last = max(
        (place for place, line in enumerate(log) if "what" not in line and line.get("by") in SIDES),
        default=-1,
    )
    print_log(played, seat, session, last + 1)
    for prompt in played.table.pending:
        who, what = formatter.name("seat", prompt.seat), formatter.term(f"ask.{prompt.ask}")
        click.echo(f"{prompt.rule}  {who}: {what}")
        for line in _format_options(played, prompt, seat, formatter):
            click.echo(f"  {line}")
    if not played.table.pending:
        click.echo(say("schwerpunkt.over"))


def _format_options(played: Played, prompt: Prompt, seat: str, formatter: MessageFormatter) -> Sequence[str]:
    """Return the options of a prompt, if the seat may read it."""
    from generator.table import Choose, Report
    from generator.table.visibility import may_read

    if not may_read(prompt, seat):
        return ()
    if isinstance(prompt, Choose):
        names = formatter.translate_all(prompt.context.get("names", {}))
        return [
            f"{option}: {names.get(option) or formatter.name(prompt.of, option)}" for option in prompt.options
        ]
    if not isinstance(prompt, Report):
        return ()
    context = formatter.translate_all(prompt.context)
    lines = [f"{row['id']}: {row['name']}" for row in context.get("ready", ())]
    lines += [
        f"{row['id']}: {row['name']} ({_format_condition(row, formatter)})" + (" *" if row["acted"] else "")
        for row in context.get("units", ())
        if isinstance(row, dict)
    ]
    lines += [f"{option}: {name}" for option, name in context.get("names", {}).items()]
    lines += _format_offers(prompt, context, formatter)
    if "left" in context:
        lines.append(formatter.sentence("page.left", {"left": context["left"], "points": context["points"]}))
    return [*lines, *_format_usage(prompt, context)]


def _format_condition(row: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return a counter's formation, mode, markers and hex, in words."""
    terms = [
        f"formation.{row['formation']}",
        f"mode.{row['mode']}",
        *(f"marker.{name}" for name in row["markers"]),
    ]
    return ", ".join([*(formatter.term(key) for key in terms), *([row["hex"]] if row["hex"] else [])])


def _format_offers(prompt: Report, context: Mapping[str, Any], formatter: MessageFormatter) -> list[str]:
    """Return the trains to stake, ways, actions with costs, victory items and terrain names of a report."""
    fields = prompt.form["properties"]
    staked = context.get("hq")  # elsewhere ``hq`` is the name of the active headquarters
    trains = staked["trains"] if isinstance(staked, Mapping) else ()
    lines = [f"{row['id']}: {row['name']}" for row in trains]
    lines += [f"{way}: {formatter.term(f'how.{way}')}" for way in context.get("ways", ())]
    if "action" in fields:
        lines += _format_actions(fields["action"]["enum"], context, formatter)
    elif "use" in fields:
        lines += [f"{use}: {formatter.term(f'use.{use}')}" for use in fields["use"]["enum"]]
    lines += [f"{item['text']}: {item['points']:+d}" for item in context.get("items", ())]
    known = context.get("terrain", {})
    if known:
        words = (
            f"{option} ({name or formatter.term(f'terrain.{option}')})" for option, name in known.items()
        )
        lines.append(f"terrain={', '.join(words)}")
    return lines


def _format_actions(
    actions: Sequence[str], context: Mapping[str, Any], formatter: MessageFormatter
) -> list[str]:
    """Return the possible actions with their costs."""
    needs = {"build": "works", "enter": "arrivals", "mission": "missions"}
    lines = []
    for action in actions:
        if action in needs and not context[needs[action]]:
            continue
        cost = context["costs"].get(action, 0)
        price = "" if cost == 0 else f" ({'?' if cost is None else cost})"
        lines.append(f"{action}: {formatter.term(f'action.{action}')}{price}")
    return lines


def _format_usage(prompt: Prompt, context: Mapping[str, Any]) -> list[str]:
    """Return how to type a short answer."""
    key = f"schwerpunkt.typed.{PROMPTS_TYPED_ALIKE.get(prompt.ask, prompt.ask)}"
    staked = context.get("hq")
    most = staked["reserves"] if isinstance(staked, Mapping) else 0
    return [say(key, most=most)] if has_term(key) else []


def print_log(played: Played, seat: str, session: Session, since: int) -> None:
    from exports.kit.log import format_log_line, join_log_line

    formatter = formatter_of(session)
    for entry in played.log(seat)[since:]:
        line = format_log_line(entry, formatter)
        click.echo(f"{line.rule:<8}{join_log_line(line, formatter)}")
