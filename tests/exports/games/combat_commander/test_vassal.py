"""The module and the saved games for VASSAL, read back as VASSAL reads them."""

from __future__ import annotations

import math
import re
import zipfile
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from click.testing import CliRunner
from PIL import Image

from exports.games.combat_commander.forces import count_pieces, list_sections
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from exports.games.combat_commander.vassal import BATTLE_MAP, CHITS_DECK, FATE_MAP, hand_name
from exports.games.combat_commander.vassal.boards import arrange_battle_map, fate_extent
from exports.games.combat_commander.vassal.module_file import (
    HAND_SIZE,
    build_module,
    list_pictures,
    make_card_module,
    make_module,
)
from exports.games.combat_commander.vassal.pieces import CONTROL_LEVELS, list_factions
from exports.kit.raster import render_drawings
from exports.kit.vassal_format import (
    Trait,
    join_fields,
    obfuscate,
    read_piece,
    reveal,
    split_commands,
    split_fields,
)
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.ground.battlefield import generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import generated_to_document
from generator.games.combat_commander.hexes import all_hexes
from web.cli import main

from .cards import LARGEST, battle, catalog, largest, sample, scenario

SIDES = ("axis", "allied")
GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
BOARD = "VASSAL.build.module.map.boardPicker.Board"
#: As VASSAL's own SequenceEncoder and ObfuscatingOutputStream write them.
SEQUENCES = [
    (("a;b", "c"), r"a\;b;c"),
    (("'q'", "x"), "''q'';x"),
    (("\\lead", "y"), r"'\lead';y"),
    (("", "", ""), ";;"),
    (("plain", "don't", "a\\b"), r"plain;don't;a\b"),
    ((";", ";;"), r"\;;\;\;"),
]


@pytest.mark.parametrize(("fields", "sequence"), SEQUENCES)
def test_sequences_are_those_of_vassal(fields: tuple[str, ...], sequence: str) -> None:
    assert join_fields(fields) == sequence
    assert tuple(split_fields(sequence)) == fields


def test_a_saved_game_is_obfuscated_as_vassal_does() -> None:
    assert obfuscate("begin_save") == b"!VCSK482a2d2f2126173b293e2d"
    assert reveal(obfuscate("Élan\x1b\t")) == "Élan\x1b\t"


@dataclass(frozen=True)
class Found:
    """A piece of a saved game."""

    id: str
    map: str
    at: tuple[int, int]
    traits: list[Trait]

    @property
    def value(self) -> str:
        states = [trait.state for trait in self.traits if trait.type.startswith(("label;", "emb2;"))]
        return states[0] if states else ""


@dataclass(frozen=True)
class Save:
    """A saved game as VASSAL decodes it: pieces by number, stacks, decks and the other commands."""

    pieces: Mapping[str, Found]
    stacks: list[list[str]]
    decks: Mapping[str, list[str]]
    others: list[str]


def read_save(body: bytes) -> Save:
    with zipfile.ZipFile(BytesIO(body)) as archive:
        assert set(archive.namelist()) == {"savedGame", "savedata", "moduledata"}
        commands = split_commands(reveal(archive.read("savedGame")))
    assert commands[0] == "begin_save" and commands[-1] == "end_save"
    pieces: dict[str, Found] = {}
    stacks, decks, others = [], {}, []
    for command in commands[1:-1]:
        if not command.startswith("+/"):
            others.append(command)
            continue
        number, traits = read_piece(command)
        basic = traits[-1]
        fields = split_fields(basic.state)
        if basic.type == "stack":
            stacks.append(fields[3:-1])
            assert all(pieces[one].at == (int(fields[1]), int(fields[2])) for one in fields[3:-1])
        elif basic.type.startswith("deck;"):
            held = split_fields(fields[4], ",") if len(fields) > 4 else []
            decks[split_fields(basic.type)[13]] = [pieces[one].id for one in held]
        else:
            assert basic.type.startswith("piece;")
            marks = [trait.state for trait in traits if trait.type == "mark;Id"]
            pieces[number] = Found(marks[0], fields[0], (int(fields[1]), int(fields[2])), traits)
    return Save(pieces, stacks, decks, others)


@cache
def build(lang: str = "en") -> Element:
    return build_module(make_module(catalog(), lang))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_picture_that_the_module_names_is_there_and_none_is_idle(lang: str) -> None:
    module = make_module(catalog(), lang)  # type: ignore[arg-type]
    words = [
        text for element in build(lang).iter() for text in (element.text or "", *element.attrib.values())
    ]
    named = {name for text in words for name in re.findall(r"[\w-]+\.png", text)}
    assert named == set(list_pictures(module))


def test_every_piece_has_a_prototype_and_a_slot_of_its_own() -> None:
    root = build()
    known = {one.get("name") for one in root.iter("VASSAL.build.module.PrototypeDefinition")}
    slots = [one for sort in ("PieceSlot", "CardSlot") for one in root.iter(f"VASSAL.build.widget.{sort}")]
    used = set()
    for slot in slots:
        _, traits = read_piece(slot.text or "")
        used |= {
            trait.type.removeprefix("prototype;") for trait in traits if trait.type.startswith("prototype;")
        }
        assert traits[0].type.removeprefix("prototype;") in known
    assert used == known
    numbers = Tally(slot.get("gpid") for slot in slots)
    chits = {one.get("gpid") for one in root.iter("VASSAL.build.widget.CardSlot")} & {
        one.get("gpid") for one in root.iter("VASSAL.build.widget.PieceSlot")
    }
    assert len(chits) == len(catalog().chits)  # a chit is in the palette and in its deck
    assert all(count == 1 + (number in chits) for number, count in numbers.items())
    cards = [slot for slot in slots if "fate-" in (slot.text or "")]
    assert len(cards) == sum(len(deck) for deck in catalog().decks.values())


def name_hex(grid: Element, x: float, y: float) -> str:
    """Name a point as VASSAL's HexGrid and HexGridNumbering do, for a grid that is not sideways."""
    (numbering,) = grid
    settings = numbering.attrib
    dx, dy, x0, y0 = (float(grid.attrib[name]) for name in ("dx", "dy", "x0", "y0"))
    column = math.floor((x - x0) / dx + 0.5)
    lower = 0.0 if column % 2 == 0 else dy / 2
    row = math.floor((y - y0 - lower) / dy + 0.5)
    row += settings["stagger"] == "true" and column % 2 != 0
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column + int(settings["hOff"])]
    return f"{letter}{settings['sep']}{row + int(settings['vOff'])}"


def test_every_hex_of_every_map_has_its_number() -> None:
    """A point near the middle of a hex, and the middle of each of its sides just inside, have its number."""
    grids = {board.get("name"): board.find(GRID) for board in build().iter(BOARD)}
    maps = {name: grid for name, grid in grids.items() if grid is not None}
    assert set(maps) == {f"Map {number}" for number in catalog().maps}
    for grid in maps.values():
        dx, dy, x0, y0 = (float(grid.attrib[name]) for name in ("dx", "dy", "x0", "y0"))
        names = []
        for column in range(len(catalog().board.columns)):
            for row in range(len(catalog().board.rows)):
                x, y = x0 + column * dx, y0 + row * dy + (dy / 2 if column % 2 else 0)
                near = [(x + a, y + b) for a in (-9, 0, 9) for b in (-0.49 * dy, 0, 0.49 * dy)]
                found = {name_hex(grid, *point) for point in near}
                assert len(found) == 1
                names += found
        assert sorted(names) == sorted(all_hexes(catalog().board))


def count_force(card: Mapping[str, Any]) -> Tally[str]:
    """Return every unit and weapon that a card names, of both sides."""
    formatter, total = MessageFormatter(catalog(), "en"), Tally[str]()
    for side in SIDES:
        total += count_pieces(list_sections(card, formatter, side))
    return total


def check_save(card: Mapping[str, Any]) -> Save:
    """Check that a saved game holds everything the card says, in its place."""
    save = read_save(render(card, "vassal", catalog=catalog()))
    board, module = catalog().board, make_card_module(card, catalog(), "en")
    name = "Battlefield" if module.field is not None else f"Map {card['map']['number']}"
    areas = {area.name: area for area in arrange_battle_map(board, name)}
    (placed,) = (one for one in save.others if one.startswith(f"{BATTLE_MAP}BoardPicker"))
    assert set(placed.split("\t")[1::3]) == set(areas)
    extents = {
        FATE_MAP: fate_extent(list_factions(catalog())),
        **{hand_name(one): HAND_SIZE for one in SIDES},
    }
    for piece in save.pieces.values():
        wide, high = extents.get(piece.map, (0, 0))
        inside = any(area.holds(*piece.at) for area in areas.values())
        assert inside if piece.map == BATTLE_MAP else 0 < piece.at[0] < wide and 0 < piece.at[1] < high
    on_battle = [piece for piece in save.pieces.values() if piece.map == BATTLE_MAP]
    stacked = Tally(number for stack in save.stacks for number in stack)
    assert set(stacked.values()) == {1}
    force, found = count_force(card), Tally(piece.id for piece in on_battle)
    assert {ref: found[ref] for ref in force} == force
    check_hexes(card, on_battle, areas[name].left)
    check_works(card, found)
    check_values(card, save, areas)
    check_decks(card, save)
    return save


def check_hexes(card: Mapping[str, Any], pieces: list[Found], left: int) -> None:
    """Check that units, works, markers and objectives with a hex lie on it, and nothing else on the map."""
    grid = next(board.find(GRID) for board in build().iter(BOARD))
    assert grid is not None
    there: dict[str, Tally[str]] = {}
    width = arrange_battle_map(catalog().board, "")[1].width
    high = arrange_battle_map(catalog().board, "")[1].height
    for piece in pieces:
        x, y = piece.at
        if left <= x < left + width and y < high:
            there.setdefault(name_hex(grid, x - left, y), Tally())[piece.id] += 1
    want: dict[str, Tally[str]] = {}
    for hex_id, piece_id in _list_on_hexes(card):
        want.setdefault(hex_id, Tally())[piece_id] += 1
    assert there == want


def _list_on_hexes(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for number, hex_id in (card["map"].get("objectives") or {}).items():
        yield hex_id, f"objective:{number}"
    for work in card["fortifications"]:
        yield from ((hex_id, f"work:{work['type']}") for hex_id in work.get("hexes", ()))
    for marker in card.get("markers", ()):
        if marker.get("hex"):
            yield marker["hex"], f"marker:{marker['type']}"
    yield from ((point["hex"], "value:exit") for point in card["map"].get("exit_points", ()))
    for side in SIDES:
        for place in card["sides"][side]["setup"].get("fixed", ()):
            for ref in (*place["leaders"], *Tally(place["counters"]).elements()):
                yield place["hex"], ref


def check_works(card: Mapping[str, Any], found: Tally[str]) -> None:
    works: Tally[str] = Tally()
    for work in card["fortifications"]:
        works[f"work:{work['type']}"] += work["count"]
    assert {name: found[name] for name in works} == works
    assert found["marker:initiative_card"] == (card["initiative"] is not None)


def check_values(card: Mapping[str, Any], save: Save, areas: Mapping[str, Any]) -> None:
    """Check every value of the tracks: what the marker shows, and on which space it lies."""
    shown = {
        piece.id: piece for piece in save.pieces.values() if piece.id.startswith(("value:", "objective:"))
    }
    tracks = areas["Tracks"]

    def space(piece_id: str) -> int:
        return (shown[piece_id].at[0] - tracks.left - 10) // 50

    values = {f"value:{name}": card[name] for name in ("time", "sudden_death", "year")}
    values["value:vp"] = None if card["marker"] is None else abs(card["marker"])
    for side in SIDES:
        for name in ("orders", "hand", "discard_limit", "surrender", "initiative"):
            values[f"value:{name}:{side}"] = card["sides"][side].get(name)
        if (surrender := card["sides"][side]["surrender"]) is not None:
            assert space(f"value:surrender:{side}") == min(surrender, 40)
    for piece_id, value in values.items():
        assert (piece_id in shown) == (value is not None), piece_id
        if value is not None:
            assert shown[piece_id].value == str(value)
    if card["time"] is not None:
        assert space("value:time") == card["time"]
    if card["sudden_death"] is not None:
        assert space("value:sudden_death") == card["sudden_death"]
    if card["marker"] is not None and abs(card["marker"]) <= 20:
        assert space("value:vp") == 20 - card["marker"]
    for number, holder in card["objectives"]["control"].items():
        assert shown[f"objective:{number}"].value == str(CONTROL_LEVELS.index(holder) + 1)


def check_decks(card: Mapping[str, Any], save: Save) -> None:
    """Check both Fate decks, and that each chit is open, secret in its own window, or in its deck."""
    for side in SIDES:
        deck = catalog().factions[card["sides"][side]["faction"]].deck
        assert len(save.decks[f"{deck.capitalize()} Fate"]) == len(catalog().decks[deck])
        assert save.decks[f"{deck.capitalize()} Fate discards"] == []
        letters = card["objectives"]["secret"][side]
        own = [piece.id for piece in save.pieces.values() if piece.map == hand_name(side)]
        assert own == ([] if letters == "hidden" else [f"chit:{letter}" for letter in letters])
    secret = {piece.id for piece in save.pieces.values() if piece.map.endswith(" hand")}
    opened = {f"chit:{letter}" for letter in card["objectives"]["open"]}
    assert set(save.decks[CHITS_DECK]) == {f"chit:{letter}" for letter in catalog().chits} - secret - opened
    elsewhere = {piece.id for piece in save.pieces.values() if not piece.map.endswith((" hand", FATE_MAP))}
    assert not (secret & elsewhere)


@pytest.mark.parametrize("seed", range(20))
def test_a_battle_is_set_up_in_its_saved_game(seed: int) -> None:
    check_save(battle(f"vassal-{seed}", placement="hexes" if seed % 2 else "objectives"))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20, 220))
def test_many_battles_are_set_up_in_their_saved_games(seed: int) -> None:
    check_save(battle(f"vassal-{seed}", placement="hexes" if seed % 2 else "objectives"))


@pytest.mark.parametrize(
    "card",
    [
        *(scenario(name) for name in catalog().scenarios),
        *(sample(name) for name in ("oversize", "recon-long", "stalingrad", "wide-defence")),
        largest(LARGEST[0], "referee"),
    ],
    ids=lambda card: str(card.get("id") or card["source"]["kind"]),
)
def test_scenarios_and_extremes_are_set_up(card: Mapping[str, Any]) -> None:
    check_save(card)


def test_a_battlefield_comes_in_a_module_of_its_own_version() -> None:
    field = generated_to_document(generate_battlefield(catalog(), 7))
    printed = battle("vassal-1")
    card = {**printed, "map": {**printed["map"], "number": None, "battlefield": field}}
    check_save(card)
    own, usual = (make_card_module(one, catalog(), "en") for one in (card, printed))
    assert own.version.startswith(f"{usual.version}-") and own.version != usual.version
    boards = [board.get("name") for board in build_module(own).iter(BOARD)]
    assert "Battlefield" in boards and "board-battlefield.png" in list_pictures(own)


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone"])
def test_a_view_gives_only_the_secrets_of_its_seat(seat: str) -> None:
    whole = battle("vassal-3")
    save = check_save(view_card(whole, seat))
    notes = next(one for one in save.others if one.startswith("NOTES\t"))
    for side in SIDES:
        for letter in whole["objectives"]["secret"][side]:
            assert catalog().term(f"chit.{letter}", "en") not in notes
            held = [piece for piece in save.pieces.values() if piece.id == f"chit:{letter}"]
            assert [piece.map for piece in held] == [hand_name(side) if side == seat else FATE_MAP]


def test_a_saved_game_of_one_language_opens_in_the_module_of_another() -> None:
    """Sides, windows, boards, decks and picture names are the same in every language."""

    def names(lang: str) -> set[str | None]:
        found = {
            one.get(name)
            for sort, name in ((BOARD, "name"), ("VASSAL.build.module.map.DrawPile", "name"))
            for one in build(lang).iter(sort)
        }
        found |= {one.get("mapName") for one in build(lang).iter() if one.get("mapName")}
        return found | {one.text for one in build(lang).iter("entry")}

    assert names("en") == names("es")
    assert [*make_module(catalog(), "en").slots] == [*make_module(catalog(), "es").slots]


def test_the_command_writes_the_saved_game_and_the_module(tmp_path: Path) -> None:
    out = tmp_path / "hill.vsav"
    done = CliRunner().invoke(main, ["print", "hill-236", "--as", "vassal", "--out", str(out)])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(tmp_path / "hora-h.vmod") as module, zipfile.ZipFile(out) as save:
        assert module.read("moduledata") == save.read("moduledata")
        pictures = list_pictures(make_module(catalog(), "en"))
        assert {name for name in module.namelist() if name.startswith("images/")} == {
            f"images/{name}" for name in pictures
        }
        again = render_drawings([pictures["german-squad-ss.png"](), pictures["board-map-6.png"]()])
        assert again[0] == module.read("images/german-squad-ss.png")  # equal input, equal bytes
        assert again[1] == module.read("images/board-map-6.png")
        area = arrange_battle_map(catalog().board, "")[1]
        assert Image.open(BytesIO(again[1])).size == (area.width, area.height)
