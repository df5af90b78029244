"""What the service must know of a procedure to play it at a table."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from generator.table import Answerer, Ask, Seat, Table

from .settings import Setting

Document = dict[str, Any]
Values = Mapping[str, Any]  # settings as JSON
Kind = Literal["battle", "campaign"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a kind of game is begun, answered, shown and viewed."""

    name: str
    kind: Kind
    at_a_table: Callable[[Values], Values]  # the settings given, completed for a table with fixed seats
    read: Callable[[Catalog, Values], Any]  # settings from JSON; what does not fit is a HorahError
    write: Callable[[Any], Document]  # settings as JSON
    start: Callable[[Catalog, Any], Callable[[], Generator[Ask, Any, Any]]]
    dice: Callable[[Catalog, Any, str], Answerer]
    answerers: Callable[[Catalog, Any, str], Sequence[Answerer]]  # dice, and commanders where no person is
    persons: Callable[[Any], tuple[Seat, ...]]  # the seats for which people answer
    cards: Callable[[Catalog, Any, Table[Any], str | None], list[Document]]  # ready so far, secrets included
    view: Callable[[Document, Seat], Document]  # of a card
    state: Callable[[Catalog, Any, Table[Any], Seat], Document | None]  # how a campaign stands, for a seat
    describe: Callable[[Catalog], tuple[Setting, ...]]  # what can be settled, for forms
    offered: bool = True  # for new tables; an earlier version goes on playing its old ones
    tables: Callable[[Catalog], Catalog] = lambda catalog: catalog  # the catalogues by which it asks
