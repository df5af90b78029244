"""What every function of the service works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from catalogs import Catalog
from web.storage.repository import Repository

from .cache import Cache

if TYPE_CHECKING:
    from .printing import Printed
    from .replay import Place
    from .seats import Sitting


@dataclass(frozen=True, slots=True)
class Limits:
    """So that no request can hold a worker or fill the memory."""

    printers: int = 2  # prints at once in one process
    printer_wait: float = 5.0  # seconds before a print is refused
    prints_bytes: int = 8 * 1024 * 1024  # kept in memory in one process
    entries: int = 40_000  # answers at the tables that are kept in memory
    sittings: int = 4096
    bytes: int = 32 * 1024 * 1024  # kept of what one address writes; 0: no limit


@dataclass(frozen=True, slots=True)
class Post:
    """How people may be called when it is their turn, as whoever runs the service has it."""

    ways: tuple[str, ...] = ("push", "webhook", "mail")
    after: int = 60  # seconds: who answers before that needs no call
    inside: bool = False  # addresses of the operator's own net may be reached
    smtp: str = field(default="", repr=False)  # smtps://name:password@host:465; none: no letters
    sender: str = ""
    public: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The repository, the catalogues and what is kept in memory; all of the latter can be dropped.

    The database is asked first, and what is kept is found under what it says: a restore may have brought
    something else to the same address, or nothing.
    """

    repository: Repository
    catalogs: Mapping[str, Catalog]
    limits: Limits
    post: Post = field(default_factory=Post)
    prints: Cache[tuple[str, ...], Printed] = field(init=False)
    lives: Cache[str, Place] = field(init=False)
    sittings: Cache[str, Sitting] = field(init=False)
    printers: BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        most = self.limits
        for name, value in (
            ("prints", Cache(most.prints_bytes, lambda printed: len(printed.body))),
            ("lives", Cache(most.entries, lambda place: place.weight)),
            ("sittings", Cache(most.sittings)),
            ("printers", BoundedSemaphore(most.printers)),
        ):
            object.__setattr__(self, name, value)


def new_context(
    repository: Repository,
    catalogs: Mapping[str, Catalog],
    limits: Limits | None = None,
    post: Post | None = None,
) -> Context:
    return Context(repository, catalogs, limits or Limits(), post or Post())
