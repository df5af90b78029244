"""Estimate the odds of a card without fighting: a logistic model on figures that players know.

Every figure is positive for the Axis, so that both sides are treated alike; ``constant`` is what remains for
the Axis. The weights stand in the catalogue ``odds_estimate``; ``python -m docs.estimate`` fits them on
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
from ..authoring.force import COUNTED, Lot, count_pieces, find_counter
from ..ground.los_map import get_leading_terrain
from ..ground.setup import get_covers
from ..rehearsal.check import find_rehearsal_error
from ..rehearsal.summary import MAX_SHIFT

CONSTANT, ERROR = "constant", "error"  # rows of the catalogue that belong to no figure
NATION = "nation."
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
    strongest = sorted((name for name in parts if parts[name]), key=lambda name: -abs(parts[name]))
    reasons = tuple(
        Reason(name, "axis" if parts[name] > 0 else "allied", abs(parts[name]))
        for name in strongest[:MAX_REASONS]
    )
    return Estimate(1 / (1 + exp(-logit)), weights[ERROR], reasons)


def estimate_even_shift(card: Document, catalog: Catalog, estimate: Estimate) -> int | None:
    """4.1.1: return the VP for the Axis that would even a card; None if no shift of the marker would."""
    weights = catalog.odds_estimate
    on_recon = {side["posture"] for side in card["sides"].values()} == {"recon"}
    weight = weights.get("marker", 0.0) + (weights.get("marker_on_recon", 0.0) if on_recon else 0.0)
    if weight <= 0:
        return None
    shift = round(log((1 - estimate.axis) / estimate.axis) / weight)
    return shift if abs(shift) <= MAX_SHIFT else None


def measure_card(card: Document, catalog: Catalog) -> dict[str, float]:
    """Return all figures of a card, positive for the Axis."""
    reading = Reading(dict(card), catalog)
    figures = {
        name: measure(reading, "axis") - measure(reading, "allied") for name, measure in SIDE_FIGURES.items()
    }
    figures |= {
        f"{name}_ratio": log1p(SIDE_FIGURES[name](reading, "axis"))
        - log1p(SIDE_FIGURES[name](reading, "allied"))
        for name in COMPARED_FIGURES
    }
    figures["marker"] = float(card["marker"])
    attacker = {"attack": 1, "defend": -1}.get(reading.side("axis")["posture"], 0)
    figures["marker_on_recon"] = 0.0 if attacker else float(card["marker"])
    figures |= {name: attacker * measure(reading) for name, measure in ATTACK_FIGURES.items()}
    for side, sign in (("axis", 1.0), ("allied", -1.0)):
        figures[f"{NATION}{card['sides'][side]['faction']}"] = sign
    return figures


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
}
#: Figures that also count by their ratio: ten squads against five are more than twenty against fifteen.
COMPARED_FIGURES = ("firepower", "morale", "losses", "squads")
#: Figures of the whole card that matter to the attacker; positive if the Axis attacks, 0 on recon.
ATTACK_FIGURES: Mapping[str, Callable[[Reading], float]] = {
    "attack": lambda reading: 1.0,
    "attack_time": lambda reading: float(reading.card["sudden_death"] - reading.card["time"]),
    "attack_distance": lambda reading: float(get_reach(reading)),
    "attack_open_ground": _compute_openness,
}
