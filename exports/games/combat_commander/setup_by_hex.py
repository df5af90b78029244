"""Set-up list for another board, such as VASSAL: hex by hex, zones, tracks."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import marker_words
from .facts import format_lot, list_objectives
from .forces import hex_order, list_placed_units, list_sections
from .messages import Card, MessageFormatter
from .situation import card_title, format_place


def setup_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return all placed pieces by hex; pieces without a hex stand with their zone."""
    formatter = MessageFormatter(catalog, lang)
    out = [card_title(card, formatter), format_place(card, formatter), ""]
    out += [f"{hex_id:<4} {'; '.join(things)}" for hex_id, things in list_by_hex(card, formatter)]
    for side in SIDES:
        out += ["", *_list_zone(card, formatter, side)]
    out += ["", *_list_tracks(card, formatter)]
    return "\n".join(out) + "\n"


def list_by_hex(card: Card, formatter: MessageFormatter) -> list[tuple[str, list[str]]]:
    """Return the hexes in order with their contents: objectives, works, markers, units."""
    contents: dict[str, list[str]] = {}
    for number, hex_id, holder in list_objectives(card, formatter):
        if hex_id:
            contents.setdefault(hex_id, []).append(f"{formatter.term('card.objective')} {number} ({holder})")
    for work in card["fortifications"]:
        for hex_id in work.get("hexes", ()):
            contents.setdefault(hex_id, []).append(formatter.works(work["type"], 1))
    for marker in card.get("markers", ()):
        if marker.get("hex"):
            contents.setdefault(marker["hex"], []).append(formatter.term(f"marker.{marker['type']}"))
    for side in SIDES:
        for hex_id, names in list_placed_units(card, formatter, side):
            contents.setdefault(hex_id, []).append(f"{formatter.faction(card, side)}: {names}")
    return sorted(contents.items(), key=lambda item: hex_order(item[0]))


def _list_zone(card: Card, formatter: MessageFormatter, side: str) -> Iterator[str]:
    """Yield a side's set-up zone and the pieces it places itself."""
    setup = card["sides"][side]["setup"]
    edge = formatter.term(f"edge.{setup['edge']}").lower()
    order = formatter.term(f"setup.{setup['order']}").lower()
    yield f"{formatter.faction(card, side)} ({edge}; {formatter.zone(card, side)}; {order})"
    fixed = bool(setup.get("fixed"))
    for section in list_sections(card, formatter, side):
        if not fixed or section.kind in ("arrival", "box", "radio"):
            yield f"  {section.title}: {', '.join(format_lot(formatter, lot) for lot in section.lots)}"
    unplaced = [work for work in card["fortifications"] if work["side"] == side and not work.get("hexes")]
    for work in unplaced:
        yield f"  {formatter.works(work['type'], work['count'])}"


def _list_tracks(card: Card, formatter: MessageFormatter) -> Iterator[str]:
    yield f"{formatter.term('card.vp_marker')}: {marker_words(card, formatter, card['marker'])}"
    for name in ("time", "sudden_death"):
        if card[name] is not None:
            yield f"{formatter.term(f'marker.{name}')}: {card[name]}"
    for side in SIDES:
        if card["sides"][side]["surrender"] is not None:
            where = card["sides"][side]["surrender"]
            yield f"{formatter.term('marker.surrender')}, {formatter.faction(card, side)}: {where}"
    if card["initiative"]:
        yield f"{formatter.term('card.initiative_card')}: {formatter.faction(card, card['initiative'])}"
