"""Sheets put together into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.blocks import Block
from exports.kit.document import Document
from exports.kit.page import Part, draw_pages, flow, life_size, pages_at, room
from exports.kit.setting import CLOSEST, LADDER
from exports.kit.theme import MARGIN
from generator.games.combat_commander.authoring.force import SIDES

from ..errors import CardError
from ..scribe import Card, Scribe
from ..situation import place_line, title
from .card import Sheet, card_parts, running
from .log import log_part
from .pull import pull_sheet
from .side import side_sheet

SHEETS = ("card", "side", "log", "pull")
PACK = ("card", "side", "pull")  # what an evening needs
Progress = Callable[[int], None]  # the number of cards drawn so far


class Printer:
    """A file under way: cards are added one after another, then it is closed."""

    def __init__(self, catalog: Catalog, paper: str, lang: Language, name: str, subject: str = "") -> None:
        self.scribe = Scribe(catalog, lang)
        self.document = Document(paper, lang, name, subject)

    def add(self, card: Card, sheets: Sequence[str], url: str | None = None) -> None:
        """The sheets of a card, in the order asked for."""
        words = title(card, self.scribe)
        pages = self._pages(card, check_sheets(sheets, card), url)
        self.document.bookmark(words, 0, self.document.tall)
        with self.document.section("Art", words):
            draw_pages(self.document, running(card, self.scribe), pages)

    def add_pack(self, views: Mapping[str, Card], sheets: Sequence[str], url: str | None = None) -> None:
        """The evening of whoever may see these views: card once, a sheet for each side, one pull list."""
        base = next(iter(views.values()))
        own = [views[side] for side in SIDES if side in views]
        parts: list[tuple[Card, list[list[Block]]]] = []
        for name in check_names(sheets):
            for card in own if name == "side" else [base]:
                parts.append((card, self._pages(card, [name], url, mapped="card" not in sheets)))
        total = sum(len(pages) for _, pages in parts)
        if not total:
            raise CardError("NO_SHEET")
        words, first = title(base, self.scribe), 1
        self.document.bookmark(words, 0, self.document.tall)
        with self.document.section("Art", words):
            for card, pages in parts:  # each under the line that says for whose eyes it is
                draw_pages(self.document, running(card, self.scribe), pages, first, total)
                first += len(pages)

    def _pages(
        self, card: Card, sheets: Sequence[str], url: str | None, *, mapped: bool | None = None
    ) -> list[list[Block]]:
        """A sheet begins on a page of its own, but the pull list may share the one before it."""
        tall, wide = room(self.document), self.document.wide - 2 * MARGIN
        pages: list[list[Block]] = []
        open_: list[Part] = []  # what stands on the page under way
        for name in sheets:
            part: Part
            if name == "pull":
                part = partial(pull_sheet, card, self.scribe, wide)
                if open_ and len(pages_at(CLOSEST, [*open_, part], tall)) == 1:
                    open_.append(part)
                    continue
            pages += flow(open_, tall) if open_ else []
            if name == "card":
                if self.document.scale != 1.0:
                    pages += life_size(self.document, partial(self._large_card, card, url))
                    open_ = []
                    continue
                front, part = card_parts(Sheet(self.document, card, self.scribe, url))
                pages.append([front])
            elif name == "side":
                drawn = "card" not in sheets if mapped is None else mapped  # or it stands on the card's front
                part = partial(side_sheet, card, self.scribe, card["seat"], wide, mapped=drawn)
            elif name == "log":
                part = log_part(card, self.scribe, wide)
            open_ = [part]
        return pages + (flow(open_, tall) if open_ else [])

    def _large_card(self, card: Card, url: str | None) -> list[list[Block]]:
        """The front has its map and stays as it is; the back takes all the room it likes."""
        front, back = card_parts(Sheet(self.document, card, self.scribe, url))
        return [[front], *pages_at(LADDER[-1], [back], room(self.document))]

    def close(self) -> bytes:
        return self.document.finish()


def own_sheets(card: Card) -> tuple[str, ...]:
    """Every sheet a seat may have: a side has one of its own."""
    own = ("side",) if card.get("seat") in SIDES else ()
    log = ("log",) if card.get("transcript") and card["transcript"]["entries"] else ()
    return ("card", *own, "pull", *log)


def check_sheets(sheets: Sequence[str], card: Card) -> list[str]:
    """The sheets asked for; a side's own sheet only for that side."""
    found = check_names(sheets)
    if "side" in sheets and card.get("seat") not in SIDES:
        raise CardError("BAD_SHEET.side", sides=list(SIDES))
    return found


def check_names(sheets: Sequence[str]) -> list[str]:
    """Sheets that there are, each once."""
    for name in sheets:
        if name not in SHEETS:
            raise CardError("BAD_SHEET", given=name, sheets=list(SHEETS))
    return list(dict.fromkeys(sheets))


def render_pack(
    views: Mapping[str, Card],
    catalog: Catalog,
    *,
    paper: str = "a4",
    lang: Language = "en",
    sheets: Sequence[str] | None = None,
    url: str | None = None,
) -> bytes:
    """One file for the evening, of the views that its reader may see."""
    base, scribe = next(iter(views.values())), Scribe(catalog, lang)
    printer = Printer(catalog, paper, lang, title(base, scribe), place_line(base, scribe))
    printer.add_pack(views, sheets or PACK, url)
    return printer.close()


def render_pdf(
    cards: Iterable[Card],
    catalog: Catalog,
    *,
    paper: str = "a4",
    lang: Language = "en",
    sheets: Sequence[str] | None = None,
    url: Callable[[Card], str | None] | None = None,
    progress: Progress | None = None,
) -> bytes:
    """One file with every card; cards may come from a generator and are forgotten once drawn."""
    printer: Printer | None = None
    for number, card in enumerate(cards, start=1):
        if printer is None:
            scribe = Scribe(catalog, lang)
            printer = Printer(catalog, paper, lang, title(card, scribe), place_line(card, scribe))
        elif number == 2:
            printer.document.rename(printer.scribe.phrase("many_cards"))
        printer.add(card, sheets or own_sheets(card), url(card) if url else None)
        if progress is not None:
            progress(number)
    if printer is None:
        raise CardError("NO_CARD")
    return printer.close()
