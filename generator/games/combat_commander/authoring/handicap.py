"""Handicap for the less experienced player (Equilibrio entre jugadores): make a new card from a card.

Open points follow the recommended readings: squads and teams are counted together and spread in proportion,
reinforcements count, the VP bonus is a part of the start value, rounded down, moved toward the weaker player.
"""

from __future__ import annotations

import copy
from collections import Counter as Tally
from collections.abc import Collection, Mapping
from math import ceil, floor
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Leader, Side
from schemas.errors import HorahError

from .bounds import clamp_to_schema
from .card import Card
from .checks import require_well_formed
from .force import SIDES, Lot, count_pieces, list_lots
from .pricing import compute_side_points

#: Tips: of leaders with equal figures those of the Leader table come before those of the Support table.
SOURCES = ("table", "support", "campaign")


def handicap(card: Card, side: Side, catalog: Catalog, new_id: str | None = None) -> Card:
    """Return the card with the weaker side's bonus; it names its base card and all additions."""
    base = _get_base_id(card)
    result: Card = copy.deepcopy(card)
    force, had = result["sides"][side], list_lots(card, side, catalog)
    figures = catalog.guide.handicap
    leaders = _choose_leaders(catalog, had, floor(figures.leaders * count_pieces(had, ("leader",))))
    units = _choose_units(catalog, had, ceil(figures.units * count_pieces(had, ("squad", "team"))))
    added: list[dict[str, Any]] = []
    for ref in leaders:
        force["leaders"].append(ref)
        added.append({"kind": "leader", "side": side, "ref": ref, "count": 1})
    for ref, count in units.items():
        force["counters"][ref] = force["counters"].get(ref, 0) + count
        added.append({"kind": "unit", "side": side, "ref": ref, "count": count})
    if force["surrender"] is not None:
        more = ceil(figures.surrender * (len(leaders) + sum(units.values())))
        added += _raise(force, "surrender", more, side)
    if result["marker"] is not None:
        toward = floor(figures.vp * abs(result["marker"])) * (1 if side == "axis" else -1)
        added += _raise(result, "marker", toward, side)
    return require_well_formed(_finish(result, card, base, new_id or f"{base}-{side}", side, added, catalog))


def shift_to_even(
    card: Card, even_shift: Mapping[str, Any] | None, catalog: Catalog, new_id: str | None = None
) -> Card:
    """Return the card with the VP shift that makes it even in rehearsals; raise if there is none."""
    if even_shift is None:
        raise HorahError("NO_EVEN_SHIFT")
    by = int(even_shift["axis"])
    if not by:
        raise HorahError("EVEN_ALREADY")
    base = _get_base_id(card)
    side: Side = "axis" if by > 0 else "allied"
    result: Card = copy.deepcopy(card)
    added = _raise(result, "marker", by, side)
    return require_well_formed(_finish(result, card, base, f"{base}-even", side, added, catalog))


def _get_base_id(card: Card) -> str:
    """Return the id of the base card; a generated battle is identified by its seed."""
    if card.get("id"):
        return str(card["id"])
    if card.get("seed"):
        return "battle-" + "".join(c if c.isalnum() else "-" for c in str(card["seed"]).lower())
    raise HorahError("NO_ID")


def _raise(holder: dict[str, Any], field: str, by: int, side: Side) -> list[dict[str, Any]]:
    if not by:
        return []
    before = holder[field]
    holder[field] = clamp_to_schema(field, before + by)
    return [{"kind": field, "side": side, "from": before, "to": holder[field]}]


def _finish(
    result: Card,
    card: Card,
    base: str,
    new_id: str,
    side: Side,
    added: list[dict[str, Any]],
    catalog: Catalog,
) -> Card:
    title = card.get("title")
    result["id"] = new_id
    result["base"] = {"id": base, "added": added}
    if title is not None:
        result["base"]["title"] = title if isinstance(title, str) else title["en"]
    result["settings"] = {**card["settings"], "handicap": side}
    result["source"] = {"kind": "scenario", "name": base}
    result["seed"], result["transcript"] = None, None
    result.pop("commitment", None)
    result["points"] = {which: compute_side_points(result, which, catalog) for which in SIDES}
    return result


def _choose_leaders(catalog: Catalog, had: tuple[Lot, ...], wanted: int) -> list[str]:
    """Return new leaders, each closest in value to one of the scenario."""
    present = [catalog.leaders[lot.ref] for lot in had if lot.ref in catalog.leaders]
    taken = {leader.ref for leader in present}
    added: list[str] = []
    for model in sorted(present, key=lambda leader: -leader.points)[:wanted]:
        best = find_similar_leader(catalog, model, taken)
        if best is None:
            break
        taken.add(best.ref)
        added.append(best.ref)
    return added


def find_similar_leader(catalog: Catalog, model: Leader, taken: Collection[str]) -> Leader | None:
    """Return the most similar free leader of the same nation; leaders of campaigns come last."""
    free = (one for one in catalog.leaders.values() if one.ref not in taken and one.faction == model.faction)

    def rank(leader: Leader) -> tuple[bool, int, int, str]:
        campaign = leader.source == SOURCES[-1]
        return campaign, _gap(leader, model), SOURCES.index(leader.source), leader.ref

    return min(free, key=rank, default=None)


def _gap(one: Leader | Counter, other: Leader | Counter) -> int:
    return abs(one.points - other.points)


def _choose_units(catalog: Catalog, had: tuple[Lot, ...], wanted: int) -> dict[str, int]:
    """Return squads and teams in the scenario's proportion; if the box is empty, the nearest in value."""
    present: Tally[str] = Tally()
    for lot in had:
        if lot.kind in ("squad", "team"):
            present[lot.ref] += lot.count
    if not present:
        return {}
    shares = _share_out(present, wanted)
    left = {ref: max(counter.quantity - present[ref], 0) for ref, counter in catalog.counters.items()}
    added: dict[str, int] = {}
    for ref, count in shares.items():
        for _ in range(count):
            chosen = _available(catalog, ref, left)
            left[chosen] -= 1
            added[chosen] = added.get(chosen, 0) + 1
    return added


def _share_out(present: Tally[str], wanted: int) -> dict[str, int]:
    """Distribute by largest remainders: whole shares first, the rest to the largest fractions."""
    total = sum(present.values())
    shares = {ref: wanted * count // total for ref, count in present.items()}
    rest = wanted - sum(shares.values())
    by_remainder = sorted(present, key=lambda ref: (-(wanted * present[ref] % total), -present[ref], ref))
    for ref in by_remainder[:rest]:
        shares[ref] += 1
    return shares


def _available(catalog: Catalog, ref: str, left: dict[str, int]) -> str:
    """Return the kind itself while the box has some, else the nearest in value of its faction and kind."""
    model = catalog.counters[ref]
    if left[ref] > 0:
        return ref
    others = [
        counter
        for counter in catalog.counters.values()
        if (counter.faction, counter.kind) == (model.faction, model.kind) and left[counter.ref] > 0
    ]
    return min(others, key=lambda counter: (_gap(counter, model), counter.ref)).ref if others else ref
