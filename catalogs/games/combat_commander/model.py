"""The contents of the catalogues as typed, immutable objects.

A *ref* names a piece across factions: ``german:squad_rifle``, ``common:weapon_molotov_cocktail``,
``german:sgt_esser``. All classes are plain data; :func:`catalogs.rows.build` builds them from rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from catalogs.frozen import Frozen

Side = Literal["axis", "allied"]
Quality = Literal["elite", "line", "green"]
Size = Literal["company", "detachment", "platoon"]
Posture = Literal["attack", "recon", "defend", "banzai", "invader"]
Orientation = Literal["wide", "long"]
Edge = Literal["top", "right", "bottom", "left"]
CounterKind = Literal["squad", "team", "leader", "hero", "weapon", "radio"]
Language = str
Provenance = Literal["rulebook", "printed table", "2025 edition", "reconstructed", "erratum", "house"]
HoleKind = Literal["no_column", "two_columns", "no_order_of_battle"]


@dataclass(frozen=True, slots=True)
class Faction:
    """RS.2, RS.5: a faction with its orders of battle and Fate deck."""

    id: str
    side: Side
    deck: str  # id of the Fate deck
    discard_limit: int | None  # None: not in our sources, print "see player aid" (5.3)
    leader_ratio: int  # squads per leader in the design guide
    usual: bool = False  # the default faction of its side


@dataclass(frozen=True, slots=True)
class Face:
    """The printed figures of one side of a counter."""

    fp: int | None
    range: int | None
    min_range: int | None
    move: int | None
    command: int | None
    morale: int | None
    boxed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A kind of counter, with the number of them in the counter mix."""

    ref: str
    faction: str  # or "common"
    id: str
    kind: CounterKind
    name: str  # as printed on the counter, English
    quality: Quality | None
    quantity: int
    front: Face
    broken: Face | None
    soldiers: int
    points: int  # design-your-own value; for a common piece the highest any faction pays
    ordnance: bool = False
    smoke: bool = False
    fix: str | None = None
    eliminate: str | None = None
    example: str | None = None  # the historical piece, where printed
    caliber: str | None = None  # radios
    leaders: tuple[str, ...] = ()  # refs of the leaders printed on counters of this kind
    tags: tuple[str, ...] = ()  # "gun", "heavy_mg", "medium_mortar", "light_mortar", "weapon_team" ...
    faction_points: Mapping[str, int] = field(default_factory=Frozen)  # common pieces: value by faction

    def points_for(self, faction: str) -> int:
        """Return the design-your-own value of this piece for a faction."""
        return self.faction_points.get(faction, self.points)


@dataclass(frozen=True, slots=True)
class Leader:
    """A named leader."""

    ref: str
    faction: str
    id: str
    surname: str  # "Esser"
    rank: str
    front: Face
    broken: Face
    points: int
    counter: str  # ref of the counter kind that carries the figures
    source: Literal["table", "support", "campaign"]


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """RS.6: a row of a faction's Leader table; ``low`` and ``high`` bound the modified rolls it covers."""

    low: int
    high: int
    leader: str


@dataclass(frozen=True, slots=True)
class LeaderTable:
    """RS.6: one faction's column of the Leader table with its modifiers."""

    faction: str
    rows: tuple[LeaderRow, ...]
    quality_modifier: Mapping[str, int]
    year_modifier: Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class DatedCounters:
    counter: str
    count: int
    years: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """RS.5: a formation at a size, one printed column."""

    id: str  # "german:A:company"
    faction: str
    chit: str
    size: Size
    formation: str  # "Pionier"
    name: str  # "Pionier Company"
    nationality: str | None
    years: tuple[int, ...]
    point_value: int
    initiative: int
    orders: int
    quality: Quality
    surrender: int
    leaders: int
    counters: Mapping[str, int]  # ref -> count, leaders excluded
    dated: tuple[DatedCounters, ...] = ()
    opponents: tuple[str, ...] | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupportOffer:
    """RS.7, RS.11.1: one cell of a Support table."""

    id: str  # "german:7:wpn_team_light_mg"
    faction: str
    roll: int
    unit: str
    kind: Literal["leader", "team", "squad", "team_with_weapon", "squad_with_weapon", "radio"]
    cost: int
    years: tuple[int, ...]
    restriction: str | None  # the nationality it is limited to, "Finnish"
    pieces: tuple[str, ...] = ()  # refs; for a leader the leader's ref
    choices: tuple[str, ...] = ()  # refs of the leaders joined by "or"; empty otherwise


@dataclass(frozen=True, slots=True)
class Package:
    """RS.9: a fortification package."""

    id: str
    cost: int
    contents: Mapping[str, int]  # fortification type -> count
    mine_strength: int | None


@dataclass(frozen=True, slots=True)
class Fortification:
    """F100-F106: a kind of fortification with its number in the counter mix and its point value."""

    id: str
    rule: str
    quantity: int | None  # counters in the box; None if our sources do not say
    cover: int | None
    cover_artillery: int | None
    points: int | None  # mines: by strength, see mine_points
    mine_points: Mapping[int, int] = field(default_factory=Frozen)


@dataclass(frozen=True, slots=True)
class Chit:
    """7.3.2: an objective chit."""

    letter: str
    objectives: tuple[int, ...]  # the objectives it gives a value to; empty for rule chits
    vp: int
    rule: str | None
    secret_side: bool


@dataclass(frozen=True, slots=True)
class FateCard:
    """1.8, 1.9: the dice and the random hex of a Fate card."""

    number: int
    hex: str
    white: int
    coloured: int
    trigger: str | None


@dataclass(frozen=True, slots=True)
class FateText:
    """1.5-1.7: the order, action and event of a Fate card."""

    order: str
    action: str
    event: str


@dataclass(frozen=True, slots=True)
class FightRule:
    """O14-O23, A24-A41, E42-E77: an order, action, event or unit state, with its figures."""

    id: str  # "action.crossfire"
    kind: Literal["order", "action", "event", "rule"]
    rule: str
    figures: Mapping[str, int] = field(default_factory=Frozen)


@dataclass(frozen=True, slots=True)
class MeasuredOdds:
    """Fights of a battle between two commanders of one level."""

    fights: int
    wins: int  # of the Axis
    first: str  # who won the first fights: "1" for the Axis, "0" for the Allies
    tables: str  # digest of the tables that they were fought with


@dataclass(frozen=True, slots=True)
class FairBattle:
    """House: a random battle with default settings whose odds were measured."""

    id: str  # its seed
    axis: str
    allied: str
    year: int
    map: int
    sizes: Mapping[str, str]  # by side
    qualities: Mapping[str, str]
    card: str  # digest of what decides its fights
    measured: Mapping[str, MeasuredOdds]  # by level


@dataclass(frozen=True, slots=True)
class Map:
    """2.1-2.3: a map by its printed number; objectives are None if our sources do not say."""

    number: int
    set: str
    objectives: Mapping[int, str] | None
    place: str | None


@dataclass(frozen=True, slots=True)
class QualityColumn:
    """RS.3: one column of a quality table."""

    name: str
    years: tuple[int, ...]
    versus: str | None  # a faction, or any other than it: "non_russian"
    results: Mapping[int, Quality]

    def applies_against(self, opponent: str) -> bool:
        """Return whether this column applies against a faction."""
        named = (self.versus or "").removeprefix("non_")
        return self.versus is None or (named == opponent) == (named == self.versus)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A cell that an edition corrects against the printed text."""

    rule: str
    cell: str  # this and the next three in English; both languages in text
    printed: str
    corrected: str
    reason: str
    id: str = ""
    text: Mapping[Language, Mapping[str, str]] = field(default_factory=Frozen)


@dataclass(frozen=True, slots=True)
class Hole:
    """A dice result for which the tables have no entry, with its remedy."""

    rule: str
    axis: str
    year: int
    allied: str
    side: Side
    quality: Quality | None  # None: no quality column, or two of them
    remedy: str  # English; both languages in text
    kind: HoleKind = "no_order_of_battle"
    column: str | None = None  # the quality column to read instead; None: repeat the quality roll
    text: Mapping[Language, str] = field(default_factory=Frozen)


@dataclass(frozen=True, slots=True)
class Edition:
    """RS.2, RS.3 and RS.9 as one edition prints them, with its printing of the maps (2.3)."""

    id: str
    axis: Mapping[int, str]
    year: Mapping[str, Mapping[int, int]]
    allied: Mapping[str, Mapping[int, Mapping[int, str]]]  # axis faction -> year -> roll
    quality: Mapping[str, tuple[QualityColumn, ...]]
    packages: tuple[Package, ...]
    errata: tuple[Erratum, ...]
    holes: tuple[Hole, ...]
    maps: Mapping[int, Map]


@dataclass(frozen=True, slots=True)
class Board:
    """2.1, 2.2: the grid, the compass and the limits that apply to every map."""

    columns: tuple[str, ...]
    rows: tuple[int, ...]
    edges: Mapping[int, Edge]  # compass side -> edge
    opposite: Mapping[str, Edge]
    orientation: Mapping[str, Orientation]  # edge -> orientation
    stacking: int
    victory_spaces: int  # on each half of the Victory track (4.1.1)
    objectives: tuple[int, ...]
    elimination: Mapping[str, Elimination] = field(default_factory=Frozen)  # by kind of counter


@dataclass(frozen=True, slots=True)
class Elimination:
    """7.1: the VP that the opponent scores for one eliminated piece of a kind."""

    vp: int
    plus_command: bool = False  # a leader also scores their command


@dataclass(frozen=True, slots=True)
class PostureRow:
    """RS.8, RS.10-13, PA-17: hand size and set-up depth of a posture."""

    id: Posture
    hand: int
    depth: Mapping[Orientation, int] | None


@dataclass(frozen=True, slots=True)
class Procedure:
    """Figures of RS.1-RS.16 that belong to no table."""

    open_chits: int
    secret_chits: int
    default_mine_strength: int
    mine_strengths: tuple[int, ...]
    sudden_death_least: int
    sudden_death_most: int
    most_orders: int
    close_marker: int  # "close" balance: the marker is at most this far from 0
    search_tries: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A special rule or a module of them."""

    id: str
    module: str | None
    kind: Literal["module", "rule", "optional", "variant", "house", "formation", "chit"]
    title: Mapping[Language, str]
    summary: Mapping[Language, str]
    needs: Mapping[Language, str] | None  # components that the card must supply
    aliases: tuple[str, ...] = ()
    page: str | None = None  # page in the compilation
    contains: tuple[str, ...] = ()  # modules: the rules they include
    same_as: str | None = None
    choices: Mapping[str, Mapping[Language, str]] = field(default_factory=Frozen)  # variants: letter -> texts
    preferred: str | None = None  # variants: the default letter
    figures: Mapping[str, int] = field(default_factory=Frozen)  # figures that a card needs: discard_limit ...


@dataclass(frozen=True, slots=True)
class Handicap:
    """Equilibrio: help for the weaker player, as parts of their force that are added."""

    leaders: Fraction  # rounded down
    units: Fraction  # squads and teams together, rounded up
    surrender: Fraction  # of the counters added, rounded up
    vp: Fraction  # of the start value, rounded down


@dataclass(frozen=True, slots=True)
class WinClass:
    """A class of tournament victory; its winners are ordered by these keys in turn."""

    id: str
    order: tuple[Literal["time_plus_casualties", "casualties", "more_vp"], ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """Torneos: scoring of a tournament round."""

    classes: tuple[WinClass, ...]  # best first
    points_below: Fraction  # for each player ranked below
    points_tied: Fraction  # for each tied player


@dataclass(frozen=True, slots=True)
class Guide:
    """Tips: the figures of the design guide, with the handicap and tournament figures."""

    company_squads: Mapping[str, int]  # faction -> squads of a company
    size_fraction: Mapping[Size, Fraction]
    leaders: Mapping[Size, int]
    surrender_percent: Mapping[Size, int]
    point_divisor: int
    recon_below: int  # both sides recon if their point totals differ by less
    orders_above_leaders: int
    sudden_death_base: int  # plus the leaders of both sides
    depth: Mapping[Posture, Mapping[Orientation, int]]
    unarmed_teams: Fraction  # maximum of teams without a weapon, as a fraction of the squads
    weapon_team_tags: tuple[str, ...]  # weapons that come with a weapon team
    handicap: Handicap
    tournament: Tournament


@dataclass(frozen=True, slots=True)
class Terrain:
    """T78-T99 and the terrain of modules: movement cost, cover and line of sight."""

    id: str
    rule: str
    kind: Literal["type", "feature", "side", "marker"]
    move: Mapping[str, Any]  # rule and points
    cover: Mapping[str, Any]  # rule, value, artillery
    los: Mapping[str, Any]  # class, hindrance, most
    summary: Mapping[Language, str]
    blind_hexes: int = 0
    water: bool = False
    artillery_total: int = 0
    precedence: int | None = None  # T78.1: the smaller number wins; None if no source says
    replaces: str | None = None
    module: str | None = None
    figures: Mapping[str, Any] = field(default_factory=Frozen)
