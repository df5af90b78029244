"""10.1: an attack step by step: strengths, chits, cancellations, modifiers, dice, result, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.table import Choose, Note, Procedure, Report, Roll, Stand
from schemas.errors import HorahError

from ..battle import opposing_side
from ..combat import Attack, count_dice, find_column, list_modifiers, look_up_result, look_up_suspect
from ..rolls import is_shot_down
from .chits import Drawn, cancel_chits, cancels, change_cup, draw_chit, is_air, is_same_title
from .losses import apply_result
from .state import State

NONE = "none"


def make_attack_form(state: State) -> Mapping[str, Any]:
    """10.1.1-10.1.4: return the form for what players read off the map: strengths or odds, and terrain."""
    catalog = state.catalog
    max_strength = catalog.figures["most_strength"]
    fields: dict[str, Any] = {
        "attack": {"type": ["integer", "null"], "minimum": 0, "maximum": max_strength},
        "defence": {"type": ["integer", "null"], "minimum": 0, "maximum": max_strength},
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


def _check_odds(answer: Mapping[str, Any]) -> HorahError | None:
    strengths = answer["attack"] is not None and answer["defence"] is not None
    return None if strengths or answer["column"] is not None else HorahError("GD_NO_ODDS")


def resolve_attack(state: State, side: str) -> Procedure[State]:
    """10.1: let the side of the active formation attack a hex."""
    answer = yield Report("10.1", "attack", state.seat_of(side), make_attack_form(state), check=_check_odds)
    column = answer["column"] or find_column(
        state.catalog, answer["attack"], answer["defence"], state.settings.odds
    )
    state, first, second = yield from _draw_events(state, side)
    forts = tuple(answer["forts"])
    state, forts = yield from _breach_fortifications(state, side, forts)
    declared = Attack(
        column,
        state.turn.slot,
        state.weather or "",
        tuple(chit.modifier for chit in (first, second) if chit and chit.void is None),
        answer["across"],
        forts,
        tuple(answer["terrain"]),
        answer["engineers"],
        state.settings.bridge,
    )
    return (yield from _roll_attack(state, side, declared))


def _draw_events(state: State, side: str) -> Procedure[tuple[State, Drawn | None, Drawn | None]]:
    """10.1.3, 10.3: draw for attacker and defender, then cancel chits."""
    state, first = yield from draw_chit(state, side, second=False)
    state, second = yield from draw_chit(state, opposing_side(side), second=True)
    state, first, second = yield from _weigh_chits(state, first, second)
    for chit in (first, second):
        if chit:
            yield Note("10.3", f"gd_chit_{_classify_chit(chit)}", _describe_chit(chit))
    yield Stand(state)
    return state, first, second


def _weigh_chits(
    state: State, first: Drawn | None, second: Drawn | None
) -> Procedure[tuple[State, Drawn | None, Drawn | None]]:
    """10.3, 10.7, 14.1: apply everything that stops the two chits.

    A stopped chit cancels nothing, so the chits that would cancel another are tested first.
    """
    first, second = _ground_by_weather(state, first), _ground_by_weather(state, second)
    if not (first and second):
        state, first = yield from _stop_chit_if_any(state, first)
        state, second = yield from _stop_chit_if_any(state, second)
        return state, first, second
    leading, following = cancels(state.catalog, first, second), cancels(state.catalog, second, first)
    if leading:
        state, first = yield from _stop_chit(state, first)
    if following:
        state, second = yield from _stop_chit(state, second)
    first, second = cancel_chits(state.catalog, first, second)
    if not leading:
        state, first = yield from _stop_chit(state, first)
    if not following:
        state, second = yield from _stop_chit(state, second)
    return state, first, second


def _stop_chit_if_any(state: State, chit: Drawn | None) -> Procedure[tuple[State, Drawn | None]]:
    return (yield from _stop_chit(state, chit)) if chit else (state, None)


def _ground_by_weather(state: State, chit: Drawn | None) -> Drawn | None:
    """14.1: void an air chit that the weather grounds as it is drawn."""
    if chit is None or chit.void or not is_air(state.catalog, chit):
        return chit
    return chit if state.catalog.weather[state.weather or ""].air else replace(chit, void="sky")


def _classify_chit(chit: Drawn) -> str:
    return "black" if chit.colour == "black" else "void" if chit.void else "counts"


def _describe_chit(chit: Drawn) -> dict[str, Any]:
    return {
        "side": chit.side,
        "chit": chit.chit,
        "title": chit.title or "",
        "by": chit.modifier,
        "why": chit.void or "",
    }


def _stop_chit(state: State, chit: Drawn) -> Procedure[tuple[State, Drawn]]:
    """10.3, 10.7, 14.1: let weather, a black chit of the other side, or anti-air stop a chit."""
    if chit.void or chit.colour == "black":
        return state, chit
    air = is_air(state.catalog, chit)
    if air and not state.catalog.weather[state.weather or ""].air:
        return state, replace(chit, void="sky")
    foe = opposing_side(chit.side)
    options = tuple(
        dict.fromkeys(black for black in state.events[foe].hand if _can_stop(state, black, chit.title))
    )
    if options:
        played = yield Choose(
            "10.3", "black", state.seat_of(foe), "chit", (NONE, *options), context={"title": chit.title}
        )
        if played != NONE:
            yield Note("10.3", "gd_black_used", {"side": foe, "chit": played})
            return use_black_chit(state, foe, played), replace(chit, void="black")
    if air and (yield from _fire_anti_air(state, foe)):
        return state, replace(chit, void="anti_air")
    return state, chit


def _can_stop(state: State, black: str, title: str | None) -> bool:
    """Tell whether a black chit cancels this title; one without typed data may, if its owner says so."""
    known = state.catalog.chits.get(black)
    if known is None or known.cancels is None:
        return True
    return is_same_title(state.catalog, known.cancels, title)


def use_black_chit(state: State, side: str, black: str) -> State:
    """10.3: remove a played black chit for the rest of the scenario."""
    cup = state.events[side]
    hand = list(cup.hand)
    hand.remove(black)
    return change_cup(state, side, hand=tuple(hand), used=(*cup.used, black))


def _fire_anti_air(state: State, side: str) -> Procedure[bool]:
    """10.7: roll each AA or Flak against its distance; light guns with one die more."""
    figures = state.catalog.figures
    light, heavy = (len(state.anti_air(side, light=kind)) for kind in (True, False))
    max_guns = min(figures["most_guns"], light + heavy)
    if not max_guns:
        return False

    def there(answer: Any) -> HorahError | None:
        lights = sum(entry["light"] for entry in answer)
        fits = lights <= light and len(answer) - lights <= heavy
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
    form = {"type": "array", "items": gun, "maxItems": max_guns}
    guns = yield Report("10.7", "anti_air", state.seat_of(side), form, check=there)
    for entry in guns:
        dice = figures["aa_light_dice" if entry["light"] else "aa_dice"]
        rolled = yield Roll("10.7", "anti_air_dice", state.seat_of(side), dice=(6,) * dice)
        down = is_shot_down(rolled, entry["distance"])
        facts = {"total": sum(rolled), "distance": entry["distance"]}
        yield Note("10.7", "gd_shot_down" if down else "gd_not_shot_down", facts)
        if down:
            return True
    return False


def _breach_fortifications(
    state: State, side: str, forts: tuple[str, ...]
) -> Procedure[tuple[State, tuple[str, ...]]]:
    """15.0: let the attacker's black chits remove the modifiers of fortifications."""
    for fort in forts:
        hand = state.events[side].hand
        options = tuple(
            black for black in dict.fromkeys(hand) if _get_breached_fortification(state, black) == fort
        )
        if not options:
            continue
        played = yield Choose(
            "15.0", "black_fort", state.seat_of(side), "chit", (NONE, *options), context={"fort": fort}
        )
        if played != NONE:
            yield Note("15.0", "gd_black_fort", {"side": side, "chit": played, "fort": fort})
            state = use_black_chit(state, side, played)
            forts = tuple(kind for kind in forts if kind != fort)
    return state, forts


def _get_breached_fortification(state: State, black: str) -> str | None:
    known = state.catalog.chits.get(black)
    title = state.catalog.titles.get(known.cancels) if known and known.cancels else None
    return title.fortification if title else None


def _roll_attack(state: State, side: str, declared: Attack) -> Procedure[State]:
    """10.1.6-10.1.7: roll the dice and apply the result of the table."""
    catalog = state.catalog
    changes = list_modifiers(catalog, declared)
    drm = sum(modifier.by for modifier in changes)
    facts = {
        "column": declared.column,
        "changes": tuple(
            f"{modifier.cause}:{modifier.of or modifier.cause}:{modifier.by}" for modifier in changes
        ),
        "by": drm,
    }
    yield Note("10.1", "gd_modifiers", facts)
    dice = count_dice(catalog, declared)
    rolled = yield Roll("10.1", "attack_dice", state.seat_of(side), dice=(6,) * dice)
    code = look_up_result(catalog, declared.column, sum(rolled), drm)
    doubt = look_up_suspect(catalog, declared.column, sum(rolled), drm)
    yield Note("10.1", "gd_result", {"total": sum(rolled), "by": drm, "result": code})
    if doubt is not None:
        yield Note("10.1", "gd_suspect", {"printed": code, "pattern": doubt})
    return (yield from apply_result(state, side, code))
