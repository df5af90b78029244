"""The log of a table on its page: in leaves, so that a long one costs no more than a short one."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs import Catalog, Language
from web.service.view import View

from .words import Told, told

LEAF = 100  # lines; the last leaf has up to twice as many, so that it is never almost empty
NEWS = 5  # lines above a question


@dataclass(frozen=True, slots=True)
class Leaf:
    """One of the leaves of a log, counted from 1."""

    number: int
    of: int
    total: int  # lines of the whole log
    chosen: bool  # somebody turned to it; otherwise it is the last

    @property
    def span(self) -> slice:
        start = (self.number - 1) * LEAF
        return slice(start, self.total if self.number == self.of else start + LEAF)


def leaf(total: int, wanted: int) -> Leaf:
    """The leaf that is wanted; the last where it is not there."""
    last = max(1, total // LEAF)
    there = 1 <= wanted <= last
    return Leaf(wanted if there else last, last, total, there)


def lines(view: View, one: Leaf, catalog: Catalog, lang: Language) -> list[Told]:
    """A leaf in words, made once for all who read it with the same eyes."""
    return view.live.kept(
        ("leaf", one.number, view.eye, lang),
        lambda: told(view.log[one.span], catalog, lang, view.state["settings"]),
    )


def news(view: View, catalog: Catalog, lang: Language) -> list[Told]:
    """The last lines, from the last answer on that a person gave at this seat. Watchers gave none."""
    entries = view.live.table.entries
    own = next((n for n in reversed(view.by_people) if entries[n].seat == view.seat), None)
    last = view.log[-NEWS:]
    places = [place for place, line in enumerate(last) if "what" not in line and line["n"] == own]
    return told(last[places[0] if places else 0 :], catalog, lang, view.state["settings"])
