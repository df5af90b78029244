"""A blank record of a campaign, to fill in by pen: the positions along a track, and a row for each battle."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Campaign
from catalogs.games.combat_commander.model import Language, Side
from exports.kit.sheet import Band, Beside, Blank, Grid, Heading, Lines, Part, Sheet, Style
from exports.kit.sheet_pdf import write_pdf
from generator.games.combat_commander.authoring.force import SIDES

from .graph import list_nodes
from .messages import MessageFormatter

MARK_ROWS = 3  # rows of the track to mark where the front stands
#: Numbers of battles to write down, and how high their rows are; the page takes the most that it holds.
STYLES = tuple(Style(title=24.0, blank_rows=rows, room=rows / 8) for rows in range(6, 17))
SIDE_LINES = ("wins", "quality", "fortification_points", "resource")
BATTLE_COLUMNS = (("battle", 0.8), ("date", 1.2), ("position", 1.2), ("winner", 1.6), ("survivors", 2.6))


def render_blank_record(name: str, catalog: Catalog, lang: Language, paper: str = "a4") -> bytes:
    """Return a page for a campaign on the table, whose names stand along the track."""
    formatter = MessageFormatter(catalog, lang)
    campaign = catalog.campaigns[name]
    title = f"{formatter.term(f'campaign.{name}')} · {formatter.term('campaign_record.title')}"
    bands = [Band(campaign.factions[side], side == "axis") for side in SIDES]
    sheet = Sheet("blank_record", title, _parts(name, campaign, formatter), bands=bands)
    return write_pdf([sheet], title=title, lang=lang, paper=paper, catalog=catalog, styles=STYLES)


def _parts(name: str, campaign: Campaign, formatter: MessageFormatter) -> list[Part]:
    nodes = list_nodes({"campaign": name}, formatter)
    places = [[node.place or node.sheet for node in nodes]]
    track = Grid([node.name for node in nodes], [*places, *[[Blank()] * len(nodes)] * MARK_ROWS], tall=1.6)
    heads = [formatter.term(f"campaign_word.{column}") for column, _ in BATTLE_COLUMNS]
    widths = [share for _, share in BATTLE_COLUMNS]
    battles = Grid(
        [*heads, formatter.term("card.vp_marker"), formatter.term("card.notes")],
        [[Blank()] * (len(heads) + 2)],
        [*widths, 1.2, 3.0],
        tall=2.0,
    )
    return [
        Heading(formatter.term("campaign_word.position")),
        track,
        Beside(_side_parts(campaign, "axis", formatter), _side_parts(campaign, "allied", formatter)),
        Heading(formatter.term("campaign_word.history")),
        battles,
    ]


def _side_parts(campaign: Campaign, side: Side, formatter: MessageFormatter) -> list[Part]:
    faction = formatter.term(f"faction.{campaign.factions[side]}")
    lines = [formatter.term(f"campaign_word.{line}") for line in SIDE_LINES]
    forces = [formatter.term(f"force.{box}") for box in ("reinforcements", "exhausted")]
    return [Heading(f"{formatter.side(side)} · {faction}"), Lines([*lines, *forces])]
