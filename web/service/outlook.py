"""A table in a few words, for the list of a person's tables: whose turn, the last move, what is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogs import Language
from generator.table import EVERYONE, Seat
from schemas.errors import HorahError
from web.storage.calls import Matter

from .context import Context
from .errors import NotHere
from .replay import Live
from .seats import Sitting, at, enter
from .turns import wanted
from .view import View
from .words import in_words

BACK = 12  # lines of the log in which the last answer is looked for


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a table stands, for whoever has a link to it."""

    link: str
    table: str = ""
    procedure: str = ""
    title: str = ""
    seat: Seat = EVERYONE
    together: bool = False
    yours: bool = False
    finished: bool = False
    closed: bool = False
    asked: Sequence[dict[str, Any]] = ()
    sealed: Sequence[Seat] = ()
    names: dict[Seat, str] = field(default_factory=dict)
    wanted: Sequence[Matter] = ()  # what waits for a word of this seat besides
    last: str = ""  # what happened last, in words
    last_at: str = ""
    trouble: HorahError | None = None  # why it cannot be shown

    @property
    def found(self) -> bool:
        return bool(self.table)


def outlooks(context: Context, links: Sequence[str], language: Language) -> list[Outlook]:
    """Every link with what it leads to, those whose turn it is first, then by what happened last."""
    found = [outlook(context, link, language) for link in dict.fromkeys(links)]
    latest = sorted(found, key=lambda each: each.last_at, reverse=True)
    return sorted(latest, key=lambda each: (not each.found, each.closed, not each.yours, each.finished))


def outlook(context: Context, link: str, language: Language) -> Outlook:
    """How things stand at one table; a link that leads nowhere finds nothing."""
    try:
        here = enter(context, link)
        with at(context, here) as live:
            return _seen(live, here, link, language)
    except NotHere:
        return Outlook(link)
    except HorahError as fault:
        return Outlook(link, here.table, here.procedure, seat=here.seat, trouble=fault)


def _seen(live: Live, here: Sitting, link: str, language: Language) -> Outlook:
    view = View(live, here.seat)
    state, around, last = view.state, live.history.around, live.history.last
    mine = [seat for seat in live.session.persons if seat not in around.holders] if here.together else ()
    yours = state["yours"] or any(View(live, seat).yours for seat in mine)
    return Outlook(
        link,
        here.table,
        live.stored.procedure,
        live.stored.title,
        here.seat,
        here.together,
        yours and not around.closed,
        state["finished"],
        around.closed is not None,
        state["asked"],
        state["sealed"],
        around.names,
        wanted(live, mine or (here.seat,)),
        _last(view, language),
        last.at if last else live.stored.opened_at,
    )


def _last(view: View, language: Language) -> str:
    """The last answer that this seat may see, in words."""
    answers = [line for line in view.log[-BACK:] if "what" not in line]
    if not answers:
        return ""
    (said,) = in_words(view.live.session.catalog, answers[-1:], language, view.state["settings"])
    return str(said["text"])
