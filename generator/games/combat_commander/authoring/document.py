"""Read a card from outside: text in, a document out, or an error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unicodedata import category

from schemas.errors import HorahError
from schemas.json_input import HalfCharacter, HugeNumber, NoNumber, TooDeep, read_json
from schemas.limits import KIBIBYTE, MAX_DOCUMENT_BYTES

from .card import Card

FORMAT = "hora-h/card/1"
CONTROL_CATEGORIES = frozenset({"Cc", "Cs"})  # Unicode categories of control characters and surrogates
ALLOWED_CONTROLS = frozenset("\n\t")


class BadCard(HorahError):
    """A document that is not acceptable as a card."""


def read_card(content: bytes | str) -> Card:
    """Read a card from a file: JSON of limited size with the right format tag and plain text.

    The checks decide whether it makes sense; markup in a text is plain text to them.
    """
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    _check_size(raw)
    card = _parse_object(raw)
    if card.get("format") != FORMAT:
        format_ = str(card.get("format"))[:60]
        raise BadCard("WRONG_FORMAT.card", found=format_, format=FORMAT)
    _check_characters(card)
    return card


def _check_size(raw: bytes) -> None:
    if len(raw) > MAX_DOCUMENT_BYTES:
        raise BadCard("TOO_LARGE.card", most=MAX_DOCUMENT_BYTES // KIBIBYTE)


def read_part(content: bytes | str) -> Card:
    """Read some fields of a card; the generator fills in the rest."""
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    _check_size(raw)
    part = _parse_object(raw)
    _check_characters(part)
    return part


def write_card(card: Card) -> str:
    """Return the card as JSON text with a final line break."""
    return json.dumps(card, ensure_ascii=False, indent=2) + "\n"


def _check_characters(card: Card) -> None:
    for place, value in _iterate_strings(card):
        if any(
            category(character) in CONTROL_CATEGORIES and character not in ALLOWED_CONTROLS
            for character in value
        ):
            raise BadCard("CONTROL_CHARACTERS", place=place)


def _parse_object(raw: bytes) -> Card:
    card = _parse(raw)
    if not isinstance(card, dict):
        raise BadCard("NOT_A_CARD.object")
    return card


def _parse(raw: bytes) -> Any:
    try:
        return read_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadCard("NOT_A_CARD.text") from None
    except json.JSONDecodeError as error:
        raise BadCard("NOT_A_CARD.json", line=error.lineno, column=error.colno) from None
    except NoNumber as error:
        raise BadCard("NOT_A_CARD.constant", name=error.name) from None
    except HugeNumber:
        raise BadCard("NOT_A_CARD.number") from None
    except TooDeep:
        raise BadCard("NOT_A_CARD.nested") from None
    except HalfCharacter as error:
        raise BadCard("CONTROL_CHARACTERS", place=error.place) from None


def _iterate_strings(document: Any) -> Iterator[tuple[str, str]]:
    """Yield every text of a document, keys included, with its place; without recursion."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        place, part = waiting.pop()
        if isinstance(part, str):
            yield place, part
        elif isinstance(part, dict):
            yield from ((place or "/", key) for key in part)
            waiting.extend((f"{place}/{key}", value) for key, value in part.items())
        elif isinstance(part, list):
            waiting.extend((f"{place}/{index}", value) for index, value in enumerate(part))
