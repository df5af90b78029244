"""10.1: an attack, step by step: strengths, chits, what cancels them, modifiers, dice, result, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Procedure, Report, Roll, Stand
from schemas.errors import HorahError

from ..battle import other
from ..combat import Attack, column_for, dice_of, modifiers, result, suspect
from ..rolls import shot_down
from .chits import Drawn, cancels, draw, is_air, put, same_title, settled
from .losses import suffer
from .state import State

NONE = "none"


def attack_form(state: State) -> Mapping[str, Any]:
    """10.1.1-10.1.4: what the players read off the map: two strengths, or the odds; and what stands there."""
    catalog = state.catalog
    most = catalog.figures["most_strength"]
    fields: dict[str, Any] = {
        "attack": {"type": ["integer", "null"], "minimum": 0, "maximum": most},
        "defence": {"type": ["integer", "null"], "minimum": 1, "maximum": most},
        "column": {"enum": [None, *catalog.columns]},
        "across": {"enum": [None, *catalog.crossings]},
        "forts": {
            "type": "array",
            "items": {"enum": list(catalog.fortifications)},
            "uniqueItems": True,
            "maxItems": len(catalog.fortifications),
        },
        "terrain": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": catalog.figures["most_chit"]},
            "maxItems": len(catalog.fortifications),
        },
        "engineers": {"type": "boolean"},
    }
    return {"type": "object", "additionalProperties": False, "required": list(fields), "properties": fields}


def _complete(told: Mapping[str, Any]) -> HorahError | None:
    strengths = told["attack"] is not None and told["defence"] is not None
    return None if strengths or told["column"] is not None else HorahError("GD_NO_ODDS")


def attack(state: State, side: str) -> Procedure[State]:
    """10.1: the side of the active formation attacks a hex."""
    told = yield Report("10.1", "attack", state.seat(side), attack_form(state), check=_complete)
    column = told["column"] or column_for(state.catalog, told["attack"], told["defence"], state.settings.odds)
    state, first, second = yield from _events(state, side)
    forts = tuple(told["forts"])
    state, forts = yield from _breach(state, side, forts)
    found = Attack(
        column,
        state.turn.slot,
        state.weather or "",
        tuple(each.modifier for each in (first, second) if each and each.void is None),
        told["across"],
        forts,
        tuple(told["terrain"]),
        told["engineers"],
        state.settings.bridge,
    )
    return (yield from _resolve(state, side, found))


def _events(state: State, side: str) -> Procedure[tuple[State, Drawn | None, Drawn | None]]:
    """10.1.3, 10.3: the attacker draws, the defender draws; then what cancels what."""
    state, first = yield from draw(state, side, second=False)
    state, second = yield from draw(state, other(side), second=True)
    state, first, second = yield from _weighed(state, first, second)
    for chit in (first, second):
        if chit:
            yield Note("10.3", f"gd_chit_{_told(chit)}", _facts(chit))
    yield Stand(state)
    return state, first, second


def _weighed(
    state: State, first: Drawn | None, second: Drawn | None
) -> Procedure[tuple[State, Drawn | None, Drawn | None]]:
    """10.3, 10.7, 14.1: a chit that is stopped cancels nothing; so those that would come first."""
    first, second = _in_the_sky(state, first), _in_the_sky(state, second)
    if not (first and second):
        state, first = yield from _stopped_if_any(state, first)
        state, second = yield from _stopped_if_any(state, second)
        return state, first, second
    leading, following = cancels(state.catalog, first, second), cancels(state.catalog, second, first)
    if leading:
        state, first = yield from _stopped(state, first)
    if following:
        state, second = yield from _stopped(state, second)
    first, second = settled(state.catalog, first, second)
    if not leading:
        state, first = yield from _stopped(state, first)
    if not following:
        state, second = yield from _stopped(state, second)
    return state, first, second


def _stopped_if_any(state: State, chit: Drawn | None) -> Procedure[tuple[State, Drawn | None]]:
    return (yield from _stopped(state, chit)) if chit else (state, None)


def _in_the_sky(state: State, chit: Drawn | None) -> Drawn | None:
    """14.1: an air chit that the weather does not let fly is discarded as it is drawn."""
    if chit is None or chit.void or not is_air(state.catalog, chit):
        return chit
    return chit if state.catalog.weather[state.weather or ""].air else replace(chit, void="sky")


def _told(chit: Drawn) -> str:
    return "black" if chit.colour == "black" else "void" if chit.void else "counts"


def _facts(chit: Drawn) -> dict[str, Any]:
    return {
        "side": chit.side,
        "chit": chit.chit,
        "title": chit.title or "",
        "by": chit.modifier,
        "why": chit.void or "",
    }


def _stopped(state: State, chit: Drawn) -> Procedure[tuple[State, Drawn]]:
    """10.3, 10.7, 14.1: a chit may be stopped by the sky, by a black chit of the other side, by anti-air."""
    if chit.void or chit.colour == "black":
        return state, chit
    air = is_air(state.catalog, chit)
    if air and not state.catalog.weather[state.weather or ""].air:
        return state, replace(chit, void="sky")
    foe = other(chit.side)
    options = tuple(
        dict.fromkeys(black for black in state.events[foe].hand if _stops(state, black, chit.title))
    )
    if options:
        played = yield Choose(
            "10.3", "black", state.seat(foe), "chit", (NONE, *options), context={"title": chit.title}
        )
        if played != NONE:
            yield Note("10.3", "gd_black_used", {"side": foe, "chit": played})
            return used(state, foe, played), replace(chit, void="black")
    if air and (yield from _anti_air(state, foe)):
        return state, replace(chit, void="anti_air")
    return state, chit


def _stops(state: State, black: str, title: str | None) -> bool:
    """Does a black chit cancel this title? One whose anuller nobody has typed may, if its owner says so."""
    known = state.catalog.chits.get(black)
    if known is None or known.cancels is None:
        return True
    return same_title(state.catalog, known.cancels, title)


def used(state: State, side: str, black: str) -> State:
    """10.3: a black chit that was played is gone for the rest of the scenario."""
    found = state.events[side]
    hand = list(found.hand)
    hand.remove(black)
    return put(state, side, hand=tuple(hand), used=(*found.used, black))


def _anti_air(state: State, side: str) -> Procedure[bool]:
    """10.7: each AA or Flak rolls against its distance; Lt with a die more. Who has none is not asked."""
    figures = state.catalog.figures
    light, heavy = (len(state.anti_air(side, light=kind)) for kind in (True, False))
    most = min(figures["most_guns"], light + heavy)
    if not most:
        return False

    def there(told: Any) -> HorahError | None:
        lights = sum(each["light"] for each in told)
        fits = lights <= light and len(told) - lights <= heavy
        return None if fits else HorahError("GD_NO_GUNS", light=light, heavy=heavy)

    gun = {
        "type": "object",
        "additionalProperties": False,
        "required": ["light", "distance"],
        "properties": {
            "light": {"type": "boolean"},
            "distance": {"type": "integer", "minimum": 0, "maximum": figures["most_distance"]},
        },
    }
    form = {"type": "array", "items": gun, "maxItems": most}
    guns = yield Report("10.7", "anti_air", state.seat(side), form, check=there)
    for each in guns:
        dice = figures["aa_light_dice" if each["light"] else "aa_dice"]
        rolled = yield Roll("10.7", "anti_air_dice", state.seat(side), dice=(6,) * dice)
        down = shot_down(rolled, each["distance"])
        facts = {"total": sum(rolled), "distance": each["distance"]}
        yield Note("10.7", "gd_shot_down" if down else "gd_not_shot_down", facts)
        if down:
            return True
    return False


def _breach(state: State, side: str, forts: tuple[str, ...]) -> Procedure[tuple[State, tuple[str, ...]]]:
    """15.0: some black chits of the attacker take away the modifier of a fortification."""
    for fort in forts:
        hand = state.events[side].hand
        options = tuple(black for black in dict.fromkeys(hand) if _takes(state, black) == fort)
        if not options:
            continue
        played = yield Choose(
            "15.0", "black_fort", state.seat(side), "chit", (NONE, *options), context={"fort": fort}
        )
        if played != NONE:
            yield Note("15.0", "gd_black_fort", {"side": side, "chit": played, "fort": fort})
            state = used(state, side, played)
            forts = tuple(each for each in forts if each != fort)
    return state, forts


def _takes(state: State, black: str) -> str | None:
    known = state.catalog.chits.get(black)
    title = state.catalog.titles.get(known.cancels) if known and known.cancels else None
    return title.fortification if title else None


def _resolve(state: State, side: str, found: Attack) -> Procedure[State]:
    """10.1.6-10.1.7: dice, table, result."""
    catalog = state.catalog
    changes = modifiers(catalog, found)
    drm = sum(each.by for each in changes)
    facts = {
        "column": found.column,
        "changes": tuple(f"{one.cause}:{one.of or one.cause}:{one.by}" for one in changes),
        "by": drm,
    }
    yield Note("10.1", "gd_modifiers", facts)
    dice = dice_of(catalog, found)
    rolled = yield Roll("10.1", "attack_dice", state.seat(side), dice=(6,) * dice)
    code = result(catalog, found.column, sum(rolled), drm)
    doubt = suspect(catalog, found.column, sum(rolled), drm)
    yield Note("10.1", "gd_result", {"total": sum(rolled), "by": drm, "result": code})
    if doubt is not None:
        yield Note("10.1", "gd_suspect", {"printed": code, "pattern": doubt})
    return (yield from suffer(state, side, code))
