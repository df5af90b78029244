"""A card in; PDF, SVG, text, Markdown and JSON out.

``render`` gives one rendering as bytes, ``write_all`` writes them all into a folder. Both take cards that are
already what a seat may see; drawing libraries are imported when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.errors import ExportError
from exports.kit.files import write
from exports.kit.wish import Wish

from .errors import check_card

BATTLEFIELD = "hora-h/battlefield/1"
KINDS = ("pdf", "pack", "cut_out", "picture", "svg", "text", "markdown", "forum", "by_hex", "json", "log")
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
) -> bytes:
    """One rendering of a card that a seat may see; a card with a fault is refused with its place.

    A battlefield of one's own, which people write too, has renderings of its own. A pack may have several.
    """
    if not isinstance(card, Mapping) or card.get("format") != BATTLEFIELD:
        for view in _views(card).values() if kind == "pack" else (card,):
            check_card(view)
    return _draw(card, kind, catalog, paper, lang, sheets, url)


def _views(card: Card) -> Mapping[str, Card]:
    views: Mapping[str, Card] = card["views"] if "views" in card else {card.get("seat", ""): card}
    return views


def _draw(
    card: Card,
    kind: str,
    catalog: Catalog,
    paper: str,
    lang: Language,
    sheets: Sequence[str] | None,
    url: str | None,
) -> bytes:
    """Draw one rendering of a card that was checked."""
    if card.get("format") == BATTLEFIELD:
        from .ground.render import render_battlefield

        return render_battlefield(card, kind, catalog=catalog, paper=paper, lang=lang)
    if kind == "pack":
        from .pdf import render_pack

        return render_pack(_views(card), catalog, paper=paper, lang=lang, sheets=sheets, url=url)
    if kind == "pdf":
        from .pdf import render_pdf

        return render_pdf([card], catalog, paper=paper, lang=lang, sheets=sheets, url=lambda _: url)
    if kind == "picture":
        from exports.kit.raster import preview

        from .pdf import render_pdf

        return preview(render_pdf([card], catalog, lang=lang, sheets=("card",)))
    if kind == "cut_out":
        from .pdf.cut_out import cut_out_pdf

        return cut_out_pdf(card, catalog, paper=paper, lang=lang)
    if kind not in KINDS:
        raise ExportError("BAD_KIND", given=kind, kinds=list(KINDS))
    return _words(card, kind, catalog, lang, url).encode()


def drawn(document: Card, kind: str, catalog: Catalog, wish: Wish) -> bytes:
    """Draw what was asked for of a card whose structure is known to be right."""
    return _draw(document, kind, catalog, wish.paper, wish.lang, wish.sheets or None, wish.url)


def _words(card: Card, kind: str, catalog: Catalog, lang: Language, url: str | None = None) -> str:
    if kind == "forum":
        from .forum import card_forum

        return card_forum(card, catalog, lang, url)
    if kind == "by_hex":
        from .by_hex import setup_text

        return setup_text(card, catalog, lang)
    if kind == "svg":
        from .scribe import Scribe
        from .svg import map_svg

        return map_svg(card, Scribe(catalog, lang))
    if kind == "markdown":
        from .markdown import card_markdown

        return card_markdown(card, catalog, lang)
    if kind == "json":
        from exports.kit.files import as_json

        return as_json(card)
    from .text import card_text, log_text

    return log_text(card, catalog, lang) if kind == "log" else card_text(card, catalog, lang)


def render_many(
    cards: Iterable[Card],
    *,
    catalog: Catalog,
    paper: str = "a4",
    lang: Language = "en",
    sheets: Sequence[str] | None = None,
    url: Callable[[Card], str | None] | None = None,
    progress: Callable[[int], None] | None = None,
) -> bytes:
    """Many cards in one PDF; each is checked before it is drawn. Without sheets each gets all it may have."""
    from .pdf import render_pdf

    checked = (check_card(card) for card in cards)
    return render_pdf(checked, catalog, paper=paper, lang=lang, sheets=sheets, url=url, progress=progress)


def write_all(
    views: Mapping[str, Card],
    out: Path,
    *,
    catalog: Catalog,
    lang: Language = "en",
    paper: str = "a4",
    url: str | None = None,
) -> list[Path]:
    """Everything about a battle, by seat: nothing is written unless all of it could be drawn."""
    contents: dict[Path, bytes] = {}
    for seat, view in views.items():
        card = check_card(view)
        for name, kind, sheets in _files(seat):
            contents[out / name] = _draw(card, kind, catalog, paper, lang, sheets, url)
    return [write(path, body) for path, body in contents.items()]


def _files(seat: str) -> list[tuple[str, str, tuple[str, ...] | None]]:
    """What a seat gets: the public files, or a side's own, or the referee's."""
    if seat == "everyone":
        return [
            ("card.pdf", "pdf", ("card",)),
            ("pull.pdf", "pdf", ("pull",)),
            ("log.pdf", "pdf", ("log",)),
            ("map.svg", "svg", None),
            ("card.txt", "text", None),
            ("log.txt", "log", None),
            ("card.md", "markdown", None),
            ("card.json", "json", None),
        ]
    if seat == "referee":
        return [("referee.json", "json", None)]
    return [(f"{seat}.pdf", "pdf", ("card", "side", "pull")), (f"{seat}.json", "json", None)]
