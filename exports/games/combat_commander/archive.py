"""Facts of a card for a shelf of battles."""

from __future__ import annotations

from exports.archive.facts import Facts
from generator.archive import Entry
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.balance.estimate import estimate_odds

from .messages import MessageFormatter
from .situation import card_title, format_place


def describe_card(entry: Entry, formatter: MessageFormatter) -> Facts:
    """Return title, place, nations, year, sizes, map, odds and the spaces until Sudden Death."""
    card = dict(entry.document)
    forces = [card["sides"][side] for side in SIDES]
    number = card["map"].get("number")
    odds = entry.odds
    if odds is None:
        estimate = estimate_odds(card, formatter.catalog)
        odds = estimate.axis if estimate else None
    span = card["time"], card["sudden_death"]  # a card may leave them to another card
    sizes = dict.fromkeys(force["size"] for force in forces if force.get("size"))
    return Facts(
        card_title(card, formatter),
        format_place(card, formatter),
        tuple((force["faction"], formatter.name("faction", force["faction"])) for force in forces),
        card["year"],
        tuple((size, formatter.name("size", size)) for size in sizes),
        "" if number is None else str(number),
        None if None in span else span[1] - span[0],
        odds,
    )
