"""Fortifications: C32 to C35."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from catalogs.games.combat_commander.model import Side
from schemas.messages import Message, say

from ... import hexes
from ..card_facts import Reading
from ..force import SIDES
from ..terrain import is_crest, is_enterable, is_water, list_burning_hexes
from ..vp_recount import recount_vp
from .base import Fix, Problem, check, set_to, take_away


def _works(reading: Reading) -> list[tuple[int, dict[str, Any]]]:
    return list(enumerate(reading.card["fortifications"]))


@check("C32", "error", "F100.3, 8.1.5, PA-F102", "/fortifications")
def fixed_hexes(reading: Reading) -> Iterator[Problem]:
    """F100.3: one per hex, none in water or fire; a cave on a crest; no more hexes than pieces."""
    taken: set[str] = set()
    fire = list_burning_hexes(reading)
    for index, works in _works(reading):
        place = f"/fortifications/{index}/hexes"
        for number, hex_id in enumerate(works.get("hexes", ())):
            fault = _hex_fault(reading, works["type"], hex_id, hex_id in taken, fire)
            if fault is None:
                taken.add(hex_id)
            else:
                yield Problem(f"{place}/{number}", fault, _free(index, number))
        if len(works.get("hexes", ())) > works["count"]:
            more = len(works["hexes"])
            yield Problem(
                f"/fortifications/{index}/count",
                say("finding.C32.hexes", more=more, count=works["count"]),
                set_to(f"/fortifications/{index}/count", more, say("fix.set", value=more)),
            )


def _hex_fault(reading: Reading, kind: str, hex_id: str, twice: bool, fire: frozenset[str]) -> Message | None:
    if not hexes.on_board(reading.catalog.board, hex_id):
        return say("finding.C32.off_map", hex=hex_id)
    if twice:
        return say("finding.C32.twice", hex=hex_id)
    if is_water(reading, hex_id):
        return say("finding.C32.water", hex=hex_id)
    if hex_id in fire:
        return say("finding.C32.fire", hex=hex_id)
    if kind == "cave" and not is_crest(reading, hex_id):
        return say("finding.C32.cave", hex=hex_id)
    return None


def _free(index: int, number: int) -> Fix:
    """Remove the fixed hex, so that the piece is placed at the table."""
    return take_away(f"/fortifications/{index}/hexes/{number}", say("fix.no_fixed_hex"), batch=True)


@check("C33", "error", "RS.12")
def zone_holds_works(reading: Reading) -> Iterator[Problem]:
    """RS.12, F100.3: works without a fixed hex fit into the owner's zone, one per hex."""
    taken = {hex_id for _, works in _works(reading) for hex_id in works.get("hexes", ())}
    for side in SIDES:
        loose = sum(_list_unplaced(works) for _, works in _works(reading) if works["side"] == side)
        room = sum(_buildable(reading, hex_id) for hex_id in reading.zones[side] - taken)
        if loose > room:
            index = next(i for i, works in _works(reading) if works["side"] == side and _list_unplaced(works))
            yield Problem(
                f"/fortifications/{index}",
                say("finding.C33.zone", side=side, loose=loose, room=room),
                _remove_surplus(reading, side, loose - room),
            )


def _list_unplaced(works: dict[str, Any]) -> int:
    count: int = works["count"] - len(works.get("hexes", ()))
    return max(count, 0)


def _buildable(reading: Reading, hex_id: str) -> bool:
    return is_enterable(reading, hex_id) and not is_water(reading, hex_id)


def _remove_surplus(reading: Reading, side: Side, surplus: int) -> Fix:
    """Remove the surplus, last entries first."""
    kept, left = [], surplus
    for _, works in reversed(list(_works(reading))):
        cut = min(_list_unplaced(works), left) if works["side"] == side else 0
        left -= cut
        if works["count"] > cut:
            kept.append({**works, "count": works["count"] - cut})
    return Fix(say("fix.remove_some", count=surplus), (("/fortifications", kept[::-1]),))


@check("C34", "error", "F103.2, RS.9", "/mine_strength")
def mine_strength(reading: Reading) -> Iterator[Problem]:
    """F103.2: above the usual strength only with a defender's mines of it; packages must agree."""
    strength, usual = reading.card["mine_strength"], reading.catalog.procedure.default_mine_strength
    bought = _bought_strengths(reading)
    if bought - {strength}:
        right = min(bought)
        yield Problem(
            "/mine_strength",
            say("finding.C34.bought", strength=strength, bought=sorted(bought)),
            set_to("/mine_strength", right, say("fix.set", value=right)) if len(bought) == 1 else None,
        )
    elif strength != usual and not _stronger_mines(reading):
        yield Problem(
            "/mine_strength",
            say("finding.C34.strength", strength=strength, usual=usual),
            set_to("/mine_strength", usual, say("fix.set", value=usual)),
        )


def _stronger_mines(reading: Reading) -> bool:
    """F103.2: tell whether a defender has mines; RS.16: or a side paid for them with campaign points."""
    return any(
        works["type"] == "mines"
        and (reading.side(works["side"])["posture"] == "defend" or works.get("paid") == "points")
        for _, works in _works(reading)
    )


def _bought_strengths(reading: Reading) -> set[int]:
    edition = reading.catalog.editions.get(reading.card["edition"] or "")
    names = {works.get("package") for _, works in _works(reading)}
    if edition is None:
        return set()
    return {p.mine_strength for p in edition.packages if p.id in names and p.mine_strength is not None}


@check("C35", "error", "RS.9")
def packages_of_defender(reading: Reading) -> Iterator[Problem]:
    """RS.9: the price of all packages is at most the defender's VP at the purchase."""
    for index, works in _works(reading):
        if works.get("paid") == "vp" and reading.side(works["side"])["posture"] != "defend":
            yield Problem(
                f"/fortifications/{index}",
                say("finding.C35.attacker", side=works["side"]),
                take_away(f"/fortifications/{index}", say("fix.remove_works"), batch=True),
            )
    if reading.kind == "battle":
        books = recount_vp(reading.card, reading.catalog)
        budget = abs(books.after_support)
        if books.packages > budget:
            yield Problem("/fortifications", say("finding.C35.price", price=books.packages, budget=budget))
