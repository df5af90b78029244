"""Independent audit of a generated battle: everything on its card that the printed tables determine.

Written from the rules and the tables, not from the steps that generate: a battle that passes could have been
rolled up at a table. A legal battle has no finding of severity error.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Edition, OrderOfBattle, Side, SupportOffer
from generator.findings import Finding
from generator.games.combat_commander.authoring.card import Card
from generator.games.combat_commander.authoring.card_facts import Reading
from generator.games.combat_commander.authoring.checks import check_meaning
from generator.games.combat_commander.authoring.checks.base import Problem
from generator.games.combat_commander.authoring.force import SIDES, opponent, tally
from generator.games.combat_commander.authoring.vp_recount import Ledger, count_packages, recount_vp
from generator.games.combat_commander.dice import DIE
from schemas.json_pointer import locate
from schemas.messages import say


class Battle(Reading):
    """A generated card under audit."""

    def __init__(self, card: Card, catalog: Catalog) -> None:
        super().__init__(card, catalog)
        self.books: Ledger = recount_vp(card, catalog)
        self.edition: Edition | None = catalog.editions.get(card["edition"] or "")

    def order_of_battle(self, side: Side) -> OrderOfBattle | None:
        force = self.side(side)
        return self.catalog.orders_of_battle.get(f"{force['faction']}:{force['chit']}:{force['size']}")

    def setting(self, name: str, default: Any = None) -> Any:
        return self.card["settings"].get(name, default)


def audit(card: Card, catalog: Catalog) -> tuple[Finding, ...]:
    """Return the findings of the checks of every card and, for a generated battle, of the audit."""
    findings = check_meaning(card, catalog)
    if Reading(card, catalog).kind != "battle":
        return findings
    battle = Battle(card, catalog)
    found = [
        Finding(problem.severity or "error", id_, locate(card, problem.place), problem.text)
        for id_, _, audit_one in AUDITS
        for problem in audit_one(battle)
    ]
    return (*findings, *found)


def _differs(place: str, found: object, due: object) -> Problem:
    return _wrong(place, f"The card says {found}; it should be {due}.")


def _wrong(place: str, what: str) -> Problem:
    return Problem(place, say("audit", what=what))


def match(battle: Battle) -> Iterator[Problem]:
    """RS.2: the Axis faction meets one that its table gives in that year."""
    axis, allied = (battle.side(side)["faction"] for side in SIDES)
    year = battle.card["year"]
    if battle.edition is None:
        yield _wrong("/edition", "A generated battle names its edition.")
    elif allied not in battle.edition.allied.get(axis, {}).get(year, {}).values():
        yield _wrong(
            "/sides/allied/faction",
            f"In {year} the tables do not match {axis} with {allied}.",
        )


def quality(battle: Battle) -> Iterator[Problem]:
    """RS.3: a quality that some column of the year holds."""
    if battle.edition is None:
        return
    for side in SIDES:
        force = battle.side(side)
        against_russians = battle.side(opponent(side))["faction"] == "russian"
        possible = {
            result
            for column in battle.edition.quality.get(force["faction"], ())
            if column.versus is None or (column.versus == "russian") == against_russians
            if battle.card["year"] in column.years or _stands_in(battle, side, column.name)
            for result in column.results.values()
        }
        if force["quality"] not in possible:
            yield _wrong(
                f"/sides/{side}/quality",
                f"The quality table does not give {force['quality']} in that year.",
            )


def _stands_in(battle: Battle, side: Side, column: str) -> bool:
    """RS.3: tell whether the edition's list of holes names this column for a year without a single column."""
    assert battle.edition is not None
    faction, year = battle.side(side)["faction"], battle.card["year"]
    return any(
        hole.column == column
        and hole.side == side
        and hole.year == year
        and faction == (hole.axis if side == "axis" else hole.allied)
        for hole in battle.edition.holes
    )


def orders_of_battle(battle: Battle) -> Iterator[Problem]:
    """RS.5: a printed column that fits year, quality and opponent, taken over figure by figure."""
    for side in SIDES:
        force, at, column = battle.side(side), f"/sides/{side}", battle.order_of_battle(side)
        if column is None:
            yield _wrong(f"{at}/chit", "There is no such order of battle.")
            continue
        if battle.card["year"] not in column.years:
            yield _wrong(f"{at}/chit", f"{column.id}: not in that year.")
        if column.opponents is not None and battle.side(opponent(side))["faction"] not in column.opponents:
            yield _wrong(f"{at}/chit", f"{column.id}: not against this enemy.")
        for field in (
            "formation",
            "nationality",
            "quality",
            "orders",
            "surrender",
            "initiative",
            "point_value",
        ):
            if force.get(field) != getattr(column, field):
                yield _differs(f"{at}/{field}", force.get(field), getattr(column, field))
        if list(force.get("rules", ())) != list(column.rules):
            yield _differs(f"{at}/rules", force.get("rules"), list(column.rules))
        due = _counters(column, battle.card["year"])
        if Tally(force["counters"]) != due:
            yield _differs(f"{at}/counters", force["counters"], dict(due))


def _counters(column: OrderOfBattle, year: int) -> Tally[str]:
    due = Tally(dict(column.counters))
    for dated in column.dated:
        if year in dated.years:
            due[dated.counter] += dated.count
    return due


def leaders(battle: Battle) -> Iterator[Problem]:
    """RS.6: as many as the order of battle says, from the faction's Leader table, within reach of a roll."""
    for side in SIDES:
        force, column = battle.side(side), battle.order_of_battle(side)
        table = battle.catalog.leader_tables.get(force["faction"])
        if column is None or table is None:
            continue
        place = f"/sides/{side}/leaders"
        reachable = _reachable(battle, side)
        if len(force["leaders"]) != min(column.leaders, len(reachable)):
            yield _differs(place, len(force["leaders"]), column.leaders)
        for index, ref in enumerate(force["leaders"]):
            if ref not in reachable:
                yield _wrong(
                    f"{place}/{index}",
                    f"The Leader table cannot give {ref}.",
                )


def _reachable(battle: Battle, side: Side) -> frozenset[str]:
    """RS.6: return the leaders that a white die with the modifiers of quality and year can give."""
    force = battle.side(side)
    table = battle.catalog.leader_tables[force["faction"]]
    modifier = table.quality_modifier[force["quality"]] + (table.year_modifier[battle.card["year"]] or 0)
    faces = DIE
    return frozenset(
        row.leader for row in table.rows if any(row.low <= face + modifier <= row.high for face in faces)
    )


def support(battle: Battle) -> Iterator[Problem]:
    """RS.7: purchases from one column of the own table, legal for year and nation, at the printed price."""
    for side in SIDES:
        rolls: set[int] = set()
        for index, purchase in enumerate(battle.side(side)["support"]):
            place = f"/sides/{side}/support/{index}"
            offer = battle.catalog.support.get(purchase["offer"])
            if offer is None:
                yield _wrong(f"{place}/offer", "There is no such support offer.")
                continue
            rolls.add(offer.roll)
            if offer.kind == "radio":
                yield _wrong(place, "Radios are not bought here.")
            yield from _offer(battle, side, place, offer, purchase["cost"])
            pieces = tuple(purchase["pieces"])
            fits = (
                pieces in {(leader,) for leader in offer.choices} if offer.choices else pieces == offer.pieces
            )
            if not fits:
                yield _differs(f"{place}/pieces", list(pieces), list(offer.choices or offer.pieces))
        if len(rolls) > 1:
            yield _wrong(
                f"/sides/{side}/support",
                "The purchases come from more than one roll.",
            )
    yield from _who_buys(battle)


def _offer(battle: Battle, side: Side, place: str, offer: SupportOffer, cost: int) -> Iterator[Problem]:
    force = battle.side(side)
    if offer.faction != force["faction"]:
        yield _wrong(place, "The offer belongs to another faction.")
    if battle.card["year"] not in offer.years:
        yield _wrong(place, "The offer is not available in that year.")
    if offer.restriction not in (None, force["nationality"]):
        yield _wrong(place, f"For {offer.restriction} forces only.")
    if cost != offer.cost:
        yield _differs(f"{place}/cost", cost, offer.cost)


def _who_buys(battle: Battle) -> Iterator[Problem]:
    """RS.7: first the side that holds the marker; the other only after the marker has crossed."""
    start, middle = battle.books.after_orders_of_battle, battle.books.after_first_support
    buyers = {side for side in SIDES if battle.side(side)["support"]}
    allowed: set[Side] = set()
    if start:
        first: Side = "axis" if start > 0 else "allied"
        allowed.add(first)
        if middle * start < 0:
            allowed.add(opponent(first))
    for side in sorted(buyers - allowed):
        yield _wrong(
            f"/sides/{side}/support",
            "It was not this side's turn to buy support.",
        )


def posture(battle: Battle) -> Iterator[Problem]:
    """RS.8: the side that holds the marker after RS.7 defends; on 0 both are on recon."""
    marker = battle.books.after_support
    for side in SIDES:
        own = marker if side == "axis" else -marker
        due = "recon" if marker == 0 else "defend" if own > 0 else "attack"
        if battle.side(side)["posture"] != due:
            yield _differs(f"/sides/{side}/posture", battle.side(side)["posture"], due)


def packages(battle: Battle) -> Iterator[Problem]:
    """RS.9: whole packages of the edition, one mine strength, all paid in VP."""
    if battle.edition is None:
        return
    known = {package.id: package for package in battle.edition.packages}
    entries = battle.card["fortifications"]
    for index, works in enumerate(entries):
        name, place = works.get("package"), f"/fortifications/{index}"
        if works.get("paid") != "vp":
            yield _differs(f"{place}/paid", works.get("paid"), "vp")
        if name is not None and (name not in known or count_packages(entries, known[name]) is None):
            yield _wrong(
                place,
                f"“{name}” is not a whole package of this edition.",
            )
    if not any(works["type"] == "mines" for works in entries):
        usual = battle.catalog.procedure.default_mine_strength
        if battle.card["mine_strength"] != usual:
            yield _differs("/mine_strength", battle.card["mine_strength"], usual)


def mix(battle: Battle) -> Iterator[Problem]:
    """RS.7, RS.9: nothing exceeds the box; a named leader exists once."""
    used = tally(lot for side in SIDES for lot in battle.lots(side))
    for works in battle.card["fortifications"]:
        used[works["type"]] += works["count"]
    for ref, count in used.items():
        most = _in_the_box(battle.catalog, ref)
        if most is not None and count > most:
            yield _wrong(
                "/sides",
                f"{count} of {ref} are in use; the box holds {most}.",
            )


@lru_cache(maxsize=1024)
def _in_the_box(catalog: Catalog, ref: str) -> int | None:
    if ref in catalog.leaders:
        return 1
    if ref in catalog.counters:
        return catalog.counters[ref].quantity
    row = catalog.fortifications.get(ref)
    return row.quantity if row else None


def radio(battle: Battle) -> Iterator[Problem]:
    """RS.11.1: only the attacker asks for one, unless a house rule allows the defender too."""
    for side in SIDES:
        force, place = battle.side(side), f"/sides/{side}/radio"
        if force["radio"] is None:
            if force.get("radio_cost"):
                yield _differs(f"/sides/{side}/radio_cost", force["radio_cost"], 0)
            continue
        may = {"attack", "defend"} if battle.setting("defender_radio") else {"attack"}
        if force["posture"] not in may:
            yield _wrong(place, "This side could not ask for a radio.")
        if force.get("radio_cost") not in _radio_prices(battle, side):
            yield _wrong(
                place,
                f"No roll gives {force['radio']} for {force.get('radio_cost')} in that year.",
            )


def _radio_prices(battle: Battle, side: Side) -> set[int]:
    force = battle.side(side)
    return {
        offer.cost
        for offer in battle.catalog.support.values()
        if offer.faction == force["faction"]
        and offer.kind == "radio"
        and force["radio"] in offer.pieces
        and battle.card["year"] in offer.years
        and offer.restriction in (None, force["nationality"])
    }


def set_up(battle: Battle) -> Iterator[Problem]:
    """RS.10 to RS.13: edge, depth, order and hand as posture and orientation say."""
    for side in SIDES:
        force, at = battle.side(side), f"/sides/{side}"
        row = battle.catalog.postures[force["posture"]]
        edge = battle.card["map"]["friendly_edge"][side]
        if force["setup"]["edge"] != edge:
            yield _differs(f"{at}/setup/edge", force["setup"]["edge"], edge)
        depth = row.depth[battle.card["map"]["orientation"]] if row.depth else None
        if force["setup"]["depth"] != depth:
            yield _differs(f"{at}/setup/depth", force["setup"]["depth"], depth)
        first = {"defend": True, "attack": False}.get(force["posture"], battle.card["initiative"] == side)
        if force["setup"]["order"] != ("first" if first else "last"):
            yield _differs(f"{at}/setup/order", force["setup"]["order"], "first" if first else "last")
        limit = _discard_limit(battle, force)
        if force["discard_limit"] != limit:
            yield _differs(f"{at}/discard_limit", force["discard_limit"], limit)
        for fixed in force["setup"].get("fixed", ()):
            if fixed["hex"] not in battle.zones[side]:
                yield _wrong(f"{at}/setup/fixed", f"{fixed['hex']} out of zone.")


def _discard_limit(battle: Battle, force: dict[str, Any]) -> int | None:
    """5.3, RS.5: the nation's limit, unless a rule of the formation gives another."""
    rules = (battle.catalog.rules.get(rule) for rule in force.get("rules", ()))
    own = (rule.figures.get("discard_limit") for rule in rules if rule is not None)
    faction = battle.catalog.factions.get(force["faction"])
    national = faction.discard_limit if faction is not None else None
    return next((figure for figure in own if figure is not None), national)


def control(battle: Battle) -> Iterator[Problem]:
    """RS.10, RS.11.2, RS.13: an objective changes control only if a side can have set up there."""
    sheet = battle.catalog.maps_in(battle.card["edition"]).get(battle.card["map"]["number"])
    objectives = sheet.objectives if sheet else None
    if objectives is None:
        return
    defender = next((side for side in SIDES if battle.side(side)["posture"] == "defend"), None)
    ground = battle.catalog.ground.get(str(battle.card["map"]["number"]))
    for number, holder in battle.card["objectives"]["control"].items():
        spots = {objectives[int(number)]}  # 7.3.1.1: with the whole building
        for building in ground.buildings if ground else ():
            spots |= building if spots & building else set()
        place = f"/objectives/control/{number}"
        if holder == (defender or "none"):
            continue
        if holder == "none":
            yield _differs(place, holder, defender)
        elif spots.isdisjoint(battle.zones[holder]):
            yield _wrong(
                place,
                f"Objective {number} lies outside that side's zone.",
            )


def chits(battle: Battle) -> Iterator[Problem]:
    """RS.4: one open chit and one for each side; a secret one without secret side is shown and lies open."""
    figures, found = battle.catalog.procedure, battle.card["objectives"]
    secret = {side: found["secret"][side] for side in SIDES}
    held = sum(figures.secret_chits if secret[side] == "hidden" else len(secret[side]) for side in SIDES)
    due = figures.open_chits + figures.secret_chits * len(SIDES)
    if len(found["open"]) + held != due:
        yield _differs("/objectives", len(found["open"]) + held, due)
    shown = sum(not battle.catalog.chits[letter].secret_side for letter in found["open"])
    if len(found["open"]) - figures.open_chits > shown:
        yield _wrong(
            "/objectives/open",
            "More chits lie open than the draw can have shown.",
        )


def tracks(battle: Battle) -> Iterator[Problem]:
    """RS.14 to RS.16: Time on 0, Sudden Death on the sum of orders, Initiative to the higher number."""
    card = battle.card
    orders = sum(battle.side(side)["orders"] for side in SIDES)
    for field, due in (("time", 0), ("sudden_death", orders), ("first_turn", card["initiative"])):
        if card[field] != due:
            yield _differs(f"/{field}", card[field], due)
    values = {side: battle.side(side).get("initiative") or 0 for side in SIDES}
    best = {side for side in SIDES if values[side] == max(values.values())}
    if card["initiative"] not in best:
        yield _differs("/initiative", card["initiative"], sorted(best)[0])


def marker(battle: Battle) -> Iterator[Problem]:
    """RS.5 to RS.13: the marker lies where all payments and open chits put it."""
    books, found = battle.books, battle.card["marker"]
    if books.complete:
        if found != books.marker:
            yield _differs("/marker", found, books.marker)
        return
    # Fortifications recorded hex by hex name no package: their price must at least fit the budget.
    defender: Side = "axis" if books.after_support > 0 else "allied"
    spent = (books.marker - found) * (1 if defender == "axis" else -1)
    if not 0 <= spent <= abs(books.after_support):
        yield _differs("/marker", found, books.marker)


def points(battle: Battle) -> Iterator[Problem]:
    """Tips: the points match the pieces of each side."""
    for side in SIDES:
        if battle.card["points"][side] != battle.points[side]:
            yield _differs(f"/points/{side}", battle.card["points"][side], battle.points[side])


#: Id, rule and function of every audit.
AUDITS: tuple[tuple[str, str, Callable[[Battle], Iterable[Problem]]], ...] = (
    ("A01", "RS.2", match),
    ("A02", "RS.3", quality),
    ("A03", "RS.5", orders_of_battle),
    ("A04", "RS.6", leaders),
    ("A05", "RS.7", support),
    ("A06", "RS.8", posture),
    ("A07", "RS.9", packages),
    ("A08", "RS.7, RS.9", mix),
    ("A09", "RS.11.1", radio),
    ("A10", "RS.10-RS.13", set_up),
    ("A11", "RS.10-RS.13", control),
    ("A12", "RS.4", chits),
    ("A13", "RS.14-RS.16", tracks),
    ("A14", "RS.5-RS.13", marker),
    ("A15", "Tips: points", points),
)
