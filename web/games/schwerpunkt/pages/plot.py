"""Bar chart of the number of activations."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from exports.kit.messages import MessageFormatter

WIDE, HIGH, BASE = 640, 150, 24
COLOURS = {"blue": "#2f5685", "red": "#a3271f"}
LABELS = 12  # approximate number of labels below the bars


def plot(chances: Mapping[int, float], side: str, formatter: MessageFormatter) -> Markup:
    """Draw the chart as SVG, with a text alternative."""
    numbers = range(min(chances), max(chances) + 1)
    step, top = WIDE / len(numbers), max(chances.values())
    every = max(1, -(-len(numbers) // LABELS))
    title = formatter.sentence("page.plot", {"side": side})
    bars = []
    for place, number in enumerate(numbers):
        chance = chances.get(number, 0.0)
        high = (HIGH - BASE - 8) * chance / top
        x = place * step
        words = f"{number}: {formatter.percent(chance)}"
        bars.append(
            f'<rect x="{x + 1:.1f}" y="{HIGH - BASE - high:.1f}" width="{max(1.0, step - 2):.1f}" '
            f'height="{high:.1f}" fill="{COLOURS[side]}"><title>{words}</title></rect>'
        )
        if place % every == 0:
            bars.append(f'<text x="{x + step / 2:.1f}" y="{HIGH - 7}" text-anchor="middle">{number}</text>')
    likely = max(chances, key=lambda number: chances[number])
    about = f"{title}: {min(chances)}–{max(chances)}, {likely}"
    return Markup(
        f'<svg class="sp-plot" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(about)}">'
        f'<line x1="0" x2="{WIDE}" y1="{HIGH - BASE}" y2="{HIGH - BASE}" stroke="#5a6166"/>'
        f"{''.join(bars)}</svg>"
    )
