"""Service context: the repository, catalogues, limits and caches that service functions use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catalogs import Catalog
from schemas.limits import DEFAULT_QUOTA_MEBIBYTES, MEBIBYTE
from web.storage.tables import Repository

from .cache import Cache
from .drawing_slots import DrawingSlots

if TYPE_CHECKING:
    from .rendering import Rendering
    from .tables.access import Sitting
    from .tables.live import TableSlot


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on memory, time and storage of requests."""

    drawing_slots: int = 2  # concurrent renderings in one process
    drawing_queue: int = 5  # renderings of one client that may wait in one process, each in a thread
    drawing_wait: float = 5.0  # seconds before a rendering is refused
    prints_bytes: int = 8 * 1024 * 1024  # cached renderings in one process
    entries: int = 40_000  # total size of the cached tables, in answers
    sittings: int = 4096
    bytes: int = DEFAULT_QUOTA_MEBIBYTES * MEBIBYTE  # storage quota of one client; 0: no limit
    expiry_days: int = 400  # battles and tables that nobody opens for so long are deleted; 0: never
    disk: str = ""  # folder on the disk of the database, if it is not a file of ours


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """Notification settings of the operator."""

    ways: tuple[str, ...] = ("push", "webhook", "mail")
    after: int = 60  # seconds before a notification is sent; a player who answers earlier gets none
    inside: bool = False  # allow addresses of the operator's private network
    smtp: str = field(default="", repr=False)  # smtps://name:password@host:465; empty: no e-mail
    sender: str = ""
    public: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The repository, the catalogues and the caches; the caches can be dropped at any time.

    Functions ask the database first and key the caches by its answer, because a restore may replace a row
    under the same id.
    """

    repository: Repository
    catalogs: Mapping[str, Catalog]
    limits: Limits
    post: NotificationSettings = field(default_factory=NotificationSettings)
    prints: Cache[tuple[str, ...], Rendering] = field(init=False)
    lives: Cache[str, TableSlot] = field(init=False)
    sittings: Cache[str, Sitting] = field(init=False)
    slots: DrawingSlots = field(init=False)

    def __post_init__(self) -> None:
        most = self.limits
        for name, value in (
            ("prints", Cache(most.prints_bytes, lambda printed: len(printed.body))),
            ("lives", Cache(most.entries, lambda place: place.weight)),
            ("sittings", Cache(most.sittings)),
            ("slots", DrawingSlots(most.drawing_slots, most.drawing_queue, most.drawing_wait)),
        ):
            object.__setattr__(self, name, value)


def new_context(
    repository: Repository,
    catalogs: Mapping[str, Catalog],
    limits: Limits | None = None,
    post: NotificationSettings | None = None,
) -> Context:
    return Context(repository, catalogs, limits or Limits(), post or NotificationSettings())
