"""Tokens: random ids, links and seeds, and the hashes that are stored of links."""

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

ID_BYTES = 20  # 160 bits: 32 letters and digits, short enough for every mail program
LINK_PATTERN = re.compile(r"[a-z2-7]{32}")
PUBLIC_PATTERN = re.compile(r"[a-z2-7]{26}")  # 130 bits, and shorter than a key, so they cannot be confused
SEED_BYTES = 20
CODE_BYTES, CODE_LETTERS = 15, 20
CODE_PATTERN = re.compile(r"[a-z2-7]{20}")
MISREAD_DIGITS = str.maketrans("01", "ol")  # codes contain neither digit
SHORT_SEED_BYTES = 5  # open part of a quick battle's seed, short enough to read aloud


def new_id() -> str:
    """Return a random id."""
    return _random_text(ID_BYTES)


def new_link() -> str:
    """Return a random secret link to a seat."""
    return _random_text(ID_BYTES)


def derive_link(key: str, *words: str) -> str:
    """Return a link derived from a key, which only the holder of the key can derive again."""
    digest = hmac.digest(key.encode(), "\0".join(words).encode(), "sha256")
    return b32encode(digest[:ID_BYTES]).decode().lower()


def new_code() -> str:
    """Return a recovery code to write down: 100 bits in groups of four letters and digits."""
    letters = _random_text(CODE_BYTES)[:CODE_LETTERS]
    return "-".join(letters[place : place + 4] for place in range(0, CODE_LETTERS, 4))


def normalize_code(typed: str) -> str:
    """Return a typed code without separators and with misread digits replaced; "" if it is none."""
    plain = "".join(one for one in typed.lower() if one.isalnum()).translate(MISREAD_DIGITS)
    return plain if CODE_PATTERN.fullmatch(plain) else ""


def is_link(text: str) -> bool:
    """Return whether a text has the form of an id or a link."""
    return LINK_PATTERN.fullmatch(text) is not None


def is_public(text: str) -> bool:
    """Return whether a text has the form of the public id of a battle."""
    return PUBLIC_PATTERN.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def public_id(key: str) -> str:
    """Return the public id of a battle, derived from its key by a one-way hash."""
    return b32encode(sha256(key.encode()).digest()).decode().lower()[:26]


def link_hash(link: str) -> str:
    """Return the stored hash of a link. A link is long and random, so a plain hash cannot be reversed."""
    return sha256(link.encode()).hexdigest()


class LinkProtected(Protocol):
    """A row that a secret link leads to; only the hash of the link is stored."""

    @property
    def link_hash(self) -> str: ...


Row = TypeVar("Row", bound=LinkProtected)


def find_by_link(link: str, load: Callable[[str], Row | None]) -> Row | None:
    """Return the row of a link, loaded by the hash of the link; None for a wrong link."""
    if not is_link(link):
        return None
    digest = link_hash(link)
    row = load(digest)
    return row if row is not None and hmac.compare_digest(row.link_hash, digest) else None


def new_table_seed() -> str:
    """Return a seed for a table: both the open and the secret part are unguessable."""
    return f"{_random_text(SEED_BYTES)}.{_random_text(SEED_BYTES)}"


def new_battle_seed() -> str:
    """Return a seed for a quick battle: a short open part to print, and an unguessable secret part."""
    return f"{_random_text(SHORT_SEED_BYTES)}.{_random_text(SEED_BYTES)}"


def new_number_seed() -> int:
    """Return a seed of at most six digits, for uses without secrets."""
    return randbelow(10**6)


def commitments(seed: str) -> dict[str, str]:
    """Return the hashes shown before the first roll: of the open part and of the whole seed."""
    return {"open": commitment(open_part(seed)), "whole": commitment(seed)}


def _random_text(count: int) -> str:
    return b32encode(token_bytes(count)).decode().lower()
