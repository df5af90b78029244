"""A rehearsal in words: odds, endings, points and the even shift; and a single fight as a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exports.games.combat_commander.messages import Scribe
from generator.games.combat_commander.rehearsal.modules.card_rules import list_played_rules, list_unread_texts

SIDES = ("axis", "allied")
BAR_LENGTH = 40  # characters of the longest bar


def format_rehearsal(document: Mapping[str, Any], card: Mapping[str, Any], scribe: Scribe) -> str:
    """Return the whole result as plain text."""
    head = [*list_head_lines(document, scribe), *list_rules(card, scribe)]
    return "\n".join([*head, "", *list_figures(document, scribe), "", *_list_bars(document, scribe)])


def list_rules(card: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """Yield the special rules used in the fights, and the texts of the card that no fight applies."""
    rules = [scribe.catalog.rules[name] for name in list_played_rules(card, scribe.catalog)]
    words = [(scribe.text(rule.title), rule) for rule in rules]
    names = tuple(title if rule.kind == "module" else f"{title} ({rule.id})" for title, rule in words)
    if names:
        yield scribe.format("rehearsal.rules", rules=names)
    for text in list_unread_texts(card, scribe.catalog):
        yield scribe.format("rehearsal.unread", text=scribe.text(text))


def list_head_lines(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """Yield the odds with their intervals, the even shift, and the assumptions behind them."""
    yield scribe.format("rehearsal.title", fights=document["fights"])
    if document["fights"] < document["asked"]:
        yield scribe.format("rehearsal.stopped", done=document["fights"], asked=document["asked"])
    for side in SIDES:
        odds = {key: round(100 * document["odds"][side][key]) for key in ("share", "low", "high")}
        yield scribe.format("rehearsal.odds", who=side, **odds)
    yield format_even_shift(document["even_shift"], scribe)
    yield scribe.term("rehearsal.whose")


def format_even_shift(shift: Mapping[str, Any] | None, scribe: Scribe) -> str:
    if shift is None:
        return scribe.term("rehearsal.no_even")
    if not shift["axis"]:
        return scribe.term("rehearsal.even_now")
    who = "axis" if shift["axis"] > 0 else "allied"
    if shift["low"] is None or shift["high"] is None:
        return scribe.format("rehearsal.even_about", vp=abs(shift["axis"]), who=who)
    return scribe.format(
        "rehearsal.even", vp=abs(shift["axis"]), who=who, low=shift["low"], high=shift["high"]
    )


def list_figures(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """Yield how fights end, how long they last, their losses, and the sources of points."""
    yield scribe.term("rehearsal.endings")
    for side in SIDES:
        for how, count in document["endings"][side].items():
            yield "  " + scribe.format("rehearsal.ending", who=side, how=how, count=count)
    yield scribe.format(
        "rehearsal.length", advances=_mean(document["length"]["advances"]), turns=document["length"]["turns"]
    )
    yield scribe.format("rehearsal.losses", **document["losses"])
    for source, earned in document["points"].items():
        yield scribe.format("rehearsal.points", source=source, **earned)


def _mean(counts: Mapping[str, int]) -> float:
    fights = sum(counts.values())
    return round(sum(int(value) * count for value, count in counts.items()) / fights, 1) if fights else 0.0


def _list_bars(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    yield scribe.term("rehearsal.histogram")
    most = max(document["marker"].values(), default=1)
    for marker, count in document["marker"].items():
        yield f"{int(marker):+4d} {'#' * max(1, round(BAR_LENGTH * count / most))} {count}"


def format_film(steps: Sequence[tuple[str, str, Mapping[str, Any]]], scribe: Scribe) -> str:
    """Return one fight order by order, each line with its rule."""
    lines = []
    for rule, what, facts in steps:
        words = scribe.format(f"note.fight_{what}", **facts)
        lines.append(f"\n{words}" if what == "turn" else f"  [{rule}] {words}")
    return "\n".join(lines).strip() + "\n"
