"""Estimate the odds of a card without fighting: a logistic model on figures that players know.

Every figure is positive for the Axis, so that both sides are treated alike; ``constant`` is what remains for
the Axis. A figure may count anew in an attack (``attack.squads``), by how much both sides have of it in an
attack (``scale.squads``), by how far the map lets one see (``sight.``) or by the time left (``time.``). The
weights stand in the catalogue ``odds_estimate``; ``python -m docs.estimate`` fits them on
fights of computer commanders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, log, log1p
from statistics import fmean
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side

from ..authoring.balance_meter import get_reach, sum_firepower, sum_leadership
from ..authoring.card_facts import Reading
from ..authoring.force import COUNTED, SIDES, Lot, count_pieces, find_counter
from ..ground.los_map import get_leading_terrain
from ..ground.setup import get_covers
from ..hexes import distance
from ..rehearsal.check import find_rehearsal_error
from ..rehearsal.summary import MAX_SHIFT

CONSTANT, ERROR = "constant", "error"  # rows of the catalogue that belong to no figure
NATION = "nation."
MARKER, MARKER_ON_RECON = "marker", "recon.marker"
SCALE, ATTACK = "scale.", "attack"  # figures of the size of an attack are part of what attacking is worth
MAX_REASONS = 3
QUALITY_GRADES: Mapping[str, int] = {"elite": 1, "line": 0, "green": -1}
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reason:
    """A figure that speaks for a side, by its share of the log-odds."""

    figure: str
    side: Side
    weight: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated share of Axis victories, its usual error, and what speaks most for whom."""

    axis: float
    error: float
    reasons: tuple[Reason, ...]

    def json(self) -> dict[str, Any]:
        reasons = [
            {"figure": reason.figure, "side": reason.side, "weight": round(reason.weight, 3)}
            for reason in self.reasons
        ]
        return {"axis": round(self.axis, 2), "error": self.error, "reasons": reasons}


def estimate_odds(card: Document, catalog: Catalog) -> Estimate | None:
    """Return the estimate of a card; None if the card could not be fought."""
    if find_rehearsal_error(card, catalog) is not None:
        return None
    weights = catalog.odds_estimate
    parts = {name: weights.get(name, 0.0) * value for name, value in measure_card(card, catalog).items()}
    logit = weights[CONSTANT] + sum(parts.values())
    reasons = tuple(
        Reason(name, "axis" if part > 0 else "allied", abs(part))
        for name, part in sorted(_sum_by_name(parts).items(), key=lambda pair: -abs(pair[1]))[:MAX_REASONS]
        if part
    )
    return Estimate(1 / (1 + exp(-logit)), weights[ERROR], reasons)


def _sum_by_name(parts: Mapping[str, float]) -> dict[str, float]:
    """Return the parts by what players call them: a figure with all the ways in which it counts."""
    sums: dict[str, float] = {}
    for figure, part in parts.items():
        name = get_base_figure(figure)
        sums[name] = sums.get(name, 0.0) + part
    return sums


def get_base_figure(figure: str) -> str:
    """Return the figure that a derived one belongs to; nations stay as they are."""
    if figure.startswith(NATION):
        return figure
    return ATTACK if figure.startswith(SCALE) else figure.rpartition(".")[2]


def estimate_even_shift(card: Document, catalog: Catalog, estimate: Estimate) -> int | None:
    """4.1.1: return the VP for the Axis that would even a card; None if no shift of the marker would."""
    weights = catalog.odds_estimate
    per_point = _measure_marker(Reading(dict(card), catalog), 1.0)
    weight = sum(weights.get(name, 0.0) * value for name, value in per_point.items())
    if weight <= 0:
        return None
    shift = round(log((1 - estimate.axis) / estimate.axis) / weight)
    return shift if abs(shift) <= MAX_SHIFT else None


def measure_card(card: Document, catalog: Catalog) -> dict[str, float]:
    """Return all figures of a card, positive for the Axis."""
    reading = Reading(dict(card), catalog)
    axis, allied = (_measure_side(reading, side) for side in SIDES)
    attacker = _get_attacker(reading)
    figures = {name: axis[name] - allied[name] for name in axis}
    figures |= {f"attack.{name}": abs(attacker) * figures[name] for name in axis}
    figures |= {f"{SCALE}{name}": attacker * (axis[name] + allied[name]) for name in axis}
    for name, power in FIRE_BANDS.items():
        figures[f"endurance_{name}"] = sum(
            sign * (own["losses_ratio"] + COVER_SHARE * own["best_cover"] - other[f"{power}_ratio"])
            for sign, own, other in ((1, axis, allied), (-1, allied, axis))
        )
    sight, left = _get_sight(reading), _get_time_left(reading)
    for name in MODIFIED_FIGURES:
        figures[f"sight.{name}"] = sight * figures[name]
        figures[f"time.{name}"] = left * figures[name]
    figures |= {name: attacker * measure(reading) for name, measure in ATTACK_FIGURES.items()}
    figures |= _measure_marker(reading, float(card["marker"]))
    for side, sign in (("axis", 1.0), ("allied", -1.0)):
        figures[f"{NATION}{card['sides'][side]['faction']}"] = sign
    return figures


def _measure_side(reading: Reading, side: Side) -> dict[str, float]:
    """Return the figures of a side, some of them also as logarithms, whose differences are ratios."""
    own = {name: measure(reading, side) for name, measure in SIDE_FIGURES.items()}
    return own | {f"{name}_ratio": log1p(own[name]) for name in COMPARED_FIGURES}


def _measure_marker(reading: Reading, marker: float) -> dict[str, float]:
    """Return the figures of the VP marker, which counts otherwise on recon."""
    return {MARKER: marker, MARKER_ON_RECON: 0.0 if _get_attacker(reading) else marker}


def _get_attacker(reading: Reading) -> int:
    """Return 1 if the Axis attacks, -1 if the Allies do, 0 on recon."""
    return {"attack": 1, "defend": -1}.get(reading.side("axis")["posture"], 0)


def _get_time_left(reading: Reading) -> float:
    return float(reading.card["sudden_death"] - reading.card["time"])


def _get_sight(reading: Reading) -> float:
    """10: return the share of the map that a hex sees on average; of drawn maps, a usual one."""
    figures = reading.catalog.ground_figures
    own = figures.get(str(reading.card["map"].get("number")))
    return (own["sight"] if own else fmean(each["sight"] for each in figures.values())) / PER_MILLE


def _count(*kinds: str) -> Callable[[Reading, Side], float]:
    return lambda reading, side: float(count_pieces(reading.lots(side), kinds))


def _sum_weapon_fp(reading: Reading, side: Side, *, ordnance: bool) -> float:
    """11: return the FP of machine guns and the like, or of mortars and guns."""
    counters = ((lot, find_counter(reading.catalog, lot.ref)) for lot in reading.lots(side))
    return float(
        sum(
            lot.count * (counter.front.fp or 0)
            for lot, counter in counters
            if lot.kind == "weapon" and counter is not None and counter.ordnance is ordnance
        )
    )


def _sum_radio_fp(reading: Reading, side: Side) -> float:
    counters = [find_counter(reading.catalog, lot.ref) for lot in reading.lots(side) if lot.kind == "radio"]
    return float(max((counter.front.fp or 0 for counter in counters if counter), default=0))


def _sum_morale(reading: Reading, side: Side) -> float:
    """3.1.4: return the morale of all units together."""
    return float(sum(lot.count * _get_morale(reading.catalog, lot) for lot in reading.lots(side)))


def _get_morale(catalog: Catalog, lot: Lot) -> int:
    counter = find_counter(catalog, lot.ref)
    return counter.front.morale or 0 if counter is not None and lot.kind in COUNTED else 0


def _count_losses_to_surrender(reading: Reading, side: Side) -> float:
    """4.2: return how many losses a side can take; all its units if it does not surrender."""
    level: int | None = reading.side(side)["surrender"]
    units = count_pieces(reading.lots(side), COUNTED)
    return float(units if level is None else min(level, units))


def _compute_surrender_share(reading: Reading, side: Side) -> float:
    units = count_pieces(reading.lots(side), COUNTED)
    return _count_losses_to_surrender(reading, side) / units if units else 0.0


def _count_late(reading: Reading, side: Side) -> float:
    """6.1.2: return the units that arrive later."""
    return float(
        sum(lot.count for lot in reading.lots(side) if lot.space is not None and lot.kind in COUNTED)
    )


def _compute_cover(reading: Reading, side: Side) -> float:
    """T78.3: return the mean cover of the hexes in the set-up zone."""
    covers = _list_covers(reading, side)
    return fmean(covers) if covers else 0.0


def _compute_best_cover(reading: Reading, side: Side) -> float:
    """Return the mean cover of the best hexes of the zone, one for each unit."""
    covers = sorted(_list_covers(reading, side), reverse=True)
    return fmean(covers[: max(1, count_pieces(reading.start(side), ("squad", "team")))]) if covers else 0.0


def _list_covers(reading: Reading, side: Side) -> list[int]:
    assert reading.ground is not None
    return list(get_covers(reading.catalog, reading.ground, reading.zones[side]).values())


def _count_works(*kinds: str) -> Callable[[Reading, Side], float]:
    def count(reading: Reading, side: Side) -> float:
        works = reading.card["fortifications"]
        return float(sum(row["count"] for row in works if row["side"] == side and row["type"] in kinds))

    return count


def _sum_objectives_to_win(reading: Reading, side: Side) -> float:
    """7.3.2: return the open VP on objectives that the side does not control."""
    objectives, chits = reading.card["objectives"], reading.catalog.chits
    return float(
        sum(
            chits[letter].vp
            for letter in objectives["open"]
            for number in chits[letter].objectives
            if objectives["control"].get(str(number)) != side
        )
    )


def _count_objectives_in_zone(reading: Reading, side: Side) -> float:
    spots = (reading.card["map"].get("objectives") or {}).values()
    return float(sum(hex_id in reading.zones[side] for hex_id in spots))


def _compute_openness(reading: Reading) -> float:
    """10.2: return the share of the map's hexes that do not block sight."""
    assert reading.ground is not None
    ground, catalog = reading.ground, reading.catalog
    kinds = (get_leading_terrain(catalog, ground, hex_id) for hex_id in ground.terrain)
    blocked: int = sum(
        kind is not None and catalog.terrain[kind].los["class"] == "obstacle" for kind in kinds
    )
    return 1 - blocked / (len(catalog.board.columns) * len(catalog.board.rows))


def _measure_fire(distance: int) -> Callable[[Reading, Side], float]:
    return lambda reading, side: float(sum_firepower(reading.catalog, reading.start(side), distance))


def _list_open_vp(reading: Reading) -> dict[str, int]:
    """7.3.2: return the open VP of each objective."""
    points: dict[str, int] = {}
    for letter in reading.card["objectives"]["open"]:
        chit = reading.catalog.chits[letter]
        for number in chit.objectives:
            points[str(number)] = points.get(str(number), 0) + chit.vp
    return points


def _measure_distances(reading: Reading, side: Side) -> dict[str, int]:
    """Return the hexes from the set-up zone to each objective."""
    spots = reading.card["map"].get("objectives") or {}
    zone = reading.zones[side]
    return {number: min(distance(spot, hex_id) for hex_id in zone) for number, spot in spots.items()}


def _sum_objective_distance(reading: Reading, side: Side) -> float:
    return float(sum(_measure_distances(reading, side).values()))


def _sum_distance_to_win(reading: Reading, side: Side) -> float:
    """Return the open VP that a side does not hold, each by its distance."""
    away, control = _measure_distances(reading, side), reading.card["objectives"]["control"]
    points = _list_open_vp(reading).items()
    return float(sum(vp * away.get(number, 0) for number, vp in points if control.get(number) != side))


def _sum_held_vp(reading: Reading, side: Side) -> float:
    control = reading.card["objectives"]["control"]
    return float(sum(vp for number, vp in _list_open_vp(reading).items() if control.get(number) == side))


def _count_held(reading: Reading, side: Side) -> float:
    return float(sum(owner == side for owner in reading.card["objectives"]["control"].values()))


#: Distances at which firepower is compared, in hexes.
FIRE_DISTANCES: Mapping[str, int] = {"near": 2, "short": 4, "middle": 6, "long": 8}
FIRE_BANDS: Mapping[str, str] = {name: f"fire_{name}" for name in ("near", "short", "long")}
COVER_SHARE = 0.15  # what a point of cover counts beside the logarithms of losses and fire
PER_MILLE = 1000
SIDE_FIGURES: Mapping[str, Callable[[Reading, Side], float]] = {
    "squads": _count("squad"),
    "teams": _count("team"),
    "leaders": _count("leader"),
    "command": lambda reading, side: float(sum_leadership(reading.catalog, reading.lots(side))),
    "firepower": lambda reading, side: float(
        sum_firepower(reading.catalog, reading.start(side), get_reach(reading))
    ),
    "morale": _sum_morale,
    "machine_guns": lambda reading, side: _sum_weapon_fp(reading, side, ordnance=False),
    "guns": lambda reading, side: _sum_weapon_fp(reading, side, ordnance=True),
    "radio": _sum_radio_fp,
    "quality": lambda reading, side: float(QUALITY_GRADES[reading.side(side)["quality"]]),
    "orders": lambda reading, side: float(reading.side(side)["orders"]),
    "discards": lambda reading, side: float(
        reading.side(side)["discard_limit"] or reading.side(side)["hand"]
    ),
    "losses": _count_losses_to_surrender,
    "losses_share": _compute_surrender_share,
    "late": _count_late,
    "initiative": lambda reading, side: float(reading.card["initiative"] == side),
    "first_turn": lambda reading, side: float(reading.card["first_turn"] == side),
    "cover": _compute_cover,
    "best_cover": _compute_best_cover,
    "depth": lambda reading, side: float(reading.side(side)["setup"]["depth"]),
    "bunkers": _count_works("bunker", "pillbox"),
    "trenches": _count_works("trench", "foxholes"),
    "wire": _count_works("wire"),
    "mines": _count_works("mines"),
    "to_win": _sum_objectives_to_win,
    "objectives_in_zone": _count_objectives_in_zone,
    "objective_distance": _sum_objective_distance,
    "distance_to_win": _sum_distance_to_win,
    "held_vp": _sum_held_vp,
    "held": _count_held,
    "units": _count(*COUNTED),
    **{f"fire_{name}": _measure_fire(hexes) for name, hexes in FIRE_DISTANCES.items()},
}
#: Figures that also count by their ratio: ten squads against five are more than twenty against fifteen.
COMPARED_FIGURES = (
    "firepower", "morale", "losses", "squads", "units", "command", "fire_near", "fire_short", "fire_middle",
    "fire_long",
)  # fmt: skip
#: Figures whose worth depends on the sight of the map and on the time left.
MODIFIED_FIGURES = (
    "fire_near_ratio", "fire_short_ratio", "fire_long_ratio", "firepower_ratio", "machine_guns",
    "morale_ratio", "losses_ratio",
)  # fmt: skip
#: Figures of the whole card that matter to the attacker; positive if the Axis attacks, 0 on recon.
ATTACK_FIGURES: Mapping[str, Callable[[Reading], float]] = {
    "attack": lambda reading: 1.0,
    "attack_time": lambda reading: float(reading.card["sudden_death"] - reading.card["time"]),
    "attack_distance": lambda reading: float(get_reach(reading)),
    "attack_open_ground": _compute_openness,
    "attack_sight": _get_sight,
}
