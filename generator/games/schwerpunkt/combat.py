"""9.0: arithmetic of fire, cohesion, assault and barrage, with the steps of each sum.

A value that no table has is None and counts nothing; a player who has the table types it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .battle import Unit
from .state import GOOD, State, list_markers

DIRECT, INDIRECT, COUNTER, BARRAGE, AIR = "direct", "indirect", "counter", "barrage", "air"
MOVING, STATIC_VEHICLES, OTHERS = "moving", "static_vehicles", "others"
BATTERIES = ("artillery", "support")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a sum: reason, value (None: unknown), and counter."""

    why: str
    value: int | None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """Fire at a hex: firing units, kind of fire, and terrain."""

    side: str
    units: tuple[str, ...]
    how: str = DIRECT
    hex: str | None = None
    terrain: str = "clear"  # of the target, or of the crossed hex (9.3.A.ii)
    firing: str = "clear"  # terrain of the firing units
    crossed: int = 0  # hexes that the mover crossed in view of the firing units (example G)
    other: int = 0  # other table modifiers, typed by the player


def sum_steps(steps: Sequence[Step]) -> int:
    return sum(step.value or 0 for step in steps)


def list_unknown(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the unknown parts of a sum."""
    return tuple(dict.fromkeys(step.why for step in steps if step.value is None))


def get_terrain(state: State, name: str) -> Mapping[str, object]:
    """Return a terrain by the author's table, or by the series rules."""
    own = next((row for row in state.battle.document["terrain"] if row["id"] == name), None)
    if own is not None:
        return dict(own)
    known = state.catalog.terrain[name if name in state.catalog.terrain else "other"]
    return {"fire": known.fire, "firing": known.firing, "assault": known.assault, "clear": known.clear}


def list_terrain_kinds(state: State) -> tuple[str, ...]:
    """Return the author's terrain kinds, or those of the series rules."""
    return tuple(row["id"] for row in state.battle.document["terrain"]) or tuple(state.catalog.terrain)


# Fire


def find_affected(state: State, shot: Shot, targets: Sequence[Unit]) -> tuple[str, ...]:
    """9.2.G, 16.3: return the targets that fire can affect, by the firing factors and the mixed-hex rule."""
    vehicles = [unit.id for unit in targets if unit.vehicle]
    others = [unit.id for unit in targets if not unit.vehicle]
    if shot.how in (AIR, BARRAGE):
        return tuple(unit.id for unit in targets if shot.how == AIR or not unit.armoured)
    if shot.how == DIRECT and vehicles and others and state.battle.document["mixed_fire"] == "vehicles":
        others = []
    hit = [
        *(vehicles if any(_get_factor(state, shot, name, True) is not None for name in shot.units) else ()),
        *(others if any(_get_factor(state, shot, name, False) is not None for name in shot.units) else ()),
    ]
    return tuple(unit.id for unit in targets if unit.id in hit)


def hits_train(state: State, shot: Shot) -> bool:
    """3.10: tell whether fire can affect a train, which is no vehicle."""
    special = shot.how in (AIR, BARRAGE)
    return special or any(_get_factor(state, shot, name, False) is not None for name in shot.units)


def _get_factor(state: State, shot: Shot, name: str, vehicles: bool) -> int | None:
    """9.2.G, 16.3, 16.4: return a unit's factor against vehicles or others."""
    unit = state.battle.units[name]
    if not vehicles:
        return unit.ap
    if shot.how == DIRECT:
        return unit.at
    return unit.ap if unit.type == "artillery" else None


def list_fire_steps(state: State, shot: Shot, target: Unit | None = None) -> tuple[Step, ...]:
    """9.2.H: return everything that is added to the die of a shot at a target."""
    return (
        *_list_power_steps(state, shot, target),
        *_list_target_steps(state, shot, target),
        *_list_other_steps(state, shot),
    )


def _list_power_steps(state: State, shot: Shot, target: Unit | None) -> Iterator[Step]:
    document = state.battle.document
    if shot.how == BARRAGE:
        yield Step("barrage_factor", document["barrage"]["factor"])
        return
    if shot.how == AIR:
        yield Step("air_factor", (document["sides"][shot.side]["air"] or {}).get("factor"))
        return
    vehicles = target is not None and target.vehicle
    factors = [(name, _get_factor(state, shot, name, vehicles)) for name in shot.units]
    if vehicles and shot.how != DIRECT:
        total_ = sum(value or 0 for _, value in factors)
        yield Step("half_artillery", total_ // state.figures["indirect_at_vehicles"])
    else:
        yield from (Step("factor", value, name) for name, value in factors if value is not None)
    for name in shot.units:
        piece = state.pieces[name]
        mode = state.catalog.modes[piece.mode]
        if mode.all:
            yield Step(f"mode_{piece.mode}", mode.all, name)
        yield from (Step(f"marker_{m}", state.catalog.markers[m].fire, name) for m in list_markers(piece))


def _list_target_steps(state: State, shot: Shot, target: Unit | None) -> Iterator[Step]:
    """Yield terrain, formation and armour of the target; air attacks ignore armour (19.4.A)."""
    ground, out_of = get_terrain(state, shot.terrain), get_terrain(state, shot.firing)
    yield from _skip_zero(Step("terrain", _as_int(ground["fire"])))
    if ground["clear"] and not out_of["clear"] and shot.how == DIRECT:
        yield from _skip_zero(Step("terrain_firing", _as_int(out_of["firing"])))
    if target is None:
        return
    piece = state.pieces[target.id]
    if state.catalog.formations[(target.type, piece.formation)].march and piece.mode != "rout":
        yield Step("march", state.battle.document["march_fire"], target.id)
    if target.vehicle and shot.how not in (AIR, BARRAGE):
        yield from _skip_zero(Step("armour", target.armour, target.id))


def _list_other_steps(state: State, shot: Shot) -> Iterator[Step]:
    yield from _skip_zero(Step("crossed", shot.crossed * state.figures["crossed_hex"]))
    if state.night:
        yield Step("night", state.figures["night_fire"])
    yield from _skip_zero(Step("other", shot.other))


def _skip_zero(step: Step) -> Iterator[Step]:
    if step.value != 0:
        yield step


def _as_int(value: object) -> int | None:
    return value if isinstance(value, int) else None


def look_up_fire_effect(state: State, sum_: int) -> tuple[str | None, tuple[str, ...] | None]:
    """9.2.H: return the effect of a total and the targets with losses; None if no table has it."""
    rows = state.battle.document["fire_table"]
    if rows:
        row = next((row for row in rows if row["from"] <= sum_ <= row["to"]), None)
        return (row["effect"], tuple(row["losses"])) if row else (None, None)
    known = state.catalog.fire_effects.get(sum_)
    return (known.effect, known.losses) if known else (None, None)


def get_check_modifier(effect: str) -> int | None:
    """Return the addition to the check, 2 for C+2; None without a check."""
    if effect == "none":
        return None
    return int(effect.partition("+")[2] or 0)


def classify_target(state: State, unit: Unit) -> str:
    """9.2.I: return the target category of the fire table's losses."""
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
class CheckResult:
    """9.2.I: a cohesion check: the sum, and the value it must not exceed."""

    sum: int
    value: int | None

    @property
    def passed(self) -> bool | None:
        return None if self.value is None else self.sum <= self.value

    @property
    def by(self) -> int:
        return max(0, self.sum - (self.value or 0))


def get_cohesion_column(unit: Unit, moving: bool) -> str:
    """Return the unit's column of the cohesion table."""
    if moving:
        return MOVING
    return STATIC_VEHICLES if unit.vehicle else OTHERS


def look_up_cohesion_effect(state: State, where: str, by: int) -> tuple[str | None, int | None]:
    """9.2.I: return the effect of a check failed by this much; None if no table has it."""
    rows = [row for row in state.battle.document["cohesion_table"] if row["column"] == where]
    if state.battle.document["cohesion_table"]:
        row = next((row for row in rows if row["from"] <= by <= row["to"]), None)
        return (row["effect"], row["hexes"]) if row else (None, None)
    known = state.catalog.cohesion_effects.get((where, by))
    return (known.effect, known.hexes) if known else (None, None)


# Assault


@dataclass(frozen=True, slots=True)
class Stack:
    """One side of an assault: its counters, and the one whose factor counts."""

    side: str
    units: tuple[str, ...]
    lead: str
    other: int = 0


def list_assault_steps(
    state: State, own: Stack, enemy: Stack, *, defends: bool, ground: str, fortified: bool
) -> tuple[Step, ...]:
    """9.6.B: return everything that is added to a side's die."""
    return tuple(_list_assault_steps(state, own, enemy, defends, ground, fortified))


def _list_assault_steps(
    state: State, own: Stack, enemy: Stack, defends: bool, ground: str, fortified: bool
) -> Iterator[Step]:
    figures, mine, theirs = state.figures, _get_units(state, own), _get_units(state, enemy)
    vehicles = [unit for unit in mine if unit.vehicle]
    if vehicles and any(_is_on_foot(state, unit) for unit in mine):
        yield Step("combined", figures["assault_combined"])
    terrain_row = get_terrain(state, ground)
    if defends:
        yield from _skip_zero(Step("terrain", _as_int(terrain_row["assault"])))
    if not defends and vehicles and terrain_row["clear"] and not fortified and not any(u.at for u in theirs):
        yield Step("overrun", figures["assault_overrun"])
    yield Step("assault_factor", _get_assault_factor(state, own.lead), own.lead)
    good = sum(state.pieces[name].mode == GOOD for name in own.units if name != own.lead)
    yield from _skip_zero(Step("good_order", good * figures["assault_each"]))
    more = [unit.id for unit in vehicles if unit.id != own.lead]
    if more:
        best = max(more, key=lambda name: _get_assault_factor(state, name) or 0)
        yield Step("vehicle_factor", _get_assault_factor(state, best), best)
    strong = (_as_int(terrain_row["fire"]) or 0) <= figures["strong_cover"]
    if not defends and strong and len(vehicles) == len(own.units) and any(_is_infantry(u) for u in theirs):
        yield Step("vehicles_alone", figures["assault_vehicles_alone"])
    yield from _skip_zero(Step("other", own.other))


def _get_units(state: State, stack: Stack) -> list[Unit]:
    return [state.battle.units[name] for name in stack.units if name in state.battle.units]


def _is_infantry(unit: Unit) -> bool:
    return unit.type == "infantry"


def _is_on_foot(state: State, unit: Unit) -> bool:
    return _is_infantry(unit) or state.pieces[unit.id].formation == "dismounted"


def _get_assault_factor(state: State, name: str) -> int | None:
    """Return the printed factor of a counter, modified by its mode."""
    battle = state.battle
    if name in battle.trains:
        return 0
    printed = battle.hqs[name].assault if name in battle.hqs else battle.units[name].assault
    if printed is None:
        return None
    mode = state.catalog.modes[state.pieces[name].mode]
    return printed + mode.all + mode.assault


def is_assault_won(attack: tuple[int, int], defence: tuple[int, int]) -> bool | None:
    """9.6.B: tell whether the attacker wins, given (die, modifier) of each; None: roll again.

    The higher total wins; of equal totals the smaller modifier.
    """
    (die, modifier), (other_die, other_modifier) = attack, defence
    if die + modifier != other_die + other_modifier:
        return die + modifier > other_die + other_modifier
    return None if modifier == other_modifier else modifier < other_modifier


# Barrage, bombardment and the air


def is_barrage_placed(
    figures: Mapping[str, int], die: int, command: int, *, organic: bool, seen: bool
) -> bool:
    """9.4.B: tell whether a barrage lands as planned; the command factor is subtracted as printed."""
    reached = die - command + (0 if seen else figures["barrage_blind"])
    return reached <= figures["barrage_organic" if organic else "barrage_mixed"]


def resolve_air_attack(figures: Mapping[str, int], die: int, defence: int) -> str:
    """19.4.A, 19.5.B: tell whether a mission attacks, is lost, or hits its own side."""
    sum_ = die + defence
    if sum_ >= figures["air_own"]:
        return "own"
    return "lost" if sum_ >= figures["air_lost_from"] else "attack"


def hits_installation(die: int, defence: int, factor: int) -> bool:
    """9.5, 19.4.B: die plus defence must not exceed the factor."""
    return die + defence <= factor
