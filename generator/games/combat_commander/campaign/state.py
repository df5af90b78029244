"""State shared by all campaigns: survivors, results, history and verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.model import Posture, Quality, Side
from generator.table import Procedure, Shuffle
from generator.table.visibility import to_json_types

from ..battle.state import SIDES, Battle
from .settings import CampaignSettings

Stage = Literal["forces", "ready", "victory", "position", "aftermath", "over"]
VERSION = 1  # version of the procedure of every campaign
RESULT = "battle_result"  # the ask of the report of a battle, in every campaign


def procedure_of(campaign: str) -> str:
    """Return the name of a campaign's procedure."""
    return f"{campaign}/{VERSION}"


@dataclass(frozen=True, slots=True)
class Survivor:
    """ST-C3.4: a surviving unit, with its weapon and its veteran mark."""

    piece: str
    weapon: str | None = None
    veteran: bool = False

    def json(self) -> dict[str, Any]:
        return asdict(self)


def survivor_from(data: Mapping[str, Any]) -> Survivor:
    return Survivor(data["piece"], data.get("weapon"), bool(data.get("veteran", False)))


def pieces_of(survivors: Iterable[Survivor]) -> Counter[str]:
    """Return the counters that survivors keep out of the mix, weapons included."""
    pieces: Counter[str] = Counter()
    for survivor in survivors:
        pieces.update(filter(None, (survivor.piece, survivor.weapon)))
    return pieces


@dataclass(frozen=True, slots=True)
class Result:
    """RS.17: how a battle ended."""

    winner: Side
    ended: str
    marker: int
    initiative: Side
    survivors: Mapping[Side, tuple[Survivor, ...]] = field(default_factory=dict)


def result_from(answer: Mapping[str, Any]) -> Result:
    survivors = answer.get("survivors", {})
    return Result(
        answer["winner"],
        answer["ended"],
        answer["marker"],
        answer["initiative"],
        {side: tuple(survivor_from(one) for one in survivors.get(side, ())) for side in SIDES},
    )


@dataclass(frozen=True, slots=True)
class Past:
    """One battle of the history, with its consequences."""

    battle: int
    position: str  # or the number of a printed scenario
    map: int | None
    date: str | None
    winner: Side
    ended: str
    marker: int
    initiative: Side
    postures: Mapping[Side, Posture] = field(default_factory=dict)
    quality: Mapping[Side, Quality] = field(default_factory=dict)
    committed: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    events: Mapping[str, Any] = field(default_factory=dict)  # next position, quality change, reserves ...

    def json(self) -> dict[str, Any]:
        return {name: to_json_types(value) for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the campaign."""

    winner: Side
    grade: str
    rule: str

    def json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Common:
    """State that all campaigns have in common."""

    catalog: Catalog
    sheet: Sheet
    settings: CampaignSettings
    stage: Stage = "forces"
    battle: int = 1
    at_hand: Battle | None = None  # the battle in preparation, ready, or just fought
    result: Result | None = None
    history: tuple[Past, ...] = ()
    verdict: Verdict | None = None

    def reading(self, name: str) -> str:
        """Return how this campaign reads a point that the text leaves open."""
        return self.settings.reading(self.sheet, name)

    def faction(self, side: Side) -> str:
        return self.sheet.factions[side]

    def deck(self, side: Side) -> str:
        return self.catalog.factions[self.faction(side)].deck

    @property
    def procedure(self) -> str:
        """The name of the procedure that the transcript answers."""
        return procedure_of(self.sheet.id)

    @property
    def where(self) -> str:
        """The position, or the number of the printed scenario, of the current battle."""
        raise NotImplementedError

    def shuffle(self, rule: str) -> Procedure[None]:
        """Shuffle both Fate decks if dice come from them."""
        if self.settings.dice == "fate":
            decks = sorted({self.deck(side) for side in SIDES})
            yield Shuffle(rule, {deck: len(self.catalog.decks[deck]) for deck in decks})

    def json(self) -> dict[str, Any]:
        """Return the state as a document; each campaign has its own form."""
        raise NotImplementedError
