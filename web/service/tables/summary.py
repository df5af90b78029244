"""Table summary for the list of a person's tables: whose turn, the last move, pending requests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogs import Language
from generator.table import EVERYONE, Seat
from schemas.errors import HorahError
from web.storage.subscriptions import Matter

from ..context import Context
from ..errors import NotHere
from .access import Sitting, enter, use_table
from .live import Live
from .log_text import add_texts
from .pending import pending_matters
from .view import View

LAST_ANSWER_LOG_LINES = 12  # log lines in which the last answer is looked for


@dataclass(frozen=True, slots=True)
class TableSummary:
    """Summary of a table for the holder of a link."""

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
    wanted: Sequence[Matter] = ()  # requests that wait for this seat
    last: str = ""  # the last answer as text
    last_at: str = ""
    trouble: HorahError | None = None  # why the table cannot be shown

    @property
    def found(self) -> bool:
        return bool(self.table)


def summarize_tables(context: Context, links: Sequence[str], language: Language) -> list[TableSummary]:
    """Return the summary of every link: own turns first, then by the time of the last event."""
    summaries = [summarize_table(context, link, language) for link in dict.fromkeys(links)]
    latest = sorted(summaries, key=lambda each: each.last_at, reverse=True)
    return sorted(latest, key=lambda each: (not each.found, each.closed, not each.yours, each.finished))


def summarize_table(context: Context, link: str, language: Language) -> TableSummary:
    """Return the summary of one link; an empty one if it leads nowhere."""
    try:
        here = enter(context, link)
        with use_table(context, here) as live:
            return _summarize(live, here, link, language)
    except NotHere:
        return TableSummary(link)
    except HorahError as fault:
        return TableSummary(link, here.table, here.procedure, seat=here.seat, trouble=fault)


def _summarize(live: Live, here: Sitting, link: str, language: Language) -> TableSummary:
    view = View(live, here.seat)
    state, around, last = view.state, live.history.around, live.history.last
    mine = [seat for seat in live.session.persons if seat not in around.holders] if here.together else ()
    yours = state["yours"] or any(View(live, seat).yours for seat in mine)
    return TableSummary(
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
        pending_matters(live, mine or (here.seat,)),
        _last_answer(view, language),
        last.at if last else live.stored.opened_at,
    )


def _last_answer(view: View, language: Language) -> str:
    """Return the last answer that this seat may see, as text."""
    answers = [line for line in view.log[-LAST_ANSWER_LOG_LINES:] if "what" not in line]
    if not answers:
        return ""
    (line,) = add_texts(view.live.session.catalog, answers[-1:], language, view.state["settings"])
    return str(line["text"])
