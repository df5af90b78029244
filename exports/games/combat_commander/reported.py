"""RS.17: how a battle ended in plain words, for whoever reports it and whoever is to confirm it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.tally import Line, Tally, tallied

from .scribe import Scribe

Answer = Mapping[str, Any]
Context = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SideTold:
    """One side's survivors in words."""

    side: str
    faction: str
    name: str
    whole: str  # so many of so many
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A report in words: how it ended, and who came through."""

    ended: tuple[str, ...]
    sides: tuple[SideTold, ...]

    def rows(self) -> tuple[str, ...]:
        """Everything, line by line."""
        return (
            *self.ended,
            *(row for side in self.sides for row in (f"{side.name}: {side.whole}", *_in(side.lines))),
        )


def _in(lines: tuple[str, ...]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def told(answer: Answer, context: Context, catalog: Catalog, lang: Language) -> Told:
    """The report as a person would say it."""
    scribe = Scribe(catalog, lang)
    factions = {side: scribe.term(f"faction.{context['factions'][side]}") for side in SIDES}
    ended = (
        scribe.said(
            "campaign_report.winner",
            winner=factions[answer["winner"]],
            ended=_lower(scribe.term(f"ended.{answer['ended']}")),
        ),
        scribe.said("campaign_report.marker", marker=scribe.marker(answer["marker"])),
        scribe.said("campaign_report.initiative", faction=factions[answer["initiative"]]),
    )
    if context["brought"] is None:
        return Told(ended, ())
    return Told(
        ended,
        tuple(
            _side(
                scribe,
                side,
                context["factions"][side],
                tallied(catalog, context, side, answer["survivors"][side]),
            )
            for side in SIDES
        ),
    )


def _side(scribe: Scribe, side: str, faction: str, tally: Tally) -> SideTold:
    alive = sum(line.alive for line in tally.lines)
    brought = sum(line.brought for line in tally.lines)
    lost = [scribe.thing(one.weapon) for one in tally.weapons if not one.piece]
    lines = [_line(scribe, line, tally) for line in tally.lines if line.alive or line.brought]
    if lost:
        lines.append(scribe.said("campaign_report.weapons_lost", weapons=scribe.list(_counted(lost))))
    key = "campaign_report.all" if alive == brought else "campaign_report.some"
    return SideTold(
        side,
        faction,
        scribe.term(f"faction.{faction}"),
        scribe.said(key, alive=alive, brought=brought),
        tuple(lines),
    )


def _line(scribe: Scribe, line: Line, tally: Tally) -> str:
    """ "Rifle: 4 of 6; 1 Veteran; with a Light MG"."""
    parts = [
        scribe.said("campaign_record.of", number=line.alive, all=line.brought)
        if line.brought
        else scribe.said("campaign_report.joined", number=line.alive)
    ]
    if line.veterans:
        parts.append(scribe.said("campaign_report.veterans", number=line.veterans))
    held = [_weapon(scribe, one.weapon, one.veteran) for one in tally.weapons if one.piece == line.piece]
    if held:
        parts.append(scribe.said("campaign_report.with", weapons=scribe.list(_counted(held))))
    return f"{scribe.thing(line.piece)}: {'; '.join(parts)}"


def _counted(names: list[str]) -> list[str]:
    return [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]


def _weapon(scribe: Scribe, weapon: str, veteran: bool) -> str:
    name = scribe.thing(weapon)
    return f"{name} ({scribe.term('campaign_record.veteran')})" if veteran else name


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
