"""ST-C1.1, NO-C1.1: the battlefield: the position's map, edges by the white die, rubble."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Side
from generator.table import Draw, Note, Procedure, Roll

from ..battle.state import PERSONS, SIDES, Battle, evolve, opponent
from .state import Common


def open_battle(state: Common, map_number: int) -> Battle:
    """ST-C1.2, NO-C1.2: return an empty battle of the campaign's year between its two factions."""
    settings = state.settings.battle()
    edition = state.catalog.editions[settings.edition]
    battle = Battle(state.catalog, settings, edition)
    battle = evolve(battle, map=battle.edition.maps[map_number], year=state.sheet.year)
    for side in SIDES:
        battle = battle.with_force(side, faction=state.faction(side))
    return battle


def compass(battle: Battle, roller: Side, owner: Side, rule: str) -> Procedure[Battle]:
    """ST-C1.1, NO-C1.12: roll before every battle; the white die alone names the friendly edge."""
    white, _ = yield Roll(rule, "edge_roll", roller, battle.deck(roller))
    board = battle.catalog.board
    own = board.edges[white]
    yield Note(rule, "edge", {"seat": owner, "edge": own, "other": opponent(owner)})
    axis = own if owner == "axis" else board.opposite[own]
    return evolve(battle, edges={PERSONS[0]: axis, PERSONS[1]: board.opposite[axis]}, marker=0)


def rubble(
    battle: Battle, count: int, decks: tuple[str, ...], duplicates: str, rule: str
) -> Procedure[Battle]:
    """ST-C1.1: draw hexes in equal parts from the shuffled decks.

    A shuffled deck never gives the same card twice; a hex that another deck gave is drawn again or lost.
    """
    placed: list[str] = []
    for number, deck in enumerate(decks):
        share = (count * (number + 1)) // len(decks) - (count * number) // len(decks)
        seat = next(s for s in SIDES if battle.deck(s) == deck)
        cup = tuple(card.hex for card in battle.catalog.decks[deck])
        drawn: set[str] = set()
        while share:
            hex_ = yield Draw(rule, "rubble_hex", seat, cup, deck=deck)
            again = hex_ in drawn
            drawn.add(hex_)
            if not again and hex_ not in placed:
                placed.append(hex_)
                share -= 1
            elif not again and duplicates == "lost":
                yield Note(rule, "rubble_lost", {"hex": hex_})
                share -= 1
    return evolve(battle, rubble=tuple(placed))
