"""The set-up as a list to follow at another board, such as VASSAL: hex by hex, zones, tracks."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import marker_words
from .facts import lot_words, objective_spots
from .force import hex_order, placed, sections
from .scribe import Card, Scribe
from .situation import place_line, title


def setup_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Everything that lies somewhere, by where it lies; what has no hex yet stands with its zone."""
    scribe = Scribe(catalog, lang)
    out = [title(card, scribe), place_line(card, scribe), ""]
    out += [f"{hex_id:<4} {'; '.join(things)}" for hex_id, things in by_hex(card, scribe)]
    for side in SIDES:
        out += ["", *_zone(card, scribe, side)]
    out += ["", *_tracks(card, scribe)]
    return "\n".join(out) + "\n"


def by_hex(card: Card, scribe: Scribe) -> list[tuple[str, list[str]]]:
    """Hexes in order, each with what lies in it: objectives, works, markers, units."""
    found: dict[str, list[str]] = {}
    for number, hex_id, holder in objective_spots(card, scribe):
        if hex_id:
            found.setdefault(hex_id, []).append(f"{scribe.term('card.objective')} {number} ({holder})")
    for work in card["fortifications"]:
        for hex_id in work.get("hexes", ()):
            found.setdefault(hex_id, []).append(scribe.works(work["type"], 1))
    for marker in card.get("markers", ()):
        if marker.get("hex"):
            found.setdefault(marker["hex"], []).append(scribe.term(f"marker.{marker['type']}"))
    for side in SIDES:
        for hex_id, names in placed(card, scribe, side):
            found.setdefault(hex_id, []).append(f"{scribe.faction(card, side)}: {names}")
    return sorted(found.items(), key=lambda one: hex_order(one[0]))


def _zone(card: Card, scribe: Scribe, side: str) -> Iterator[str]:
    """What a side sets up itself, and within which bounds."""
    setup = card["sides"][side]["setup"]
    edge = scribe.term(f"edge.{setup['edge']}").lower()
    order = scribe.term(f"setup.{setup['order']}").lower()
    yield f"{scribe.faction(card, side)} ({edge}; {scribe.zone(card, side)}; {order})"
    fixed = bool(setup.get("fixed"))
    for section in sections(card, scribe, side):
        if not fixed or section.kind in ("arrival", "box", "radio"):
            yield f"  {section.title}: {', '.join(lot_words(scribe, lot) for lot in section.lots)}"
    unplaced = [work for work in card["fortifications"] if work["side"] == side and not work.get("hexes")]
    for work in unplaced:
        yield f"  {scribe.works(work['type'], work['count'])}"


def _tracks(card: Card, scribe: Scribe) -> Iterator[str]:
    yield f"{scribe.term('card.vp_marker')}: {marker_words(card, scribe, card['marker'])}"
    for name in ("time", "sudden_death"):
        if card[name] is not None:
            yield f"{scribe.term(f'marker.{name}')}: {card[name]}"
    for side in SIDES:
        if card["sides"][side]["surrender"] is not None:
            where = card["sides"][side]["surrender"]
            yield f"{scribe.term('marker.surrender')}, {scribe.faction(card, side)}: {where}"
    if card["initiative"]:
        yield f"{scribe.term('card.initiative_card')}: {scribe.faction(card, card['initiative'])}"
