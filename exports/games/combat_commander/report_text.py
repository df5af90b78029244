"""RS.17: the result of a battle in plain words, for reporting and confirming it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.survivor_counts import (
    Line,
    Tally,
    list_doubts,
    tally_report,
)

from .messages import MessageFormatter

Answer = Mapping[str, Any]
Context = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SideText:
    """One side's survivors in words."""

    side: str
    faction: str
    name: str
    whole: str  # "4 of 6"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportText:
    """A report in words: the ending and the survivors."""

    ended: tuple[str, ...]
    sides: tuple[SideText, ...]
    doubts: tuple[str, ...] = ()  # what hardly fits together

    def rows(self) -> tuple[str, ...]:
        """Return everything, line by line."""
        return (
            *self.ended,
            *(row for side in self.sides for row in (f"{side.name}: {side.whole}", *_indent(side.lines))),
        )


def _indent(lines: tuple[str, ...]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def format_report(answer: Answer, context: Context, catalog: Catalog, lang: Language) -> ReportText:
    """Return the report in words."""
    formatter = MessageFormatter(catalog, lang)
    factions = {side: formatter.term(f"faction.{context['factions'][side]}") for side in SIDES}
    ended = (
        formatter.format(
            "campaign_report.winner",
            winner=factions[answer["winner"]],
            ended=formatter.form("ended", answer["ended"], "inline"),
        ),
        formatter.format("campaign_report.marker", marker=formatter.marker(answer["marker"])),
        formatter.format("campaign_report.initiative", faction=factions[answer["initiative"]]),
    )
    doubts = tuple(formatter.say(doubt) for doubt in list_doubts(catalog, context, answer))
    if context["brought"] is None:
        return ReportText(ended, (), doubts)
    return ReportText(
        ended,
        tuple(
            _format_side(
                formatter,
                side,
                context["factions"][side],
                tally_report(catalog, context, side, answer["survivors"][side]),
            )
            for side in SIDES
        ),
        doubts,
    )


def _format_side(formatter: MessageFormatter, side: str, faction: str, tally: Tally) -> SideText:
    alive = sum(line.alive for line in tally.lines)
    brought = sum(line.brought for line in tally.lines)
    lost = [formatter.thing(held.weapon) for held in tally.weapons if not held.piece]
    lines = [_format_line(formatter, line, tally) for line in tally.lines if line.alive or line.brought]
    if lost:
        lines.append(
            formatter.format(
                "campaign_report.weapons_lost", weapons=formatter.list(_count_names(formatter, lost))
            )
        )
    key = "campaign_report.all" if alive == brought else "campaign_report.some"
    return SideText(
        side,
        faction,
        formatter.term(f"faction.{faction}"),
        formatter.format(key, alive=alive, brought=brought),
        tuple(lines),
    )


def _format_line(formatter: MessageFormatter, line: Line, tally: Tally) -> str:
    """Return a line such as "Rifle: 4 of 6; 1 Veteran; with a Light MG"."""
    parts = [
        formatter.format("campaign_record.of", number=line.alive, all=line.brought)
        if line.brought
        else formatter.format("campaign_report.joined", number=line.alive)
    ]
    if line.veterans:
        parts.append(formatter.format("campaign_report.veterans", number=line.veterans))
    held = [
        _format_weapon(formatter, held.weapon, held.veteran)
        for held in tally.weapons
        if held.piece == line.piece
    ]
    if held:
        parts.append(
            formatter.format("campaign_report.with", weapons=formatter.list(_count_names(formatter, held)))
        )
    return f"{formatter.thing(line.piece)}: {'; '.join(parts)}"


def _count_names(formatter: MessageFormatter, names: list[str]) -> list[str]:
    return [
        name if count == 1 else formatter.sentence("list.counted", {"count": count, "name": name})
        for name, count in Counter(names).items()
    ]


def _format_weapon(formatter: MessageFormatter, weapon: str, veteran: bool) -> str:
    name = formatter.thing(weapon)
    return f"{name} ({formatter.term('campaign_record.veteran')})" if veteran else name
