"""Seeded dice and draws, decks of cards, and scripted answers.

The random stream is documented so that anyone can check a game with any tool. The random bytes of answer
number ``n`` are SHA-256 of the text ``seed/n/0``, then ``seed/n/1`` and so on, in UTF-8. A die of ``f`` faces
takes the next byte below the largest multiple of ``f`` (252 for a die of six) and is that byte modulo ``f``,
plus 1; several dice take their bytes one after the other. For a die with more than 256 faces, two bytes (or
as many as its faces need) are read as one big-endian number. A draw from ``k`` things takes the next 8 bytes
as a big-endian number below the largest multiple of ``k``, and is that number modulo ``k``.

A seed may have two parts, ``open.secret``. Everything that all seats may see comes from the open part alone;
a secret roll or draw comes from the whole seed. So the open part can be printed on every sheet without
revealing secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

from schemas.errors import HorahError

from .table import NO_ANSWER, Answer, Draw, Prompt, Roll, Table

SEED_PATTERN = re.compile(r"[A-Za-z0-9_~-]{1,80}(\.[A-Za-z0-9_~-]{1,80})?")
BYTE_VALUES = 256
BITS_PER_BYTE = 8  # bits of a byte
# minimum length, and minimum number of different characters, of a secret part that cannot be guessed
MIN_SECRET_LENGTH, MIN_DIFFERENT_CHARACTERS = 16, 5
DRAW_BYTES = 8  # bytes of the number behind a draw
Card = TypeVar("Card")


def stream(key: str) -> Iterator[int]:
    """Yield the random bytes of a key."""
    block = 0
    while True:
        yield from sha256(f"{key}/{block}".encode()).digest()
        block += 1


def roll_dice(key: str, faces: Sequence[int]) -> list[int]:
    """Roll dice with these numbers of faces, in order."""
    rolled: list[int] = []
    if max(faces) > BYTE_VALUES:
        return _roll_from_stream(key, faces)
    for byte in sha256(f"{key}/0".encode()).digest():
        die = faces[len(rolled)]
        if byte < BYTE_VALUES // die * die:
            rolled.append(byte % die + 1)
            if len(rolled) == len(faces):
                return rolled
    return _roll_from_stream(key, faces)


def _roll_from_stream(key: str, faces: Sequence[int]) -> list[int]:
    """Roll dice from the full stream, when the first block of bytes is not enough."""
    source = stream(key)
    return [_roll_die(source, die) for die in faces]


def _roll_die(source: Iterator[int], faces: int) -> int:
    width = max(1, ((faces - 1).bit_length() + BITS_PER_BYTE - 1) // BITS_PER_BYTE)
    fair = BYTE_VALUES**width // faces * faces
    while True:
        number = int.from_bytes(bytes(next(source) for _ in range(width)), "big")
        if number < fair:
            return number % faces + 1


def draw_below(key: str, count: int) -> int:
    """Return a number from 0 up to, not including, ``count``."""
    fair = BYTE_VALUES**DRAW_BYTES // count * count
    first = int.from_bytes(sha256(f"{key}/0".encode()).digest()[:DRAW_BYTES], "big")
    if first < fair:
        return first % count
    source = stream(key)
    while True:
        number = int.from_bytes(bytes(next(source) for _ in range(DRAW_BYTES)), "big")
        if number < fair:
            return number % count


class Chance:
    """Source of numbers for one decision: number ``i``, from 1, is drawn with the key ``key/i``."""

    __slots__ = ("key", "taken")

    def __init__(self, key: str) -> None:
        self.key = key
        self.taken = 0

    def __call__(self, count: int) -> int:
        """Return a number from 0 up to, not including, ``count``."""
        if count <= 1:
            return 0
        self.taken += 1
        return draw_below(f"{self.key}/{self.taken}", count)


def shuffle_by_key(key: str, things: Sequence[Any]) -> tuple[Any, ...]:
    """Shuffle things by drawing them one by one."""
    left = list(things)
    return tuple(left.pop(draw_below(f"{key}/{place}", len(left))) for place in range(len(left)))


def check_seed(seed: str) -> str:
    """Return the seed if it is one word, or an open and a secret word joined by a dot; raise otherwise."""
    if not SEED_PATTERN.fullmatch(seed):
        raise HorahError("BAD_SEED", given=seed)
    return seed


def open_part(seed: str) -> str:
    """Return the part of a seed that may be shown to everyone."""
    return seed.partition(".")[0]


def has_secret_part(seed: str) -> bool:
    return "." in seed


def hash_hides_seed(seed: str) -> bool:
    """Tell whether the hash of a seed keeps it secret. A short or simple secret can be found by trying."""
    secret = seed.partition(".")[2]
    return len(secret) >= MIN_SECRET_LENGTH and len(set(secret)) >= MIN_DIFFERENT_CHARACTERS


def commitment(seed: str) -> str:
    """Return the hash that is shown before the battle, so that the seed can be checked after it."""
    return sha256(seed.encode()).hexdigest()


class Seeded:
    """Answerer for rolls and draws from a seed."""

    by = "dice"

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.open = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.at(len(table.entries), table.dealt, prompt)

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        """Return answer number ``place``; ``dealt`` counts the cards gone from each deck."""
        kind = type(prompt)
        if kind is Roll:
            seed = self.seed if prompt.secret else self.open
            return roll_dice(f"{seed}/{place}", prompt.dice)  # type: ignore[union-attr]
        if kind is Draw:
            seed = self.seed if prompt.secret else self.open
            return prompt.cup[draw_below(f"{seed}/{place}", len(prompt.cup))]  # type: ignore[union-attr]
        return NO_ANSWER


class Cups(Seeded):
    """Answerer for draws from a seed; people roll and type the dice."""

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        return NO_ANSWER if isinstance(prompt, Roll) else super().at(place, dealt, prompt)


@lru_cache(maxsize=64)
def _shuffled_deck(seed: str, deck: str, round_: int, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    return shuffle_by_key(f"{seed}/{deck}/{round_}", cards)


class Decks(Seeded, Generic[Card]):
    """Answerer for rolls and draws from a game's card decks, shuffled when they are used up or a rule says
    so.

    Shuffle number ``r`` of a deck, from 0, is drawn with the keys ``seed/deck/r/place``. A deck that lost no
    card since its last shuffle is not shuffled again. The game decides in :meth:`read` how a card answers a
    prompt.
    """

    def __init__(self, seed: str, decks: Mapping[str, tuple[Card, ...]]) -> None:
        super().__init__(seed)
        self.decks = decks

    def card(self, deck: str, dealt: int) -> Card:
        cards = self.decks[deck]
        round_, place = divmod(dealt, len(cards))
        card: Card = _shuffled_deck(self.open, deck, round_, cards)[place]
        return card

    def read(self, card: Card, prompt: Roll | Draw) -> Answer:
        """Return the answer of a card to a prompt; NO_ANSWER if the card has none."""
        raise NotImplementedError

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        deck = prompt.deck if isinstance(prompt, Roll | Draw) else None
        if deck is None or deck not in self.decks:
            return super().at(place, dealt, prompt)
        assert isinstance(prompt, Roll | Draw)
        answer = self.read(self.card(deck, dealt.get(deck, 0)), prompt)
        return super().at(place, dealt, prompt) if answer is NO_ANSWER else answer


class Script:
    """Answers written down beforehand, in order; for tests and for games played at a real table."""

    by = "script"

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.answers = iter(answers)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return next(self.answers, NO_ANSWER)
