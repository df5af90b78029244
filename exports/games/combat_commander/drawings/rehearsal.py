"""Plots of a rehearsal: the odds as a bar, the final marker as a histogram."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reportlab.graphics.shapes import Drawing, Shape

from exports.kit.shapes import centred_text, rect, rule, side_bar, text
from exports.kit.theme import FAINT, INK, NARROW, RULE, SOFT, STRONG, Livery, livery

from ..messages import MessageFormatter

BAR_HEIGHT = 44.0
SHARES_HEIGHT = 9.0


def draw_odds_bar(
    document: Mapping[str, Any], factions: Mapping[str, str], formatter: MessageFormatter, wide: float
) -> Drawing:
    """Draw both shares of 100 side by side, with the confidence interval of the first."""
    drawing = Drawing(wide, BAR_HEIGHT)
    share = document["odds"]["axis"]["share"] if document["fights"] else 0.5
    cut = wide * share
    for side, x, span in (("axis", 0.0, cut), ("allied", cut, wide - cut)):
        deep = livery(formatter.catalog, factions[side]).deep
        for shape in side_bar(x, 16, max(span, 0.1), 16, deep, side == "axis"):
            drawing.add(shape)
        verdict = document["verdict"]
        words = formatter.term(f"side.{side}") + (f" {verdict[side]}" if verdict else "")
        anchor: Any = "start" if side == "axis" else "end"
        drawing.add(text(0.0 if side == "axis" else wide, 36, words, 9.5, STRONG, INK, anchor))
    low, high = (wide * document["odds"]["axis"][key] for key in ("low", "high"))
    drawing.add(rule(low, 10, high, 10, INK, 1.2))
    for x in (low, high):
        drawing.add(rule(x, 6.5, x, 13.5, INK, 1.2))
    drawing.add(rule(wide / 2, 4, wide / 2, 34, SOFT, 0.6))
    drawing.add(text(wide / 2 + 2, 0, "50", 8.0, NARROW, SOFT))
    return drawing


def draw_shares(shares: Mapping[str, tuple[int, Livery]], wide: float) -> Drawing:
    """Draw the shares of both sides in points of 100, with a line at 50."""
    drawing = Drawing(wide, SHARES_HEIGHT)
    x = 0.0
    for side, (share, dress) in shares.items():
        span = wide * share / 100
        for shape in side_bar(x, 2, span, SHARES_HEIGHT - 3, dress.deep, side == "axis"):
            drawing.add(shape)
        x += span
    drawing.add(rule(wide / 2, 0, wide / 2, SHARES_HEIGHT, INK, 1.0))
    return drawing


def draw_histogram(document: Mapping[str, Any], wide: float, high: float = 130.0) -> Drawing:
    """Draw how often each final marker occurred, in bins; the middle line is a marker of zero."""
    drawing = Drawing(wide, high)
    counts = {int(marker): count for marker, count in document["marker"].items()}
    if not counts:
        return drawing
    reach = max(5, max(abs(marker) for marker in counts))
    step = max(1, -(-(2 * reach + 1) // 41))
    bins: dict[int, int] = {}
    for marker, count in counts.items():
        at = round(marker / step)
        bins[at] = bins.get(at, 0) + count
    ends = -(-reach // step)
    room, base = wide / (2 * ends + 1), 16.0
    most = max(bins.values())
    shapes: list[Shape] = [rect(0, base, wide, high - base, FAINT)]
    for at, count in sorted(bins.items()):
        x = (at + ends) * room
        tall = (high - base - 12) * count / most
        solid = at > 0
        shapes += side_bar(x + 0.12 * room, base, 0.76 * room, max(tall, 1.2), INK, solid)
        shapes.append(centred_text(x + room / 2, base + tall + 5.5, str(count), 8.0, NARROW, SOFT))
    shapes.append(rule(0, base, wide, base, RULE))
    shapes.append(rule((ends + 0.5) * room, base, (ends + 0.5) * room, high, SOFT, 0.5))
    for at in sorted({-ends, -ends // 2, 0, ends // 2, ends}):
        shapes.append(centred_text((at + ends + 0.5) * room, 7, f"{at * step:+d}", 8.0, NARROW, INK))
    for shape in shapes:
        drawing.add(shape)
    return drawing
