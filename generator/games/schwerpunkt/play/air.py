"""19.0: air missions, as many as the die gives, used at once or kept if the battle allows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..battle import opposing_side
from ..combat import AIR, Shot, list_terrain_kinds, resolve_air_attack
from ..state import Interdiction, State
from . import action_checks, fight, forms
from .notes import roll_die

MISSION_COUNTS = tuple(str(count) for count in range(10))
MAX_DEFENCE = 10


def count_missions(state: State, side: str) -> Steps[State]:
    """19.2: roll for the number of missions; the companion leaves their use to the players."""
    yield from _roll_missions(state, side)
    return state


def _roll_missions(state: State, side: str) -> Steps[int]:
    seat = state.seat_of(side)
    rolled = yield from roll_die(state, "19.2", "air", seat)
    table = state.battle.side(side)["air"]["table"]
    row = next((row for row in table if row["from"] <= rolled <= row["to"]), None)
    count = (
        int((yield Choose("19.2", "missions", seat, "count", MISSION_COUNTS)))
        if row is None
        else row["missions"]
    )
    yield Note("19.2", "missions", {"who": side, "die": rolled, "count": count})
    return int(count)


def resolve_missions(state: State, side: str) -> Steps[State]:
    """19.2: roll for the number of missions and ask what each does."""
    air = state.battle.side(side)["air"]
    state = yield from remove_interdictions(state, side)
    count = yield from _roll_missions(state, side)
    attacked: set[str | None] = set()
    for _ in range(count):
        form, context = make_mission_form(state, keeps=air["keeps"])
        check = make_mission_check(state, side, frozenset(attacked))
        given = yield Report("19.2", "mission", side, form, check, context)
        attacked |= {action_checks.get_air_target(given)} - {None}
        if given["use"] == "keep":
            state = replace(state, missions={**state.missions, side: state.missions[side] + 1})
            yield Note("19.2", "mission_kept", {"who": side})
            yield Stand(state)
        else:
            state = yield from fly_mission(state, side, dict(given))
    return state


def remove_interdictions(state: State, side: str) -> Steps[State]:
    """19.2, 19.3: remove a side's interdictions when its next missions arrive."""
    gone = [interdiction for interdiction in state.interdictions if interdiction.side == side]
    for interdiction in gone:
        yield Note("19.3", "interdiction_over", {"who": side, "hex": interdiction.hex})
    return replace(
        state,
        interdictions=tuple(
            interdiction for interdiction in state.interdictions if interdiction.side != side
        ),
    )


def make_mission_form(state: State, *, keeps: bool) -> tuple[forms.Form, dict[str, Any]]:
    """Return the form and context of a mission."""
    installations = tuple(str(n) for n in range(len(state.battle.document["installations"])))
    uses = ("none", "attack", "interdict", *(("installation",) if installations else ()))
    form = forms.make_object(
        {
            "use": forms.make_choice((*uses, *(("keep",) if keeps else ()))),
            "hex": forms.HEX_FORM,
            "terrain": forms.make_choice(list_terrain_kinds(state)),
            "defence": forms.make_number(0, MAX_DEFENCE),
            "installation": forms.make_choice(installations),
        },
        "use",
    )
    names = {n: state.battle.document["installations"][int(n)]["name"] for n in installations}
    terrain = {name: forms.get_terrain_name(state, name) for name in list_terrain_kinds(state)}
    context = {"uses": [*uses, *(("keep",) if keeps else ())], "installations": names, "terrain": terrain}
    return form, context


def make_mission_check(state: State, side: str, attacked: frozenset[str | None] = frozenset()) -> forms.Check:
    """19.3-19.5: return a check of a mission's use; each hex is attacked by one mission only."""

    def look(given: Any) -> HorahError | None:
        if action_checks.get_air_target(given) in attacked:
            return HorahError("ACT.air_twice", hex=given["hex"])
        return action_checks.check_mission(state, side, given)

    return look


def fly_mission(state: State, side: str, given: dict[str, Any]) -> Steps[State]:
    """19.3, 19.4: fly an interdiction, an attack on units, or one on an installation."""
    use, defence = given["use"], given.get("defence", 0)
    if use == "interdict":
        yield Note("19.3", "interdiction", {"who": side, "hex": given["hex"]})
        state = replace(state, interdictions=(*state.interdictions, Interdiction(side, given["hex"])))
        yield Stand(state)
    if use == "installation":
        factor = (state.battle.side(side)["air"] or {}).get("factor")
        return (
            yield from fight.strike_installation(
                state, side, int(given["installation"]), factor or 0, defence
            )
        )
    if use != "attack":
        return state
    rolled = yield from roll_die(state, "19.4.A", "air_find", side)
    outcome = resolve_air_attack(state.figures, rolled, defence)
    yield Note("19.4.A", f"air_{outcome}", {"who": side, "die": rolled, "defence": defence})
    if outcome == "lost":
        return state
    shot = Shot(side, (), AIR, given.get("hex"), given.get("terrain", "clear"))
    whose = opposing_side(side) if outcome == "attack" else side
    return (yield from fight.shoot(state, shot, whose, None, moving=False))
