"""10.3: the event cups.

Black chits go in unseen. A drawn chit is discarded, kept or used up. An empty cup is refilled with its
discards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.table import Choose, Draw, Note, Procedure, Report

from ..settings import DRAWN
from .state import BLACK, EventCup, State, get_colour

CUP_SEAT = "cup"  # seat of nobody: no player knows a chit drawn unseen into a cup
OTHER_TITLE = "other"  # a title that the rules do not name
FIRST = "first"  # the chit drawn before this one, whatever its title
SECOND = "second"  # this chit: the one drawn before cancels it
COLOURS = ("blue", "red", "black")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn chit: its number with sign, its title, and why it is void."""

    side: str
    chit: str
    colour: str
    title: str | None = None
    modifier: int = 0
    cancels: str | None = None  # a title, FIRST or SECOND
    void: str | None = None


def list_free_black(state: State) -> tuple[str, ...]:
    """Return the black chits that neither side has."""
    taken = [chit for cup in state.events.values() for chit in (*cup.hand, *cup.used)]
    return tuple(
        chit.id for chit in state.catalog.chits.values() if chit.colour == "black" and chit.id not in taken
    )


def change_cup(state: State, side: str, **fields: tuple[str, ...]) -> State:
    """Return the state with a side's cup changed."""
    return state.change(events={**state.events, side: replace(state.events[side], **fields)})


def refill(state: State, side: str) -> Procedure[State]:
    """10.3: refill an empty cup with its discards."""
    cup = state.events[side]
    if cup.cup or not cup.discard:
        return state
    yield Note("10.3", "gd_recycled", {"side": side, "count": len(cup.discard)})
    return change_cup(state, side, cup=cup.discard, discard=())


def draw_chit(state: State, side: str, *, second: bool) -> Procedure[tuple[State, Drawn | None]]:
    """10.3: draw one chit from the side's cup; None if the side has no chits at all."""
    state = yield from refill(state, side)
    if not state.events[side].cup:
        yield Note("10.3", "gd_no_chits", {"side": side})
        return state, None
    state, chit = yield from (_deal_chit if state.settings.chits == DRAWN else _ask_drawn_chit)(state, side)
    colour = get_colour(state.catalog, chit)
    cup = state.events[side]
    if colour == "black":  # a black chit has no number; its side keeps it until it is played
        state = change_cup(state, side, hand=(*cup.hand, chit))
        return state, Drawn(side, chit, colour)
    state = change_cup(state, side, discard=(*cup.discard, chit))
    known = state.catalog.chits.get(chit)
    if known is None or not known.known:
        return state, (yield from _ask_chit_number(state, side, chit, colour, second=second))
    sign = -1 if colour == "blue" else 1
    drawn = Drawn(side, chit, colour, known.title, sign * (known.modifier or 0), known.cancels)
    night = state.catalog.slots[state.turn.slot].events_void and known.no_night
    return state, replace(drawn, void="no_night") if night else drawn


def _remove_chit(cup: EventCup, chit: str) -> tuple[str, ...]:
    chits = list(cup.cup)
    chits.remove(chit)
    return tuple(chits)


def _deal_chit(state: State, side: str) -> Procedure[tuple[State, str]]:
    """Draw here, by name if the owner has typed every chit of the colour, otherwise by colour."""
    cup = state.events[side]
    chit: str = yield Draw("10.3", "chit", state.seat_of(side), cup.cup)
    state = change_cup(state, side, cup=_remove_chit(cup, chit))
    if chit == BLACK:
        return state, (yield from _draw_black(state, chit))
    if chit not in COLOURS:
        return state, chit
    pool = [candidate for candidate in state.catalog.chits.values() if candidate.colour == chit]
    remaining = tuple(candidate.id for candidate in pool if candidate.id not in state.seen)
    if not remaining or not all(candidate.known for candidate in pool):
        return state, chit
    named: str = yield Draw("10.3", "chit", state.seat_of(side), remaining)
    return state.change(seen=state.seen | {named}), named


def _draw_black(state: State, chit: str) -> Procedure[str]:
    """Draw the black chit by the secret part of the seed; everybody sees it then."""
    free = list_free_black(state)
    if not free:
        return chit
    named: str = yield Draw("10.3", "black_out", CUP_SEAT, free, secret=True, shown=free)
    return named


def _ask_drawn_chit(state: State, side: str) -> Procedure[tuple[State, str]]:
    """Ask for a chit drawn from a physical cup: its colour, and the title of a black one."""
    cup = state.events[side]
    colours = {get_colour(state.catalog, chit) for chit in cup.cup}
    options = tuple(colour for colour in COLOURS if colour in colours)
    colour: str = yield Choose("10.3", "chit_colour", state.seat_of(side), "colour", options)
    chit = next(candidate for candidate in cup.cup if get_colour(state.catalog, candidate) == colour)
    state = change_cup(state, side, cup=_remove_chit(cup, chit))
    if colour != "black":
        return state, chit
    free = list_free_black(state)
    if not free:
        return state, chit
    named: str = yield Choose("10.3", "chit_black", state.seat_of(side), "chit", free)
    return state, named


def make_number_form(catalog: Catalog, colour: str, *, second: bool) -> Mapping[str, Any]:
    """Return the form for a chit whose number is not known, with the titles of its colour."""
    titles = [title.id for title in catalog.titles.values() if title.colour in (None, colour)]
    fields: dict[str, Any] = {
        "modifier": {"type": "integer", "minimum": 0, "maximum": catalog.figures["most_chit"]},
        "title": {"enum": [OTHER_TITLE, *titles]},
        "no_night": {"type": "boolean"},
    }
    if second:
        fields["cancels"] = {"enum": ["none", "first", "second"]}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(fields),
        "properties": fields,
    }


def _ask_chit_number(state: State, side: str, chit: str, colour: str, *, second: bool) -> Procedure[Drawn]:
    form = make_number_form(state.catalog, colour, second=second)
    answer = yield Report(
        "10.3", "chit_number", state.seat_of(side), form, context={"side": side, "colour": colour}
    )
    sign = -1 if colour == "blue" else 1
    title = None if answer["title"] == OTHER_TITLE else state.catalog.titles[answer["title"]].title
    night = state.catalog.slots[state.turn.slot].events_void and answer["no_night"]
    named = answer.get("cancels")
    return Drawn(
        side,
        chit,
        colour,
        title,
        sign * answer["modifier"],
        named if named in (FIRST, SECOND) else _find_canceller(state.catalog, colour, title),
        "no_night" if night else None,
    )


def _find_canceller(catalog: Catalog, colour: str, title: str | None) -> str | None:
    """10.3: return the title that a chit cancels, if the rules or its owner tell, as Apathy does."""
    cancelled = (
        chit.cancels
        for chit in catalog.chits.values()
        if chit.colour == colour and chit.cancels and title and chit.title == title
    )
    return next(cancelled, None)


def cancel_chits(catalog: Catalog, first: Drawn, second: Drawn) -> tuple[Drawn, Drawn]:
    """10.3: let each valid chit cancel the other."""
    cancels_first = second.void is None and cancels(catalog, second, first)
    cancels_second = first.void is None and cancels(catalog, first, second)
    if cancels_first and first.void is None:
        first = replace(first, void="cancelled")
    if cancels_second and second.void is None:
        second = replace(second, void="cancelled")
    return first, second


def cancels(catalog: Catalog, canceller: Drawn, target: Drawn) -> bool:
    """Tell whether a chit cancels the other; nothing cancels a black one."""
    if target.colour == "black":
        return False
    if target.cancels == SECOND:
        return True
    if canceller.cancels in (None, SECOND):
        return False
    return canceller.cancels == FIRST or is_same_title(catalog, canceller.cancels, target.title)


def is_same_title(catalog: Catalog, wanted: str, title: str | None) -> bool:
    """Compare titles, given by id or as printed."""
    known = catalog.titles.get(wanted)
    meant = known.title if known else wanted
    return title is not None and meant.casefold() == title.casefold()


def is_air(catalog: Catalog, drawn: Drawn) -> bool:
    """10.7: tell whether the chit is an airstrike or a strafing run."""
    return any(
        title.air and is_same_title(catalog, title.id, drawn.title) for title in catalog.titles.values()
    )
