"""9.0: the arithmetic of fire, cohesion, assault and barrage, each with its working.

A value that no table tells is None in the working and counts nothing; whoever has the table types it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .battle import Unit
from .state import GOOD, State, markers

DIRECT, INDIRECT, COUNTER, BARRAGE, AIR = "direct", "indirect", "counter", "barrage", "air"
MOVING, STATIC_VEHICLES, OTHERS = "moving", "static_vehicles", "others"
BATTERIES = ("artillery", "support")
NOBODY_KNOWS = None


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a working: why, how much (None: not known), and whose it is."""

    why: str
    value: int | None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """Fire at a hex: who fires and how, and the ground."""

    side: str
    units: tuple[str, ...]
    how: str = DIRECT
    hex: str | None = None
    terrain: str = "clear"  # where the target is, or what it crossed (9.3.A.ii)
    firing: str = "clear"  # where the fire comes from
    crossed: int = 0  # hexes the mover crossed under the eyes of the firers (example G)
    other: int = 0  # what else the tables add, typed by the player


def total(steps: Sequence[Step]) -> int:
    return sum(step.value or 0 for step in steps)


def unknown(steps: Sequence[Step]) -> tuple[str, ...]:
    """What is missing from a working."""
    return tuple(dict.fromkeys(step.why for step in steps if step.value is None))


def terrain(state: State, name: str) -> Mapping[str, object]:
    """A kind of terrain as the author's table has it, or as the series rules do."""
    own = next((row for row in state.battle.document["terrain"] if row["id"] == name), None)
    if own is not None:
        return dict(own)
    found = state.catalog.terrain[name if name in state.catalog.terrain else "other"]
    return {"fire": found.fire, "firing": found.firing, "assault": found.assault, "clear": found.clear}


def kinds_of_terrain(state: State) -> tuple[str, ...]:
    """What can be named as ground: the author's kinds, or those of the series rules."""
    return tuple(row["id"] for row in state.battle.document["terrain"]) or tuple(state.catalog.terrain)


# Fire


def against(state: State, shot: Shot, targets: Sequence[Unit]) -> tuple[str, ...]:
    """9.2.G, 16.3: which of the targets fire can affect: by the factors of the firers, and the mixed hex."""
    vehicles = [unit.id for unit in targets if unit.vehicle]
    others = [unit.id for unit in targets if not unit.vehicle]
    if shot.how in (AIR, BARRAGE):
        return tuple(unit.id for unit in targets if shot.how == AIR or not unit.armoured)
    if shot.how == DIRECT and vehicles and others and state.battle.document["mixed_fire"] == "vehicles":
        others = []
    hit = [
        *(vehicles if any(_factor(state, shot, name, True) is not None for name in shot.units) else ()),
        *(others if any(_factor(state, shot, name, False) is not None for name in shot.units) else ()),
    ]
    return tuple(unit.id for unit in targets if unit.id in hit)


def _factor(state: State, shot: Shot, name: str, vehicles: bool) -> int | None:
    """9.2.G, 16.3, 16.4: what a unit brings against vehicles or others."""
    unit = state.battle.units[name]
    if not vehicles:
        return unit.ap
    if shot.how == DIRECT:
        return unit.at
    return unit.ap if unit.type == "artillery" else None


def fire(state: State, shot: Shot, target: Unit | None = None) -> tuple[Step, ...]:
    """9.2.H: everything that is added to the die of a shot at a target."""
    return (*_power(state, shot, target), *_ground(state, shot, target), *_circumstances(state, shot))


def _power(state: State, shot: Shot, target: Unit | None) -> Iterator[Step]:
    document = state.battle.document
    if shot.how == BARRAGE:
        yield Step("barrage_factor", document["barrage"]["factor"])
        return
    if shot.how == AIR:
        yield Step("air_factor", (document["sides"][shot.side]["air"] or {}).get("factor"))
        return
    vehicles = target is not None and target.vehicle
    found = [(name, _factor(state, shot, name, vehicles)) for name in shot.units]
    if vehicles and shot.how != DIRECT:
        whole = sum(value or 0 for _, value in found)
        yield Step("half_artillery", whole // state.figures["indirect_at_vehicles"])
    else:
        yield from (Step("factor", value, name) for name, value in found if value is not None)
    for name in shot.units:
        piece = state.pieces[name]
        mode = state.catalog.modes[piece.mode]
        if mode.all:
            yield Step(f"mode_{piece.mode}", mode.all, name)
        yield from (Step(f"marker_{m}", state.catalog.markers[m].fire, name) for m in markers(piece))


def _ground(state: State, shot: Shot, target: Unit | None) -> Iterator[Step]:
    """Terrain, formation and armour of the target; of an attack from the air only the first two (19.4.A)."""
    ground, out_of = terrain(state, shot.terrain), terrain(state, shot.firing)
    yield from _unless_zero(Step("terrain", _number(ground["fire"])))
    if ground["clear"] and not out_of["clear"] and shot.how == DIRECT:
        yield from _unless_zero(Step("terrain_firing", _number(out_of["firing"])))
    if target is None:
        return
    piece = state.pieces[target.id]
    if state.catalog.formations[(target.type, piece.formation)].march and piece.mode != "rout":
        yield Step("march", state.battle.document["march_fire"], target.id)
    if target.vehicle and shot.how not in (AIR, BARRAGE):
        yield from _unless_zero(Step("armour", target.armour, target.id))


def _circumstances(state: State, shot: Shot) -> Iterator[Step]:
    yield from _unless_zero(Step("crossed", shot.crossed * state.figures["crossed_hex"]))
    if state.night:
        yield Step("night", state.figures["night_fire"])
    yield from _unless_zero(Step("other", shot.other))


def _unless_zero(step: Step) -> Iterator[Step]:
    if step.value != 0:
        yield step


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def fire_effect(state: State, sum_: int) -> tuple[str | None, tuple[str, ...] | None]:
    """9.2.H: what a total does, and to whom it brings losses; None where no table tells."""
    rows = state.battle.document["fire_table"]
    if rows:
        row = next((row for row in rows if row["from"] <= sum_ <= row["to"]), None)
        return (row["effect"], tuple(row["losses"])) if row else (None, None)
    found = state.catalog.fire_effects.get(sum_)
    return (found.effect, found.losses) if found else (None, None)


def harder(effect: str) -> int | None:
    """C+2 adds 2 to the check; without a check there is none."""
    if effect == "none":
        return None
    return int(effect.partition("+")[2] or 0)


def kind_of_target(state: State, unit: Unit) -> str:
    """9.2.I: how the fire table tells targets apart for losses."""
    formation = state.pieces[unit.id].formation
    if unit.vehicle:
        return "vehicles"
    if formation == "mounted":
        return "mounted"
    if unit.type in BATTERIES and formation == "march":
        return "artillery_march"
    if formation == "dismounted":
        formation = state.battle.side(unit.side)["dismounted"] or "dismounted"
    return f"infantry_{formation}" if formation in ("open", "closed") else "others"


# Cohesion


@dataclass(frozen=True, slots=True)
class Checked:
    """9.2.I: a cohesion check: the sum of the die, the value it must not exceed, and by how much it did."""

    sum: int
    value: int | None

    @property
    def passed(self) -> bool | None:
        return None if self.value is None else self.sum <= self.value

    @property
    def by(self) -> int:
        return max(0, self.sum - (self.value or 0))


def column(unit: Unit, moving: bool) -> str:
    """In which column of the cohesion table a unit looks."""
    if moving:
        return MOVING
    return STATIC_VEHICLES if unit.vehicle else OTHERS


def cohesion_effect(state: State, where: str, by: int) -> tuple[str | None, int | None]:
    """9.2.I: what a check failed by so much does; None where no table tells."""
    rows = [row for row in state.battle.document["cohesion_table"] if row["column"] == where]
    if state.battle.document["cohesion_table"]:
        row = next((row for row in rows if row["from"] <= by <= row["to"]), None)
        return (row["effect"], row["hexes"]) if row else (None, None)
    found = state.catalog.cohesion_effects.get((where, by))
    return (found.effect, found.hexes) if found else (None, None)


# Assault


@dataclass(frozen=True, slots=True)
class Stack:
    """One side of an assault: its counters, and the one whose factor counts."""

    side: str
    units: tuple[str, ...]
    lead: str
    other: int = 0


def assault(
    state: State, own: Stack, enemy: Stack, *, defends: bool, ground: str, fortified: bool
) -> tuple[Step, ...]:
    """9.6.B: everything that is added to the die of a side."""
    return tuple(_assault(state, own, enemy, defends, ground, fortified))


def _assault(
    state: State, own: Stack, enemy: Stack, defends: bool, ground: str, fortified: bool
) -> Iterator[Step]:
    figures, mine, theirs = state.figures, _units(state, own), _units(state, enemy)
    vehicles = [unit for unit in mine if unit.vehicle]
    if vehicles and any(_on_foot(state, unit) for unit in mine):
        yield Step("combined", figures["assault_combined"])
    found = terrain(state, ground)
    if defends:
        yield from _unless_zero(Step("terrain", _number(found["assault"])))
    if not defends and vehicles and found["clear"] and not fortified and not any(u.at for u in theirs):
        yield Step("overrun", figures["assault_overrun"])
    yield Step("assault_factor", _assault_factor(state, own.lead), own.lead)
    good = sum(state.pieces[name].mode == GOOD for name in own.units if name != own.lead)
    yield from _unless_zero(Step("good_order", good * figures["assault_each"]))
    more = [unit.id for unit in vehicles if unit.id != own.lead]
    if more:
        best = max(more, key=lambda name: _assault_factor(state, name) or 0)
        yield Step("vehicle_factor", _assault_factor(state, best), best)
    strong = (_number(found["fire"]) or 0) <= figures["strong_cover"]
    if not defends and strong and len(vehicles) == len(own.units) and any(_infantry(u) for u in theirs):
        yield Step("vehicles_alone", figures["assault_vehicles_alone"])
    yield from _unless_zero(Step("other", own.other))


def _units(state: State, stack: Stack) -> list[Unit]:
    return [state.battle.units[name] for name in stack.units if name in state.battle.units]


def _infantry(unit: Unit) -> bool:
    return unit.type == "infantry"


def _on_foot(state: State, unit: Unit) -> bool:
    return _infantry(unit) or state.pieces[unit.id].formation == "dismounted"


def _assault_factor(state: State, name: str) -> int | None:
    """The printed factor of a counter in its mode."""
    battle = state.battle
    if name in battle.trains:
        return 0
    printed = battle.hqs[name].assault if name in battle.hqs else battle.units[name].assault
    if printed is None:
        return None
    mode = state.catalog.modes[state.pieces[name].mode]
    return printed + mode.all + mode.assault


def assault_won(attack: tuple[int, int], defence: tuple[int, int]) -> bool | None:
    """9.6.B: does the attacker win? Dice and modifiers of each; None: roll again.

    The higher total wins; of equal totals the one with the smaller modifier.
    """
    (die, modifier), (other_die, other_modifier) = attack, defence
    if die + modifier != other_die + other_modifier:
        return die + modifier > other_die + other_modifier
    return None if modifier == other_modifier else modifier < other_modifier


# Barrage, bombardment and the air


def barrage_placed(figures: Mapping[str, int], die: int, command: int, *, organic: bool, seen: bool) -> bool:
    """9.4.B: does a barrage come down where it should? The command factor is subtracted as printed."""
    reached = die - command + (0 if seen else figures["barrage_blind"])
    return reached <= figures["barrage_organic" if organic else "barrage_mixed"]


def found_from_the_air(figures: Mapping[str, int], die: int, defence: int) -> str:
    """19.4.A, 19.5.B: a mission attacks, is lost, or falls on its own side."""
    sum_ = die + defence
    if sum_ >= figures["air_own"]:
        return "own"
    return "lost" if sum_ >= figures["air_lost_from"] else "attack"


def hits_installation(die: int, defence: int, factor: int) -> bool:
    """9.5, 19.4.B: the die, with the defence, must not exceed the factor."""
    return die + defence <= factor
