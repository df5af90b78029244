"""The module ``hora-h.vmod``: pictures, build file and metadata in one archive.

It is the same for every battle of a version. A battle on a ground of its own, which is in no module, gets a
module with that ground added; its version says so, and VASSAL warns if the two are mixed up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement
from zipfile import ZipFile

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Language
from exports.kit.raster import render_drawings
from exports.kit.vassal_format import (
    SAVED_AT,
    Trait,
    add_piece,
    basic_piece,
    write_archive,
    write_element,
    write_metadata,
)
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import build_custom_ground, get_card_ground

from ..messages import Card, MessageFormatter
from . import BATTLE_MAP, CHITS_DECK, FATE_MAP, MODULE_NAME, SIDE_NAMES, hand_name
from .boards import (
    COLUMN_DISTANCE,
    FATE_BOARD,
    FIRST_HEX,
    HEX_HEIGHT,
    TRACKS_BOARD,
    box_name,
    draw_box,
    draw_fate_board,
    draw_map,
    draw_tracks,
    map_name,
)
from .decks import Deck, list_decks, write_deck
from .pieces import (
    MARKER_GROUPS,
    Draw,
    PieceKind,
    image_name,
    list_factions,
    list_piece_kinds,
    make_prototypes,
)

VASSAL_VERSION = "3.7.0"  # the oldest VASSAL that the module is meant for
IMAGE_FOLDER = "images/"
HAND_SIZE = (900, 330)
DICE = ((2, 6), (1, 6))  # RS tables are rolled with two dice or one
ZOOM_LEVELS = "0.4,0.5,0.6,0.7,0.8,1.0,1.25,1.6"
#: What every window needs so that pieces can be selected, moved, stacked and looked at.
WINDOW_PARTS = (
    "StackMetrics",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ImageSaver",
    "CounterDetailViewer",
    "Flare",
)


@dataclass(frozen=True)
class Module:
    """The parts that module and saved games share: pieces by id, their slots, prototypes and decks."""

    formatter: MessageFormatter
    version: str
    kinds: Mapping[str, PieceKind]
    slots: Mapping[str, str]  # piece slot by id of the piece
    prototypes: dict[str, tuple[Trait, ...]]
    decks: Mapping[str, Deck]
    field: Ground | None = None  # a ground of its own

    @property
    def metadata(self) -> bytes:
        """Return the metadata, which a saved game repeats so that VASSAL finds its module."""
        return write_metadata(
            version=self.version,
            VassalVersion=VASSAL_VERSION,
            dateSaved=SAVED_AT,
            description=self.formatter.term("vassal.description"),
            name=MODULE_NAME,
        )


@lru_cache(maxsize=8)
def make_module(catalog: Catalog, lang: Language) -> Module:
    """Return the module of a catalogue in a language."""
    formatter = MessageFormatter(catalog, lang)
    kinds = {kind.id: kind for kind in list_piece_kinds(formatter)}
    decks = {deck.name: deck for deck in list_decks(list_factions(catalog), formatter)}
    slots = {piece_id: str(number) for number, piece_id in enumerate(kinds, 1)}
    return Module(formatter, version("hora-h"), kinds, slots, make_prototypes(formatter), decks)


def make_card_module(card: Card, catalog: Catalog, lang: Language) -> Module:
    """Return the module in which a card's saved game opens."""
    module = make_module(catalog, lang)
    sheet = card["map"]
    if sheet["number"] in catalog.maps:
        return module
    field = get_card_ground(catalog, card)
    mark = sha256(repr((sheet.get("battlefield"), sheet.get("custom"), sheet["number"])).encode()).hexdigest()
    return Module(
        module.formatter,
        f"{module.version}-{mark[:8]}",
        module.kinds,
        module.slots,
        module.prototypes,
        module.decks,
        field if field is not None else build_custom_ground(catalog, {}),
    )


def render_module(card: Card, catalog: Catalog, lang: Language) -> bytes:
    """Return the module file for a card: metadata, build file and every picture."""
    module = make_card_module(card, catalog, lang)
    standard = _render_standard(catalog, lang)
    if module.field is None:
        return standard
    own = _render({_board_image(map_name(None)): partial(draw_map, module.field, module.formatter)})
    return _write_module(module, {**_read_pictures(standard), **own})


@lru_cache(maxsize=4)  # rendering takes seconds
def _render_standard(catalog: Catalog, lang: Language) -> bytes:
    module = make_module(catalog, lang)
    return _write_module(module, {**_render_maps(catalog), **_render(_list_other_pictures(module))})


def _write_module(module: Module, pictures: Mapping[str, bytes]) -> bytes:
    files = {"moduledata": module.metadata, "buildFile.xml": write_element(build_module(module))}
    return write_archive(files | {f"{IMAGE_FOLDER}{name}": body for name, body in pictures.items()})


def _read_pictures(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as files:
        names = [name for name in files.namelist() if name.startswith(IMAGE_FOLDER)]
        return {name.removeprefix(IMAGE_FOLDER): files.read(name) for name in names}


@lru_cache(maxsize=2)
def _render_maps(catalog: Catalog) -> dict[str, bytes]:
    """Render the maps, which are the same in every language."""
    return _render(_list_map_pictures(make_module(catalog, "en")))


def _render(pictures: Mapping[str, Draw]) -> dict[str, bytes]:
    bodies = render_drawings([draw() for draw in pictures.values()])
    return dict(zip(pictures, bodies, strict=True))


def list_pictures(module: Module) -> dict[str, Draw]:
    """Return every picture of the module by its file name."""
    return {**_list_map_pictures(module), **_list_other_pictures(module)}


def _list_map_pictures(module: Module) -> dict[str, Draw]:
    return {
        _map_image(name, ground): partial(draw_map, ground, module.formatter)
        for name, ground in _list_maps(module)
    }


def _list_other_pictures(module: Module) -> dict[str, Draw]:
    formatter = module.formatter
    pictures: dict[str, Draw] = {
        _board_image(box_name(side)): partial(draw_box, side, formatter) for side in SIDES
    }
    pictures[_board_image(TRACKS_BOARD)] = partial(draw_tracks, formatter)
    factions = list_factions(formatter.catalog)
    pictures[_board_image(FATE_BOARD)] = partial(draw_fate_board, factions, formatter)
    for kind in module.kinds.values():
        pictures |= kind.pictures
    return pictures


def _list_maps(module: Module) -> Iterator[tuple[str, Ground | None]]:
    """Return the boards of maps; a map whose ground nobody has recorded shows its hexes only."""
    catalog = module.formatter.catalog
    for number in catalog.maps:
        yield map_name(number), catalog.ground.get(str(number))
    if module.field is not None:
        yield map_name(None), module.field


def _board_image(name: str) -> str:
    return image_name(f"board:{name.lower().replace(' ', '_')}")


def _map_image(name: str, ground: Ground | None) -> str:
    """Return the picture of a map; those without a known ground share one."""
    return _board_image("bare" if ground is None else name)


def build_module(module: Module) -> Element:
    """Return the build file: everything VASSAL makes when it opens the module."""
    words = module.formatter.term
    root = Element(
        "VASSAL.build.GameModule",
        {
            "name": MODULE_NAME,
            "version": module.version,
            "VassalVersion": VASSAL_VERSION,
            "description": words("vassal.description"),
            "nextPieceSlotId": str(len(module.slots) + 1),
        },
    )
    SubElement(root, "VASSAL.build.module.BasicCommandEncoder")
    SubElement(root, "VASSAL.build.module.Documentation")
    roster = SubElement(root, "VASSAL.build.module.PlayerRoster", {"buttonText": words("vassal.change_side")})
    for side in SIDES:
        SubElement(roster, "entry").text = SIDE_NAMES[side]
    SubElement(root, "VASSAL.build.module.GlobalOptions", {"nonOwnerUnmaskable": "Never"})
    root.append(_build_prototypes(module))
    root.append(_build_palette(module))
    for count, faces in DICE:
        _add_dice(root, count, faces)
    notes = {"buttonText": words("card.notes"), "tooltip": words("card.notes"), "icon": ""}
    SubElement(root, "VASSAL.build.module.NotesWindow", notes)
    root.append(_build_battle_map(module))
    root.append(_build_fate_map(module))
    for side in SIDES:
        root.append(_build_hand(side, module.formatter))
    return root


def _add_dice(root: Element, count: int, faces: int) -> None:
    name = f"{count}d{faces}"
    attributes = {
        "name": name,
        "text": name,
        "tooltip": name,
        "nDice": str(count),
        "nSides": str(faces),
        "plus": "0",
        "addToTotal": "0",
        "reportTotal": "false",
        "prompt": "false",
        "reportFormat": "$playerId$: $name$ = $result$",
    }
    SubElement(root, "VASSAL.build.module.DiceButton", attributes)


def _build_prototypes(module: Module) -> Element:
    container = Element("VASSAL.build.module.PrototypesContainer")
    for name, traits in module.prototypes.items():
        attributes = {"name": name, "description": ""}
        definition = SubElement(container, "VASSAL.build.module.PrototypeDefinition", attributes)
        definition.text = add_piece("null", [*traits, basic_piece("", "")])
    return container


def _build_palette(module: Module) -> Element:
    """Return the window with one of every piece, in a tab for each nation and each sort of marker."""
    words = module.formatter.term
    window = Element(
        "VASSAL.build.module.PieceWindow",
        {"name": words("card.counters"), "text": words("card.counters"), "hidden": "false", "scale": "1.0"},
    )
    tabs = SubElement(window, "VASSAL.build.widget.TabWidget", {"entryName": words("card.counters")})
    groups: dict[str, list[PieceKind]] = {}
    for kind in module.kinds.values():
        if kind.group not in module.decks:
            groups.setdefault(kind.group, []).append(kind)
    for group, kinds in groups.items():
        entry = {"entryName": _name_group(group, module.formatter), "width": "300", "height": "400"}
        tab = SubElement(tabs, "VASSAL.build.widget.ListWidget", {**entry, "scale": "1.0", "divider": "250"})
        for kind in kinds:
            tab.append(_build_slot("PieceSlot", kind, module))
    return window


def _name_group(group: str, formatter: MessageFormatter) -> str:
    if group in formatter.catalog.factions:
        return formatter.term(f"faction.{group}")
    # Weapons that every nation draws from one pool are a group without a nation.
    return formatter.term(f"card.{group if group in MARKER_GROUPS else 'weapons'}")


def _build_slot(sort: str, kind: PieceKind, module: Module) -> Element:
    slot = Element(
        f"VASSAL.build.widget.{sort}",
        {
            "entryName": kind.name,
            "gpid": module.slots[kind.id],
            "width": str(kind.size[0]),
            "height": str(kind.size[1]),
        },
    )
    slot.text = add_piece("null", kind.define())
    return slot


def _build_battle_map(module: Module) -> Element:
    """Return the window of the battle; the boards beside the map are chosen by the saved game."""
    window = _build_window("Map", BATTLE_MAP, {"allowMultiple": "true", "launch": "false"})
    picker = SubElement(window, "VASSAL.build.module.map.BoardPicker", _picker_attributes())
    for name, ground in _list_maps(module):
        board = _add_board(picker, name, _map_image(name, ground))
        board.append(_build_grid())
    for name in (*map(box_name, SIDES), TRACKS_BOARD):
        _add_board(picker, name, _board_image(name))
    zoom = {"zoomLevels": ZOOM_LEVELS, "zoomStart": "5"}
    SubElement(window, "VASSAL.build.module.map.Zoomer", zoom)
    return window


def _picker_attributes() -> dict[str, str]:
    return {"slotHeight": "125", "slotWidth": "350", "slotScale": "0.2", "maxColumns": "3"}


def _add_board(picker: Element, name: str, image: str) -> Element:
    attributes = {"name": name, "image": image, "reversible": "false"}
    return SubElement(picker, "VASSAL.build.module.map.boardPicker.Board", attributes)


def _build_grid() -> Element:
    """2.1: return the grid, with hexes numbered as on the map: a letter for the column, then the row."""
    grid = Element(
        "VASSAL.build.module.map.boardPicker.board.HexGrid",
        {
            "x0": str(FIRST_HEX[0]),
            "y0": str(FIRST_HEX[1]),
            "dx": repr(COLUMN_DISTANCE),
            "dy": repr(float(HEX_HEIGHT)),
            "sideways": "false",
            "snapTo": "true",
            "edgesLegal": "false",
            "cornersLegal": "false",
            "visible": "false",
            "dotsVisible": "false",
            "color": "0,0,0",
        },
    )
    SubElement(
        grid,
        "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering",
        {
            "first": "H",
            "sep": "",
            "hType": "A",
            "hOff": "0",
            "hLeading": "0",
            "hDescend": "false",
            "vType": "N",
            "vOff": "1",
            "vLeading": "0",
            "vDescend": "false",
            "stagger": "false",
            "locationFormat": "$gridLocation$",
            "visible": "false",
            "fontSize": "9",
            "color": "0,0,0",
        },
    )
    return grid


def _build_fate_map(module: Module) -> Element:
    """Return the window with the Fate decks and the objective chits."""
    words = module.formatter.term("dice.fate")
    window = _build_window("Map", FATE_MAP, {"launch": "true", "buttonName": words, "tooltip": words})
    picker = SubElement(window, "VASSAL.build.module.map.BoardPicker", _picker_attributes())
    _add_board(picker, FATE_BOARD, _board_image(FATE_BOARD))
    contents: dict[str, list[PieceKind]] = {}
    for kind in module.kinds.values():
        contents.setdefault(kind.group, []).append(kind)
    contents[CHITS_DECK] = contents["chits"]
    for deck in module.decks.values():
        pile = write_deck(deck, module.formatter)
        for kind in contents.get(deck.name, ()):
            pile.append(_build_slot("CardSlot", kind, module))
        window.append(pile)
    return window


def _build_hand(side: str, formatter: MessageFormatter) -> Element:
    """Return the window that only one side sees."""
    words = f"{formatter.term('vassal.hand')}, {formatter.side(side)}"
    own = {"side": SIDE_NAMES[side], "visible": "false", "launch": "true"}
    labels = {"buttonName": words, "tooltip": words}
    window = _build_window("PlayerHand", hand_name(side), {**own, **labels})
    picker = SubElement(window, "VASSAL.build.module.map.BoardPicker", _picker_attributes())
    size = {"width": str(HAND_SIZE[0]), "height": str(HAND_SIZE[1]), "color": "230,232,233"}
    board = {"name": hand_name(side), "image": "", "reversible": "false", **size}
    SubElement(picker, "VASSAL.build.module.map.boardPicker.Board", board)
    return window


def _build_window(sort: str, name: str, attributes: Mapping[str, str]) -> Element:
    window = Element(f"VASSAL.build.module.{sort}", {"mapName": name, **_window_attributes(), **attributes})
    for part in _select_parts(WINDOW_PARTS, hand=sort == "PlayerHand"):
        SubElement(window, f"VASSAL.build.module.map.{part}")
    return window


def _select_parts(parts: Sequence[str], *, hand: bool) -> Iterable[str]:
    """Return the parts of a window; a hand lays out its cards itself."""
    return (part for part in parts if not hand or part not in ("StackMetrics", "StackExpander"))


def _window_attributes() -> dict[str, str]:
    return {
        "markMoved": "Never",
        "edgeWidth": "0",
        "edgeHeight": "0",
        "backgroundcolor": "255,255,255",
        "color": "0,0,0",
        "thickness": "3",
        "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
        "moveToFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
        "createFormat": "$pieceName$ created in $location$ *",
        "changeFormat": "$message$",
    }
