"""RS.5: advice on the order of battle: how often to choose each, its cost, and the odds of every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.sheet import Grid, Heading, Paragraph, Part, Sheet
from exports.kit.text import write_text
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.studies.choice import list_advice

from .messages import MessageFormatter

Document = Mapping[str, Any]


def choice_title(document: Document, formatter: MessageFormatter) -> str:
    return formatter.sentence("choice.title", document["pairing"])


def head_lines(document: Document, formatter: MessageFormatter) -> list[str]:
    """Return the number of fights, their precision, and the value of the game."""
    fights = [count for row in document["fights"] for count in row]
    return [
        formatter.format("choice.about", fights=sum(fights)),
        formatter.format("choice.few", least=min(fights), most=max(fights)),
        formatter.format("choice.value", share=formatter.percent(document["value"])),
    ]


def advice_rows(document: Document, side: str, formatter: MessageFormatter) -> list[tuple[str, str, str]]:
    """Return each order of battle with its share and the cost of choosing it."""
    advised = list_advice(document, side)
    return [
        (formatter.thing(name), formatter.percent(share), formatter.percent(cost))
        for name, share, cost in advised
    ]


def odds_matrix(
    document: Document, formatter: MessageFormatter
) -> tuple[Sequence[str], list[tuple[str, list[str]]]]:
    """Return the Allied options as head, and for each Axis option its wins out of fights."""
    above = [formatter.thing(name) for name in document["options"]["allied"]]
    body = [
        (formatter.thing(name), [f"{won} / {of}" for won, of in zip(wins, fights, strict=True)])
        for name, wins, fights in zip(
            document["options"]["axis"], document["wins"], document["fights"], strict=True
        )
    ]
    return above, body


def choice_text(document: Document, formatter: MessageFormatter) -> str:
    """Return the advice as plain text."""
    parts: list[Part] = [Paragraph(line) for line in head_lines(document, formatter)]
    heads = [formatter.term(f"choice.{name}") for name in ("order", "share", "cost")]
    for side in SIDES:
        parts += [Heading(formatter.side(side)), Grid(heads, advice_rows(document, side, formatter))]
    return write_text([Sheet("choice", choice_title(document, formatter), parts)])
