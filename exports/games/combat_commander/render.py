"""Render a card as PDF, SVG, text, Markdown, JSON or for VASSAL.

``render`` returns one file as bytes, ``write_all`` writes all files into a folder. Both take cards that are
already filtered for a seat; drawing libraries are imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.errors import ExportError
from exports.kit.files import as_json, write_file
from exports.kit.render_request import Layout, Odds, RenderRequest

from . import GAME
from .errors import check_card
from .forum import write_card_forum
from .setup_by_hex import write_setup_text
from .text import write_card_markdown, write_card_text, write_log_text

BATTLEFIELD, FIGHT_RESULT = "hora-h/battlefield/1", "hora-h/fight-result/1"
KINDS = GAME.kinds
Card = Mapping[str, Any]


def render(
    card: Card,
    kind: str,
    *,
    catalog: Catalog,
    paper: str = "a4",
    lang: Language = "en",
    sheets: Sequence[str] | None = None,
    url: str | None = None,
    layout: Layout = "landscape",
    odds: Odds | None = None,
) -> bytes:
    """Render a card that a seat may see; raise CardError with the place if it is invalid.

    A custom battlefield has its own renderer. A pack may hold several views.
    """
    if not isinstance(card, Mapping) or card.get("format") != BATTLEFIELD:
        for view in _views(card).values() if kind == "pack" else (card,):
            check_card(view, catalog)
    request = RenderRequest(lang, paper, tuple(sheets or ()), url, layout, odds)
    return render_checked(card, kind, catalog, request)


def _views(card: Card) -> Mapping[str, Card]:
    views: Mapping[str, Card] = card["views"] if "views" in card else {card.get("seat", ""): card}
    return views


def render_checked(card: Card, kind: str, catalog: Catalog, request: RenderRequest) -> bytes:
    """Render a card whose structure is known to be valid."""
    paper, lang, url = request.paper, request.lang, request.url
    sheets, layout, odds = request.sheets or None, request.layout, request.odds
    if card.get("format") == FIGHT_RESULT:
        from .fight_result import render_result

        return render_result(card, kind, catalog, request)
    if card.get("format") == BATTLEFIELD:
        from .ground.render import render_battlefield

        return render_battlefield(card, kind, catalog=catalog, paper=paper, lang=lang)
    if kind == "pack":
        from .pdf import render_pack

        return render_pack(
            _views(card), catalog, paper=paper, lang=lang, sheets=sheets, url=url, layout=layout, odds=odds
        )
    if kind in ("pdf", "picture"):
        from .pdf import render_pdf

        if kind == "pdf":
            return render_pdf(
                [card],
                catalog,
                paper=paper,
                lang=lang,
                sheets=sheets,
                url=lambda _: url,
                layout=layout,
                odds=odds,
            )
        from exports.kit.raster import render_preview

        return render_preview(render_pdf([card], catalog, lang=lang, sheets=("card",)))
    if kind == "cut_out":
        from .pdf.cut_out import render_cut_out

        return render_cut_out(card, catalog, paper=paper, lang=lang)
    if kind == "vassal":
        from .vassal.save import render_save

        return render_save(card, catalog, lang)
    if kind == "vassal_module":
        from .vassal.module_file import render_module

        return render_module(card, catalog, lang)
    if kind == "svg":
        from .messages import MessageFormatter
        from .svg import render_map

        return render_map(card, MessageFormatter(catalog, lang)).encode()
    return _render_text(card, kind, catalog, lang, url).encode()


def _render_text(card: Card, kind: str, catalog: Catalog, lang: Language, url: str | None) -> str:
    if kind == "json":
        return as_json(card)
    if kind == "forum":
        return write_card_forum(card, catalog, lang, url)
    writers = {
        "by_hex": write_setup_text,
        "log": write_log_text,
        "markdown": write_card_markdown,
        "text": write_card_text,
    }
    if kind not in writers:
        raise ExportError("BAD_KIND", given=kind, kinds=list(KINDS))
    return writers[kind](card, catalog, lang)


def render_many(
    cards: Iterable[Card],
    *,
    catalog: Catalog,
    paper: str = "a4",
    lang: Language = "en",
    sheets: Sequence[str] | None = None,
    url: Callable[[Card], str | None] | None = None,
    progress: Callable[[int], None] | None = None,
    layout: Layout = "landscape",
) -> bytes:
    """Render many cards into one PDF, each checked before it is drawn. Default: all sheets of each card."""
    from .pdf import render_pdf

    checked = (check_card(card, catalog) for card in cards)
    return render_pdf(
        checked, catalog, paper=paper, lang=lang, sheets=sheets, url=url, progress=progress, layout=layout
    )


def write_all(
    views: Mapping[str, Card],
    out: Path,
    *,
    catalog: Catalog,
    lang: Language = "en",
    paper: str = "a4",
    url: str | None = None,
) -> list[Path]:
    """Write all files of a battle, by seat; nothing is written unless everything could be drawn."""
    contents: dict[Path, bytes] = {}
    for seat, view in views.items():
        card = check_card(view, catalog)
        for name, kind, sheets in _list_files(seat):
            request = RenderRequest(lang, paper, sheets, url)
            contents[out / name] = render_checked(card, kind, catalog, request)
    return [write_file(path, body) for path, body in contents.items()]


def _list_files(seat: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the files of a seat: the public files, a side's own, or the referee's."""
    if seat == "everyone":
        return [
            ("card.pdf", "pdf", ("card",)),
            ("pull.pdf", "pdf", ("pull",)),
            ("log.pdf", "pdf", ("log",)),
            ("map.svg", "svg", ()),
            ("card.txt", "text", ()),
            ("log.txt", "log", ()),
            ("card.md", "markdown", ()),
            ("card.json", "json", ()),
        ]
    if seat == "referee":
        return [("referee.json", "json", ())]
    return [(f"{seat}.pdf", "pdf", ("card", "side", "pull")), (f"{seat}.json", "json", ())]
