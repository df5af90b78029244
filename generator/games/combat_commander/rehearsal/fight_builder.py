"""Build a fight from a scenario card: decks, forces, tracks and ground."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Side
from schemas.errors import HorahError

from ..battle.view import HIDDEN
from ..ground.card_ground import get_card_ground
from ..hexes import zone
from .board import Board, Hex
from .modules.card_rules import list_rules_in_force, list_unsupported
from .modules.preparation import build_overlay, prepare_special_rules
from .modules.terrain import build_special_board
from .pieces import Radio, Unit, Weapon, create_unit
from .state import SIDES, Camp, Card, Fight, Options, Special

Document = Mapping[str, Any]
POSTURES = ("attack", "defend", "recon")
REQUIRED_VALUES = ("marker", "time", "sudden_death", "initiative", "first_turn")  # a card may leave them open


def list_unsupported_rules(card: Document, catalog: Catalog) -> tuple[str, ...]:
    """Return the rules of a card that the rehearsal does not support."""
    unsupported = list(list_unsupported(card, catalog))
    unsupported += [
        "pacific" for works in card["fortifications"] if works["type"] not in catalog.fortifications
    ]
    for side in SIDES:
        unsupported += [
            rule
            for rule in card["sides"][side].get("rules", ())
            if not set(catalog.rules[rule].figures) <= {"discard_limit", "discards_after_orders"}
        ]
        unsupported += ["pacific"] if card["sides"][side]["faction"] not in catalog.factions else []
        unsupported += ["PA-17"] if card["sides"][side]["posture"] not in POSTURES else []
        unsupported += ["PA-O28"] if card["sides"][side].get("infiltration") else []
    return tuple(dict.fromkeys(unsupported))


def find_obstacle(card: Document, catalog: Catalog) -> HorahError | None:
    """Return the error that explains why no fight can be built from a card; None if it can."""
    if unsupported := list_unsupported_rules(card, catalog):
        return HorahError("NOT_REHEARSED", rules=unsupported)
    if any(card[name] is None for name in REQUIRED_VALUES):
        return HorahError("NOT_REHEARSED.open")
    number = card["map"].get("number")
    if get_card_ground(catalog, card) is None or not card["map"].get("objectives"):
        return HorahError(
            "NO_FIGHTING_GROUND", map=number if number is not None else "-", known=tuple(catalog.ground)
        )
    return None


def require_ground(card: Document, catalog: Catalog) -> Ground:
    """Return the ground of a card from which a fight can be built."""
    ground = get_card_ground(catalog, card)
    assert ground is not None
    return ground


def build_fight(card: Document, catalog: Catalog) -> Fight:
    """Build the fight of a card, before the first shuffle."""
    obstacle = find_obstacle(card, catalog)
    if obstacle is not None:
        raise obstacle
    printed = require_ground(card, catalog)
    overlay = build_overlay(card, catalog, printed)
    board = build_special_board(catalog, printed, overlay)
    variants = {
        rule.id: rule.preferred or next(iter(rule.choices)) for rule in catalog.rules.values() if rule.choices
    }
    fight = Fight(
        catalog=catalog,
        board=board,
        year=card["year"],
        camps={side: _build_camp(card, side, catalog, board) for side in SIDES},
        options=Options(
            frozenset(card["rules"].get("optional", ())), {**variants, **card["rules"].get("variants", {})}
        ),
        marker=card["marker"],
        time=card["time"],
        sudden_death=card["sudden_death"],
        initiative=card["initiative"],
        turn_of=card["first_turn"],
        chits=list(card["objectives"]["open"]),
        objectives={
            int(n): _get_objective_hexes(board, hex_) for n, hex_ in card["map"]["objectives"].items()
        },
        control={
            int(n): owner if owner in SIDES else None for n, owner in card["objectives"]["control"].items()
        },
        mine_strength=card["mine_strength"] or catalog.procedure.default_mine_strength,
        special=Special(rules := list_rules_in_force(card, catalog), "ST-7" in rules, printed, overlay),
    )
    if "V15" in fight.options.optional:
        fight.options.variants = {**fight.options.variants, "8.2": "b"}
    fight.units_at = [[] for _ in board.names]
    secret = [letter for side in SIDES for letter in fight.camps[side].secret]
    fight.cup = [letter for letter in catalog.chits if letter not in (*fight.chits, *secret)]
    _create_units(fight, card)
    prepare_special_rules(fight, card)
    fight.stock = _count_unused(fight, card)
    return fight


def _get_objective_hexes(board: Board, name: str) -> frozenset[Hex]:
    """7.3.1.1: return the hexes of an objective; a building of several hexes is one objective."""
    hex_ = board.numbers[name]
    return next((group for group in board.building if hex_ in group), frozenset({hex_}))


def _build_camp(card: Document, side: Side, catalog: Catalog, board: Board) -> Camp:
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
        zone=frozenset(board.numbers[name] for name in names),
    )


def _create_units(fight: Fight, card: Document) -> None:
    """Create the units and weapons of each side, not yet placed."""
    for side in SIDES:
        data = card["sides"][side]
        camp = fight.camps[side]
        fixed, bound = data["setup"].get("fixed", ()), data.get("bound", ())
        if fixed:
            for stack in fixed:
                for unit in _distribute_weapons(_create_pieces(fight, side, stack), bound):
                    camp.units.append(unit)
                    unit.hex = fight.board.numbers[stack["hex"]]
        else:
            loose = list(_create_pieces(fight, side, data))
            for purchase in data["support"]:
                fight.arrived_leaders.update(
                    ref for ref in purchase["pieces"] if ref in fight.catalog.leaders
                )
                bought = [
                    _create_piece(fight, side, ref) for ref in purchase["pieces"] if ref != data["radio"]
                ]
                for unit in _distribute_weapons(piece for piece in bought if piece is not None):
                    unit.bought = unit.weapon is None
                    loose.append(unit)
            camp.units = [piece for piece in loose if isinstance(piece, Unit)]
            camp.loose = [piece for piece in loose if isinstance(piece, Weapon)]
            _bind_weapons(camp, bound)
        for arrival in data.get("reinforcements", ()):
            camp.coming[arrival["space"]] = _distribute_weapons(_create_pieces(fight, side, arrival), bound)
            if arrival.get("radio"):
                camp.radios[arrival["space"]] = Radio(fight.catalog.counters[arrival["radio"]])
        _mark_veterans(camp.units, data.get("veterans", {}))
        spotter = data["setup"].get("mortar_spotter")
        for unit in camp.units:
            unit.spotter = unit.ref == spotter


def _mark_veterans(units: list[Unit], wanted: Mapping[str, int]) -> None:
    for ref, count in wanted.items():
        for unit in [unit for unit in units if unit.ref == ref][:count]:
            unit.veteran = True


def _create_piece(fight: Fight, side: Side, ref: str) -> Unit | Weapon | None:
    leader = fight.catalog.leaders.get(ref)
    counter = fight.catalog.counters[leader.counter if leader else ref]
    if counter.kind == "weapon":
        return Weapon(fight.make_id("w"), counter)
    return None if counter.kind == "radio" else create_unit(fight.make_id("u"), side, counter, leader)


def _create_pieces(fight: Fight, side: Side, data: Document) -> Iterator[Unit | Weapon]:
    for ref in (*data["leaders"], *(ref for ref, count in data["counters"].items() for _ in range(count))):
        piece = _create_piece(fight, side, ref)
        if piece is not None:
            yield piece


def _bind_weapons(camp: Camp, bound: Sequence[Document]) -> None:
    """11.2: give weapons to the units that the card names."""
    for pair in bound:
        weapons = [weapon for weapon in camp.loose if weapon.counter.ref == pair["weapon"]]
        units = [u for u in camp.units if u.ref == pair["unit"] and u.weapon is None and not u.bought]
        if weapons and units:
            units[0].weapon = weapons[0]
            camp.loose.remove(weapons[0])


def _distribute_weapons(pieces: Any, bound: Sequence[Document] = ()) -> list[Unit]:
    """RS.7, 11.2: give weapons to the units that the card names, else to the best carriers of the group."""
    piece_list = list(pieces)
    units = [piece for piece in piece_list if isinstance(piece, Unit)]
    rank = {"team": 0, "squad": 1, "leader": 2, "hero": 3}
    for weapon in (piece for piece in piece_list if isinstance(piece, Weapon)):
        named = {pair["unit"] for pair in bound if pair["weapon"] == weapon.counter.ref}
        free = sorted(
            (unit for unit in units if unit.weapon is None),
            key=lambda unit: (unit.ref not in named, rank[unit.kind]),
        )
        if free:
            free[0].weapon = weapon
    return units


def _count_unused(fight: Fight, card: Document) -> dict[str, int]:
    """E68: return the number of unused counters by reference."""
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
