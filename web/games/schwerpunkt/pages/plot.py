"""Bar chart of the number of activations."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from exports.kit.messages import MessageFormatter

WIDTH, HEIGHT, BASELINE = 640, 150, 24
COLOURS = {"blue": "#2f5685", "red": "#a3271f"}
LABELS_COUNT = 12  # approximate number of labels below the bars


def draw_plot(chances: Mapping[int, float], side: str, formatter: MessageFormatter) -> Markup:
    """Draw the chart as SVG, with a text alternative."""
    numbers = range(min(chances), max(chances) + 1)
    step, top = WIDTH / len(numbers), max(chances.values())
    every = max(1, -(-len(numbers) // LABELS_COUNT))
    title = formatter.sentence("page.plot", {"side": side})
    bars = []
    for place, number in enumerate(numbers):
        chance = chances.get(number, 0.0)
        high = (HEIGHT - BASELINE - 8) * chance / top
        x = place * step
        tooltip = f"{number}: {formatter.percent(chance)}"
        bars.append(
            f'<rect x="{x + 1:.1f}" y="{HEIGHT - BASELINE - high:.1f}" width="{max(1.0, step - 2):.1f}" '
            f'height="{high:.1f}" fill="{COLOURS[side]}"><title>{tooltip}</title></rect>'
        )
        if place % every == 0:
            bars.append(f'<text x="{x + step / 2:.1f}" y="{HEIGHT - 7}" text-anchor="middle">{number}</text>')
    likely = max(chances, key=lambda number: chances[number])
    about = f"{title}: {min(chances)}–{max(chances)}, {likely}"
    return Markup(
        f'<svg class="sp-plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(about)}">'
        f'<line x1="0" x2="{WIDTH}" y1="{HEIGHT - BASELINE}" y2="{HEIGHT - BASELINE}" stroke="#5a6166"/>'
        f"{''.join(bars)}</svg>"
    )
