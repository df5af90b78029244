"""Who answers rolls and draws: seeded chance, decks of cards, and scripts.

The stream is documented so that anyone can check a game with any tool. The random bytes of answer number
``n`` are SHA-256 of the text ``seed/n/0``, then ``seed/n/1`` and so on, in UTF-8. A die of ``f`` faces takes
the next byte below the largest multiple of ``f`` (252 for a die of six) and is that byte modulo ``f``, plus
1; several dice take their bytes one after the other. Of a die with more than 256 faces, two bytes (or as many
as its faces need) are read as one big-endian number. A draw from ``k`` things takes the next 8 bytes as a
big-endian number below the largest multiple of ``k``, and is that number modulo ``k``.

A seed may have two parts, ``open.secret``. Everything that all may see comes from the open part alone; a
secret draw comes from the whole seed. So the open part can be printed on every sheet and betrays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

from schemas.errors import HorahError

from .table import NO_ANSWER, Answer, Draw, Prompt, Roll, Table

SEED = re.compile(r"[A-Za-z0-9_~-]{1,80}(\.[A-Za-z0-9_~-]{1,80})?")
BYTE = 256
BITS = 8  # of a byte
LONG_ENOUGH, MIXED_ENOUGH = 16, 5  # characters of a secret part that nobody guesses, and different ones
WIDTH = 8  # bytes of a number for a draw
Card = TypeVar("Card")


def stream(key: str) -> Iterator[int]:
    """The random bytes of a key."""
    block = 0
    while True:
        yield from sha256(f"{key}/{block}".encode()).digest()
        block += 1


def rolled(key: str, faces: Sequence[int]) -> list[int]:
    """Dice of these numbers of faces, in their order."""
    found: list[int] = []
    if max(faces) > BYTE:
        return _rolled_on(key, faces)
    for byte in sha256(f"{key}/0".encode()).digest():
        die = faces[len(found)]
        if byte < BYTE // die * die:
            found.append(byte % die + 1)
            if len(found) == len(faces):
                return found
    return _rolled_on(key, faces)


def _rolled_on(key: str, faces: Sequence[int]) -> list[int]:
    """The same, where the first block of bytes does not do."""
    source = stream(key)
    return [_die(source, die) for die in faces]


def _die(source: Iterator[int], faces: int) -> int:
    width = max(1, ((faces - 1).bit_length() + BITS - 1) // BITS)
    fair = BYTE**width // faces * faces
    while True:
        number = int.from_bytes(bytes(next(source) for _ in range(width)), "big")
        if number < fair:
            return number % faces + 1


def below(key: str, count: int) -> int:
    """A number from 0 up to, not including, ``count``."""
    fair = BYTE**WIDTH // count * count
    first = int.from_bytes(sha256(f"{key}/0".encode()).digest()[:WIDTH], "big")
    if first < fair:
        return first % count
    source = stream(key)
    while True:
        number = int.from_bytes(bytes(next(source) for _ in range(WIDTH)), "big")
        if number < fair:
            return number % count


class Chance:
    """Numbers for one decision: number ``i``, from 1, is drawn with the key ``key/i``."""

    __slots__ = ("key", "taken")

    def __init__(self, key: str) -> None:
        self.key = key
        self.taken = 0

    def __call__(self, count: int) -> int:
        """A number from 0 up to, not including, ``count``."""
        if count <= 1:
            return 0
        self.taken += 1
        return below(f"{self.key}/{self.taken}", count)


def shuffled(key: str, things: Sequence[Any]) -> tuple[Any, ...]:
    """The things in an order drawn one by one from what is left."""
    left = list(things)
    return tuple(left.pop(below(f"{key}/{place}", len(left))) for place in range(len(left)))


def check_seed(seed: str) -> str:
    """A seed is a word, or two joined by a dot: the open part and the secret part."""
    if not SEED.fullmatch(seed):
        raise HorahError("BAD_SEED", given=seed)
    return seed


def open_part(seed: str) -> str:
    """The part of a seed that may be shown to everyone."""
    return seed.partition(".")[0]


def has_secret_part(seed: str) -> bool:
    return "." in seed


def commits(seed: str) -> bool:
    """Does the hash of a seed keep it secret? One of a word or a year is found by trying them all."""
    secret = seed.partition(".")[2]
    return len(secret) >= LONG_ENOUGH and len(set(secret)) >= MIXED_ENOUGH


def commitment(seed: str) -> str:
    """What is shown before the battle so that the seed can be checked after it, where it commits."""
    return sha256(seed.encode()).hexdigest()


class Seeded:
    """Dice and cups from a seed."""

    by = "dice"

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.open = open_part(seed)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return self.at(len(table.entries), table.dealt, prompt)

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        """What answer number ``place`` is, with so many cards gone from each deck."""
        kind = type(prompt)
        if kind is Roll:
            return rolled(f"{self.open}/{place}", prompt.dice)  # type: ignore[union-attr]
        if kind is Draw:
            seed = self.seed if prompt.secret else self.open
            return prompt.cup[below(f"{seed}/{place}", len(prompt.cup))]  # type: ignore[union-attr]
        return NO_ANSWER


class Cups(Seeded):
    """Draws from a seed; the dice are left to people."""

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        return NO_ANSWER if isinstance(prompt, Roll) else super().at(place, dealt, prompt)


@lru_cache(maxsize=64)
def _order(seed: str, deck: str, round_: int, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    return shuffled(f"{seed}/{deck}/{round_}", cards)


class Decks(Seeded, Generic[Card]):
    """Rolls and draws from decks of a game's own, shuffled when they are used up or a rule says.

    Shuffle number ``r`` of a deck, from 0, is drawn with the keys ``seed/deck/r/place``. A deck of which no
    card was taken since its last shuffle is as good as shuffled, and stays. What a card answers is its game's
    business: :meth:`read`.
    """

    def __init__(self, seed: str, decks: Mapping[str, tuple[Card, ...]]) -> None:
        super().__init__(seed)
        self.decks = decks

    def card(self, deck: str, dealt: int) -> Card:
        cards = self.decks[deck]
        round_, place = divmod(dealt, len(cards))
        found: Card = _order(self.open, deck, round_, cards)[place]
        return found

    def read(self, card: Card, prompt: Roll | Draw) -> Answer:
        """What a card says to a prompt; NO_ANSWER where it says nothing."""
        raise NotImplementedError

    def at(self, place: int, dealt: Mapping[str, int], prompt: Prompt) -> Answer:
        deck = prompt.deck if isinstance(prompt, Roll | Draw) else None
        if deck is None or deck not in self.decks:
            return super().at(place, dealt, prompt)
        assert isinstance(prompt, Roll | Draw)
        answer = self.read(self.card(deck, dealt.get(deck, 0)), prompt)
        return super().at(place, dealt, prompt) if answer is NO_ANSWER else answer


class Script:
    """Answers set down beforehand, in order; for tests and for what was played at a table."""

    by = "script"

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.answers = iter(answers)

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return next(self.answers, NO_ANSWER)


class ScriptedDice(Script):
    """Rolls set down beforehand; everything else is left to others."""

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        return super().__call__(table, prompt) if isinstance(prompt, Roll) else NO_ANSWER
