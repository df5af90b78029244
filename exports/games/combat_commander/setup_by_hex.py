"""Set-up list for another board, such as VASSAL: hex by hex, zones, tracks."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.sheet import Bullets, Facts, Heading, Part, Sheet
from exports.kit.text import write_text
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import marker_words
from .facts import Fact, format_lot, list_objectives
from .forces import hex_order, list_placed, list_sections
from .messages import Card, MessageFormatter
from .situation import card_title, format_place


def write_setup_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return all placed pieces by hex; pieces without a hex stand with their zone."""
    formatter = MessageFormatter(catalog, lang)
    parts: list[Part] = [
        Facts(
            [(hex_id, formatter.list(things, "semicolon")) for hex_id, things in list_by_hex(card, formatter)]
        )
    ]
    for side in SIDES:
        parts += [
            Heading(_format_zone(card, formatter, side)),
            Bullets(_list_unplaced(card, formatter, side)),
        ]
    parts += [Heading(formatter.term("card.tracks")), Facts(list(_list_tracks(card, formatter)))]
    return write_text(
        [Sheet("by_hex", card_title(card, formatter), parts, subtitle=format_place(card, formatter))]
    )


def list_by_hex(card: Card, formatter: MessageFormatter) -> list[tuple[str, list[str]]]:
    """Return the hexes in order with their contents: objectives, markers, units and works."""
    contents: dict[str, list[str]] = {}
    for number, hex_id, holder in list_objectives(card, formatter):
        if hex_id:
            contents.setdefault(hex_id, []).append(f"{formatter.term('card.objective')} {number} ({holder})")
    for marker in card.get("markers", ()):
        if marker.get("hex"):
            contents.setdefault(marker["hex"], []).append(formatter.term(f"marker.{marker['type']}"))
    for side in SIDES:
        for hex_id, names in list_placed(card, formatter, side):
            contents.setdefault(hex_id, []).append(formatter.labelled(formatter.faction(card, side), names))
    return sorted(contents.items(), key=lambda item: hex_order(item[0]))


def _format_zone(card: Card, formatter: MessageFormatter, side: str) -> str:
    """Return a side's set-up zone in words."""
    setup = card["sides"][side]["setup"]
    edge = formatter.form("edge", setup["edge"], "inline")
    order = formatter.form("setup", setup["order"], "inline")
    zone = formatter.list([edge, formatter.zone(card, side), order], "semicolon")
    return f"{formatter.faction(card, side)} ({zone})"


def _list_unplaced(card: Card, formatter: MessageFormatter, side: str) -> list[str]:
    """Return the pieces and works that a side places itself."""
    fixed = bool(card["sides"][side]["setup"].get("fixed"))
    lines = [
        formatter.labelled(section.title, ", ".join(format_lot(formatter, lot) for lot in section.lots))
        for section in list_sections(card, formatter, side)
        if not fixed or section.kind in ("arrival", "box", "radio")
    ]
    works = [work for work in card["fortifications"] if work["side"] == side and not work.get("hexes")]
    return [*lines, *(formatter.works(work["type"], work["count"]) for work in works)]


def _list_tracks(card: Card, formatter: MessageFormatter) -> Iterator[Fact]:
    yield formatter.term("card.vp_marker"), marker_words(card, formatter, card["marker"])
    for name in ("time", "sudden_death"):
        if card[name] is not None:
            yield formatter.term(f"marker.{name}"), str(card[name])
    for side in SIDES:
        if card["sides"][side]["surrender"] is not None:
            name = f"{formatter.term('marker.surrender')}, {formatter.faction(card, side)}"
            yield name, str(card["sides"][side]["surrender"])
    if card["initiative"]:
        yield formatter.term("card.initiative_card"), formatter.faction(card, card["initiative"])
