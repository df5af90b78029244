"""A rehearsal in words: odds, endings, points and the even shift; a film as a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exports.games.combat_commander.scribe import Scribe
from generator.games.combat_commander.rehearsal.modules.card_rules import list_played_rules, list_unread_texts

SIDES = ("axis", "allied")
WIDE = 40  # characters of the longest bar


def rehearsal_text(document: Mapping[str, Any], card: Mapping[str, Any], scribe: Scribe) -> str:
    """The whole result as plain text."""
    head = [*head_lines(document, scribe), *rule_lines(card, scribe)]
    return "\n".join([*head, "", *figure_lines(document, scribe), "", *_bars(document, scribe)])


def rule_lines(card: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """Which special rules the fights were played by, and what of the card no fight reads."""
    rules = [scribe.catalog.rules[name] for name in list_played_rules(card, scribe.catalog)]
    words = [(scribe.text(rule.title), rule) for rule in rules]
    names = tuple(title if rule.kind == "module" else f"{title} ({rule.id})" for title, rule in words)
    if names:
        yield scribe.said("rehearsal.rules", rules=names)
    for text in list_unread_texts(card, scribe.catalog):
        yield scribe.said("rehearsal.unread", text=scribe.text(text))


def head_lines(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """Odds with their interval, the even shift, and whose odds these are."""
    yield scribe.said("rehearsal.title", fights=document["fights"])
    if document["fights"] < document["asked"]:
        yield scribe.said("rehearsal.stopped", done=document["fights"], asked=document["asked"])
    for side in SIDES:
        odds = {key: round(100 * document["odds"][side][key]) for key in ("share", "low", "high")}
        yield scribe.said("rehearsal.odds", who=side, **odds)
    yield even_line(document["even_shift"], scribe)
    yield scribe.term("rehearsal.whose")


def even_line(shift: Mapping[str, Any] | None, scribe: Scribe) -> str:
    if shift is None:
        return scribe.term("rehearsal.no_even")
    if not shift["axis"]:
        return scribe.term("rehearsal.even_now")
    who = "axis" if shift["axis"] > 0 else "allied"
    if shift["low"] is None or shift["high"] is None:
        return scribe.said("rehearsal.even_about", vp=abs(shift["axis"]), who=who)
    return scribe.said("rehearsal.even", vp=abs(shift["axis"]), who=who, low=shift["low"], high=shift["high"])


def figure_lines(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    """How fights end, how long they last, what they cost and where points come from."""
    yield scribe.term("rehearsal.endings")
    for side in SIDES:
        for how, count in document["endings"][side].items():
            yield "  " + scribe.said("rehearsal.ending", who=side, how=how, count=count)
    yield scribe.said(
        "rehearsal.length", advances=_mean(document["length"]["advances"]), turns=document["length"]["turns"]
    )
    yield scribe.said("rehearsal.losses", **document["losses"])
    for source, earned in document["points"].items():
        yield scribe.said("rehearsal.points", source=source, **earned)


def _mean(counts: Mapping[str, int]) -> float:
    fights = sum(counts.values())
    return round(sum(int(value) * count for value, count in counts.items()) / fights, 1) if fights else 0.0


def _bars(document: Mapping[str, Any], scribe: Scribe) -> Iterator[str]:
    yield scribe.term("rehearsal.histogram")
    most = max(document["marker"].values(), default=1)
    for marker, count in document["marker"].items():
        yield f"{int(marker):+4d} {'#' * max(1, round(WIDE * count / most))} {count}"


def film_text(steps: Sequence[tuple[str, str, Mapping[str, Any]]], scribe: Scribe) -> str:
    """One fight order by order, each line with its rule."""
    lines = []
    for rule, what, facts in steps:
        words = scribe.said(f"note.fight_{what}", **facts)
        lines.append(f"\n{words}" if what == "turn" else f"  [{rule}] {words}")
    return "\n".join(lines).strip() + "\n"
