"""Random ids, links and seeds, and the hashes that are kept of links."""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from secrets import randbelow, token_bytes
from typing import Protocol, TypeVar

from generator.chance import commitment, open_part

ID_BYTES = 20  # 160 bits: 32 letters and digits, which no mail program cuts short
SHAPE = re.compile(r"[a-z2-7]{32}")
PUBLIC_SHAPE = re.compile(r"[a-z2-7]{26}")  # 130 bits, and shorter than a key, so that none is taken for one
SEED_BYTES = 20
CODE_BYTES, CODE_LETTERS = 15, 20
CODE_SHAPE = re.compile(r"[a-z2-7]{20}")
MISREAD = str.maketrans("01", "ol")  # neither figure is in a code
SHORT_SEED_BYTES = 5  # the open part of a quick battle's seed, to be read aloud


def new_id() -> str:
    """An id nobody can guess."""
    return _letters(ID_BYTES)


def new_link() -> str:
    """A link that is the key to a seat."""
    return _letters(ID_BYTES)


def derived(key: str, *words: str) -> str:
    """A link that whoever has the key can make again, and nobody else."""
    found = hmac.digest(key.encode(), "\0".join(words).encode(), "sha256")
    return b32encode(found[:ID_BYTES]).decode().lower()


def new_code() -> str:
    """A code to be written down: 100 bits in groups of four letters and digits."""
    letters = _letters(CODE_BYTES)[:CODE_LETTERS]
    return "-".join(letters[place : place + 4] for place in range(0, CODE_LETTERS, 4))


def code_of(typed: str) -> str:
    """A code as it was typed, without what a tired hand adds to it or mistakes; "" where it is none."""
    plain = "".join(one for one in typed.lower() if one.isalnum()).translate(MISREAD)
    return plain if CODE_SHAPE.fullmatch(plain) else ""


def is_link(text: str) -> bool:
    """Could this be an id or a link? What cannot is not looked for."""
    return SHAPE.fullmatch(text) is not None


def is_public(text: str) -> bool:
    """Could this be the public address of a battle?"""
    return PUBLIC_SHAPE.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def public_of(key: str) -> str:
    """The public address of a battle, which its key gives and which does not give the key."""
    return b32encode(sha256(key.encode()).digest()).decode().lower()[:26]


def link_hash(link: str) -> str:
    """What is kept of a link. A link is long and random, so that a plain hash cannot be undone."""
    return sha256(link.encode()).hexdigest()


class LinkProtected(Protocol):
    """A row that a secret link leads to; only the hash of the link is stored."""

    @property
    def link_hash(self) -> str: ...


Row = TypeVar("Row", bound=LinkProtected)


def find_by_link(link: str, load: Callable[[str], Row | None]) -> Row | None:
    """Return the row that a link leads to, loaded by the hash of the link; None for a wrong link."""
    if not is_link(link):
        return None
    digest = link_hash(link)
    row = load(digest)
    return row if row is not None and hmac.compare_digest(row.link_hash, digest) else None


def table_seed() -> str:
    """A seed for people who play against each other: neither part can be guessed."""
    return f"{_letters(SEED_BYTES)}.{_letters(SEED_BYTES)}"


def battle_seed() -> str:
    """A seed for a quick battle: a short open part to print, and a secret part nobody can guess."""
    return f"{_letters(SHORT_SEED_BYTES)}.{_letters(SEED_BYTES)}"


def number_seed() -> int:
    """Return a seed of at most six digits, for what holds no secret."""
    return randbelow(10**6)


def commitments(seed: str) -> dict[str, str]:
    """The hashes shown before the first die: of the open part, and of the whole seed."""
    return {"open": commitment(open_part(seed)), "whole": commitment(seed)}


def _letters(count: int) -> str:
    return b32encode(token_bytes(count)).decode().lower()
