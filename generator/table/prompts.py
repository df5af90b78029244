"""Prompts of a procedure, for a seat or for fate, and log lines that need no answer.

Treat them as immutable; they are not frozen because frozen dataclasses take four times as long to create.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from schemas.errors import HorahError

Answer = Any  # a JSON value whose form the prompt describes
Seat = str
State = TypeVar("State")

REFEREE: Seat = "referee"
EVERYONE: Seat = "everyone"

WhyNot = Callable[[str], HorahError | None]


@dataclass(slots=True, unsafe_hash=True)
class Roll:
    """Roll dice, read one by one; ``dice`` gives the faces of each.

    Cards of ``deck`` may replace the dice. A secret roll is visible to its seat alone.
    """

    rule: str
    ask: str
    seat: Seat
    deck: str | None = None
    dice: tuple[int, ...] = (6, 6)
    secret: bool = False
    kind: ClassVar[Literal["roll"]] = "roll"


@dataclass(slots=True, unsafe_hash=True)
class Draw:
    """Draw one thing from a cup. A secret draw is visible to its seat alone, unless it is among ``shown``."""

    rule: str
    ask: str
    seat: Seat
    cup: tuple[str, ...]
    secret: bool = False
    shown: tuple[str, ...] = ()
    deck: str | None = None  # deck whose cards may give the answer
    kind: ClassVar[Literal["draw"]] = "draw"


@dataclass(slots=True, unsafe_hash=True)
class Choose:
    """Choose one or several options; ``of`` names the kind of the options."""

    rule: str
    ask: str
    seat: Seat
    of: str
    options: Sequence[str]
    least: int = 1
    most: int = 1
    context: Mapping[str, Any] = field(default_factory=dict)  # facts that the seat may use to decide
    why_not: WhyNot | None = None
    secret: bool = False
    kind: ClassVar[Literal["choose"]] = "choose"

    @property
    def single(self) -> bool:
        return self.least == 1 and self.most == 1


@dataclass(slots=True, unsafe_hash=True)
class Ware:
    """An item on a shelf. ``uses`` draws on the stock; wares of one ``group`` must share one ``grade``."""

    id: str
    price: int
    uses: Mapping[str, int] = field(default_factory=dict)
    group: str | None = None
    grade: str | None = None


@dataclass(slots=True, unsafe_hash=True)
class Buy:
    """Buy any combination of wares that price, stock, exclusions, least and most allow."""

    rule: str
    ask: str
    seat: Seat
    of: str
    shelf: tuple[Ware, ...]
    stock: Mapping[str, int | None]  # None: not counted, so no limit
    budget: int | None = None
    least: int = 0
    most: int | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    why_not: WhyNot | None = None
    mixed: str = "MIXED"  # code of a broken exclusion
    secret: bool = False
    kind: ClassVar[Literal["buy"]] = "buy"


@dataclass(slots=True, unsafe_hash=True)
class Report:
    """Report a fact from the table. ``form`` is its JSON Schema; ``check`` returns what is wrong with it."""

    rule: str
    ask: str
    seat: Seat
    form: Mapping[str, Any]
    check: Callable[[Answer], HorahError | None] | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    secret: bool = False
    kind: ClassVar[Literal["report"]] = "report"


@dataclass(slots=True, unsafe_hash=True)
class Together:
    """Let several seats answer secretly at once; every answer is sealed until all have answered."""

    rule: str
    ask: str
    prompts: Mapping[Seat, Choose | Buy | Report]


@dataclass(slots=True, unsafe_hash=True)
class Note:
    """An event by rule that needs no answer and stands only in the log."""

    rule: str
    what: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True, unsafe_hash=True)
class Shuffle:
    """Shuffle decks with all their cards; ``decks`` gives the size of each."""

    rule: str
    decks: Mapping[str, int]

    def note(self) -> Note:
        return Note(self.rule, "shuffled", {"decks": sorted(self.decks)})

    def apply(self, dealt: dict[str, int]) -> None:
        """Count the rest of each deck as gone, so that the next card is the first of the next shuffle."""
        for deck, cards in self.decks.items():
            dealt[deck] = -(-dealt.get(deck, 0) // cards) * cards


@dataclass(slots=True, unsafe_hash=True)
class Stand:
    """Intermediate state that a long procedure shows before it ends."""

    state: Any


class Shown(NamedTuple):
    """Intermediate state, with the numbers of answers and log lines before it."""

    answers: int
    lines: int
    state: Any


Prompt = Roll | Draw | Choose | Buy | Report
Ask = Prompt | Together | Note | Shuffle | Stand
Procedure = Generator[Ask, Answer, State]
