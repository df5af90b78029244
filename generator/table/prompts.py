"""What a procedure may ask.

Prompts for a seat or for fate, and what stands in the log without being asked. Nothing changes them; they are
not frozen because a frozen dataclass takes four times as long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from schemas.errors import HorahError

Answer = Any  # a JSON value: what it must look like is said by the prompt
Seat = str
State = TypeVar("State")

REFEREE: Seat = "referee"
EVERYONE: Seat = "everyone"

WhyNot = Callable[[str], HorahError | None]


@dataclass(slots=True, unsafe_hash=True)
class Roll:
    """Some dice, read one by one: ``dice`` says how many faces each has. ``deck`` may stand in for them."""

    rule: str
    ask: str
    seat: Seat
    deck: str | None = None
    dice: tuple[int, ...] = (6, 6)
    kind: ClassVar[Literal["roll"]] = "roll"
    secret: ClassVar[Literal[False]] = False


@dataclass(slots=True, unsafe_hash=True)
class Draw:
    """One thing out of a cup. A secret draw is seen by its seat alone, unless it is among ``shown``."""

    rule: str
    ask: str
    seat: Seat
    cup: tuple[str, ...]
    secret: bool = False
    shown: tuple[str, ...] = ()
    deck: str | None = None  # where the thing may come from a card
    kind: ClassVar[Literal["draw"]] = "draw"


@dataclass(slots=True, unsafe_hash=True)
class Choose:
    """One or several of some options. ``of`` says what kind of thing the options are."""

    rule: str
    ask: str
    seat: Seat
    of: str
    options: Sequence[str]
    least: int = 1
    most: int = 1
    context: Mapping[str, Any] = field(default_factory=dict)  # what the seat may know to decide
    why_not: WhyNot | None = None
    secret: bool = False
    kind: ClassVar[Literal["choose"]] = "choose"

    @property
    def single(self) -> bool:
        return self.least == 1 and self.most == 1


@dataclass(slots=True, unsafe_hash=True)
class Ware:
    """Something on a shelf. ``uses`` draws on the stock; wares of one ``group`` share one ``grade``."""

    id: str
    price: int
    uses: Mapping[str, int] = field(default_factory=dict)
    group: str | None = None
    grade: str | None = None


@dataclass(slots=True, unsafe_hash=True)
class Buy:
    """Any combination of wares that price, stock, exclusions, least and most allow."""

    rule: str
    ask: str
    seat: Seat
    of: str
    shelf: tuple[Ware, ...]
    stock: Mapping[str, int | None]  # None: nobody has counted them, so they limit nothing
    budget: int | None = None
    least: int = 0
    most: int | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    why_not: WhyNot | None = None
    mixed: str = "MIXED"  # the code of a broken exclusion
    secret: bool = False
    kind: ClassVar[Literal["buy"]] = "buy"


@dataclass(slots=True, unsafe_hash=True)
class Report:
    """A fact from the table. ``form`` describes it as JSON Schema; ``check`` says what is wrong with it."""

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
    """Several seats answer secretly at once; every answer is sealed until all are in."""

    rule: str
    ask: str
    prompts: Mapping[Seat, Choose | Buy | Report]


@dataclass(slots=True, unsafe_hash=True)
class Note:
    """Something that happened by rule and needs no answer; it stands in the log only."""

    rule: str
    what: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True, unsafe_hash=True)
class Shuffle:
    """Decks are shuffled anew, with all their cards; ``decks`` says how many each has."""

    rule: str
    decks: Mapping[str, int]

    def note(self) -> Note:
        return Note(self.rule, "shuffled", {"decks": sorted(self.decks)})

    def apply(self, dealt: dict[str, int]) -> None:
        """Count what is left of each deck as gone: the next card is the first of its next shuffle."""
        for deck, cards in self.decks.items():
            dealt[deck] = -(-dealt.get(deck, 0) // cards) * cards


@dataclass(slots=True, unsafe_hash=True)
class Stand:
    """How things stand on the way: a long procedure shows its state before it ends."""

    state: Any


class Shown(NamedTuple):
    """A state shown on the way, with the answers and the lines of the log before it."""

    answers: int
    lines: int
    state: Any


Prompt = Roll | Draw | Choose | Buy | Report
Ask = Prompt | Together | Note | Shuffle | Stand
Procedure = Generator[Ask, Answer, State]
