"""A rehearsal on paper: odds, the final marker, how fights end, and where units fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reportlab.graphics.shapes import Drawing

from catalogs.games.combat_commander.ground import Ground
from exports.kit.sheet import Beside, Figure, Heading, Paragraph, Part, Sheet, Style
from exports.kit.sheet_pdf import write_pdf
from exports.kit.theme import Paper
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground

from ..drawings.rehearsal import draw_histogram, draw_odds_bar
from ..ground.map_sheet import draw_ground_map
from ..ground.overlay import Overlay
from ..messages import Card, MessageFormatter
from ..rehearsal import list_figures, list_head_lines, list_health, list_rules
from ..situation import card_title, format_matchup, format_place

HEXES_ACROSS = 24.0  # hex sizes across the map
MAP_SHARE = 0.6  # of the width for the map, beside the figures of the fights
STYLE = Style(title=20.0, lined=False, above_heading=8.0, below_heading=0.0, gap=0.0, after=2.0)


def render_rehearsal(
    document: Mapping[str, Any], card: Card, formatter: MessageFormatter, paper: Paper
) -> bytes:
    """Return one page for the player, with the assumptions behind the odds."""
    title = card_title(card, formatter)
    parts = list(_parts(document, card, formatter))
    sheet = Sheet(
        "rehearsal",
        title,
        parts,
        subtitle=f"{format_place(card, formatter)} · {format_matchup(card, formatter)}",
    )
    return write_pdf(
        [sheet], title=title, lang=formatter.lang, paper=paper, catalog=formatter.catalog, styles=(STYLE,)
    )


def _parts(document: Mapping[str, Any], card: Card, formatter: MessageFormatter) -> Iterator[Part]:
    rules = list(list_rules(card, formatter))
    factions: dict[str, str] = {side: card["sides"][side]["faction"] for side in SIDES}
    odds, markers, fallen = (formatter.term(f"rehearsal.page.{key}") for key in ("odds", "markers", "fallen"))
    for line in (*list_head_lines(document, formatter), *rules):
        yield Paragraph(line)
    shares = [f"{formatter.side(side)} {round(100 * document['odds'][side]['share'])}" for side in SIDES]
    odds_alt = f"{odds}: {', '.join(shares)}"
    markers_alt = (
        f"{markers}: {'; '.join(f'{int(m):+d}: {count}' for m, count in document['marker'].items())}"
    )
    yield Figure(lambda wide: [(draw_odds_bar(document, factions, formatter, wide), odds_alt)])
    yield Heading(markers)
    yield Figure(lambda wide: [(draw_histogram(document, wide), markers_alt)])
    figures, health = (
        [Paragraph(line) for line in lines]
        for lines in (list_figures(document, formatter), list_health(document, formatter))
    )
    ground = get_card_ground(formatter.catalog, card)
    if ground is None or not document["fights"]:
        yield Beside(figures, health)
        return
    losses = Figure(
        lambda wide: [(_draw_losses(document, card, ground, formatter, wide / HEXES_ACROSS), fallen)]
    )
    yield Beside((Heading(fallen), losses), (*figures, *health), share=MAP_SHARE)


def _draw_losses(
    document: Mapping[str, Any], card: Card, ground: Ground, formatter: MessageFormatter, size: float
) -> Drawing:
    """Draw the map with the units that fell in each hex, in ten fights."""
    fallen = {hex_: str(round(10 * n / document["fights"])) for hex_, n in document["fallen"].items()}
    over = Overlay(notes={hex_: note for hex_, note in fallen.items() if note != "0"})
    objectives = {int(n): hex_ for n, hex_ in card["map"]["objectives"].items()}
    return draw_ground_map(ground, formatter, size, key=False, objectives=objectives, over=over)
