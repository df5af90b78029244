"""The card of a battle: the document that every export uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.chance import commitment
from generator.table import Line, Note, Shown, Table

from ..authoring.force import find_bound_weapon
from ..authoring.pricing import compute_side_points
from .optional import list_optional_rules
from .procedure import NAME
from .state import SIDES, Battle, Force, Purchase

FORMAT = "hora-h/card/1"

Card = dict[str, Any]


def make_card(
    battle: Battle,
    table: Table[Any],
    seed: str | None,
    procedure: str = NAME,
    since: Shown | None = None,
    until: Shown | None = None,
) -> Card:
    """Return the referee's card with all secrets; ``view_card`` makes the views of the seats.

    A campaign holds several battles: ``since`` and ``until`` say where this one begins and ends.
    """
    first, last = since.answers if since else 0, until.answers if until else None
    lines = table.log[since.lines if since else 0 : until.lines if until else None]
    assert battle.map is not None
    objectives = battle.map.objectives
    card: Card = {
        "format": FORMAT,
        "source": {"kind": "battle"},
        "seat": "referee",
        "seed": seed,
        "commitment": commitment(seed) if seed is not None else None,
        "edition": battle.edition.id,
        "year": battle.year,
        "map": {
            "number": battle.map.number or None,
            "orientation": battle.orientation,
            "friendly_edge": {side: battle.edge(side) for side in SIDES},
            "objectives": {str(n): hex_ for n, hex_ in objectives.items()} if objectives else None,
        },
        "marker": battle.marker,
        "time": battle.time,
        "sudden_death": battle.sudden_death,
        "initiative": battle.initiative,
        "first_turn": battle.initiative,
        "objectives": {
            "open": list(battle.open),
            "secret": {side: list(battle.secret[side]) for side in SIDES},
            "control": dict(battle.control),
        },
        "sides": {side: side_of(battle, battle.force(side)) for side in SIDES},
        "fortifications": _fortifications(battle),
        "mine_strength": battle.mine_strength,
        "rules": {
            "modules": [],
            "special": [],
            "optional": [
                rule for rule in list_optional_rules(battle.catalog) if rule in battle.settings.optional
            ],
            "variants": _list_variants(battle),
            "text": [],
        },
        "points": {"axis": None, "allied": None},
        "settings": battle.settings.json(),
        "transcript": {
            "procedure": procedure,
            "catalog": battle.catalog.version,
            "entries": [entry.json() for entry in table.entries[first:last]],
        },
        "events": events_of(lines, first),
    }
    if battle.battlefield is not None:
        card["map"]["battlefield"] = dict(battle.battlefield)
    if battle.rubble:
        card["markers"] = [{"type": "rubble", "hex": hex_} for hex_ in battle.rubble]
    for side in SIDES:
        card["points"][side] = compute_side_points(card, side, battle.catalog)
    return card


def events_of(log: Sequence[Line], answers: int = 0) -> list[dict[str, Any]]:
    """Return the notes of a log, each with the number of answers given before it."""
    events = []
    for line, entry in log:
        if isinstance(line, Note):
            events.append({"n": answers, "rule": line.rule, "what": line.what, "facts": dict(line.facts)})
        elif entry is not None:
            answers = entry.n + 1
    return events


def side_of(battle: Battle, force: Force) -> dict[str, Any]:
    """Return one side of the card."""
    side: dict[str, Any] = {
        "faction": force.faction,
        "nationality": force.nationality,
        "formation": force.formation,
        "chit": force.chit,
        "size": force.size,
        "quality": force.quality,
        "orders": force.orders,
        "posture": force.posture,
        "hand": force.hand,
        "surrender": force.surrender,
        "discard_limit": discard_limit(battle, force),
        "initiative": force.initiative,
        "point_value": force.point_value,
        "leaders": list(force.leaders),
        "counters": dict(force.counters),
        "support": [_bought(battle, purchase) for purchase in force.support],
        "radio": force.radio,
        "radio_cost": force.radio_cost,
        "setup": {"order": force.setup_order, "depth": force.depth, "edge": battle.edge(force.side)},
        "rules": list(force.rules),
    }
    if force.fixed:
        side["setup"]["fixed"] = _stacks(battle, force)
    if force.spotter:
        side["setup"]["mortar_spotter"] = force.spotter
    if force.groups:
        side["groups"] = [
            {"id": g.id, "title": dict(g.title), "leaders": list(g.leaders), "counters": dict(g.counters)}
            for g in force.groups
        ]
    if force.veterans:
        side["veterans"] = dict(force.veterans)
    if force.arrivals:
        side["reinforcements"] = _arrivals(battle, force)
    if force.free_deploys:
        side["setup"]["free_deploy"] = force.free_deploys
    return side


def _bought(battle: Battle, purchase: Purchase) -> dict[str, Any]:
    """RS.7: return a purchase with its bound weapon, if any."""
    weapon = find_bound_weapon(battle.catalog, purchase.pieces)
    return {
        "offer": purchase.offer,
        "cost": purchase.cost,
        "pieces": list(purchase.pieces),
        "weapon": weapon,
    }


def _arrivals(battle: Battle, force: Force) -> list[dict[str, Any]]:
    spaces: dict[int, dict[str, Any]] = {}
    for unit in sorted(force.arrivals, key=lambda arrival: arrival.space):
        space = spaces.setdefault(unit.space, {"space": unit.space, "leaders": [], "counters": {}})
        for piece in filter(None, (unit.piece, unit.weapon)):
            if piece in battle.catalog.leaders:
                space["leaders"].append(piece)
            else:
                space["counters"][piece] = space["counters"].get(piece, 0) + 1
        if unit.veteran:
            veterans = space.setdefault("veterans", {})
            veterans[unit.piece] = veterans.get(unit.piece, 0) + 1
    return list(spaces.values())


def discard_limit(battle: Battle, force: Force) -> int | None:
    """5.3: return the faction's limit, unless a rule of the order of battle sets another."""
    for rule in force.rules:
        if "discard_limit" in battle.catalog.rules[rule].figures:
            return int(battle.catalog.rules[rule].figures["discard_limit"])
    return battle.catalog.factions[force.faction].discard_limit


def _stacks(battle: Battle, force: Force) -> list[dict[str, Any]]:
    stacks: dict[str, dict[str, Any]] = {}
    for unit in force.fixed:
        stack = stacks.setdefault(unit["hex"], {"hex": unit["hex"], "leaders": [], "counters": {}})
        for piece in filter(None, (unit["piece"], unit.get("weapon"))):
            if piece in battle.catalog.leaders:
                stack["leaders"].append(piece)
            else:
                stack["counters"][piece] = stack["counters"].get(piece, 0) + 1
    return list(stacks.values())


def _list_variants(battle: Battle) -> dict[str, str]:
    """8.2: return the variant of overstacking, if it is not the one the compilation recommends."""
    chosen = battle.settings.overstacking
    return {} if chosen == battle.catalog.rules["8.2"].preferred else {"8.2": chosen}


def _fortifications(battle: Battle) -> list[dict[str, Any]]:
    """RS.9, RS.12: list the defender's works paid with VP, then those paid with campaign points."""
    works: list[dict[str, Any]] = []
    defender = battle.posture_side("defend")
    if defender is not None:
        works += _works(battle, defender, battle.packages, battle.fortification_hexes, "vp")
    for side in SIDES:
        force = battle.force(side)
        works += _works(battle, side, force.works, force.works_hexes, "points")
    return works


def _works(
    battle: Battle, side: Side, packages: Mapping[str, int], hexes: Mapping[str, tuple[str, ...]], paid: str
) -> list[dict[str, Any]]:
    """List works by hex if hexes are recorded, else by package."""
    if hexes:
        return [
            {"side": side, "type": kind, "count": len(spots), "paid": paid, "hexes": list(spots)}
            for kind, spots in hexes.items()
            if spots
        ]
    contents = {package.id: package.contents for package in battle.edition.packages}
    return [
        {"side": side, "type": kind, "count": number * count, "package": name, "paid": paid}
        for name, count in packages.items()
        for kind, number in contents[name].items()
    ]
