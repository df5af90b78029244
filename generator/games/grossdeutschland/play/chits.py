"""10.3: the event cups. Black chits go in unseen; what is drawn is discarded, kept or used up; a cup that is
empty is filled with its discards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.table import Choose, Draw, Note, Procedure, Report

from ..settings import DRAWN
from .state import BLACK, EventCup, State, colour_of

CUP = "cup"  # nobody's seat: what is drawn unseen into a cup no player knows
OTHER = "other"  # a title that the text does not name
FIRST = "first"  # the chit drawn before this one, whatever its title
SECOND = "second"  # this one itself: the chit drawn before cancels it
COLOURS = ("blue", "red", "black")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chit as it counts: what it is, its number with its sign, its title, and why it does not count."""

    side: str
    chit: str
    colour: str
    title: str | None = None
    modifier: int = 0
    cancels: str | None = None  # a title, FIRST or SECOND
    void: str | None = None


def free_black(state: State) -> tuple[str, ...]:
    """Black chits that neither side has been given."""
    taken = [chit for cup in state.events.values() for chit in (*cup.hand, *cup.used)]
    return tuple(
        chit.id for chit in state.catalog.chits.values() if chit.colour == "black" and chit.id not in taken
    )


def put(state: State, side: str, **fields: tuple[str, ...]) -> State:
    """A side's cup with something changed."""
    return state.change(events={**state.events, side: replace(state.events[side], **fields)})


def refill(state: State, side: str) -> Procedure[State]:
    """10.3: an empty cup gets its discards back."""
    found = state.events[side]
    if found.cup or not found.discard:
        return state
    yield Note("10.3", "gd_recycled", {"side": side, "count": len(found.discard)})
    return put(state, side, cup=found.discard, discard=())


def draw(state: State, side: str, *, second: bool) -> Procedure[tuple[State, Drawn | None]]:
    """10.3: one chit from one's own cup, never optional. None where a side has no chits at all."""
    state = yield from refill(state, side)
    if not state.events[side].cup:
        yield Note("10.3", "gd_no_chits", {"side": side})
        return state, None
    state, chit = yield from (_dealt if state.settings.chits == DRAWN else _told)(state, side)
    colour = colour_of(state.catalog, chit)
    found = state.events[side]
    if colour == "black":  # it has no number; who draws it keeps it until he plays it
        state = put(state, side, hand=(*found.hand, chit))
        return state, Drawn(side, chit, colour)
    state = put(state, side, discard=(*found.discard, chit))
    known = state.catalog.chits.get(chit)
    if known is None or not known.known:
        return state, (yield from _read(state, side, chit, colour, second=second))
    sign = -1 if colour == "blue" else 1
    drawn = Drawn(side, chit, colour, known.title, sign * (known.modifier or 0), known.cancels)
    night = state.catalog.slots[state.turn.slot].events_void and known.no_night
    return state, replace(drawn, void="no_night") if night else drawn


def _without(cup: EventCup, chit: str) -> tuple[str, ...]:
    left = list(cup.cup)
    left.remove(chit)
    return tuple(left)


def _dealt(state: State, side: str) -> Procedure[tuple[State, str]]:
    """Drawn here; by name where the owner has typed every chit of the colour, else by colour."""
    found = state.events[side]
    chit: str = yield Draw("10.3", "chit", state.seat(side), found.cup)
    state = put(state, side, cup=_without(found, chit))
    if chit == BLACK:
        return state, (yield from _black(state, chit))
    if chit not in COLOURS:
        return state, chit
    pool = [each for each in state.catalog.chits.values() if each.colour == chit]
    left = tuple(each.id for each in pool if each.id not in state.seen)
    if not left or not all(each.known for each in pool):
        return state, chit
    named: str = yield Draw("10.3", "chit", state.seat(side), left)
    return state.change(seen=state.seen | {named}), named


def _black(state: State, chit: str) -> Procedure[str]:
    """Which black chit comes out; all see it then, and the secret part of the seed has chosen it."""
    free = free_black(state)
    if not free:
        return chit
    named: str = yield Draw("10.3", "black_out", CUP, free, secret=True, shown=free)
    return named


def _told(state: State, side: str) -> Procedure[tuple[State, str]]:
    """Drawn from a cup on the players' table; they say the colour, and the title of a black one."""
    found = state.events[side]
    there = {colour_of(state.catalog, chit) for chit in found.cup}
    options = tuple(colour for colour in COLOURS if colour in there)
    colour: str = yield Choose("10.3", "chit_colour", state.seat(side), "colour", options)
    chit = next(each for each in found.cup if colour_of(state.catalog, each) == colour)
    state = put(state, side, cup=_without(found, chit))
    if colour != "black":
        return state, chit
    free = free_black(state)
    if not free:
        return state, chit
    named: str = yield Choose("10.3", "chit_black", state.seat(side), "chit", free)
    return state, named


def number_form(catalog: Catalog, *, second: bool) -> Mapping[str, Any]:
    """What players read off a chit whose number no source prints."""
    fields: dict[str, Any] = {
        "modifier": {"type": "integer", "minimum": 0, "maximum": catalog.figures["most_chit"]},
        "title": {"enum": [OTHER, *catalog.titles]},
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


def _read(state: State, side: str, chit: str, colour: str, *, second: bool) -> Procedure[Drawn]:
    form = number_form(state.catalog, second=second)
    told = yield Report(
        "10.3", "chit_number", state.seat(side), form, context={"side": side, "colour": colour}
    )
    sign = -1 if colour == "blue" else 1
    title = None if told["title"] == OTHER else state.catalog.titles[told["title"]].title
    night = state.catalog.slots[state.turn.slot].events_void and told["no_night"]
    named = told.get("cancels")
    return Drawn(
        side,
        chit,
        colour,
        title,
        sign * told["modifier"],
        named if named in (FIRST, SECOND) else None,
        "no_night" if night else None,
    )


def settled(catalog: Catalog, first: Drawn, second: Drawn) -> tuple[Drawn, Drawn]:
    """10.3: a chit that counts may cancel the other; one that is void cancels nothing."""
    cancels_first = second.void is None and cancels(catalog, second, first)
    cancels_second = first.void is None and cancels(catalog, first, second)
    if cancels_first and first.void is None:
        first = replace(first, void="cancelled")
    if cancels_second and second.void is None:
        second = replace(second, void="cancelled")
    return first, second


def cancels(catalog: Catalog, one: Drawn, other: Drawn) -> bool:
    """Does a chit name the other as the one it cancels? Nothing cancels a black one."""
    if other.colour == "black":
        return False
    if other.cancels == SECOND:
        return True
    if one.cancels in (None, SECOND):
        return False
    return one.cancels == FIRST or same_title(catalog, one.cancels, other.title)


def same_title(catalog: Catalog, wanted: str, title: str | None) -> bool:
    """Is this the title that is meant, by its id or as printed?"""
    known = catalog.titles.get(wanted)
    meant = known.title if known else wanted
    return title is not None and meant.casefold() == title.casefold()


def is_air(catalog: Catalog, drawn: Drawn) -> bool:
    """10.7: an airstrike or a strafing run."""
    return any(each.air and same_title(catalog, each.id, drawn.title) for each in catalog.titles.values())
