"""RS.1 Battlefield: the map, and an edge for each person before sides are assigned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Map
from generator.table import Choose, Draw, Note, Procedure, Roll
from schemas.errors import HorahError

from ..ground.battlefield import generate_battlefield as draw_own
from ..ground.battlefield_document import generated_to_document, to_ground
from .settings import ANY_KIND, PRINTED, Settings
from .state import PERSONS, Battle, Steps, evolve

RULE = "RS.1"
NO_NUMBER = 0  # number of a map that is not printed
DIE, ROLLS = 6, 3  # a battlefield is numbered by so many rolls of two dice


def battlefield(battle: Battle) -> Steps:
    """RS.1: roll for who chooses the map; the other person then rolls for an edge."""
    chooser = yield from _who_chooses(battle)
    if battle.settings.kept_battlefield is not None:
        battle = yield from _kept_map(battle, battle.settings.kept_battlefield)
    else:
        own = battle.settings.battlefield != PRINTED
        battle = yield from (_own_map(battle, chooser) if own else _map(battle, chooser))
    return (yield from edges(battle, PERSONS[1] if chooser == PERSONS[0] else PERSONS[0]))


def _who_chooses(battle: Battle) -> Procedure[str]:
    """RS.1: on an even sum the roller chooses, on an odd sum the other. The first person rolls."""
    seat = battle.seat(PERSONS[0])
    white, coloured = yield Roll(RULE, "map_roll", seat, battle.deck(seat))
    return PERSONS[(white + coloured) % 2]


@lru_cache(maxsize=256)
def owned_maps(catalog: Catalog, settings: Settings) -> tuple[str, ...]:
    """RS.1: the maps at hand."""
    maps = catalog.editions[settings.edition].maps
    return tuple(map(str, settings.maps or (number for number, map_ in maps.items() if map_.objectives)))


def _map(battle: Battle, chooser: str) -> Steps:
    wish = battle.settings.map
    owned = owned_maps(battle.catalog, battle.settings)
    if isinstance(wish, int):
        yield Note(RULE, "fixed", {"what": "map", "value": wish})
        number = wish
    elif wish == "random":
        number = int((yield Draw(RULE, "map_draw", battle.seat(chooser), owned)))
    else:
        number = int((yield Choose(RULE, "map", battle.seat(chooser), "map", owned, why_not=_bad_map)))
    return evolve(battle, map=battle.edition.maps[number])


def _own_map(battle: Battle, chooser: str) -> Steps:
    """House rule: generate a battlefield; dice give its number, a draw its kind unless it is set."""
    kinds, seat = tuple(battle.catalog.battlefields), battle.seat(chooser)
    kind = battle.settings.battlefield
    if kind == ANY_KIND:
        kind = yield Draw(RULE, "battlefield_kind", seat, kinds)
    seed = 0
    for _ in range(ROLLS):
        white, coloured = yield Roll(RULE, "battlefield_roll", seat, battle.deck(seat))
        seed = (seed * DIE + white - 1) * DIE + coloured - 1
    drawn = draw_own(battle.catalog, seed, kind)
    yield Note(RULE, "own_battlefield", {"kind": kind, "number": seed})
    sheet = Map(NO_NUMBER, "custom", drawn.ground.objectives, None)
    return evolve(battle, map=sheet, battlefield=generated_to_document(drawn))


def _kept_map(battle: Battle, document: Mapping[str, Any]) -> Steps:
    """House rule: use a battlefield that was generated and kept before."""
    name = document.get("name")
    yield Note(RULE, "kept_battlefield", {"name": name}) if name else Note(RULE, "kept_battlefield.unnamed")
    sheet = Map(NO_NUMBER, "custom", to_ground(document).objectives, None)
    return evolve(battle, map=sheet, battlefield=document)


def edges(battle: Battle, person: str) -> Steps:
    """RS.1: the person who did not choose the map picks one of two dice; it names their edge."""
    seat = battle.seat(person)
    white, coloured = yield Roll(RULE, "edge_roll", seat, battle.deck(seat))
    options = tuple(dict.fromkeys((str(white), str(coloured))))
    die = int((yield Choose(RULE, "edge_die", seat, "die", options, why_not=_bad_die)))
    board = battle.catalog.board
    own = board.edges[die]
    other = PERSONS[1] if person == PERSONS[0] else PERSONS[0]
    yield Note(RULE, "edge", {"seat": seat, "edge": own, "other": battle.seat(other)})
    return evolve(battle, edges={person: own, other: board.opposite[own]}, marker=0)


def _bad_map(number: str) -> HorahError:
    return HorahError("BAD_MAP.not_at_hand", map=number)


def _bad_die(die: str) -> HorahError:
    return HorahError("BAD_DIE", die=die)
