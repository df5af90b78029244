"""The saved game of a card: everything set up as far as the card says where it stands.

Pieces with a hex stand on it, the others in their side's box beside the map, reinforcements on the Time
track, markers on their tracks, secrets in the side's own window. A view without a side's secrets gives a
saved game without them.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.vassal_format import (
    BEGIN_SAVE,
    COMMAND_SEPARATOR,
    END_SAVE,
    SAVED_AT,
    TRAIT_SEPARATOR,
    Trait,
    add_piece,
    join_fields,
    obfuscate,
    place_state,
    stack_state,
    write_archive,
    write_metadata,
)
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.battle.view import HIDDEN, view_card
from generator.table import EVERYONE

from ..forces import Section, list_sections
from ..messages import Card
from ..pull import list_extras
from ..situation import card_title
from ..text import write_card_text
from . import BATTLE_MAP, CHITS_DECK, FATE_MAP, hand_name
from .boards import (
    BOX_COLUMNS,
    FATE_BOARD,
    Position,
    arrange_battle_map,
    box_capacity,
    box_position,
    count_track_spaces,
    hex_position,
    map_name,
    track_position,
    victory_position,
)
from .decks import deck_trait, discards_name, fate_card_id, fate_deck_name
from .module_file import VASSAL_VERSION, Module, make_card_module
from .pieces import CONTROL_LEVELS

OBJECTIVE_OFFSET = (-38, 0)  # pixels from the centre of a hex, so that units do not cover it
HAND_MARGIN = 60  # pixels from the corner of a hand to the middle of its first piece
NOT_NEW = f"SETUP_STACK{TRAIT_SEPARATOR}"  # or VASSAL would fill every deck of the module once more


@dataclass(frozen=True, slots=True)
class Put:
    """A piece to put down: its id in the module, and its value if it shows one."""

    id: str
    value: str = ""


Pile = tuple[Put, ...]  # bottom piece first


@dataclass
class _Writer:
    """Commands of a saved game; pieces are numbered in the order in which they are put down."""

    module: Module
    commands: list[str] = field(default_factory=list)
    pieces: int = 0

    def number(self) -> str:
        self.pieces += 1
        return str(self.pieces)

    def put(self, piece: Put, map_name: str, at: Position) -> str:
        kind = self.module.kinds[piece.id if piece.id in self.module.kinds else "value:note"]
        value = piece.value if kind.id == piece.id else piece.id
        state = place_state(map_name, *at, self.module.slots[kind.id])
        piece_id = self.number()
        self.commands.append(add_piece(piece_id, kind.place(self.module.prototypes, state, value)))
        return piece_id

    def stack(self, pile: Pile, map_name: str, at: Position) -> None:
        """Put down a pile, and the stack that holds it."""
        ids = [self.put(piece, map_name, at) for piece in pile]
        state = stack_state(map_name, *at, ids)
        self.commands.append(add_piece(self.number(), [Trait("stack", state)]))

    def deck(self, name: str, pieces: Sequence[Put]) -> None:
        deck = self.module.decks[name]
        ids = [self.put(piece, FATE_MAP, deck.position) for piece in pieces]
        trait = deck_trait(deck, ids, self.module.formatter)
        self.commands.append(add_piece(self.number(), [trait]))


def render_save(card: Card, catalog: Catalog, lang: Language) -> bytes:
    """Return the saved game of a card as a seat may see it."""
    module = make_card_module(card, catalog, lang)
    title = card_title(card, module.formatter)
    saved = write_metadata(
        version=module.version, VassalVersion=VASSAL_VERSION, dateSaved=SAVED_AT, description=title
    )
    files = {"savedGame": obfuscate(write_commands(card, module)), "savedata": saved}
    return write_archive({**files, "moduledata": module.metadata})


def write_commands(card: Card, module: Module) -> str:
    """Return the commands that set up a card: the pieces, then the boards, as VASSAL orders them."""
    writer = _Writer(module)
    piles: dict[Position, list[Put]] = {}
    for at, pile in (*_list_on_map(card, module), *_list_on_tracks(card, module)):
        piles.setdefault(at, []).extend(pile)
    for at, pieces in piles.items():
        writer.stack(tuple(pieces), BATTLE_MAP, at)
    for side in SIDES:
        for at, pile in _list_in_box(card, module, side):
            writer.stack(pile, BATTLE_MAP, at)
    for piece, at in _list_objectives(card, module):
        writer.put(piece, BATTLE_MAP, at)
    _write_secrets(card, writer)
    _write_decks(card, writer)
    public = view_card(card, EVERYONE)  # both sides read the notes
    notes = write_card_text(public, module.formatter.catalog, module.formatter.lang)
    commands = [
        BEGIN_SAVE,
        *writer.commands,
        *_list_board_commands(card, module),
        NOT_NEW,
        f"NOTES{TRAIT_SEPARATOR}{_escape_lines(notes)}",
        END_SAVE,
    ]
    return join_fields(commands, COMMAND_SEPARATOR)


def _escape_lines(words: str) -> str:
    """Return a text as VASSAL keeps it: lines separated by bars."""
    return join_fields(words.replace(TRAIT_SEPARATOR, " ").splitlines(), "|")


def _list_board_commands(card: Card, module: Module) -> Iterator[str]:
    """Return which boards lie in each window, by column and row."""
    places = ((0, 0), (1, 0), (2, 0), (0, 1))
    areas = arrange_battle_map(module.formatter.catalog.board, _find_map(card, module))
    boards = [part for area, place in zip(areas, places, strict=True) for part in (area.name, *place)]
    yield join_fields((f"{BATTLE_MAP}BoardPicker", *boards), TRAIT_SEPARATOR)
    yield join_fields((f"{FATE_MAP}BoardPicker", FATE_BOARD, 0, 0), TRAIT_SEPARATOR)
    for side in SIDES:
        name = hand_name(side)
        yield join_fields((f"{name}BoardPicker", name, 0, 0), TRAIT_SEPARATOR)


def _find_map(card: Card, module: Module) -> str:
    return map_name(None if module.field is not None else card["map"]["number"])


def _list_on_map(card: Card, module: Module) -> Iterator[tuple[Position, Pile]]:
    """Return what has a hex: works and markers below, then units."""
    for work in card["fortifications"]:
        for hex_id in work.get("hexes", ()):
            yield hex_position(hex_id), (Put(f"work:{work['type']}"),)
    for marker in card.get("markers", ()):
        if marker.get("hex"):
            yield hex_position(marker["hex"]), (Put(f"marker:{marker['type']}"),)
    for point in card["map"].get("exit_points", ()):
        yield hex_position(point["hex"]), (Put("value:exit", str(point["value"])),)
    for side in SIDES:
        for place in card["sides"][side]["setup"].get("fixed", ()):
            yield hex_position(place["hex"]), tuple(map(Put, _list_refs(place)))


def _list_refs(group: Mapping[str, object]) -> list[str]:
    """Return the pieces of a group one by one: counters, the radio, leaders on top."""
    counters: Mapping[str, int] = group["counters"]  # type: ignore[assignment]
    leaders: Sequence[str] = group["leaders"]  # type: ignore[assignment]
    refs = [ref for ref, count in counters.items() for _ in range(count)]
    return [*refs, *([str(group["radio"])] if group.get("radio") else ()), *leaders]


def _list_on_tracks(card: Card, module: Module) -> Iterator[tuple[Position, Pile]]:
    """4, 6: return the markers on their tracks, and the reinforcements on the space where they enter."""
    board = module.formatter.catalog.board
    for name in ("time", "sudden_death"):
        if card[name] is not None:
            yield track_position(board, "time", card[name]), (Put(f"value:{name}", str(card[name])),)
    if card["marker"] is not None:
        yield victory_position(board, card["marker"]), (Put("value:vp", str(abs(card["marker"]))),)
    for side in SIDES:
        force = card["sides"][side]
        if force["surrender"] is not None:
            marker = Put(f"value:surrender:{side}", str(force["surrender"]))
            yield track_position(board, side, force["surrender"]), (marker,)
        for arrival in force.get("reinforcements", ()):
            veterans = sum(arrival.get("veterans", {}).values())
            pile = (*map(Put, _list_refs(arrival)), *[Put("marker:veteran")] * veterans)
            yield track_position(board, "time", arrival["space"]), pile
    for place, piece in enumerate(_list_on_table(card)):
        yield track_position(board, "table", place), (piece,)


def _list_on_table(card: Card) -> Iterator[Put]:
    """Return what lies below the tracks: open chits, the year, mines, markers without a hex."""
    for letter in card["objectives"]["open"]:
        yield Put(f"chit:{letter}")
    yield Put("value:year", str(card["year"]))
    if any(work["type"] == "mines" for work in card["fortifications"]):
        yield Put("value:mine_strength", str(card["mine_strength"]))
    for marker in card.get("markers", ()):
        if not marker.get("hex"):
            yield Put(f"marker:{marker['type']}")


def _list_objectives(card: Card, module: Module) -> Iterator[tuple[Put, Position]]:
    """2.3, 7.3.1: return the objectives with their holders, on their hexes or below the tracks."""
    board, hexes = module.formatter.catalog.board, card["map"].get("objectives") or {}
    for number, holder in sorted(card["objectives"]["control"].items()):
        piece = Put(f"objective:{number}", str(CONTROL_LEVELS.index(holder) + 1))
        if number in hexes:
            x, y = hex_position(hexes[number])
            yield piece, (x + OBJECTIVE_OFFSET[0], y + OBJECTIVE_OFFSET[1])
        else:
            yield piece, track_position(board, "table", count_track_spaces(board) - int(number))


def _list_in_box(card: Card, module: Module, side: str) -> list[tuple[Position, Pile]]:
    """Return the box of a side: its figures, then the pieces without a hex, section by section."""
    board = module.formatter.catalog.board
    sections = [_list_figures(card, side), *_list_unplaced(card, module, side), _list_works(card, side)]
    cells = _arrange([section for section in sections if section], box_capacity(board))
    return [(box_position(board, side, cell), pile) for cell, pile in cells]


def _arrange(sections: Sequence[Sequence[Pile]], capacity: int) -> list[tuple[int, Pile]]:
    """Return a cell for each pile: sections in rows of their own if there is room, else one after the other.

    If even that is too much, piles share a cell.
    """
    cells, cell = [], 0
    for section in sections:
        cells += list(enumerate(section, cell))
        cell = -(-(cell + len(section)) // BOX_COLUMNS) * BOX_COLUMNS
    if cell <= capacity:
        return cells
    piles = [pile for section in sections for pile in section]
    shared = (tuple(piece for pile in piles[place::capacity] for piece in pile) for place in range(capacity))
    return [(place, pile) for place, pile in enumerate(shared) if pile]


def _list_figures(card: Card, side: str) -> list[Pile]:
    force = card["sides"][side]
    figures: list[Pile] = [
        (Put(f"value:{name}:{side}", str(force[name])),)
        for name in ("orders", "hand", "discard_limit", "initiative")
        if force.get(name) is not None
    ]
    if card["initiative"] == side:
        figures.append((Put("marker:initiative_card"),))
    return figures


def _list_unplaced(card: Card, module: Module, side: str) -> Iterator[list[Pile]]:
    """Return the pieces of a side that have no hex yet, in the sections of the card; pairs share a pile."""
    fixed: Tally[str] = Tally()
    for place in card["sides"][side]["setup"].get("fixed", ()):
        fixed.update(_list_refs(place))
    for section in list_sections(card, module.formatter, side):
        if section.kind != "arrival":  # reinforcements stand on the Time track
            yield list(_list_piles(section, fixed if section.kind != "box" else Tally()))


def _list_piles(section: Section, fixed: Tally[str]) -> Iterator[Pile]:
    for lot in section.lots:
        for number in range(lot.count):
            pile: list[Put] = []
            for ref in lot.refs:
                if fixed[ref]:
                    fixed[ref] -= 1
                else:
                    pile.append(Put(ref))
            veteran = (Put("marker:veteran"),) if number < lot.veterans else ()
            if pile or veteran:
                yield (*pile, *veteran)


def _list_works(card: Card, side: str) -> list[Pile]:
    """RS.9: return the fortifications that a side places itself, and the extra markers of a campaign."""
    piles: list[Pile] = []
    for work in card["fortifications"]:
        if work["side"] == side:
            piles += [(Put(f"work:{work['type']}"),)] * (work["count"] - len(work.get("hexes", ())))
    for kind, count in list_extras(card, side).items():
        piles += [(Put(f"marker:{kind}"),)] * count
    return piles


def _list_secrets(card: Card, side: str) -> list[str]:
    """7.3.3: return the secret chits of a side that this view shows."""
    letters = card["objectives"]["secret"][side]
    return [] if letters == HIDDEN else list(letters)


def _write_secrets(card: Card, writer: _Writer) -> None:
    for side in SIDES:
        for place, letter in enumerate(_list_secrets(card, side)):
            at = (HAND_MARGIN * (place + 1), HAND_MARGIN)
            writer.stack((Put(f"chit:{letter}"),), hand_name(side), at)


def _write_decks(card: Card, writer: _Writer) -> None:
    """1.5: write the Fate deck of both sides with empty discards, and the chits nobody has."""
    catalog = writer.module.formatter.catalog
    decks = dict.fromkeys(catalog.factions[card["sides"][side]["faction"]].deck for side in SIDES)
    for name in decks:
        cards = [Put(fate_card_id(name, fate.number)) for fate in catalog.decks[name]]
        writer.deck(fate_deck_name(name), cards)
        writer.deck(discards_name(name), ())
    taken = {*card["objectives"]["open"], *(letter for side in SIDES for letter in _list_secrets(card, side))}
    writer.deck(CHITS_DECK, [Put(f"chit:{letter}") for letter in catalog.chits if letter not in taken])
