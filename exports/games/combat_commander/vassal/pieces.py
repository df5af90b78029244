"""Pieces of the module: counters, markers, fortifications, objectives, chits and Fate cards.

Every piece has a prototype with the commands of its sort, and a property ``Id`` that names it in our words.
A saved game holds the same traits with the prototype already put in its place, as VASSAL itself saves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.graphics.shapes import Drawing, Shape

from catalogs.games.combat_commander import Catalog
from exports.kit.shapes import centred_text, disc, move_shapes, rect
from exports.kit.theme import HEAD, INK, PAPER, PLAIN, Livery, fit, livery, wrap
from exports.kit.vassal_format import (
    Trait,
    basic_piece,
    delete_trait,
    fixed_trait,
    format_key,
    label_trait,
    layer_trait,
    mark_trait,
    mask_trait,
    prototype_trait,
    return_trait,
)

from ..drawings.counters import STRIP_HEIGHT, WEAPON_SIZE, counter_size, draw_face
from ..messages import MessageFormatter, Piece
from ..pdf.cut_out import draw_back, draw_marker
from .boards import CARD_HEIGHT, CARD_WIDTH
from .decks import draw_card_back, draw_fate_card, fate_card_id, fate_deck_name

COUNTER_SCALE = 1.2  # pixels for a point of our counters: a squad is less than half as high as a hex
OBJECTIVE_SIZE = 34
VALUE_TYPE_SIZE = 13
CONTROL_LEVELS = ("none", "axis", "allied")
#: Markers that show a value: on a track, or beside the map.
VALUE_MARKERS = ("time", "sudden_death", "vp", "year", "mine_strength")
SIDE_VALUES = ("surrender", "orders", "hand", "discard_limit", "initiative")
CHIT_SIZE, CHIT_TYPE_SIZE = 54, 7.8
MARKER_GROUPS = ("markers", "fortifications", "objectives", "chits")


Draw = Callable[[], Drawing]


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A sort of piece: its pictures by file name, drawn on demand, its prototype and its own traits."""

    id: str
    name: str
    group: str  # the tab of the palette, or the deck
    prototype: str
    pictures: Mapping[str, Draw]  # the face first
    size: tuple[int, int]  # of the face in pixels
    traits: tuple[Trait, ...] = ()

    @property
    def image(self) -> str:
        return next(iter(self.pictures))

    def define(self) -> list[Trait]:
        """Return the traits in the module: the prototype by its name."""
        return [prototype_trait(self.prototype), *self._own_traits(), basic_piece(self.image, self.name)]

    def place(self, prototypes: dict[str, tuple[Trait, ...]], state: str, value: str = "") -> list[Trait]:
        """Return the traits in a saved game; ``value`` is the level of its layer or the text on it."""
        traits = [*prototypes[self.prototype], *self._own_traits()]
        if value:
            traits = [Trait(one.type, value) if _is_valued(one) else one for one in traits]
        return [*traits, basic_piece(self.image, self.name, state)]

    def _own_traits(self) -> tuple[Trait, ...]:
        return (*self.traits, mark_trait({"Id": self.id}))


def _is_valued(trait: Trait) -> bool:
    return trait.type.startswith(("label;", "emb2;"))


def make_prototypes(formatter: MessageFormatter) -> dict[str, tuple[Trait, ...]]:
    """Return the commands of each sort of piece."""
    remove = delete_trait(formatter.term("vassal.remove"), format_key("D"))
    discard = return_trait(formatter.term("vassal.discard"), format_key("D"), "$Deck$ discards")
    return {
        "Unit": (remove,),
        "Weapon": (remove,),
        "Marker": (remove,),
        "Value": (remove,),
        "Objective": (fixed_trait(), remove),
        "Chit": (remove,),
        "Fate card": (discard,),
    }


def image_name(name: str) -> str:
    return f"{name.replace(':', '-').replace('_', '-')}.png"


def list_piece_kinds(formatter: MessageFormatter) -> Iterator[PieceKind]:
    """Return every piece of the module, always in the same order."""
    catalog = formatter.catalog
    for ref in (*catalog.leaders, *catalog.counters):
        yield _make_counter(formatter.piece(ref), formatter)
    yield from _list_markers(formatter)
    yield from _list_objectives(formatter)
    yield from _list_chits(formatter)
    for faction in list_factions(catalog):
        yield from _list_fate_cards(faction, formatter)


def list_factions(catalog: Catalog) -> list[str]:
    """Return the nations with a Fate deck, the Axis first."""
    return sorted(catalog.decks, key=lambda name: (catalog.factions[name].side != "axis", name))


def _make_counter(piece: Piece, formatter: MessageFormatter) -> PieceKind:
    """3, 11: return a unit or weapon that can be turned to its broken side."""
    faction = piece.ref.partition(":")[0]
    known = formatter.catalog.factions.get(faction)
    side, dress = ("allied", PLAIN) if known is None else (known.side, livery(formatter.catalog, faction))
    front, back = image_name(piece.ref), image_name(f"{piece.ref}:back")
    pictures = {front: partial(_draw_front, piece, side, dress), back: partial(_draw_back, piece, dress)}
    broken = formatter.term("vassal.broken")
    turn = layer_trait(
        [back],
        [f"+ ({broken})"],
        formatter.term("vassal.turn"),
        format_key("F"),
        level=-1,
        always=False,
        name="Broken",
    )
    prototype = "Weapon" if piece.kind in ("weapon", "radio") else "Unit"
    return PieceKind(
        piece.ref, piece.name, faction, prototype, pictures, _square(counter_size(piece)), (turn,)
    )


def _draw_front(piece: Piece, side: str, dress: Livery) -> Drawing:
    face = move_shapes([draw_face(piece, side, dress)], 0, -STRIP_HEIGHT)
    return _scale_shapes([face], counter_size(piece))


def _draw_back(piece: Piece, dress: Livery) -> Drawing:
    size = counter_size(piece)
    return _scale_shapes(draw_back(piece, size, dress), size)


def _square(size: float) -> tuple[int, int]:
    """Return the pixels of a counter that measures this many points."""
    pixels = round(size * COUNTER_SCALE)
    return pixels, pixels


def _scale_shapes(shapes: Sequence[Shape], size: float) -> Drawing:
    pixels = _square(size)[0]
    drawing = Drawing(pixels, pixels)
    drawing.add(rect(0, 0, pixels, pixels, PAPER))
    drawing.add(move_shapes(shapes, 0, 0, pixels / size))
    return drawing


def _list_markers(formatter: MessageFormatter) -> Iterator[PieceKind]:
    """Return markers and fortifications; those with a value show it, and players change it."""
    terms = formatter.catalog.terms
    for key in sorted(terms):
        family, _, kind = key.partition(".")
        if family == "marker" and kind not in (*VALUE_MARKERS, "surrender", "ob_stats"):
            yield _make_marker(f"marker:{kind}", formatter.term(key), kind, "markers")
        elif family == "fortification" and "." not in kind:
            yield _make_marker(f"work:{kind}", formatter.term(key), kind, "fortifications")
    for kind in VALUE_MARKERS:
        yield _make_value(f"value:{kind}", formatter.term(f"marker.{kind}"), formatter)
    yield _make_value("value:exit", formatter.term("card.exit_points"), formatter)
    yield _make_value("value:note", formatter.term("card.notes"), formatter)
    for side in ("axis", "allied"):
        for kind in SIDE_VALUES:
            name = f"{formatter.term(f'card.{kind}')}, {formatter.side(side)}"
            yield _make_value(f"value:{kind}:{side}", name, formatter)
    yield _make_marker("marker:initiative_card", formatter.term("card.initiative_card"), "", "markers")


def _make_marker(piece_id: str, name: str, kind: str, group: str) -> PieceKind:
    pictures = {image_name(piece_id): partial(_draw_marker, name, kind)}
    return PieceKind(piece_id, name, group, "Marker", pictures, _square(WEAPON_SIZE))


def _draw_marker(name: str, kind: str) -> Drawing:
    return _scale_shapes(draw_marker(name, kind, ""), WEAPON_SIZE)


def _make_value(piece_id: str, name: str, formatter: MessageFormatter) -> PieceKind:
    """Return a marker with room for a value that players change."""
    label = label_trait("", formatter.term("vassal.change_value"), format_key("L"), VALUE_TYPE_SIZE)
    pictures = {image_name(piece_id): partial(_draw_value, name)}
    return PieceKind(piece_id, name, "markers", "Value", pictures, _square(WEAPON_SIZE), (label,))


def _draw_value(name: str) -> Drawing:
    """Draw a marker with its name below the place of its value."""
    shapes: list[Shape] = [rect(0, 0, WEAPON_SIZE, WEAPON_SIZE, PLAIN.tint, INK, 0.8, 1.5)]
    lines = wrap(name, HEAD, 6.0, WEAPON_SIZE - 3)[:2]
    for place, line in enumerate(reversed(lines)):
        words, size = fit(line, HEAD, 6.0, WEAPON_SIZE - 3)
        shapes.append(centred_text(WEAPON_SIZE / 2, 4.0 + 6.0 * place, words, size, HEAD, INK))
    return _scale_shapes(shapes, WEAPON_SIZE)


def _list_objectives(formatter: MessageFormatter) -> Iterator[PieceKind]:
    """2.3, 7.3.1: return the objectives, each with a picture for nobody, the Axis and the Allies."""
    for number in formatter.catalog.board.objectives:
        piece_id = f"objective:{number}"
        pictures = {
            image_name(f"{piece_id}:{holder}"): partial(_draw_objective, str(number), holder)
            for holder in CONTROL_LEVELS
        }
        names = ["+", *(f"+ ({formatter.side(side)})" for side in CONTROL_LEVELS[1:])]
        control = layer_trait(
            list(pictures),
            names,
            formatter.term("vassal.control"),
            format_key("C"),
            level=1,
            always=True,
            name="Control",
        )
        name = f"{formatter.term('card.objective')} {number}"
        size = (OBJECTIVE_SIZE, OBJECTIVE_SIZE)
        yield PieceKind(piece_id, name, "objectives", "Objective", pictures, size, (control,))


def _draw_objective(number: str, holder: str) -> Drawing:
    """Draw an objective: solid for the Axis, a thick ring for the Allies, a thin one for nobody."""
    drawing, middle = Drawing(OBJECTIVE_SIZE, OBJECTIVE_SIZE), OBJECTIVE_SIZE / 2
    line = 5.0 if holder == "allied" else 1.4
    fill, ink = (INK, PAPER) if holder == "axis" else (PAPER, INK)
    drawing.add(disc(middle, middle, middle - 1 - line / 2, fill, INK, line))
    drawing.add(centred_text(middle, middle, number, 19, HEAD, ink))
    return drawing


def _list_chits(formatter: MessageFormatter) -> Iterator[PieceKind]:
    """7.3.2: return the objective chits, which can lie face down."""
    back = image_name("chit:back")
    mask = mask_trait(back, formatter.term("vassal.cover"), format_key("F"))
    for letter in formatter.catalog.chits:
        piece_id, words = f"chit:{letter}", formatter.term(f"chit.{letter}")
        pictures: dict[str, Draw] = {
            image_name(piece_id): partial(_draw_chit, letter, words),
            back: _draw_chit_back,
        }
        name = formatter.labelled(letter, words)
        yield PieceKind(piece_id, name, "chits", "Chit", pictures, (CHIT_SIZE, CHIT_SIZE), (mask,))


def _draw_chit_back() -> Drawing:
    drawing = Drawing(CHIT_SIZE, CHIT_SIZE)
    drawing.add(rect(0, 0, CHIT_SIZE, CHIT_SIZE, INK))
    drawing.add(centred_text(CHIT_SIZE / 2, CHIT_SIZE / 2, "?", 30, HEAD, PAPER))
    return drawing


def _draw_chit(letter: str, words: str) -> Drawing:
    drawing, middle, room = Drawing(CHIT_SIZE, CHIT_SIZE), CHIT_SIZE / 2, CHIT_SIZE - 5
    drawing.add(rect(0, 0, CHIT_SIZE, CHIT_SIZE, PAPER))
    drawing.add(rect(1, 1, CHIT_SIZE - 2, CHIT_SIZE - 2, PAPER, INK, 1.4, 3))
    drawing.add(centred_text(middle, 43, letter, 16, HEAD, INK))
    for place, line in enumerate(wrap(words, HEAD, CHIT_TYPE_SIZE, room)[:4]):
        line, size = fit(line, HEAD, CHIT_TYPE_SIZE, room)
        drawing.add(centred_text(middle, 29 - 8.0 * place, line, size, HEAD, INK))
    return drawing


def _list_fate_cards(faction: str, formatter: MessageFormatter) -> Iterator[PieceKind]:
    catalog, back = formatter.catalog, image_name(f"fate:{faction}:back")
    mask = mask_trait(back, formatter.term("vassal.cover"), format_key("F"))
    covered = partial(draw_card_back, faction, formatter)
    for dice, words in zip(catalog.decks[faction], catalog.fate_texts[faction], strict=True):
        piece_id = fate_card_id(faction, dice.number)
        order, action, event = (
            formatter.term(f"{kind}.{getattr(words, kind)}") for kind in ("order", "action", "event")
        )
        face = partial(draw_fate_card, faction, dice, words, formatter)
        pictures = {image_name(piece_id): face, back: covered}
        name = f"{order} / {action} / {event}"
        deck = mark_trait({"Deck": fate_deck_name(faction)})
        group, size = fate_deck_name(faction), (CARD_WIDTH, CARD_HEIGHT)
        yield PieceKind(piece_id, name, group, "Fate card", pictures, size, (mask, deck))
