"""Put sheets together into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.blocks import Block, paragraph, space
from exports.kit.document import Document
from exports.kit.page import Page, Part, content_height, draw_pages, lay_out, lay_out_at, lay_out_unscaled
from exports.kit.render_request import Layout, Odds
from exports.kit.theme import MARGIN, NARROW, SMALL_SIZE, SOFT
from exports.kit.type_scale import CLOSEST, TYPE_SCALES
from generator.games.combat_commander.authoring.force import SIDES

from ..errors import CardError
from ..messages import Card, MessageFormatter
from ..situation import card_title, format_place
from .card import CardSheet, make_card_parts, make_running_lines
from .landscape import make_landscape_pages
from .log import log_part
from .pull import pull_blocks
from .side import secret_strip, side_blocks

SHEETS = ("card", "side", "log", "pull")
PACK_SHEETS = ("card", "side", "pull")  # sheets needed for an evening
Progress = Callable[[int], None]  # called with the number of cards drawn so far


class Printer:
    """A file in progress: cards are added one after another, then it is closed."""

    def __init__(
        self,
        catalog: Catalog,
        paper: str,
        lang: Language,
        name: str,
        subject: str = "",
        layout: Layout = "landscape",
        odds: Odds | None = None,
    ) -> None:
        self.odds = odds
        self.formatter = MessageFormatter(catalog, lang)
        self.layout = layout
        self.document = Document(paper, lang, name, subject, continued=catalog.term("sheet.continued", lang))

    def add(self, card: Card, sheets: Sequence[str], url: str | None = None) -> None:
        """Add the sheets of a card in the given order."""
        words = card_title(card, self.formatter)
        pages = self._pages(card, check_sheets(sheets, card), url)
        self.document.bookmark(words, 0, self.document.tall)
        with self.document.section("Art", words):
            draw_pages(self.document, make_running_lines(card, self.formatter), pages)

    def add_pack(self, views: Mapping[str, Card], sheets: Sequence[str], url: str | None = None) -> None:
        """Add an evening's sheets: the card, then for each player a leaf with its own sheet and pull list.

        Each player's part starts on a right-hand page, so that two secrets never share a leaf.
        """
        base = next(iter(views.values()))
        own = [views[side] for side in SIDES if side in views] if "side" in sheets else []
        names = check_names(sheets)
        shared = [name for name in names if name != "side" and not (own and name == "pull")]
        parts: list[tuple[Card, list[Page]]] = []
        for name in shared:
            parts.append((base, self._pages(base, [name], url)))
        for card in own:
            pages = self._pages(card, ["side"], url, mapped="card" not in sheets)
            if "pull" in names:
                pages += self._pages(card, ["pull"], url)
            if sum(len(done) for _, done in parts) % 2:
                parts[-1][1].append([self._blank_page()])
            parts.append((card, pages))
        total = sum(len(pages) for _, pages in parts)
        if not total:
            raise CardError("NO_SHEET")
        words, first = card_title(base, self.formatter), 1
        self.document.bookmark(words, 0, self.document.tall)
        with self.document.section("Art", words):
            for card, pages in parts:  # each under a header that says who may see it
                draw_pages(self.document, make_running_lines(card, self.formatter), pages, first, total)
                first += len(pages)

    def _blank_page(self) -> Block:
        wide = self.document.wide - 2 * MARGIN
        return paragraph(self.formatter.phrase("blank_page"), wide, NARROW, SMALL_SIZE, fill=SOFT)

    def _pages(
        self, card: Card, sheets: Sequence[str], url: str | None, *, mapped: bool | None = None
    ) -> list[Page]:
        """Return the pages; each sheet begins a page, but the pull list may share the one before it."""
        tall, wide = content_height(self.document), self.document.wide - 2 * MARGIN
        pages: list[Page] = []
        open_: list[Part] = []  # parts on the page in progress
        strip: Block | None = None  # at the foot of that page
        for name in sheets:
            part: Part
            foot = strip.high if strip else 0.0
            if name == "pull":
                part = partial(pull_blocks, card, self.formatter, wide)
                if open_ and len(lay_out_at(CLOSEST, [*open_, part], tall - foot)) == 1:
                    open_.append(part)
                    continue
            pages += _lay_out_above(open_, strip, tall)
            open_, strip = [], None
            if name == "card" and self.layout == "landscape":
                running = make_running_lines(card, self.formatter)
                pages += make_landscape_pages(self.document, card, self.formatter, running, url, self.odds)
                continue
            if name == "card":
                if self.document.scale != 1.0:
                    pages += lay_out_unscaled(self.document, partial(self._large_card, card, url))
                    continue
                front, part = make_card_parts(CardSheet(self.document, card, self.formatter, url))
                pages.append([front])
            elif name == "side":
                if len(pages) % 2:
                    pages.append([self._blank_page()])
                drawn = "card" not in sheets if mapped is None else mapped  # else the card shows it
                part = partial(side_blocks, card, self.formatter, card["seat"], wide, mapped=drawn)
                strip = secret_strip(card, self.formatter, card["seat"], wide)
            elif name == "log":
                part = log_part(card, self.formatter, wide)
            open_ = [part]
        return pages + _lay_out_above(open_, strip, tall)

    def _large_card(self, card: Card, url: str | None) -> list[list[Block]]:
        """Return a card in large type: the front keeps its size because of the map, the back grows."""
        front, back = make_card_parts(CardSheet(self.document, card, self.formatter, url))
        return [[front], *lay_out_at(TYPE_SCALES[-1], [back], content_height(self.document))]

    def close(self) -> bytes:
        return self.document.finish()


def _lay_out_above(parts: Sequence[Part], strip: Block | None, tall: float) -> list[list[Block]]:
    """Lay out parts; a strip stands at the foot of their last page."""
    if not parts:
        return []
    if strip is None:
        return lay_out(parts, tall)
    pages = lay_out(parts, tall - strip.high)
    pages[-1] += [space(tall - strip.high - sum(block.high for block in pages[-1])), strip]
    return pages


def list_own_sheets(card: Card) -> tuple[str, ...]:
    """Return every sheet a seat may have; a side has one of its own."""
    own = ("side",) if card.get("seat") in SIDES else ()
    log = ("log",) if card.get("transcript") and card["transcript"]["entries"] else ()
    return ("card", *own, "pull", *log)


def check_sheets(sheets: Sequence[str], card: Card) -> list[str]:
    """Check the sheets; a side's own sheet is for that side only."""
    names = check_names(sheets)
    if "side" in sheets and card.get("seat") not in SIDES:
        raise CardError("BAD_SHEET.side", sides=list(SIDES))
    return names


def check_names(sheets: Sequence[str]) -> list[str]:
    """Check that the sheets exist, and return each once."""
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
    layout: Layout = "landscape",
    odds: Odds | None = None,
) -> bytes:
    """Return one file for the evening, made from the views that its reader may see."""
    base, formatter = next(iter(views.values())), MessageFormatter(catalog, lang)
    printer = Printer(
        catalog, paper, lang, card_title(base, formatter), format_place(base, formatter), layout, odds
    )
    printer.add_pack(views, sheets or PACK_SHEETS, url)
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
    layout: Layout = "landscape",
    odds: Odds | None = None,
) -> bytes:
    """Return one file with every card; cards may come from a generator and are released once drawn."""
    printer: Printer | None = None
    for number, card in enumerate(cards, start=1):
        if printer is None:
            formatter = MessageFormatter(catalog, lang)
            printer = Printer(
                catalog, paper, lang, card_title(card, formatter), format_place(card, formatter), layout, odds
            )
        elif number == 2:
            printer.document.rename(printer.formatter.phrase("many_cards"))
        printer.add(card, sheets or list_own_sheets(card), url(card) if url else None)
        if progress is not None:
            progress(number)
    if printer is None:
        raise CardError("NO_CARD")
    return printer.close()
