"""RS.5 in words: how often to choose each order of battle, what it costs, and the odds of every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.games.combat_commander.studies.choice import list_advice

from .scribe import Scribe

Document = Mapping[str, Any]
SIDES = ("axis", "allied")


def title(document: Document, scribe: Scribe) -> str:
    return scribe.sentence("choice.title", document["pairing"])


def head_lines(document: Document, scribe: Scribe) -> list[str]:
    """What was fought, how sure it is, and what the game is worth."""
    fights = [count for row in document["fights"] for count in row]
    return [
        scribe.said("choice.about", fights=sum(fights)),
        scribe.said("choice.few", least=min(fights), most=max(fights)),
        scribe.said("choice.value", share=scribe.percent(document["value"])),
    ]


def rows(document: Document, side: str, scribe: Scribe) -> list[tuple[str, str, str]]:
    """Each order of battle with how often to choose it and what choosing it costs."""
    found = list_advice(document, side)
    return [(scribe.thing(name), scribe.percent(share), scribe.percent(cost)) for name, share, cost in found]


def matrix(document: Document, scribe: Scribe) -> tuple[Sequence[str], list[tuple[str, list[str]]]]:
    """The Allied choices above, and for each Axis choice its wins of its fights."""
    above = [scribe.thing(name) for name in document["options"]["allied"]]
    body = [
        (scribe.thing(name), [f"{won} / {of}" for won, of in zip(wins, fights, strict=True)])
        for name, wins, fights in zip(
            document["options"]["axis"], document["wins"], document["fights"], strict=True
        )
    ]
    return above, body


def choice_text(document: Document, scribe: Scribe) -> str:
    """All of it as plain text."""
    lines = [title(document, scribe), *head_lines(document, scribe)]
    heads = [scribe.term(f"choice.{name}") for name in ("order", "share", "cost")]
    for side in SIDES:
        found = rows(document, side, scribe)
        wide = max(len(name) for name, _, _ in found)
        lines += ["", f"{scribe.term(f'side.{side}')}: {' · '.join(heads)}"]
        lines += [f"  {name:<{wide}}  {share:>7}  {cost:>7}" for name, share, cost in found]
    return "\n".join(lines)
