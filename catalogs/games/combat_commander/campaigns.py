"""Campaigns as typed, immutable objects: forces, positions, figures, assets, resources and settings.

Forces are keyed by faction and letter (``campaign.forces["german:C"]``, ``"german:command"``); positions,
assets, settings and resources by their id without the campaign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from catalogs.frozen import Frozen, freeze
from catalogs.rows import build
from catalogs.store import Row

from .build import choices
from .model import Language, Posture, Quality, Side

CampaignId = Literal["stalingrad", "normandy", "gastadores"]
ForceKind = Literal["command", "patrol", "platoon"]
Place = Literal["command", "regiment", "division"]
AirSuperiority = Literal["recall", "ground_support"]
Grade = Literal["decisive", "substantial", "narrow"]
Words = Mapping[Language, str]
Rows = Mapping[str, Row]
Read = Callable[[str], Rows]
F = TypeVar("F")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Force:
    """ST-C1.5, NO-C1.5: a command force, a patrol or a platoon."""

    id: str  # "german:C", "german:command"
    faction: str
    letter: str | None  # None for the command force
    kind: ForceKind
    title: Words
    leaders: tuple[str, ...]  # one; for the Normandy command leader one per rank, lowest first (NO-C3.4)
    starts_in: Place
    counters: Mapping[str, int]
    price: int
    orders: int
    initiative: int
    surrender: int
    modelled_on: str | None  # order of battle from which we derived the figures
    provenance: Mapping[str, str]  # by field; "" for all other fields
    squads: Mapping[Quality, Mapping[str, int]] = field(default_factory=Frozen)  # command forces only
    extras: Mapping[str, int] = field(default_factory=Frozen)  # "scout": the Scout of NO-4

    def pieces(self, quality: Quality) -> Mapping[str, int]:
        """ST-C1.5.3, NO-C1.54: return its counters at a troop quality, without leaders."""
        return Frozen(Counter(self.squads.get(quality, {})) + Counter(self.counters))


@dataclass(frozen=True, slots=True)
class Position:
    """ST-C1.1, NO-C1.11: a place where battles are fought."""

    id: str  # "G2"
    map: int
    place: Words
    near: Side | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A point that the rules leave open; a single choice records our reading."""

    id: str
    rule: str
    default: str
    choices: Mapping[str, Words]
    title: Words
    summary: Words


@dataclass(frozen=True, slots=True)
class Asset:
    """NO-C1.72 to NO-C1.74: support bought with points that last the whole campaign."""

    id: str  # "american_armor"
    side: Side
    rule: str
    title: Words
    points: int
    most_per_battle: int
    radio: str
    radio_vp: int  # VP paid once, however many points are spent
    counters: Mapping[str, int] = field(default_factory=Frozen)
    counters_vp: int = 0
    free_deploys: int = 0
    marker_per_point: str | None = None
    cancels: str | None = None
    excluded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """Gastadores: one change to a printed scenario; ``figures`` depends on its kind."""

    kind: Literal["map", "edges", "hedge", "control", "posture", "terrain", "road"]
    figures: Mapping[str, Any]
    text: Words


@dataclass(frozen=True, slots=True)
class Scenario:
    """Gastadores: a printed scenario by number, with the changes the campaign makes to it."""

    number: int
    phase: int
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class Resource:
    """Gastadores: a row of a Resource table; ``figures`` depends on its effect."""

    id: str  # "german:trench_line"
    side: Side
    rolls: tuple[int, ...]
    title: Words
    optional: bool
    effect: str
    figures: Mapping[str, Any]
    summary: Words


@dataclass(frozen=True, slots=True)
class Rubble:
    """ST-C1.1: rubble before a battle; its hexes are drawn in equal parts from the decks."""

    per_battle: int
    most: int
    decks: tuple[str, ...]

    def count(self, battle: int) -> int:
        """Return the number of rubble hexes before the given battle."""
        return min(self.per_battle * battle, self.most)


@dataclass(frozen=True, slots=True)
class Reinforcements:
    """ST-C1.5.5, RS.16: the prices of survivors of earlier battles, and the space they wait in."""

    unit_price: int
    weapon_price: int
    soldiers_per_space: int
    placed_first: Side


@dataclass(frozen=True, slots=True)
class FortificationPoints:
    """ST-C1.9, NO-C1.9: points for fortification packages, for the whole campaign."""

    points: Mapping[Side, int]
    first: Side
    also_costs_vp: bool


@dataclass(frozen=True, slots=True)
class Line:
    """ST-C3.2: positions in a line, and how far a winner advances along it."""

    order: tuple[str, ...]
    direction: Mapping[Side, int]
    steps: Mapping[Posture, tuple[int, ...]]
    decisive: Mapping[Side, str]


@dataclass(frozen=True, slots=True)
class Requests:
    """ST-C3.5, NO-C3.7: rolls on the divisional reserve table after a battle."""

    winner_rolls: int
    loser_rolls: int
    winner_uses: int


@dataclass(frozen=True, slots=True)
class QualityTrack:
    """ST-C3.3, NO-C3.5: troop qualities from worst to best, and the steps of one change."""

    ladder: tuple[Quality, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class StalingradFigures:
    """ST-C1 to ST-C3: figures of the Stalingrad campaign."""

    start: str
    quality: Mapping[Side, Quality]
    urban_sniper: str
    compass_side: Side
    rubble: Rubble
    commitment_paid_first: Side
    reinforcements: Reinforcements
    fortification: FortificationPoints
    graph: Line
    sudden_death_from: int
    allowance_beyond_battle: int
    requests: Requests
    quality_track: QualityTrack

    def divisor(self, battle: int) -> int:
        """ST-C3.4: return the divisor of a battle's survivors; the Battle marker has already advanced."""
        return battle + self.allowance_beyond_battle


@dataclass(frozen=True, slots=True)
class Rest:
    """NO-C3.6: the day of rest."""

    after_battle: int
    date: str
    all_return: Side
    rolls: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Advance:
    """NO-C3.3: the advancing side, its positions in order, and where it fights when stalled."""

    side: Side
    ladder: tuple[str, ...]
    stalled: str


@dataclass(frozen=True, slots=True)
class Promotion:
    """NO-C3.4: the ranks of the command leader, lowest first, and the ranks gained per win."""

    ranks: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class Air:
    """NO-C1.75: the face of the Air Superiority marker."""

    start: AirSuperiority
    without_armor: AirSuperiority
    armor: str  # id of the asset that decides


@dataclass(frozen=True, slots=True)
class NormandyFigures:
    """NO-C1 to NO-C4: figures of the Normandy campaign."""

    start: str
    quality: Mapping[Side, Quality]
    compass_side: Side
    wins_needed: int
    most_battles: int
    dates: tuple[str, ...]  # one per battle, YYYY-MM-DD
    rest: Rest
    commitment_paid_first: Side
    fortification: FortificationPoints
    advance: Advance
    promotion: Promotion
    air_superiority: Air
    requests: Requests
    quality_track: QualityTrack


@dataclass(frozen=True, slots=True)
class Phase:
    """Gastadores: a phase of the campaign, one battle long."""

    phase: int
    dates: Words
    first_day: str
    last_day: str


@dataclass(frozen=True, slots=True)
class GradeRow:
    """Gastadores: a grade of victory and the least net VP it needs; None means any."""

    grade: Grade
    least: int | None
    printed: Grade | None  # the printed grade, where we corrected it


@dataclass(frozen=True, slots=True)
class GastadoresFigures:
    """Figures of the Cotentin campaign."""

    phases: tuple[Phase, ...]
    automatic_vp: int
    automatic_endings: tuple[str, ...]
    loser_rolls: int
    ceding_winner_rolls: int
    deciding_phases: tuple[int, ...]
    grades: Mapping[Side, tuple[GradeRow, ...]]
    grade_with_negative_net: Grade
    grade_by_initiative: Grade

    def grade(self, side: Side, net: int) -> Grade:
        """Return the grade for a net VP; the last row of a side's grades takes any net."""
        rows = self.grades[side]
        return next((row.grade for row in rows if row.least is None or net >= row.least), rows[-1].grade)


Figures = StalingradFigures | NormandyFigures | GastadoresFigures


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything that the rules and sheets of one campaign print."""

    id: CampaignId
    code: str | None
    year: int
    factions: Mapping[Side, str]
    modules: tuple[str, ...]
    rules: tuple[str, ...]  # special rules in force in addition to the modules
    options: tuple[str, ...]  # rules that the players may agree on
    figures: Figures
    forces: Mapping[str, Force]
    reserves: Mapping[str, Mapping[int, str]]  # faction -> roll -> force
    positions: Mapping[str, Position]
    assets: Mapping[str, Asset]
    scenarios: Mapping[int, Scenario]
    resources: Mapping[str, Resource]
    settings: Mapping[str, Setting]

    def defaults(self) -> dict[str, str]:
        """Return the default values of the settings."""
        return {key: setting.default for key, setting in self.settings.items()}

    def side_of(self, faction: str) -> Side:
        """Return the side that a faction fights on in this campaign."""
        return next(side for side, own in self.factions.items() if own == faction)


def build_campaigns(read: Read) -> Mapping[str, Campaign]:
    """Build every campaign by id; ``read`` returns the rows of a table, overlays applied."""
    return Frozen({row.id: campaign(row, read) for row in read("campaign_figures").values()})


def campaign(row: Row, read: Read) -> Campaign:
    """Build one campaign from its tables."""

    def map_rows(table: str, make: Callable[[str, Row], T]) -> Mapping[str, T]:
        return Frozen({key: make(key, line) for key, line in _list_campaign_rows(read(table), row.id)})

    scenarios = map_rows("campaign_scenarios", scenario).values()
    return build(
        Campaign,
        row.data,
        figures=figures(row.id, row.data[row.id]),
        forces=map_rows("campaign_forces", force),
        reserves=reserves(read("campaign_reserves"), row.id),
        positions=map_rows("campaign_positions", lambda key, line: build(Position, line.data, id=key)),
        assets=map_rows("campaign_assets", lambda key, line: build(Asset, line.data, id=key)),
        scenarios=Frozen({each.number: each for each in scenarios}),
        resources=map_rows("campaign_resources", resource),
        settings=map_rows("campaign_settings", setting),
    )


def figures_of(campaign: Campaign, kind: type[F]) -> F:
    """Return the figures of a campaign as the given class: ``figures_of(c, StalingradFigures)``."""
    if not isinstance(campaign.figures, kind):
        raise TypeError(f"the campaign {campaign.id} has no {kind.__name__}")
    return campaign.figures


def force(key: str, row: Row) -> Force:
    faction, _, letter = key.partition(":")
    return build(
        Force,
        row.data,
        id=key,
        faction=faction,
        letter=None if row.data["kind"] == "command" else letter,
        provenance=Frozen({"": row.provenance, **row.data.get("provenance_of", {})}),
    )


def reserves(rows: Rows, own: str) -> Mapping[str, Mapping[int, str]]:
    """ST-C3.5, NO-C3.7: return the force whose leader arrives, by faction and roll."""
    tables: dict[str, dict[int, str]] = {}
    for key, row in _list_campaign_rows(rows, own):
        faction, _, roll = key.partition(":")
        tables.setdefault(faction, {})[int(roll)] = row.data["force"].partition(":")[2]
    return Frozen({faction: Frozen(table) for faction, table in tables.items()})


def scenario(_: str, row: Row) -> Scenario:
    patches = (build(Patch, line, figures=_others(line, "kind", "text")) for line in row.data["patches"])
    return build(Scenario, row.data, patches=tuple(patches))


def resource(key: str, row: Row) -> Resource:
    effect = row.data["effect"]
    return build(Resource, row.data, id=key, effect=effect["kind"], figures=_others(effect, "kind"))


def setting(key: str, row: Row) -> Setting:
    return build(Setting, row.data, id=key, choices=choices(row.data))


def figures(own: str, data: Mapping[str, Any]) -> Figures:
    """Build the figures of one campaign; the field ``start`` holds its initial state."""
    if own == "gastadores":
        return build(GastadoresFigures, data)
    start, track = data["start"], QualityTrack(tuple(data["quality_ladder"]), data["quality_steps"])
    kind: Callable[..., Figures] = StalingradFigures if own == "stalingrad" else NormandyFigures
    return build(kind, {**start, **data}, start=start["position"], quality_track=track)


def _others(data: Mapping[str, Any], *named: str) -> Mapping[str, Any]:
    """Return the fields that the dataclass does not name."""
    others: Mapping[str, Any] = freeze({key: value for key, value in data.items() if key not in named})
    return others


def _list_campaign_rows(rows: Rows, campaign: str) -> Iterator[tuple[str, Row]]:
    """Yield the rows of one campaign, each with its id without the campaign."""
    for row in rows.values():
        name, _, key = row.id.partition(":")
        if name == campaign:
            yield key, row
