"""The file formats of the VASSAL engine: sequences, piece definitions, saved games and archives.

Written from the formats alone, with ``zipfile`` and ``xml``. The names of traits and commands are VASSAL's.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

COMMAND_SEPARATOR = "\x1b"
TRAIT_SEPARATOR = "\t"
PARAMETER_SEPARATOR = "/"
FIELD_SEPARATOR = ";"
OBFUSCATION_HEADER = b"!VCSK"
OBFUSCATION_KEY = (
    0x48  # any byte: VASSAL picks one at random, we keep it so that equal input gives equal bytes
)
ADD_PIECE = "+/"
BEGIN_SAVE, END_SAVE = "begin_save", "end_save"
NO_MAP = "null"
CONTROL_KEY_MASK = 130  # Ctrl as Java encodes it in a key stroke
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the first date a ZIP file can hold
SAVED_AT = "315532800000"  # the same date in milliseconds, as VASSAL's metadata wants it


def join_fields(fields: Iterable[object], separator: str = FIELD_SEPARATOR) -> str:
    """Join fields to a sequence, as VASSAL's SequenceEncoder does."""
    return separator.join(_escape_field(_format_field(field), separator) for field in fields)


def _format_field(field: object) -> str:
    return str(field).lower() if isinstance(field, bool) else str(field)


def _escape_field(field: str, separator: str) -> str:
    escaped = field.replace(separator, "\\" + separator)
    quoted = field.startswith("\\") or (field.startswith("'") and field.endswith("'"))
    return f"'{escaped}'" if field and quoted else escaped


def split_fields(sequence: str, separator: str = FIELD_SEPARATOR) -> list[str]:
    """Split a sequence into its fields, as VASSAL's SequenceEncoder.Decoder does."""
    fields, field, start = [], "", 0
    for place, letter in enumerate(sequence):
        if letter != separator:
            continue
        if place and sequence[place - 1] == "\\":
            field += sequence[start : place - 1]
            start = place
            continue
        fields.append(_unquote(field + sequence[start:place]))
        field, start = "", place + 1
    return [*fields, _unquote(field + sequence[start:])]


def _unquote(field: str) -> str:
    quoted = len(field) > 1 and field.startswith("'") and field.endswith("'")
    return field[1:-1] if quoted else field


def format_key(letter: str) -> str:
    """Return the key stroke Ctrl and a letter."""
    return f"{ord(letter)},{CONTROL_KEY_MASK}"


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece: what it is, and what may change in a game."""

    type: str
    state: str = ""


def nest_traits(parts: Sequence[str]) -> str:
    """Nest the traits of a piece, the outermost first and the basic piece last."""
    nested = parts[-1]
    for part in reversed(parts[:-1]):
        nested = join_fields((part, nested), TRAIT_SEPARATOR)
    return nested


def split_traits(nested: str) -> list[str]:
    """Return the traits of a piece, the outermost first."""
    parts = []
    while True:
        outer, *inner = split_fields(nested, TRAIT_SEPARATOR)
        parts.append(outer)
        if not inner:
            return parts
        (nested,) = inner


def add_piece(piece_id: str, traits: Sequence[Trait]) -> str:
    """Return the command that adds a piece to a game."""
    types, states = (nest_traits([getattr(trait, name) for trait in traits]) for name in ("type", "state"))
    return ADD_PIECE + join_fields((piece_id, types, states), PARAMETER_SEPARATOR)


def read_piece(command: str) -> tuple[str, list[Trait]]:
    """Return the id and the traits of the piece that a command adds."""
    piece_id, types, states = split_fields(command.removeprefix(ADD_PIECE), PARAMETER_SEPARATOR)
    return piece_id, [Trait(*pair) for pair in zip(split_traits(types), split_traits(states), strict=True)]


def basic_piece(image: str, name: str, state: str = f"{NO_MAP};0;0") -> Trait:
    """Return the innermost part of a piece: its picture and name, and where it lies."""
    return Trait("piece;" + join_fields(("", "", image, name)), state)


def place_state(map_name: str, x: int, y: int, slot: str) -> str:
    """Return the state of a basic piece: map, position, piece slot, no further properties."""
    return join_fields((map_name, x, y, slot, 0))


def stack_state(map_name: str, x: int, y: int, piece_ids: Iterable[str]) -> str:
    """Return the state of a stack, bottom piece first."""
    return join_fields((map_name, x, y, *piece_ids, "@@-1"))


def layer_trait(
    images: Sequence[str],
    names: Sequence[str],
    command: str,
    key: str,
    *,
    level: int,
    always: bool,
    name: str,
) -> Trait:
    """Return a layer of pictures: one that is switched on and off, or one that is always on and turned."""
    pictures, words = (join_fields(values, ",") for values in (images, names))
    toggle, turn = ("", command) if always else (command, "")
    keys = ("", key) if always else (key, "")
    fields = (
        *(toggle, 128, "", turn, 128, "", "", 128, ""),  # activate, next, previous: command, modifier, key
        *("", "", 1, False, 0, 0),  # reset: command, key, level; not below when selected; offset
        *(pictures, words, True, name, "", "", False, "", 1),  # loop; no random level; no property to follow
        *(1, always, *keys, "", "", "1.0", "", "true"),  # version; keys: activate, next, previous
    )
    return Trait("emb2;" + join_fields(fields), str(level))


def label_trait(text: str, command: str, key: str, size: int) -> Trait:
    """Return a text in the middle of a piece that players can change."""
    fields = (key, command, size, "", "0,0,0", "c", 0, "c", 0, "c", "c", "$pieceName$ ($label$)")
    return Trait("label;" + join_fields((*fields, "Dialog", 1, 0, "Value", "", False)), text)


def mark_trait(properties: Mapping[str, str]) -> Trait:
    """Return properties that never change."""
    return Trait("mark;" + join_fields(properties, ","), join_fields(properties.values(), ","))


def delete_trait(command: str, key: str) -> Trait:
    return Trait("delete;" + join_fields((command, key, "")))


def fixed_trait() -> Trait:
    """Return a trait of pieces that lie off the grid, never stack and move only when selected with Shift."""
    return Trait("immob;ig;I;R;")


def mask_trait(back: str, command: str, key: str) -> Trait:
    """Return the back of a card: its owner sees the face beside it, other players see only the back."""
    fields = (key, back, command, "I", "?", "player:", "", "", False, "", "")
    return Trait("obs;" + join_fields(fields), f"{NO_MAP};")


def return_trait(command: str, key: str, deck: str) -> Trait:
    """Return a command that puts a card on a deck; the deck's name may use properties of the card."""
    return Trait("return;" + join_fields((command, key, "", "", "", 2, False, deck)))


def prototype_trait(name: str) -> Trait:
    return Trait("prototype;" + join_fields((name,)))


def obfuscate(text: str) -> bytes:
    """Return a saved game as VASSAL writes it, so that nobody reads it by accident."""
    coded = bytes(byte ^ OBFUSCATION_KEY for byte in text.encode())
    return OBFUSCATION_HEADER + f"{OBFUSCATION_KEY:02x}".encode() + coded.hex().encode()


def reveal(body: bytes) -> str:
    """Return the text of an obfuscated saved game."""
    start = len(OBFUSCATION_HEADER)
    key = int(body[start : start + 2], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(body[start + 2 :].decode())).decode()


def split_commands(saved: str) -> list[str]:
    """Return the commands of a saved game."""
    return split_fields(saved, COMMAND_SEPARATOR)


def write_element(element: Element) -> bytes:
    """Return an XML document."""
    ElementTree.indent(element)
    return bytes(ElementTree.tostring(element, encoding="UTF-8", xml_declaration=True))


def write_metadata(**fields: str) -> bytes:
    """Return the metadata that the module manager lists: version, name, description."""
    root = Element("data", version="1")
    for name, words in fields.items():
        ElementTree.SubElement(root, name).text = words
    return write_element(root)


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive whose bytes depend on its content alone; pictures are compressed already."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in files.items():
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.external_attr = 0o644 << 16
            stored = name.endswith(".png")
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, body)
    return out.getvalue()
