"""Forms of reports as JSON Schema, with their context; every form is bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schemas.errors import HorahError

from ..combat import COUNTER, DIRECT, INDIRECT, Shot, list_terrain_kinds
from ..state import State, Turn
from ..supply import compute_movement, list_full_trains

Form = dict[str, Any]
Check = Callable[[Any], HorahError | None]
HEX_FORM = {
    "type": ["string", "null"],
    "maxLength": 8,
    "pattern": "^[A-Za-z0-9.]{1,8}$",
    "examples": ["0203"],
}
TEXT_FORM = {"type": "string", "maxLength": 200}
BOOLEAN_FORM = {"type": "boolean"}
MODES = ("good", "disorganised", "neutralised", "rout")
FORMATIONS = ("march", "closed", "open", "squads", "mounted", "dismounted", "deployed")
MAX_OTHER, MAX_COST, MAX_CHANGES = 30, 60, 400


def make_number(least: int, most: int) -> Form:
    return {"type": "integer", "minimum": least, "maximum": most}


def make_choice(things: Sequence[str]) -> Form:
    return {"enum": list(things) or ["-"]}


def make_list(things: Sequence[str], least: int = 0) -> Form:
    return {
        "type": "array",
        "items": make_choice(things),
        "uniqueItems": True,
        "minItems": least,
        "maxItems": max(1, len(things)),
    }


def make_object(properties: Form, *required: str) -> Form:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


def make_units_form(things: Sequence[str]) -> Form:
    """Return a form for any number of counters."""
    return make_object({"units": make_list(things)}, "units")


# 5.1, 5.2: the choice


def make_changes_form(state: State, side: str) -> Form:
    """Return the form for changes of a side's counters since it was last asked."""
    own = tuple(name for name in state.pieces if state.side_of(name) == side)
    change = make_object(
        {
            "unit": make_choice(own),
            "mode": make_choice(MODES),
            "formation": make_choice(FORMATIONS),
            **dict.fromkeys(("strength", "mechanical", "supply", "engaged", "full", "out"), BOOLEAN_FORM),
            "hex": HEX_FORM,
        },
        "unit",
    )
    return {"type": "array", "items": change, "maxItems": MAX_CHANGES}


def make_choice_form(state: State, side: str, *, stakes: bool) -> tuple[Form, dict[str, Any]]:
    """Return the form for choosing a headquarters and reporting changes; with stakes if they are sealed."""
    ready = state.ready_hqs(side)
    hqs = tuple(name for name in state.battle.hqs if state.side_of(name) == side)
    shift = make_object({"hq": make_choice(hqs), "steps": make_number(-10, 10)}, "hq", "steps")
    form = make_object(
        {
            "hq": make_choice(ready),
            "end": BOOLEAN_FORM,
            "changes": make_changes_form(state, side),
            "morale": {"type": "array", "items": shift, "maxItems": 40},
            **(make_stake_fields(state, ready) if stakes else {}),
        },
        "hq",
    )
    context = {
        "ready": [describe_hq(state, name) for name in ready],
        "stakes": stakes,
        "shifts": list(state.battle.document["morale_shifts"]),
        "hqs": {name: state.battle.name(name) for name in hqs},
        "counters": [
            describe_unit(state, name, False, "") for name in state.pieces if state.side_of(name) == side
        ],
    }
    return form, context


def describe_hq(state: State, hq: str) -> dict[str, Any]:
    """Describe a headquarters to its side for the choice."""
    chosen, footing = state.battle.hqs[hq], state.footing(hq)
    return {
        "id": hq,
        "name": chosen.name,
        "command": chosen.command,
        "bonus": chosen.bonus,
        "reserves": state.reserves[hq],
        "just_activated": footing.just_activated,
        "returning": footing.in_the_clock,
        "good_order": footing.good_order,
        "trains": [
            {"id": train.id, "name": train.name, "kind": train.kind, "exhaustion": train.exhaustion}
            for train in list_stakable(state, hq)
        ],
    }


def list_stakable(state: State, hq: str) -> tuple[Any, ...]:
    """5.2, 15.3, 15.4: return the trains in reach of their headquarters; none while it is in the clock."""
    if hq in state.returns:
        return ()
    return (
        *list_full_trains(state, hq, "ammunition", (hq,)),
        *list_full_trains(state, hq, "fuel", (hq,)),
    )


def make_stake_fields(state: State, hqs: Sequence[str]) -> Form:
    max_reserves = max((state.reserves[hq] for hq in hqs), default=0)
    trains = tuple(train.id for hq in hqs for train in list_stakable(state, hq))
    return {"reserves": make_number(0, max_reserves), "trains": make_list(trains)}


def make_stake_form(state: State, hq: str) -> tuple[Form, dict[str, Any]]:
    """5.2: return the form for reserves and trains before the roll."""
    return make_object(make_stake_fields(state, (hq,)), "reserves", "trains"), {"hq": describe_hq(state, hq)}


def make_stake_check(state: State, fixed: str | None = None) -> Check:
    """Return a check that the stakes belong to the chosen headquarters."""

    def look(answer: Mapping[str, Any]) -> HorahError | None:
        hq = fixed or answer["hq"]
        if answer.get("reserves", 0) > state.reserves[hq]:
            return HorahError("STAKE.reserves", hq=state.battle.name(hq), most=state.reserves[hq])
        own = {train.id for train in list_stakable(state, hq)}
        strange = next((name for name in answer.get("trains", ()) if name not in own), None)
        if strange is not None:
            return HorahError("STAKE.train", hq=state.battle.name(hq), train=state.battle.name(strange))
        return None

    return look


# 7.0: actions


def list_usable(state: State, turn: Turn) -> tuple[str, ...]:
    """7.1: return the counters that the active headquarters may use, itself included unless it is an enemy's
    (5.4)."""
    battle = state.battle
    units = [
        unit.id for unit in battle.units.values() if unit.serves(turn.hq) and state.pieces[unit.id].on_map
    ]
    trains = [train.id for train in battle.trains_of(turn.hq) if state.pieces[train.id].on_map]
    own = [turn.hq] if not turn.turned and state.pieces[turn.hq].on_map else []
    return (*own, *units, *trains)


def make_action_form(state: State, turn: Turn, resolve: bool) -> tuple[Form, dict[str, Any]]:
    """Return the form for one action of the active headquarters, or the end of its actions."""
    units, late = list_usable(state, turn), list_late(state, turn)
    kinds = (
        "move",
        "fire",
        "cease",
        "reform",
        "build",
        "reserve",
        "supply",
        "note",
        "enter",
        "mission",
        "done",
    )
    terrain = list_terrain_kinds(state)
    installations = tuple(str(n) for n in range(len(state.battle.document["installations"])))
    hexes = state.interdicted(state.side_of(turn.hq))
    barred = tuple(dict.fromkeys(barrage.hex for barrage in state.barrages if barrage.hex))
    form = make_object(
        {
            "action": make_choice(kinds),
            **({"interdicted": make_list(units)} if hexes else {}),
            **({"barraged": make_list(units)} if barred else {}),
            **({"friends": BOOLEAN_FORM} if turn.turned else {}),
            **{
                field: make_list(units)
                for field in ("units", "far", "pressed", "offroad", "in_zone", "supplied")
            },
            "unsupplied": make_list(units),
            **dict.fromkeys(("beyond", "free", "zone", "assault", "blind"), BOOLEAN_FORM),
            "lead": make_choice(units),
            "formation": make_choice(FORMATIONS),
            "to": HEX_FORM,
            "hex": HEX_FORM,
            "how": make_choice((DIRECT, INDIRECT, COUNTER, "barrage", "bombard")),
            "terrain": make_choice(terrain),
            "from": make_choice(terrain),
            "other": make_number(-MAX_OTHER, MAX_OTHER),
            "work": make_choice(tuple(state.battle.works)),
            "installation": make_choice(installations),
            "arrival": make_choice(late),
            "use": make_choice(("attack", "interdict", "installation")),
            "defence": make_number(0, 10),
            "cost": make_number(0, MAX_COST),
            "text": TEXT_FORM,
        },
        "action",
    )
    context = {
        "hq": state.battle.name(turn.hq),
        "left": turn.left,
        "points": turn.points,
        "turned": turn.turned,
        "late": turn.late,
        "paid": turn.paid,
        "night": state.night,
        "resolve": resolve,
        "units": [describe_unit(state, name, name in turn.acted, turn.hq) for name in units],
        "costs": {barrage: get_cost(state, barrage) for barrage in state.catalog.actions},
        "works": [dict(row) for row in state.battle.works.values()],
        "terrain": {name: get_terrain_name(state, name) for name in terrain},
        "installations": {n: state.battle.document["installations"][int(n)]["name"] for n in installations},
        "arrivals": list(late),
        "arriving": {barrage: describe_arrival(state, barrage) for barrage in late},
        "missions": 0 if turn.turned else state.missions[turn.side],
        **({"interdicted": list(hexes)} if hexes else {}),
        **({"barraged": list(barred)} if barred else {}),
    }
    return form, context


def describe_arrival(state: State, name: str) -> str:
    """Describe waiting reinforcements by hex and units."""
    arrival = next(candidate for candidate in state.battle.arrivals if candidate.id == name)
    units = ", ".join(state.battle.name(unit) for unit in arrival.units)
    return ": ".join(filter(None, (arrival.hex, units)))


def get_terrain_name(state: State, name: str) -> str | None:
    """Return the author's name of a terrain; None if the terms have it."""
    rows = state.battle.document["terrain"]
    return next((row["name"] for row in rows if row["id"] == name), None)


def list_late(state: State, turn: Turn) -> tuple[str, ...]:
    """6.2.B: return the active side's reinforcements that wait for their hex."""
    own = {arrival.id for arrival in state.battle.arrivals if arrival.side == turn.side}
    return () if turn.turned else tuple(name for name in state.late if name in own)


def get_cost(state: State, name: str) -> int | None:
    """7.2: return an action's cost by the author's table or the series rules; None if unknown."""
    own = state.battle.cost(name)
    return state.catalog.actions[name].cost if own is None else own


def describe_unit(state: State, name: str, acted: bool, hq: str) -> dict[str, Any]:
    """Describe a counter to its owner."""
    piece, battle = state.pieces[name], state.battle
    unit = battle.units.get(name)
    kind = unit.type if unit else "hq" if name in battle.hqs else "train"
    return {
        "id": name,
        "name": battle.name(name),
        "type": kind,
        "organic": unit is None or unit.hq == hq,
        "formation": piece.formation,
        "mode": piece.mode,
        "markers": [m for m in ("strength", "mechanical", "supply", "engaged") if getattr(piece, m)],
        "full": piece.full if kind == "train" else None,
        "hex": piece.hex,
        "here": piece.on_map,
        "acted": acted,
        "mp": compute_movement(state.catalog, unit, piece.formation, changes=False) if unit else None,
    }


# 9.3, 9.6: reactions and defence


def make_reaction_form(
    state: State, able: Sequence[str], withdrawing: Sequence[str] = ()
) -> tuple[Form, dict[str, Any]]:
    """Return the form for the reaction to an enemy who enters a zone or fires."""
    ways = ("none", *(("withdraw",) if withdrawing else ()), *((DIRECT, INDIRECT, COUNTER) if able else ()))
    able = tuple(dict.fromkeys((*able, *withdrawing)))
    terrain = list_terrain_kinds(state)
    form = make_object(
        {
            "how": make_choice(ways),
            "units": make_list(able),
            "terrain": make_choice(terrain),
            "from": make_choice(terrain),
            "crossed": make_number(0, 20),
            "other": make_number(-MAX_OTHER, MAX_OTHER),
            "more": BOOLEAN_FORM,
            "unsupplied": make_list(able),
        },
        "how",
    )
    context = {
        "units": [describe_unit(state, name, False, "") for name in able],
        "terrain": {name: get_terrain_name(state, name) for name in terrain},
        "ways": list(ways),
    }
    return form, context


def make_reaction_check(state: State, able: Sequence[str], withdrawing: Sequence[str] = ()) -> Check:
    """Return a check that units are named which may fire, or withdraw, and that indirect fire is legal."""

    def look(answer: Mapping[str, Any]) -> HorahError | None:
        units = answer.get("units", ())
        if answer["how"] == "none":
            return None
        if not units:
            return HorahError("ACT.no_units")
        allowed = withdrawing if answer["how"] == "withdraw" else able
        strange = next((name for name in units if name not in allowed), None)
        if strange is not None:
            return HorahError("ACT.no_reaction", unit=state.battle.name(strange))
        return None if answer["how"] == "withdraw" else check_indirect(state, answer["how"], units)

    return look


def check_indirect(state: State, how: str, units: Sequence[str]) -> HorahError | None:
    """9.2.C: only red ranges fire indirectly."""
    wrong = next((name for name in units if how != DIRECT and not state.battle.units[name].indirect), None)
    return HorahError("ACT.not_indirect", unit=state.battle.name(wrong)) if wrong else None


def make_shot(side: str, given: Mapping[str, Any]) -> Shot:
    """Make a shot from a report."""
    return Shot(
        side,
        tuple(given.get("units", ())),
        given.get("how", DIRECT),
        given.get("hex"),
        given.get("terrain", "clear"),
        given.get("from", "clear"),
        given.get("crossed", 0),
        given.get("other", 0),
    )


def make_defence_form(state: State, there: Sequence[str]) -> Form:
    """9.6.B: return the form for the defenders of an assaulted hex and its cover; none if they are gone."""
    return make_object(
        {
            "units": make_list(there),
            "lead": make_choice(there),
            "terrain": make_choice(list_terrain_kinds(state)),
            "fortified": BOOLEAN_FORM,
            "other": make_number(-MAX_OTHER, MAX_OTHER),
            "unsupplied": make_list(there),
        },
        "units",
    )


def make_defence_check() -> Check:
    def look(answer: Mapping[str, Any]) -> HorahError | None:
        right = not answer["units"] or answer.get("lead", answer["units"][0]) in answer["units"]
        return None if right else HorahError("ACT.lead")

    return look
