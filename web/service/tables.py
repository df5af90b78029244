"""A table that people share: open it, sit down, see, answer, take back, reveal."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from generator.chance import open_part
from generator.table import EVERYONE, REFEREE, Note, Prompt, Refused, Seat, view_entry
from web.storage.records import Event, StoredSeat, StoredTable, now
from web.storage.repository import Taken

from . import prompts as shown
from .context import Context
from .errors import Busy, Conflict, Forbidden, NotHere, ServiceError
from .printing import Printed, Wish, render
from .procedures import Document, Kind, procedure
from .replay import Live, begin, give_back, take
from .secrecy import commitments, is_link, link_hash, new_id, new_link, table_seed
from .settings import plain

SEATS: tuple[Seat, ...] = ("axis", "allied", REFEREE)
TRIES = 20  # how often an answer is tried again when another one came first
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table and the seat from which it is seen."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its id, which is also the public link, and the secret link of each seat."""

    id: str
    links: Mapping[Seat, str]
    commitments: Mapping[str, str]


def open_table(
    context: Context, name: str, settings: Mapping[str, Any] | None = None, title: str = ""
) -> Opened:
    """Open a table for a procedure; the links are given out here and never again."""
    kind = procedure(name)
    chosen = kind.read(context.catalog, kind.at_a_table(plain(settings or {})))
    stored = StoredTable(
        new_id(), name, title, kind.write(chosen), table_seed(), context.catalog.version, now()
    )
    live = begin(context.catalog, stored)
    first = live.fill()
    links = {seat: new_link() for seat in SEATS}
    seats = [StoredSeat(link_hash(link), stored.id, seat) for seat, link in links.items()]
    context.repository.add_table(stored, seats, first)
    return Opened(stored.id, {**links, EVERYONE: stored.id}, commitments(stored.seed))


def enter(context: Context, link: str) -> Sitting:
    """Follow a link: a seat's secret one, or the public one to watch."""
    if not is_link(link):
        raise NotHere
    digest = link_hash(link)
    found = context.repository.seat(digest)
    if found is not None and hmac.compare_digest(found.link_hash, digest):
        return Sitting(found.table_id, found.seat)
    if context.repository.table(link) is None:
        raise NotHere
    return Sitting(link, EVERYONE)


def sit(context: Context, table_id: str, link: str | None, kind: Kind | None = None) -> Sitting:
    """Sit down at a table by its id; without a link one may watch, and a wrong link finds nothing.

    Where a kind is named a table at which something else is played is not found either.
    """
    sitting = _sit(context, table_id, link)
    stored = context.repository.table(sitting.table) if kind else None
    if stored is not None and procedure(stored.procedure).kind != kind:
        raise NotHere
    return sitting


def _sit(context: Context, table_id: str, link: str | None) -> Sitting:
    if link is None:
        sitting = enter(context, table_id)
        if sitting.seat != EVERYONE:
            raise NotHere
        return sitting
    sitting = enter(context, link)
    if sitting.table != table_id:
        raise NotHere
    return sitting


def version(context: Context, sitting: Sitting) -> int:
    """A number that grows with everything that happens: one cheap question, for pages that follow along."""
    return context.repository.version(sitting.table)


def state(context: Context, sitting: Sitting) -> Document:
    """How the table stands, for a seat."""
    return _look(context, sitting, lambda live: _state(live, sitting.seat))


def prompts(context: Context, sitting: Sitting) -> list[Document]:
    """What the seat is asked now, with everything it needs to answer."""

    def asked(live: Live) -> list[Document]:
        pending = live.table.pending
        return [shown.whole(p, live.number) for p in pending if shown.may_read(p, sitting.seat)]

    return _look(context, sitting, asked)


def log(context: Context, sitting: Sitting) -> list[Document]:
    """Everything that happened, as the seat may see it: answers, and notes of what followed by rule."""
    return _look(context, sitting, lambda live: _log(live, _eye(live, sitting.seat)))


def answer(context: Context, sitting: Sitting, number: int, value: Any) -> Document:
    """Take the answer of a seat to what is asked under a number; the state after it."""

    def take_answer(live: Live) -> list[Event]:
        prompt = _asked(live, sitting.seat, number)
        return [*live.answer(prompt, sitting.seat, value), *live.fill()]

    return _change(context, sitting, take_answer)


def undo(context: Context, sitting: Sitting, answers: int = 1) -> Document:
    """Ask to take back the last answers that people gave; it is done when every person asks for the same."""

    def ask(live: Live) -> list[Event]:
        _check_person(live, sitting.seat)
        to = _undo_goal(live, answers)
        if live.undo.get(sitting.seat) == to:
            return []
        wish = {"to": to, "seed": table_seed()} if live.table.finished else {"to": to}
        return [*live.wish("undo", sitting.seat, wish), *live.fill()]

    return _change(context, sitting, ask)


def reveal(context: Context, sitting: Sitting) -> Document:
    """Say that the game is over and its secrets may be shown; done when every person has said so."""

    def say(live: Live) -> list[Event]:
        _check_person(live, sitting.seat)
        if not live.table.finished:
            raise _not_finished()
        if sitting.seat in live.reveal:
            return []
        return live.wish("reveal", sitting.seat, {})

    return _change(context, sitting, say)


def cards(context: Context, sitting: Sitting) -> list[Document]:
    """The cards that are ready, as the seat may see them: one of a battle, one for each of a campaign's."""
    return _look(context, sitting, lambda live: _cards(live, sitting.seat))


def card(context: Context, sitting: Sitting, number: int | None = None) -> Document:
    """The last card, or the one of a number counted from 1."""
    ready = cards(context, sitting)
    if number is None and not ready:
        raise _not_finished()
    if number is not None and not 1 <= number <= len(ready):
        raise NotHere
    return ready[-1 if number is None else number - 1]


def printed(context: Context, sitting: Sitting, wish: Wish, number: int | None = None) -> Printed:
    """A card of the table, printed for its seat."""
    stand = str(version(context, sitting))
    key = ("table", sitting.table, stand, sitting.seat, str(number), *wish.key())
    return render(context, key, lambda: card(context, sitting, number), wish)


def record(context: Context, sitting: Sitting) -> Document:
    """All that is needed to check the dice elsewhere: see :mod:`web.service.verify`."""

    def make(live: Live) -> Document:
        eye = _eye(live, sitting.seat)
        return {
            "format": "hora-h/table/1",
            "procedure": live.stored.procedure,
            "catalog": live.stored.catalog,
            "settings": dict(live.stored.settings),
            "seeds": _seeds(live, sitting.seat),
            "finished": live.table.finished,
            "entries": [view_entry(entry, eye).json() for entry in live.table.entries],
        }

    return _look(context, sitting, make)


def finished_record(context: Context, sitting: Sitting) -> Document:
    """The record of a table where everything has been answered."""
    found = record(context, sitting)
    if not found["finished"]:
        raise _not_finished()
    return found


def _look(context: Context, sitting: Sitting, see: Callable[[Live], Result]) -> Result:
    live = take(context, sitting.table)
    try:
        return see(live)
    finally:
        give_back(context, live)


def _change(context: Context, sitting: Sitting, change: Callable[[Live], list[Event]]) -> Document:
    """Make events and store them; if another event came first, look again and try again."""
    for _ in range(TRIES):
        live = take(context, sitting.table)
        before = live.last
        try:
            events = change(live)
            context.repository.append(events)
        except (Refused, ServiceError):
            if live.last is before:  # a refusal changes nothing
                give_back(context, live)
            raise
        except Taken:
            continue
        seen = _state(live, sitting.seat)
        give_back(context, live)
        return seen
    raise Busy


def _asked(live: Live, seat: Seat, number: int) -> Prompt:
    """What the seat is asked under a number."""
    if live.table.finished:
        raise Conflict("Nothing is asked any more.", "Ya no se pregunta nada.", code="FINISHED")
    if number != live.number:
        raise Conflict(
            "That question has been answered already, or taken back; look at what is asked now.",
            "Esa pregunta ya se respondió, o se retiró; mire qué se pregunta ahora.",
            code="ANSWERED",
        )
    if seat in live.table.sealed:
        raise Conflict(
            "Your answer lies sealed until the other seat has answered too.",
            "Su respuesta está sellada hasta que responda también el otro asiento.",
            code="SEALED",
        )
    asked = next((prompt for prompt in live.table.pending if shown.may_answer(prompt, seat)), None)
    if asked is None:
        raise Forbidden(
            "This seat is not asked now.", "A este asiento no se le pregunta ahora.", code="NOT_ASKED"
        )
    return asked


def _check_person(live: Live, seat: Seat) -> None:
    if seat not in live.persons:
        raise Forbidden(
            "Only the seats that people play can ask for that.",
            "Solo pueden pedirlo los asientos que juegan personas.",
            code="NOT_A_PERSON",
        )


def _undo_goal(live: Live, answers: int) -> int:
    if not 1 <= answers <= len(live.by_people):
        raise Conflict(
            f"{len(live.by_people)} answers of people can be taken back, not {answers}.",
            f"Se pueden retirar {len(live.by_people)} respuestas de personas, no {answers}.",
            code="UNDO",
        )
    return live.by_people[-answers]


def _not_finished() -> Conflict:
    return Conflict(
        "That is there when the last question has been answered.",
        "Eso estará cuando se haya respondido la última pregunta.",
        code="NOT_FINISHED",
    )


def _eye(live: Live, seat: Seat) -> Seat:
    """With whose eyes a seat sees: when all is revealed, with the referee's."""
    return REFEREE if live.revealed else seat


def _seeds(live: Live, seat: Seat) -> list[Document]:
    """The hash of every seed from the start; when the last die is cast the open part, which tells every roll
    that all could see; and the whole seed when all is revealed."""
    seeds = []
    for start, seed in live.seeds:
        whole = _eye(live, seat) == REFEREE
        told = None if not live.table.finished else seed if whole else open_part(seed)
        seeds.append({"from": start, "commitments": commitments(seed), "seed": told})
    return seeds


def _state(live: Live, seat: Seat) -> Document:
    stored, table = live.stored, live.table
    return {
        "id": stored.id,
        "procedure": stored.procedure,
        "title": stored.title,
        "opened_at": stored.opened_at,
        "settings": dict(stored.settings),
        "seat": seat,
        "version": live.version,
        "number": live.number,
        "answers": len(table.entries),
        "asked": [shown.outline(prompt) for prompt in table.pending],
        "sealed": sorted(table.sealed),
        "yours": any(shown.may_answer(prompt, seat) for prompt in table.pending),
        "finished": table.finished,
        "seeds": _seeds(live, seat),
        "persons": list(live.persons),
        "undo": {who: _people_after(live, to) for who, to in live.undo.items()},
        "undone": [{"from": had, "to": keep} for had, keep in live.undone],
        "reveal": sorted(live.reveal),
        "revealed": live.revealed,
        "state": live.procedure.state(live.catalog, live.settings, table, _eye(live, seat)),
    }


def _people_after(live: Live, to: int) -> int:
    """How many answers of people an undo would take back."""
    return sum(place >= to for place in live.by_people)


def _log(live: Live, eye: Seat) -> list[Document]:
    lines: list[Document] = []
    answers = 0
    for asked, entry in live.table.log:
        if isinstance(asked, Note):
            facts = shown.plain(asked.facts)
            lines.append({"n": answers, "rule": asked.rule, "what": asked.what, "facts": facts})
        elif entry is not None:
            answers = entry.n + 1
            lines.append(view_entry(entry, eye).json())
    return lines


def _cards(live: Live, seat: Seat) -> list[Document]:
    """A card names the seed, which tells the dice to come: not before there are none."""
    told = live.seed if live.table.finished and len(live.seeds) == 1 else None
    whole = live.procedure.cards(live.catalog, live.settings, live.table, told)
    return [live.procedure.view(card, _eye(live, seat)) for card in whole]
