"""A fight made from a card: decks, forces, tracks, ground; what a rehearsal does not know is refused."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Side
from schemas.errors import HorahError

from ..battle.view import HIDDEN
from ..ground.card_ground import card_ground
from ..hexes import zone
from .modules.begin import lay_of, prepare
from .modules.card import in_force, unknown
from .modules.terrain import remade
from .pieces import Radio, Unit, Weapon, unit_of
from .state import SIDES, Camp, Card, Fight, Options, Special
from .board import Hex, Theatre

Document = Mapping[str, Any]
POSTURES = ("attack", "defend", "recon")
GIVEN = ("marker", "time", "sudden_death", "initiative", "first_turn")  # what a card may leave open


def missing(card: Document, catalog: Catalog) -> tuple[str, ...]:
    """The rules of a card that a rehearsal does not know yet."""
    named = list(unknown(card, catalog))
    for side in SIDES:
        named += [
            rule
            for rule in card["sides"][side].get("rules", ())
            if not set(catalog.rules[rule].figures) <= {"discard_limit", "discards_after_orders"}
        ]
        named += ["pacific"] if card["sides"][side]["faction"] not in catalog.factions else []
        named += ["PA-17"] if card["sides"][side]["posture"] not in POSTURES else []
        named += ["PA-O28"] if card["sides"][side].get("infiltration") else []
    return tuple(dict.fromkeys(named))


def refusal(card: Document, catalog: Catalog) -> HorahError | None:
    """Return why no fight can be made from a card; nobody can fight on a map that nobody has described."""
    if lacking := missing(card, catalog):
        return HorahError("NOT_REHEARSED", rules=lacking)
    if any(card[name] is None for name in GIVEN):
        return HorahError("NOT_REHEARSED.open")
    number = card["map"].get("number")
    if card_ground(catalog, card) is None or not card["map"].get("objectives"):
        return HorahError(
            "NO_FIGHTING_GROUND", map=number if number is not None else "-", known=tuple(catalog.ground)
        )
    return None


def ground_of(card: Document, catalog: Catalog) -> Ground:
    """Return the ground under a card from which a fight can be made."""
    found = card_ground(catalog, card)
    assert found is not None
    return found


def fight_of(card: Document, catalog: Catalog) -> Fight:
    """A fight before its first shuffle."""
    refused = refusal(card, catalog)
    if refused is not None:
        raise refused
    printed = ground_of(card, catalog)
    lay = lay_of(card, catalog, printed)
    ground = remade(catalog, printed, lay)
    variants = {
        rule.id: rule.preferred or next(iter(rule.choices)) for rule in catalog.rules.values() if rule.choices
    }
    fight = Fight(
        catalog=catalog,
        ground=ground,
        year=card["year"],
        camps={side: _camp(card, side, catalog, ground) for side in SIDES},
        options=Options(
            frozenset(card["rules"].get("optional", ())), {**variants, **card["rules"].get("variants", {})}
        ),
        marker=card["marker"],
        time=card["time"],
        sudden_death=card["sudden_death"],
        initiative=card["initiative"],
        turn_of=card["first_turn"],
        chits=list(card["objectives"]["open"]),
        objectives={int(n): _objective(ground, hex_) for n, hex_ in card["map"]["objectives"].items()},
        control={
            int(n): owner if owner in SIDES else None for n, owner in card["objectives"]["control"].items()
        },
        mine_strength=card["mine_strength"] or catalog.procedure.default_mine_strength,
        special=Special(rules := in_force(card, catalog), "ST-7" in rules, printed, lay),
    )
    if "V15" in fight.options.optional:
        fight.options.variants = {**fight.options.variants, "8.2": "b"}
    fight.at = [[] for _ in ground.names]
    secret = [letter for side in SIDES for letter in fight.camps[side].secret]
    fight.cup = [letter for letter in catalog.chits if letter not in (*fight.chits, *secret)]
    _muster(fight, card)
    prepare(fight, card)
    fight.stock = _unused(fight, card)
    return fight


def _objective(ground: Theatre, name: str) -> frozenset[Hex]:
    """7.3.1.1: a building of several hexes is one objective."""
    hex_ = ground.numbers[name]
    return next((group for group in ground.building if hex_ in group), frozenset({hex_}))


def _camp(card: Document, side: Side, catalog: Catalog, ground: Theatre) -> Camp:
    data = card["sides"][side]
    deck = catalog.factions[data["faction"]].deck
    texts = catalog.fate_texts[deck]
    cards = [Card(dice.number, dice, text) for dice, text in zip(catalog.decks[deck], texts, strict=True)]
    late = sum(catalog.rules[rule].figures.get("discards_after_orders", 0) for rule in data.get("rules", ()))
    names = zone(catalog.board, data["setup"]["edge"], data["setup"]["depth"])
    sealed = card["objectives"]["secret"][side] == HIDDEN
    return Camp(
        side=side,
        faction=data["faction"],
        posture=data["posture"],
        quality=data["quality"],
        hand_size=data["hand"],
        orders=data["orders"],
        discards=data["discard_limit"] or data["hand"],
        late_discards=late,
        surrender=data["surrender"],
        edge=data["setup"]["edge"],
        nationality=data["nationality"],
        deck=cards,
        radio=Radio(catalog.counters[data["radio"]]) if data["radio"] else None,
        secret=[] if sealed else list(card["objectives"]["secret"][side]),
        sealed=sealed,
        zone=frozenset(ground.numbers[name] for name in names),
    )


def _muster(fight: Fight, card: Document) -> None:
    """Every piece of the card as a unit or a weapon of its camp, not yet placed."""
    for side in SIDES:
        data = card["sides"][side]
        camp = fight.camps[side]
        fixed, bound = data["setup"].get("fixed", ()), data.get("bound", ())
        if fixed:
            for stack in fixed:
                for unit in _armed(_pieces(fight, side, stack), bound):
                    camp.units.append(unit)
                    unit.hex = fight.ground.numbers[stack["hex"]]
        else:
            loose = list(_pieces(fight, side, data))
            for purchase in data["support"]:
                fight.called.update(ref for ref in purchase["pieces"] if ref in fight.catalog.leaders)
                found = [_piece(fight, side, ref) for ref in purchase["pieces"] if ref != data["radio"]]
                for unit in _armed(each for each in found if each is not None):
                    unit.bought = unit.weapon is None
                    loose.append(unit)
            camp.units = [each for each in loose if isinstance(each, Unit)]
            camp.loose = [each for each in loose if isinstance(each, Weapon)]
            _bind(camp, bound)
        for arrival in data.get("reinforcements", ()):
            camp.coming[arrival["space"]] = _armed(_pieces(fight, side, arrival), bound)
            if arrival.get("radio"):
                camp.radios[arrival["space"]] = Radio(fight.catalog.counters[arrival["radio"]])
        _veterans(camp.units, data.get("veterans", {}))
        spotter = data["setup"].get("mortar_spotter")
        for unit in camp.units:
            unit.spotter = unit.ref == spotter


def _veterans(units: list[Unit], wanted: Mapping[str, int]) -> None:
    for ref, count in wanted.items():
        for unit in [unit for unit in units if unit.ref == ref][:count]:
            unit.veteran = True


def _piece(fight: Fight, side: Side, ref: str) -> Unit | Weapon | None:
    leader = fight.catalog.leaders.get(ref)
    counter = fight.catalog.counters[leader.counter if leader else ref]
    if counter.kind == "weapon":
        return Weapon(fight.name("w"), counter)
    return None if counter.kind == "radio" else unit_of(fight.name("u"), side, counter, leader)


def _pieces(fight: Fight, side: Side, data: Document) -> Iterator[Unit | Weapon]:
    for ref in (*data["leaders"], *(ref for ref, count in data["counters"].items() for _ in range(count))):
        found = _piece(fight, side, ref)
        if found is not None:
            yield found


def _bind(camp: Camp, bound: Sequence[Document]) -> None:
    """11.2: a weapon that the card gives to a unit is with it from the start."""
    for pair in bound:
        weapons = [weapon for weapon in camp.loose if weapon.counter.ref == pair["weapon"]]
        units = [u for u in camp.units if u.ref == pair["unit"] and u.weapon is None and not u.bought]
        if weapons and units:
            units[0].weapon = weapons[0]
            camp.loose.remove(weapons[0])


def _armed(pieces: Any, bound: Sequence[Document] = ()) -> list[Unit]:
    """RS.7: a weapon goes to the unit it came with; of several, to whom the card says (11.2), else to those
    that carry weapons best.
    """
    found = list(pieces)
    units = [each for each in found if isinstance(each, Unit)]
    rank = {"team": 0, "squad": 1, "leader": 2, "hero": 3}
    for weapon in (each for each in found if isinstance(each, Weapon)):
        named = {pair["unit"] for pair in bound if pair["weapon"] == weapon.counter.ref}
        free = sorted(
            (unit for unit in units if unit.weapon is None),
            key=lambda unit: (unit.ref not in named, rank[unit.kind]),
        )
        if free:
            free[0].weapon = weapon
    return units


def _unused(fight: Fight, card: Document) -> dict[str, int]:
    """E68: what the box still holds."""
    used: Tally[str] = Tally()
    for camp in fight.camps.values():
        units = [*camp.units, *(unit for units in camp.coming.values() for unit in units)]
        for unit in units:
            used[unit.ref] += 1
            if unit.weapon:
                used[unit.weapon.counter.ref] += 1
        used.update(weapon.counter.ref for weapon in camp.loose)
        if camp.radio:
            used[camp.radio.counter.ref] += 1
    leaders = dict.fromkeys(fight.catalog.leaders, 1)
    counters = {ref: counter.quantity for ref, counter in fight.catalog.counters.items()}
    return {ref: max(0, number - used[ref]) for ref, number in {**counters, **leaders}.items()}
