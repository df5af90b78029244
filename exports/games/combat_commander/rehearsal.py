"""A rehearsal in words: odds, endings, points and the even shift; and a single fight as a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.balance.estimate import NATION, estimate_odds, get_base_figure
from generator.games.combat_commander.rehearsal.balance_search import get_fair_band
from generator.games.combat_commander.rehearsal.evidence import (
    FAIR_LEVELS,
    MAX_IDLE_RUN,
    MAX_IDLE_SHARE,
    MAX_TURNS,
    MIN_FIGHTS_FOR_VERDICT,
    MIN_FIGHTS_MEASURED,
    Judgement,
    judge_fairness,
    make_verdict,
    round_odds,
)
from generator.games.combat_commander.rehearsal.modules.card_rules import list_played_rules, list_unread_texts
from generator.intervals import wilson_interval

from .messages import MessageFormatter

BAR_LENGTH = 40  # characters of the longest bar


def format_rehearsal(
    document: Mapping[str, Any], card: Mapping[str, Any], formatter: MessageFormatter
) -> str:
    """Return the whole result as plain text."""
    factions: dict[str, str] = {side: card["sides"][side]["faction"] for side in SIDES}
    head = [*list_head_lines(document, formatter), *list_rules(card, formatter)]
    head += list_judgement(collect_points([document]), factions, formatter)
    estimate = estimate_odds(card, formatter.catalog)
    if estimate is not None:
        head.append(format_estimate(estimate.json(), formatter))
    parts = (
        head,
        list_figures(document, formatter),
        list_health(document, formatter),
        _list_bars(document, formatter),
    )
    return "\n\n".join("\n".join(part) for part in parts)


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
    yield format_odds(document, formatter)
    if document["verdict"] is not None:
        yield format_even_shift(document["even_shift"], formatter)
    yield format_commanders(document["commanders"], formatter)


def format_commanders(commanders: Mapping[str, str], formatter: MessageFormatter) -> str:
    """Return who fought, and what that measures."""
    if commanders["axis"] != commanders["allied"]:
        return formatter.format("rehearsal.unequal", **commanders)
    return f"{formatter.format('rehearsal.equal', **commanders)} {formatter.term('rehearsal.whose')}"


def collect_points(documents: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return the stated victories of the Axis by level, of rehearsals between equal commanders."""
    return {
        document["commanders"]["axis"]: document["verdict"]["axis"]
        for document in documents
        if document["verdict"] is not None
        and document["commanders"]["axis"] == document["commanders"]["allied"]
    }


def list_judgement(
    axis_points: Mapping[str, int], factions: Mapping[str, str], formatter: MessageFormatter
) -> list[str]:
    """Return the verdict on fairness, and what is missing to call the battle fair."""
    if not axis_points:
        return []
    judgement = judge_fairness(axis_points, get_fair_band(formatter.catalog))
    lines = [format_judgement(judgement, factions, formatter)]
    if judgement.kind == "even" and judgement.level in FAIR_LEVELS:
        missing = next(level for level in FAIR_LEVELS if level != judgement.level)
        lines.append(formatter.format("rehearsal.needs", level=missing))
    return lines


def format_judgement(judgement: Judgement, factions: Mapping[str, str], formatter: MessageFormatter) -> str:
    """Return the verdict on fairness in one line."""
    return formatter.format(
        f"fairness.{judgement.kind}",
        level=judgement.level,
        axis=judgement.axis,
        allied=100 - judgement.axis,
        who=factions["axis" if judgement.axis > 50 else "allied"],
        other=judgement.other,
        other_axis=judgement.other_axis,
        other_allied=100 - judgement.other_axis,
    )


def format_measured(level: str, wins: int, fights: int, formatter: MessageFormatter) -> str:
    """Return the odds that were measured between two commanders of a level."""
    verdict = make_verdict(wins, fights)
    if verdict is None:
        return formatter.format("rehearsal.won", wins=wins, fights=fights)
    return formatter.format("rehearsal.known", level=level, fights=fights, **verdict)


def format_styles(document: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return how far the odds of a card depend on the styles of both sides."""
    lines = [formatter.format("styles.title", fights=document["fights"]), formatter.term("styles.about")]
    for style, sides in document["styles"].items():
        shares = {
            side: sides[side]["wins"] / sides[side]["fights"] for side in SIDES if sides[side]["fights"]
        }
        if len(shares) < len(SIDES):
            continue  # stopped before this style had its turn
        margins = [wilson_interval(sides[side]["wins"], sides[side]["fights"]) for side in SIDES]
        margin = max((high - low) / 2 for low, high in margins)
        facts = {side: round(100 * share) for side, share in shares.items()}
        lines.append("  " + formatter.format("styles.line", style=style, margin=round(100 * margin), **facts))
    lines.append(formatter.format("styles.spread", spread=round(document["spread"])))
    return "\n".join(lines)


def format_odds(document: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return the odds, no finer than their margin; before there are enough fights only the count."""
    won = formatter.format("rehearsal.won", wins=document["odds"]["axis"]["wins"], fights=document["fights"])
    verdict = document["verdict"]
    if verdict is None:
        return f"{won} {formatter.format('rehearsal.too_few', least=MIN_FIGHTS_FOR_VERDICT)}"
    key = "rehearsal.measured" if verdict["measured"] else "rehearsal.about"
    odds = {name: verdict[name] for name in ("axis", "allied", "margin")}
    return f"{formatter.format(key, **odds, least=MIN_FIGHTS_MEASURED)} {won}"


def format_estimate(estimate: Mapping[str, Any], formatter: MessageFormatter) -> str:
    """Return estimated odds with what speaks most for whom."""
    odds = round_odds(estimate["axis"], estimate["error"])
    line = formatter.format("rehearsal.estimated", **odds)
    reasons = [
        formatter.format(
            "rehearsal.reason", who=reason["side"], figure=name_figure(reason["figure"], formatter)
        )
        for reason in estimate["reasons"]
    ]
    return f"{line} {formatter.format('rehearsal.reasons', reasons=reasons)}" if reasons else line


def name_figure(figure: str, formatter: MessageFormatter) -> str:
    """Return the name of a figure of the estimate; a nation by its own name."""
    if figure.startswith(NATION):
        return formatter.term(f"faction.{figure.removeprefix(NATION)}")
    return formatter.term(f"estimate.{get_base_figure(figure)}")


def list_behaviour(document: Mapping[str, Any], formatter: MessageFormatter) -> list[tuple[str, str, str]]:
    """Return name, value and what is known of people's games, for each figure of the fights' health."""
    health, fights = document["health"], document["fights"]
    people = formatter.catalog.fight["rule.people_games"].figures
    unknown = formatter.term("behaviour.unknown")
    turns, losses = document["length"]["turns"], document["losses"]
    figures = {
        "by_surrender": _percent(health["by_surrender"] / fights) if fights else unknown,
        "time": f"{health['time']:.1f}",
        "turns": f"{turns:.0f}",
        "most_turns": f"{health['most_turns']} ({MAX_TURNS})",
        "idle": f"{_percent(health['idle'])} ({_percent(MAX_IDLE_SHARE)})",
        "longest_idle": f"{health['longest_idle']} ({MAX_IDLE_RUN})",
        "discards": f"{health['discards']:.1f}",
        "losses": f"{losses['axis']:.1f} / {losses['allied']:.1f}",
    }
    known = {
        "by_surrender": formatter.format("behaviour.of", count=people["by_surrender"], of=people["games"])
    }
    return [
        (formatter.term(f"behaviour.{name}"), value, known.get(name, unknown))
        for name, value in figures.items()
    ]


def is_healthy(document: Mapping[str, Any]) -> bool:
    """Tell whether the commanders behaved within the limits."""
    health = document["health"]
    return bool(
        health["idle"] <= MAX_IDLE_SHARE
        and health["longest_idle"] <= MAX_IDLE_RUN
        and health["most_turns"] <= MAX_TURNS
    )


def list_health(document: Mapping[str, Any], formatter: MessageFormatter) -> list[str]:
    """Return the behaviour of the commanders as lines, and whether it is within the limits."""
    rows = list_behaviour(document, formatter)
    lines = [
        formatter.format("behaviour.line", name=name, value=value, people=people)
        for name, value, people in rows
    ]
    verdict = "behaviour.sound" if is_healthy(document) else "behaviour.unsound"
    return [formatter.term("behaviour.title"), *(f"  {line}" for line in lines), formatter.term(verdict)]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


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
        "rehearsal.length",
        advances=_mean(document["length"]["advances"]),
        turns=round(document["length"]["turns"]),
    )
    yield formatter.format("rehearsal.losses", **_round_means(document["losses"]))
    for source, earned in document["points"].items():
        yield formatter.format("rehearsal.points", source=source, **_round_means(earned))


def _round_means(means: Mapping[str, float]) -> dict[str, float]:
    return {side: round(mean, 1) for side, mean in means.items()}


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
    lines = [formatter.term("rehearsal.page.set_up")]
    for rule, what, facts in steps:
        words = formatter.format(f"note.fight_{what}", **facts)
        lines.append(f"\n{words}" if what == "turn" else f"  [{rule}] {words}")
    return "\n".join(lines).strip() + "\n"
