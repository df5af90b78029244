"""Fate decks: our own card faces, the decks of the module and the decks of a saved game (1.5 to 1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander.model import FateCard, FateText
from exports.kit.shapes import centred_text, rect, rule, text
from exports.kit.theme import HEAD, INK, NARROW, PAPER, SOFT, Livery, fit, livery, wrap
from exports.kit.vassal_format import Trait, join_fields

from ..messages import MessageFormatter
from . import CHITS_DECK, FATE_MAP
from .boards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CHIT_PLACE,
    FATE_BOARD,
    Position,
    chits_position,
    deck_position,
)

BAND_HEIGHT = 26
FOOT_HEIGHT = 64
DIE_SIZE = 40
CARD_MARGIN = 10


def fate_card_id(faction: str, number: int) -> str:
    return f"fate:{faction}:{number}"


def draw_fate_card(faction: str, dice: FateCard, words: FateText, formatter: MessageFormatter) -> Drawing:
    """1.5 to 1.9: draw a card: order, action and event, below them the dice, the hex and the trigger."""
    dress = livery(formatter.catalog, faction)
    drawing = _draw_blank_card(dress)
    nation, size = fit(formatter.term(f"faction.{faction}"), HEAD, 15, CARD_WIDTH - 70)
    middle = CARD_HEIGHT - BAND_HEIGHT / 2
    drawing.add(rect(1, CARD_HEIGHT - BAND_HEIGHT, CARD_WIDTH - 2, BAND_HEIGHT - 1, dress.deep, None, 0, 7))
    drawing.add(text(CARD_MARGIN, middle - 5, nation, size, HEAD, PAPER))
    drawing.add(text(CARD_WIDTH - CARD_MARGIN, middle - 5, str(dice.number), 13, NARROW, PAPER, "end"))
    rows = (("order", words.order), ("action", words.action), ("event", words.event))
    room = (CARD_HEIGHT - BAND_HEIGHT - FOOT_HEIGHT) / len(rows)
    for place, (kind, name) in enumerate(rows):
        top = CARD_HEIGHT - BAND_HEIGHT - place * room
        for shape in _draw_row(kind, formatter.term(f"{kind}.{name}"), top, formatter, dress):
            drawing.add(shape)
    for shape in _draw_foot(dice, formatter, dress):
        drawing.add(shape)
    return drawing


def _draw_blank_card(dress: Livery) -> Drawing:
    drawing = Drawing(CARD_WIDTH, CARD_HEIGHT)
    drawing.add(rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, PAPER, dress.deep, 1.6, 8))
    return drawing


def _draw_row(kind: str, name: str, top: float, formatter: MessageFormatter, dress: Livery) -> list[Shape]:
    """Draw what a part of the card is, and its name in one line or two."""
    size, room = (21.0 if kind == "order" else 17.0), CARD_WIDTH - 2 * CARD_MARGIN
    lines = wrap(name, HEAD, size, room)[:2]
    shapes: list[Shape] = [
        text(CARD_MARGIN, top - 14, formatter.term(f"vassal.{kind}").upper(), 9.5, NARROW, SOFT)
    ]
    shapes += [
        text(CARD_MARGIN, top - 18 - size * (0.72 + place), *fit(line, HEAD, size, room), HEAD, INK)
        for place, line in enumerate(lines)
    ]
    if kind != "order":
        shapes.append(rule(CARD_MARGIN, top, CARD_WIDTH - CARD_MARGIN, top, dress.mid, 0.8))
    return shapes


def _draw_foot(dice: FateCard, formatter: MessageFormatter, dress: Livery) -> list[Shape]:
    """Draw both dice at the left, the hex and the trigger at the right."""
    low = (FOOT_HEIGHT - DIE_SIZE) / 2
    shapes: list[Shape] = [rect(1, 1, CARD_WIDTH - 2, FOOT_HEIGHT, dress.tint, dress.deep, 1.2, 7)]
    faces = ((dice.white, PAPER, INK), (dice.coloured, dress.deep, PAPER))
    for place, (value, fill, ink) in enumerate(faces):
        left = CARD_MARGIN + place * (DIE_SIZE + 6)
        shapes.append(rect(left, low, DIE_SIZE, DIE_SIZE, fill, INK, 1.2, 6))
        shapes.append(centred_text(left + DIE_SIZE / 2, low + DIE_SIZE / 2, str(value), 27, HEAD, ink))
    right = CARD_WIDTH - CARD_MARGIN
    shapes.append(text(right, FOOT_HEIGHT - 27, dice.hex, 22, HEAD, INK, "end"))
    if dice.trigger:
        words, size = fit(formatter.term(f"trigger.{dice.trigger}"), HEAD, 15, 76)
        shapes.append(text(right, 13, words, size, HEAD, INK, "end"))
    return shapes


def draw_card_back(faction: str, formatter: MessageFormatter) -> Drawing:
    dress = livery(formatter.catalog, faction)
    drawing = _draw_blank_card(dress)
    drawing.add(rect(9, 9, CARD_WIDTH - 18, CARD_HEIGHT - 18, dress.deep, None, 0, 5))
    nation, size = fit(formatter.term(f"faction.{faction}"), HEAD, 30, CARD_WIDTH - 40)
    drawing.add(centred_text(CARD_WIDTH / 2, CARD_HEIGHT / 2, nation, size, HEAD, PAPER))
    return drawing


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: where it lies, how large its place is, whether its cards lie face down, where they go on."""

    name: str
    position: Position
    size: tuple[int, int]
    face_down: bool
    target: str = ""  # the deck that all its cards can be sent to
    command: str = ""  # the words for that


def fate_deck_name(faction: str) -> str:
    return f"{faction.capitalize()} Fate"


def discards_name(faction: str) -> str:
    return f"{fate_deck_name(faction)} discards"


def list_decks(factions: Sequence[str], formatter: MessageFormatter) -> list[Deck]:
    """Return a deck and a discard pile for each nation, and the objective chits."""
    size, decks = (CARD_WIDTH, CARD_HEIGHT), []
    for faction in factions:
        name, command = fate_deck_name(faction), formatter.term("vassal.reshuffle")
        decks.append(Deck(name, deck_position(factions, faction, discards=False), size, True))
        place = deck_position(factions, faction, discards=True)
        decks.append(Deck(discards_name(faction), place, size, False, name, command))
    decks.append(Deck(CHITS_DECK, chits_position(factions), (CHIT_PLACE, CHIT_PLACE), True))
    return decks


def write_deck(deck: Deck, formatter: MessageFormatter) -> Element:
    """Return the deck of the module. VASSAL itself draws at random from a deck that lies face down."""
    return Element(
        "VASSAL.build.module.map.DrawPile",
        {
            "name": deck.name,
            "owningBoard": FATE_BOARD,
            "x": str(deck.position[0]),
            "y": str(deck.position[1]),
            "width": str(deck.size[0]),
            "height": str(deck.size[1]),
            "faceDown": _face_down(deck),
            "shuffle": _shuffle(deck),
            "drawFaceUp": "false",
            "allowMultiple": "true",
            "drawMultipleMessage": formatter.term("vassal.draw_several"),
            "allowSelect": str(not deck.face_down).lower(),
            "reversible": "false",
            "draw": "true",
            "color": "0,0,0",
            "maxStack": "10",
            "reshufflable": str(bool(deck.target)).lower(),
            "reshuffleCommand": deck.command,
            "reshuffleTarget": deck.target,
        },
    )


def _face_down(deck: Deck) -> str:
    return "Always" if deck.face_down else "Never"


def _shuffle(deck: Deck) -> str:
    return "Always" if deck.face_down else "Never"


def deck_trait(deck: Deck, card_ids: Iterable[str], formatter: MessageFormatter) -> Trait:
    """Return the deck of a saved game with its cards; their order means nothing, VASSAL draws at random."""
    fields = (
        *(True, "0,0,0", *deck.size, _face_down(deck), _shuffle(deck)),
        *(True, not deck.face_down, False),  # draw several, choose, turn the deck over
        *(deck.command, deck.target, "", deck.name, "", "", ""),
        *(False, False, "", "", 10, "", False, "", False, "", "$BasicName$", "", False, "", "", "", ""),
        formatter.term("vassal.draw_several"),
    )
    state = (FATE_MAP, *deck.position, deck.face_down, join_fields(card_ids, ","))
    return Trait("deck;" + join_fields(fields), join_fields(state[: 5 if state[-1] else 4]))
