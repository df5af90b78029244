"""A rehearsal in words: odds, endings, points and the even shift; and a single fight as a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.rehearsal.modules.card_rules import list_played_rules, list_unread_texts

from .messages import MessageFormatter

BAR_LENGTH = 40  # characters of the longest bar


def format_rehearsal(
    document: Mapping[str, Any], card: Mapping[str, Any], formatter: MessageFormatter
) -> str:
    """Return the whole result as plain text."""
    head = [*list_head_lines(document, formatter), *list_rules(card, formatter)]
    return "\n".join([*head, "", *list_figures(document, formatter), "", *_list_bars(document, formatter)])


def list_rules(card: Mapping[str, Any], formatter: MessageFormatter) -> Iterator[str]:
    """Yield the special rules used in the fights, and the texts of the card that no fight applies."""
    rules = [formatter.catalog.rules[name] for name in list_played_rules(card, formatter.catalog)]
    words = [(formatter.text(rule.title), rule) for rule in rules]
    names = tuple(title if rule.kind == "module" else f"{title} ({rule.id})" for title, rule in words)
    if names:
        yield formatter.format("rehearsal.rules", rules=names)
    for text in list_unread_texts(card, formatter.catalog):
        yield formatter.format("rehearsal.unread", text=formatter.text(text))


def list_head_lines(document: Mapping[str, Any], formatter: MessageFormatter) -> Iterator[str]:
    """Yield the odds with their intervals, the even shift, and the assumptions behind them."""
    yield formatter.format("rehearsal.title", fights=document["fights"])
    if document["fights"] < document["asked"]:
        yield formatter.format("rehearsal.stopped", done=document["fights"], asked=document["asked"])
    for side in SIDES:
        odds = {key: round(100 * document["odds"][side][key]) for key in ("share", "low", "high")}
        yield formatter.format("rehearsal.odds", who=side, **odds)
    yield format_even_shift(document["even_shift"], formatter)
    yield formatter.term("rehearsal.whose")


def format_even_shift(shift: Mapping[str, Any] | None, formatter: MessageFormatter) -> str:
    if shift is None:
        return formatter.term("rehearsal.no_even")
    if not shift["axis"]:
        return formatter.term("rehearsal.even_now")
    who = "axis" if shift["axis"] > 0 else "allied"
    if shift["low"] is None or shift["high"] is None:
        return formatter.format("rehearsal.even_about", vp=abs(shift["axis"]), who=who)
    return formatter.format(
        "rehearsal.even", vp=abs(shift["axis"]), who=who, low=shift["low"], high=shift["high"]
    )


def list_figures(document: Mapping[str, Any], formatter: MessageFormatter) -> Iterator[str]:
    """Yield how fights end, how long they last, their losses, and the sources of points."""
    yield formatter.term("rehearsal.endings")
    for side in SIDES:
        for how, count in document["endings"][side].items():
            yield "  " + formatter.format("rehearsal.ending", who=side, how=how, count=count)
    yield formatter.format(
        "rehearsal.length", advances=_mean(document["length"]["advances"]), turns=document["length"]["turns"]
    )
    yield formatter.format("rehearsal.losses", **document["losses"])
    for source, earned in document["points"].items():
        yield formatter.format("rehearsal.points", source=source, **earned)


def _mean(counts: Mapping[str, int]) -> float:
    fights = sum(counts.values())
    return round(sum(int(value) * count for value, count in counts.items()) / fights, 1) if fights else 0.0


def _list_bars(document: Mapping[str, Any], formatter: MessageFormatter) -> Iterator[str]:
    yield formatter.term("rehearsal.histogram")
    most = max(document["marker"].values(), default=1)
    for marker, count in document["marker"].items():
        yield f"{int(marker):+4d} {'#' * max(1, round(BAR_LENGTH * count / most))} {count}"


def format_film(steps: Sequence[tuple[str, str, Mapping[str, Any]]], formatter: MessageFormatter) -> str:
    """Return one fight order by order, each line with its rule."""
    lines = []
    for rule, what, facts in steps:
        words = formatter.format(f"note.fight_{what}", **facts)
        lines.append(f"\n{words}" if what == "turn" else f"  [{rule}] {words}")
    return "\n".join(lines).strip() + "\n"
