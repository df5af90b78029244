"""19.0: missions in the air, as many as the die gives, used at once or kept where the battle allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from ..battle import other
from ..combat import AIR, Shot, found_from_the_air, kinds_of_terrain
from ..state import Interdiction, State
from . import fight, forms, ledger
from .say import die

COUNTS = tuple(str(count) for count in range(10))
MOST_DEFENCE = 10


def sortie(state: State, side: str) -> Steps[State]:
    """19.2: how many missions there are, and what each does."""
    air = state.battle.side(side)["air"]
    state = yield from over(state, side)
    rolled = yield from die(state, "19.2", "air", side)
    row = next((row for row in air["table"] if row["from"] <= rolled <= row["to"]), None)
    if row is None:
        told = yield Choose("19.2", "missions", side, "count", COUNTS)
        count = int(told)
    else:
        count = row["missions"]
    yield Note("19.2", "missions", {"who": side, "die": rolled, "count": count})
    attacked: set[str | None] = set()
    for _ in range(count):
        form, context = mission(state, keeps=air["keeps"])
        check = flies(state, side, frozenset(attacked))
        given = yield Report("19.2", "mission", side, form, check, context)
        attacked |= {ledger.aimed_from_the_air(given)} - {None}
        if given["use"] == "keep":
            state = replace(state, missions={**state.missions, side: state.missions[side] + 1})
            yield Note("19.2", "mission_kept", {"who": side})
            yield Stand(state)
        else:
            state = yield from fly(state, side, dict(given))
    return state


def over(state: State, side: str) -> Steps[State]:
    """19.2, 19.3: missions are for the boxes until a side's next; then its interdictions come off the map."""
    gone = [each for each in state.interdictions if each.side == side]
    for each in gone:
        yield Note("19.3", "interdiction_over", {"who": side, "hex": each.hex})
    return replace(state, interdictions=tuple(each for each in state.interdictions if each.side != side))


def mission(state: State, *, keeps: bool) -> tuple[forms.Form, dict[str, Any]]:
    """What a mission does."""
    installations = tuple(str(n) for n in range(len(state.battle.document["installations"])))
    uses = ("none", "attack", "interdict", *(("installation",) if installations else ()))
    form = forms.closed(
        {
            "use": forms.one_of((*uses, *(("keep",) if keeps else ()))),
            "hex": forms.HEX,
            "terrain": forms.one_of(kinds_of_terrain(state)),
            "defence": forms.number(0, MOST_DEFENCE),
            "installation": forms.one_of(installations),
        },
        "use",
    )
    names = {n: state.battle.document["installations"][int(n)]["name"] for n in installations}
    terrain = {name: forms.terrain_name(state, name) for name in kinds_of_terrain(state)}
    context = {"uses": [*uses, *(("keep",) if keeps else ())], "installations": names, "terrain": terrain}
    return form, context


def flies(state: State, side: str, attacked: frozenset[str | None] = frozenset()) -> forms.Check:
    """19.3-19.5: a mission that cannot be flown so; a hex is attacked by one alone."""

    def look(given: Any) -> HorahError | None:
        if ledger.aimed_from_the_air(given) in attacked:
            return HorahError("ACT.air_twice", hex=given["hex"])
        return ledger.mission(state, side, given)

    return look


def fly(state: State, side: str, given: dict[str, Any]) -> Steps[State]:
    """19.3, 19.4: interdiction, an attack on troops, or on an installation."""
    use, defence = given["use"], given.get("defence", 0)
    if use == "interdict":
        yield Note("19.3", "interdiction", {"who": side, "hex": given["hex"]})
        state = replace(state, interdictions=(*state.interdictions, Interdiction(side, given["hex"])))
        yield Stand(state)
    if use == "installation":
        factor = (state.battle.side(side)["air"] or {}).get("factor")
        return (yield from fight.strike(state, side, int(given["installation"]), factor or 0, defence))
    if use != "attack":
        return state
    rolled = yield from die(state, "19.4.A", "air_find", side)
    found = found_from_the_air(state.figures, rolled, defence)
    yield Note("19.4.A", f"air_{found}", {"who": side, "die": rolled, "defence": defence})
    if found == "lost":
        return state
    shot = Shot(side, (), AIR, given.get("hex"), given.get("terrain", "clear"))
    whose = other(side) if found == "attack" else side
    return (yield from fight.shoot(state, shot, whose, None, moving=False))
