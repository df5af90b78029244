"""A35.4, E59, E68: rolls on the Support table during a battle; and the tables of a nation in a year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import OrderOfBattle, QualityColumn, Side, SupportOffer
from schemas.errors import HorahError

from .authoring.force import list_lots, tally
from .battle.lookups import count_in_mix, get_support_column
from .battle.settings import Settings
from .battle.state import SIDES
from .dice import DIE

#: Cards and events that send a player to the Support table.
RULES = ("A35.4", "E59", "E68")
#: E68: only Reinforcements may bring a radio.
RADIOS = ("E68",)
#: A35.4: only the Defender of the scenario hides units.
DEFENDER = ("A35.4",)
EDITION = Settings().edition  # the default edition of the tables
ROLLS = tuple(range(2 * min(DIE), 2 * max(DIE) + 1))


@dataclass(frozen=True, slots=True)
class Found:
    """A cell of the rolled column, and the reason why it cannot be taken. Cells taken in play are free."""

    offer: SupportOffer
    why: str = ""  # year, nation, radio, mix or pair; "": it can be taken


def in_play(catalog: Catalog, card: dict[str, Any], side: Side, rule: str, roll: int) -> tuple[Found, ...]:
    """Return the cells that a side may take by a rule: of the year, radios only by E68, and in stock.

    RS.7: of two leaders in one cell a side takes only one, counting those it bought.
    """
    if rule not in RULES:
        raise HorahError("NO_SUPPORT_RULE", given=rule, rules=RULES)
    if roll not in ROLLS:
        raise HorahError("NO_SUPPORT_ROLL", given=roll, least=ROLLS[0], most=ROLLS[-1])
    if rule in DEFENDER and card["sides"][side].get("posture") not in (None, "defend"):
        raise HorahError("NOT_THE_DEFENDER", side=side)
    force = card["sides"][side]
    used: Counter[str] = Counter()
    for each in SIDES:
        used.update(tally(list_lots(card, each, catalog)))
    taken = bool(force.get("radio"))
    bought = {piece for purchase in force.get("support", ()) for piece in purchase["pieces"]}
    return tuple(
        Found(
            offer,
            _why(catalog, offer, card["year"], force.get("nationality"), rule, used, taken)
            or ("" if bought.isdisjoint(offer.choices) else "pair"),
        )
        for offer in get_support_column(catalog, force["faction"], roll)
    )


def _why(
    catalog: Catalog,
    offer: SupportOffer,
    year: int,
    nationality: str | None,
    rule: str,
    used: Mapping[str, int],
    has_radio: bool,
) -> str:
    """Return the reason why a cell cannot be taken, "" if it can."""
    if year not in offer.years:
        return "year"
    if offer.restriction not in (None, nationality):
        return "nation"
    if offer.kind == "radio" and (rule not in RADIOS or has_radio):
        return "radio"
    left = {
        piece: count_in_mix(catalog, piece) - used.get(piece, 0) for piece in (*offer.pieces, *offer.choices)
    }
    if offer.choices:
        return "" if any(left[one] > 0 for one in offer.choices) else "mix"
    needed = Counter(offer.pieces)
    return "" if all(left[piece] >= count for piece, count in needed.items()) else "mix"


def support_of(catalog: Catalog, faction: str, year: int) -> dict[int, tuple[SupportOffer, ...]]:
    """RS.7: return a nation's Support table in a year, roll by roll."""
    return {
        roll: tuple(offer for offer in get_support_column(catalog, faction, roll) if year in offer.years)
        for roll in ROLLS
    }


def qualities_of(catalog: Catalog, faction: str, year: int) -> tuple[QualityColumn, ...]:
    """RS.3: return the quality columns of a nation in a year, one per opponent where that matters."""
    columns = catalog.editions[EDITION].quality.get(faction, ())
    return tuple(column for column in columns if year in column.years)


def orders_of(catalog: Catalog, faction: str, year: int) -> tuple[OrderOfBattle, ...]:
    """RS.5: return the orders of battle of a nation in a year."""
    orders = (ob for ob in catalog.orders_of_battle.values() if ob.faction == faction)
    return tuple(ob for ob in orders if year in ob.years)


def years_of(catalog: Catalog, faction: str) -> tuple[int, ...]:
    """Return the years in which a nation has an order of battle."""
    years = {year for ob in catalog.orders_of_battle.values() if ob.faction == faction for year in ob.years}
    return tuple(sorted(years))
