"""Search in a library of cards, and relations between cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander.model import Size
from schemas.json_pointer import get

from .card import Card
from .force import SIDES


@dataclass(frozen=True, slots=True)
class Query:
    """Search criteria; None means any."""

    text: str | None = None  # words in title, situation, place or formation
    faction: str | None = None
    year: int | None = None
    size: Size | None = None
    map: int | None = None


def search(cards: Iterable[Card], query: Query) -> tuple[Card, ...]:
    """Return the matching cards in the order given."""
    return tuple(card for card in cards if matches(card, query))


def matches(card: Card, query: Query) -> bool:
    """Tell whether a card meets all criteria."""
    sides = [card["sides"][side] for side in SIDES]
    return (
        (query.year is None or card["year"] == query.year)
        and (query.map is None or card["map"]["number"] == query.map)
        and (query.faction is None or any(side["faction"] == query.faction for side in sides))
        and (query.size is None or any(side["size"] == query.size for side in sides))
        and (query.text is None or _contains_text(card, query.text))
    )


def _contains_text(card: Card, text: str) -> bool:
    text_of_card = collect_text(card)
    return all(word in text_of_card for word in text.casefold().split())


def collect_text(card: Card) -> str:
    """Return all searchable text of a card."""
    texts = [card.get(field, "") for field in ("id", "title", "situation", "place")]
    texts += [get(card, f"/sides/{side}/formation") or "" for side in SIDES]
    return "\n".join(_join_languages(text) for text in texts).casefold()


def _join_languages(text: Any) -> str:
    return "\n".join(map(str, text.values())) if isinstance(text, dict) else str(text)


def list_linked_cards(id_: str, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Return the cards linked with a card in either direction, itself first.

    Each card is visited once, so circles of links end. Links to unknown cards are ignored.
    """
    names, waiting = [], [id_]
    while waiting:
        name = waiting.pop(0)
        if name in names or name not in cards:
            continue
        names.append(name)
        waiting += cards[name].get("links", [])
        waiting += [other for other, card in cards.items() if name in card.get("links", ())]
    return tuple(names)


def list_base_cards(card: Card, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Return the base cards of a handicap card, nearest first; a circle ends where it closes."""
    names: list[str] = []
    base = card.get("base")
    while base is not None and base["id"] not in names:
        names.append(base["id"])
        base = cards.get(base["id"], {}).get("base")
    return tuple(names)
