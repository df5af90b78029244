"""RS.7 Support: the side that paid less must buy; the other answers if the marker crosses to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side, SupportOffer
from generator.table import Buy, Note, Roll, Ware, WhyNot
from schemas.errors import HorahError

from .lookups import count_in_mix, list_support
from .state import Battle, Force, Purchase, Steps, holds, opponent, pay

RULE = "RS.7"

Shelf = tuple[tuple[Ware, ...], Mapping[str, int]]


def support(battle: Battle) -> Steps:
    """RS.7: let each side roll at most once; nobody buys if the marker lies on 0."""
    if battle.marker == 0:
        return battle
    first: Side = "axis" if battle.marker > 0 else "allied"
    battle = yield from buy_support(battle, first)
    if holds(battle, opponent(first)) > 0:
        battle = yield from buy_support(battle, opponent(first))
    return battle


def buy_support(battle: Battle, side: Side) -> Steps:
    """RS.7: roll, and buy one or more units of that column, no radio, paying the sum of their costs."""
    white, coloured = yield Roll(RULE, "support_roll", side, battle.deck(side))
    roll = white + coloured
    shelf, box = shelf_for(battle, side, roll)
    stock = stock_of(battle, box)
    wares = tuple([ware for ware in shelf if in_stock(ware, stock)])
    if not wares:
        yield Note(RULE, "SUPPORT_EMPTY", {"side": side, "roll": roll})
        return battle
    bought = yield Buy(
        RULE,
        "support",
        side,
        "support",
        wares,
        stock,
        least=1,
        context={"marker": holds(battle, side)},
        why_not=why_not_for_sale(battle, side, roll),
        mixed="ONE_LEADER",
    )
    return (yield from _take(battle, side, bought))


def offers(battle: Battle, side: Side, roll: int, *, radios: bool = False) -> tuple[SupportOffer, ...]:
    """RS.7, RS.11.1: return the cells of a column that fit year and nation."""
    force = battle.force(side)
    return list_support(battle.catalog, force.faction, roll, battle.year, force.nationality, radios)


def shelf_for(battle: Battle, side: Side, roll: int, *, radios: bool = False) -> Shelf:
    """RS.7, RS.11.1: return the wares of a column, and the box contents of their pieces."""
    force = battle.force(side)
    return _shelf(battle.catalog, force.faction, roll, battle.year, force.nationality, radios)


@lru_cache(maxsize=4096)
def _shelf(
    catalog: Catalog, faction: str, roll: int, year: int, nationality: str | None, radios: bool
) -> Shelf:
    offers_now = list_support(catalog, faction, roll, year, nationality, radios)
    wares = tuple(ware for offer in offers_now for ware in wares_of(offer))
    return wares, {piece: count_in_mix(catalog, piece) for ware in wares for piece in ware.uses}


def wares_of(offer: SupportOffer) -> tuple[Ware, ...]:
    """Return a cell as wares: rows joined by "or" become two that exclude each other."""
    if not offer.choices:
        uses: dict[str, int] = {}
        for piece in offer.pieces:
            uses[piece] = uses.get(piece, 0) + 1
        return (Ware(offer.id, offer.cost, uses),)
    return tuple(
        Ware(f"{offer.id}:{leader}", offer.cost, {leader: 1}, group=offer.unit, grade=leader)
        for leader in offer.choices
    )


def in_stock(ware: Ware, stock: Mapping[str, int]) -> bool:
    return all(stock[piece] >= count for piece, count in ware.uses.items())


def stock_of(battle: Battle, box: Mapping[str, int]) -> dict[str, int]:
    """Return what the mix still holds of every piece on the shelf, after what both sides have taken."""
    stock = dict(box)
    for gone in (battle.away, battle.axis.counters, battle.allied.counters):
        if not stock.keys().isdisjoint(gone):
            for piece in stock.keys() & gone.keys():
                stock[piece] -= gone[piece]
    for force in (battle.axis, battle.allied):
        for piece in _one_by_one(force):
            if piece in stock:
                stock[piece] -= 1
    return stock


def taken(battle: Battle, side: Side) -> Mapping[str, int]:
    """Return everything a side has taken out of the mix."""
    force = battle.force(side)
    used = dict(force.counters)
    for piece in _one_by_one(force):
        used[piece] = used.get(piece, 0) + 1
    return used


def _one_by_one(force: Force) -> list[str]:
    """Return the pieces of a force beyond its order of battle: leaders, purchases and radio."""
    pieces = list(force.leaders)
    for purchase in force.support:
        pieces += purchase.pieces
    if force.radio:
        pieces.append(force.radio)
    return pieces


def _take(battle: Battle, side: Side, bought: Mapping[str, int]) -> Steps:
    purchases = list(battle.force(side).support)
    price = 0
    for name, count in bought.items():
        purchase = purchase_of(battle.catalog, name)
        purchases += [purchase] * count
        price += purchase.cost * count
    yield Note(RULE, "support", {"side": side, "bought": dict(bought), "price": price})
    battle = battle.with_force(side, support=tuple(purchases))
    return (yield from pay(battle, side, price, RULE, "support"))


@lru_cache(maxsize=4096)
def purchase_of(catalog: Catalog, name: str) -> Purchase:
    """Return the purchase for a ware: a cell, or one of two leaders in it."""
    offer = catalog.support.get(name)
    if offer is not None:
        return Purchase(offer.id, offer.cost, offer.pieces)
    faction, roll, unit, leader = name.split(":", 3)
    offer = catalog.support[f"{faction}:{roll}:{unit}"]
    return Purchase(offer.id, offer.cost, (leader,))


def why_not_for_sale(battle: Battle, side: Side, roll: int, *, radios: bool = False) -> WhyNot:
    """RS.7, RS.11.1: return a function that explains why a cell cannot be bought now."""

    def why(name: str) -> HorahError | None:
        offer = battle.catalog.support.get(name)
        if offer is None or offer.faction != battle.force(side).faction:
            return None
        if offer.roll != roll:
            return HorahError("WRONG_COLUMN", offer=name, column=offer.roll, roll=roll)
        if battle.year not in offer.years:
            return HorahError("WRONG_YEAR", offer=name, year=battle.year)
        if offer.kind == "radio" and not radios:
            return HorahError("RADIO_NOT_ALLOWED")
        if offer.restriction not in (None, battle.force(side).nationality):
            return HorahError("RESTRICTED", offer=name, restriction=offer.restriction)
        return HorahError("COUNTER_EXHAUSTED.offer", offer=name)

    return why
