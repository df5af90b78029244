"""Log of a table on its page, in pages of fixed length, so that a long log costs no more than a short one."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs import Catalog, Language
from web.service.tables.view import View

from .template_helpers import DescribedLine, describe_log

LOG_PAGE_LINES = 100  # lines; the last page has up to twice as many, so that it is never almost empty
NEWS_LINES = 5  # log lines shown above a question


@dataclass(frozen=True, slots=True)
class LogPage:
    """One page of a log, counted from 1."""

    number: int
    of: int
    total: int  # lines of the whole log
    chosen: bool  # requested by the URL; otherwise it is the last

    @property
    def span(self) -> slice:
        start = (self.number - 1) * LOG_PAGE_LINES
        return slice(start, self.total if self.number == self.of else start + LOG_PAGE_LINES)


def choose_page(total: int, wanted: int) -> LogPage:
    """Return the wanted page of the log, or the last."""
    last = max(1, total // LOG_PAGE_LINES)
    exists = 1 <= wanted <= last
    return LogPage(wanted if exists else last, last, total, exists)


def page_lines(view: View, page: LogPage, catalog: Catalog, lang: Language) -> list[DescribedLine]:
    """Return the lines of a log page as text, cached for all viewers with the same rights."""
    return view.live.cached(
        ("leaf", page.number, view.eye, lang),
        lambda: describe_log(view.log[page.span], catalog, lang, view.state["settings"]),
    )


def recent_lines(view: View, catalog: Catalog, lang: Language) -> list[DescribedLine]:
    """Return the last log lines since this seat's last answer."""
    entries = view.live.table.entries
    own = next((n for n in reversed(view.by_people) if entries[n].seat == view.seat), None)
    last = view.log[-NEWS_LINES:]
    places = [place for place, line in enumerate(last) if "what" not in line and line["n"] == own]
    return describe_log(last[places[0] if places else 0 :], catalog, lang, view.state["settings"])
