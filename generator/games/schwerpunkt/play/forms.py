"""What people report, as JSON Schema, with what they need to know for it; every form has its bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schemas.errors import HorahError

from ..combat import COUNTER, DIRECT, INDIRECT, Shot, kinds_of_terrain
from ..state import State, Turn
from ..supply import full_trains

Form = dict[str, Any]
Check = Callable[[Any], HorahError | None]
HEX = {
    "type": ["string", "null"],
    "maxLength": 8,
    "pattern": "^[A-Za-z0-9.]{1,8}$",
    "examples": ["0203"],
}
TEXT = {"type": "string", "maxLength": 200}
YES = {"type": "boolean"}
MODES = ("good", "disorganised", "neutralised", "rout")
FORMATIONS = ("march", "closed", "open", "squads", "mounted", "dismounted", "deployed")
MOST_OTHER, MOST_COST, MOST_CHANGES = 30, 60, 400


def number(least: int, most: int) -> Form:
    return {"type": "integer", "minimum": least, "maximum": most}


def one_of(things: Sequence[str]) -> Form:
    return {"enum": list(things) or ["-"]}


def several(things: Sequence[str], least: int = 0) -> Form:
    return {
        "type": "array",
        "items": one_of(things),
        "uniqueItems": True,
        "minItems": least,
        "maxItems": max(1, len(things)),
    }


def closed(properties: Form, *required: str) -> Form:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


def some(things: Sequence[str]) -> Form:
    """Any of some counters, or none."""
    return closed({"units": several(things)}, "units")


# 5.1, 5.2: the choice


def changes(state: State, side: str) -> Form:
    """What became of a side's own counters since it was last asked."""
    own = tuple(name for name in state.pieces if state.side_of(name) == side)
    one = closed(
        {
            "unit": one_of(own),
            "mode": one_of(MODES),
            "formation": one_of(FORMATIONS),
            **dict.fromkeys(("strength", "mechanical", "supply", "engaged", "full", "out"), YES),
            "hex": HEX,
        },
        "unit",
    )
    return {"type": "array", "items": one, "maxItems": MOST_CHANGES}


def choice(state: State, side: str, *, stakes: bool) -> tuple[Form, dict[str, Any]]:
    """A headquarters, and what a side has to say before; the stakes too, where they are sealed with it."""
    ready = state.ready(side)
    hqs = tuple(name for name in state.battle.hqs if state.side_of(name) == side)
    shift = closed({"hq": one_of(hqs), "steps": number(-10, 10)}, "hq", "steps")
    form = closed(
        {
            "hq": one_of(ready),
            "end": YES,
            "changes": changes(state, side),
            "morale": {"type": "array", "items": shift, "maxItems": 40},
            **(stake_fields(state, ready) if stakes else {}),
        },
        "hq",
    )
    context = {
        "ready": [hq_line(state, name) for name in ready],
        "stakes": stakes,
        "shifts": list(state.battle.document["morale_shifts"]),
        "hqs": {name: state.battle.name(name) for name in hqs},
        "counters": [
            unit_line(state, name, False, "") for name in state.pieces if state.side_of(name) == side
        ],
    }
    return form, context


def hq_line(state: State, hq: str) -> dict[str, Any]:
    """What a side needs to know about a headquarters of its own to choose it."""
    found, footing = state.battle.hqs[hq], state.footing(hq)
    return {
        "id": hq,
        "name": found.name,
        "command": found.command,
        "bonus": found.bonus,
        "reserves": state.reserves[hq],
        "just_activated": footing.just_activated,
        "returning": footing.in_the_clock,
        "good_order": footing.good_order,
        "trains": [
            {"id": train.id, "name": train.name, "kind": train.kind, "exhaustion": train.exhaustion}
            for train in stakable(state, hq)
        ],
    }


def stakable(state: State, hq: str) -> tuple[Any, ...]:
    """5.2, 15.3: trains that may help their headquarters; one in the clock is in nobody's reach."""
    if hq in state.returns:
        return ()
    return (*full_trains(state, hq, "ammunition"), *full_trains(state, hq, "fuel"))


def stake_fields(state: State, hqs: Sequence[str]) -> Form:
    most = max((state.reserves[hq] for hq in hqs), default=0)
    trains = tuple(train.id for hq in hqs for train in stakable(state, hq))
    return {"reserves": number(0, most), "trains": several(trains)}


def stake(state: State, hq: str) -> tuple[Form, dict[str, Any]]:
    """5.2: how many reserves are withdrawn and which trains are used, before the roll."""
    return closed(stake_fields(state, (hq,)), "reserves", "trains"), {"hq": hq_line(state, hq)}


def staked(state: State, fixed: str | None = None) -> Check:
    """Are the stakes those of the headquarters that is chosen?"""

    def look(answer: Mapping[str, Any]) -> HorahError | None:
        hq = fixed or answer["hq"]
        if answer.get("reserves", 0) > state.reserves[hq]:
            return HorahError("STAKE.reserves", hq=state.battle.name(hq), most=state.reserves[hq])
        own = {train.id for train in stakable(state, hq)}
        strange = next((name for name in answer.get("trains", ()) if name not in own), None)
        if strange is not None:
            return HorahError("STAKE.train", hq=state.battle.name(hq), train=state.battle.name(strange))
        return None

    return look


# 7.0: actions


def units_of(state: State, turn: Turn) -> tuple[str, ...]:
    """7.1: counters that the active headquarters may use; itself among them, but not an enemy's (5.4)."""
    battle = state.battle
    units = [unit.id for unit in battle.units.values() if unit.serves(turn.hq) and state.pieces[unit.id].here]
    trains = [train.id for train in battle.trains_of(turn.hq) if state.pieces[train.id].here]
    own = [turn.hq] if not turn.turned and state.pieces[turn.hq].here else []
    return (*own, *units, *trains)


def action(state: State, turn: Turn, resolve: bool) -> tuple[Form, dict[str, Any]]:
    """One action of the active headquarters, or the end of them."""
    units, late = units_of(state, turn), late_of(state, turn)
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
    terrain = kinds_of_terrain(state)
    installations = tuple(str(n) for n in range(len(state.battle.document["installations"])))
    hexes = state.interdicted(state.side_of(turn.hq))
    barred = tuple(dict.fromkeys(each.hex for each in state.barrages if each.hex))
    form = closed(
        {
            "action": one_of(kinds),
            **({"interdicted": several(units)} if hexes else {}),
            **({"barraged": several(units)} if barred else {}),
            **({"friends": YES} if turn.turned else {}),
            **{
                field: several(units)
                for field in ("units", "far", "pressed", "offroad", "in_zone", "supplied")
            },
            "unsupplied": several(units),
            **dict.fromkeys(("beyond", "free", "zone", "assault", "blind"), YES),
            "lead": one_of(units),
            "formation": one_of(FORMATIONS),
            "to": HEX,
            "hex": HEX,
            "how": one_of((DIRECT, INDIRECT, COUNTER, "barrage", "bombard")),
            "terrain": one_of(terrain),
            "from": one_of(terrain),
            "other": number(-MOST_OTHER, MOST_OTHER),
            "work": one_of(tuple(state.battle.works)),
            "installation": one_of(installations),
            "arrival": one_of(late),
            "use": one_of(("attack", "interdict", "installation")),
            "defence": number(0, 10),
            "cost": number(0, MOST_COST),
            "text": TEXT,
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
        "units": [unit_line(state, name, name in turn.acted, turn.hq) for name in units],
        "costs": {each: cost(state, each) for each in state.catalog.actions},
        "works": [dict(row) for row in state.battle.works.values()],
        "terrain": {name: terrain_name(state, name) for name in terrain},
        "installations": {n: state.battle.document["installations"][int(n)]["name"] for n in installations},
        "arrivals": list(late),
        "arriving": {each: arrival_name(state, each) for each in late},
        "missions": 0 if turn.turned else state.missions[turn.side],
        **({"interdicted": list(hexes)} if hexes else {}),
        **({"barraged": list(barred)} if barred else {}),
    }
    return form, context


def arrival_name(state: State, name: str) -> str:
    """Reinforcements that wait, by their hex and their units."""
    found = next(each for each in state.battle.arrivals if each.id == name)
    units = ", ".join(state.battle.name(unit) for unit in found.units)
    return ": ".join(filter(None, (found.hex, units)))


def terrain_name(state: State, name: str) -> str | None:
    """What the author calls it; None where the terms do."""
    rows = state.battle.document["terrain"]
    return next((row["name"] for row in rows if row["id"] == name), None)


def late_of(state: State, turn: Turn) -> tuple[str, ...]:
    """6.2.B: reinforcements of the active side that wait for their hex."""
    own = {each.id for each in state.battle.arrivals if each.side == turn.side}
    return () if turn.turned else tuple(name for name in state.late if name in own)


def cost(state: State, name: str) -> int | None:
    """7.2: by the author's table, or the series rules; None: neither tells."""
    own = state.battle.cost(name)
    return state.catalog.actions[name].cost if own is None else own


def unit_line(state: State, name: str, acted: bool, hq: str) -> dict[str, Any]:
    """A counter as its owner sees it."""
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
        "here": piece.here,
        "acted": acted,
    }


# 9.3, 9.6: reactions and defence


def reaction(state: State, able: Sequence[str], *, withdraw: bool) -> tuple[Form, dict[str, Any]]:
    """What a side does when an enemy enters its zone or fires."""
    ways = ("none", *(("withdraw",) if withdraw else ()), DIRECT, INDIRECT, COUNTER)
    terrain = kinds_of_terrain(state)
    form = closed(
        {
            "how": one_of(ways),
            "units": several(able),
            "terrain": one_of(terrain),
            "from": one_of(terrain),
            "crossed": number(0, 20),
            "other": number(-MOST_OTHER, MOST_OTHER),
            "more": YES,
            "unsupplied": several(able),
        },
        "how",
    )
    context = {
        "units": [unit_line(state, name, False, "") for name in able],
        "terrain": {name: terrain_name(state, name) for name in terrain},
        "ways": list(ways),
    }
    return form, context


def reacts(state: State, able: Sequence[str]) -> Check:
    """Whoever fires names who does; an indirect weapon fires indirectly."""

    def look(answer: Mapping[str, Any]) -> HorahError | None:
        units = answer.get("units", ())
        if answer["how"] in (DIRECT, INDIRECT, COUNTER):
            if not units:
                return HorahError("ACT.no_units")
            return not_indirect(state, answer["how"], units)
        return None

    return look


def not_indirect(state: State, how: str, units: Sequence[str]) -> HorahError | None:
    """9.2.C: red ranges alone fire indirectly."""
    wrong = next((name for name in units if how != DIRECT and not state.battle.units[name].indirect), None)
    return HorahError("ACT.not_indirect", unit=state.battle.name(wrong)) if wrong else None


def shot(side: str, given: Mapping[str, Any]) -> Shot:
    """A shot as it was reported."""
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


def defence(state: State, there: Sequence[str]) -> Form:
    """9.6.B: who is in the hex that is assaulted, and what covers it."""
    return closed(
        {
            "units": several(there, 1),
            "lead": one_of(there),
            "terrain": one_of(kinds_of_terrain(state)),
            "fortified": YES,
            "other": number(-MOST_OTHER, MOST_OTHER),
            "unsupplied": several(there),
        },
        "units",
        "lead",
    )


def defends() -> Check:
    def look(answer: Mapping[str, Any]) -> HorahError | None:
        return None if answer["lead"] in answer["units"] else HorahError("ACT.lead")

    return look
