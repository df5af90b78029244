"""RS.17: the result of a battle in plain words, for reporting and confirming it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.survivor_counts import Line, Tally, tallied

from .messages import Scribe

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
    scribe = Scribe(catalog, lang)
    factions = {side: scribe.term(f"faction.{context['factions'][side]}") for side in SIDES}
    ended = (
        scribe.format(
            "campaign_report.winner",
            winner=factions[answer["winner"]],
            ended=_lower_first(scribe.term(f"ended.{answer['ended']}")),
        ),
        scribe.format("campaign_report.marker", marker=scribe.marker(answer["marker"])),
        scribe.format("campaign_report.initiative", faction=factions[answer["initiative"]]),
    )
    if context["brought"] is None:
        return ReportText(ended, ())
    return ReportText(
        ended,
        tuple(
            _format_side(
                scribe,
                side,
                context["factions"][side],
                tallied(catalog, context, side, answer["survivors"][side]),
            )
            for side in SIDES
        ),
    )


def _format_side(scribe: Scribe, side: str, faction: str, tally: Tally) -> SideText:
    alive = sum(line.alive for line in tally.lines)
    brought = sum(line.brought for line in tally.lines)
    lost = [scribe.thing(one.weapon) for one in tally.weapons if not one.piece]
    lines = [_format_line(scribe, line, tally) for line in tally.lines if line.alive or line.brought]
    if lost:
        lines.append(scribe.format("campaign_report.weapons_lost", weapons=scribe.list(_count_names(lost))))
    key = "campaign_report.all" if alive == brought else "campaign_report.some"
    return SideText(
        side,
        faction,
        scribe.term(f"faction.{faction}"),
        scribe.format(key, alive=alive, brought=brought),
        tuple(lines),
    )


def _format_line(scribe: Scribe, line: Line, tally: Tally) -> str:
    """Return a line such as "Rifle: 4 of 6; 1 Veteran; with a Light MG"."""
    parts = [
        scribe.format("campaign_record.of", number=line.alive, all=line.brought)
        if line.brought
        else scribe.format("campaign_report.joined", number=line.alive)
    ]
    if line.veterans:
        parts.append(scribe.format("campaign_report.veterans", number=line.veterans))
    held = [
        _format_weapon(scribe, one.weapon, one.veteran) for one in tally.weapons if one.piece == line.piece
    ]
    if held:
        parts.append(scribe.format("campaign_report.with", weapons=scribe.list(_count_names(held))))
    return f"{scribe.thing(line.piece)}: {'; '.join(parts)}"


def _count_names(names: list[str]) -> list[str]:
    return [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]


def _format_weapon(scribe: Scribe, weapon: str, veteran: bool) -> str:
    name = scribe.thing(weapon)
    return f"{name} ({scribe.term('campaign_record.veteran')})" if veteran else name


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]
