"""The table: prompts, answers, transcripts, and the driver that runs a procedure.

A *procedure* is a Python generator that yields prompts and receives answers. A *transcript* is the list of
answers; running the procedure over it again gives the same state. This module knows nothing of battles.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from schemas.errors import HorahError

Answer = Any  # a JSON value: what it must look like is said by the prompt
Seat = str
State = TypeVar("State")

REFEREE: Seat = "referee"
EVERYONE: Seat = "everyone"
DIE = range(1, 7)


class Refused(HorahError):
    """An answer that does not fit its prompt; nothing has changed."""


class Departed(HorahError):
    """A transcript that does not fit the procedure, with the place where it departs."""

    def __init__(self, place: int, en: str, es: str) -> None:
        super().__init__(
            f"The transcript departs at answer {place}: {en}",
            f"La transcripción se aparta en la respuesta {place}: {es}",
            code="DEPARTED",
        )
        self.place = place


class DeadEnd(HorahError):
    """The rules have no way on from here."""


WhyNot = Callable[[str], HorahError | None]


@dataclass(frozen=True, slots=True)
class Roll:
    """A white and a coloured die. ``deck`` is the Fate deck of the one who rolls."""

    rule: str
    ask: str
    seat: Seat
    deck: str | None = None
    kind: Literal["roll"] = "roll"
    secret: Literal[False] = False


@dataclass(frozen=True, slots=True)
class Draw:
    """One thing out of a cup. A secret draw is seen by its seat alone, unless it is among ``shown``."""

    rule: str
    ask: str
    seat: Seat
    cup: tuple[str, ...]
    secret: bool = False
    shown: tuple[str, ...] = ()
    deck: str | None = None  # where the thing is the random hex of a Fate card
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Choose:
    """One or several of some options. ``of`` says what kind of thing the options are."""

    rule: str
    ask: str
    seat: Seat
    of: str
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    context: Mapping[str, Any] = field(default_factory=dict)  # what the seat may know to decide
    why_not: WhyNot | None = None
    secret: bool = False
    kind: Literal["choose"] = "choose"

    @property
    def single(self) -> bool:
        return self.least == 1 and self.most == 1


@dataclass(frozen=True, slots=True)
class Ware:
    """Something on a shelf. ``uses`` draws on the stock; wares of one ``group`` share one ``grade``."""

    id: str
    price: int
    uses: Mapping[str, int] = field(default_factory=dict)
    group: str | None = None
    grade: str | None = None


@dataclass(frozen=True, slots=True)
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
    kind: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True)
class Report:
    """A fact from the table. ``form`` describes it as JSON Schema; ``check`` says what is wrong with it."""

    rule: str
    ask: str
    seat: Seat
    form: Mapping[str, Any]
    check: Callable[[Answer], HorahError | None] | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    secret: bool = False
    kind: Literal["report"] = "report"


@dataclass(frozen=True, slots=True)
class Together:
    """Several seats answer secretly at once; every answer is sealed until all are in."""

    rule: str
    ask: str
    prompts: Mapping[Seat, Choose | Buy | Report]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened by rule and needs no answer; it stands in the log only."""

    rule: str
    what: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Fate decks are shuffled anew, with all their cards; ``decks`` says how many each has."""

    rule: str
    decks: Mapping[str, int]

    def note(self) -> Note:
        return Note(self.rule, "shuffled", {"decks": sorted(self.decks)})


@dataclass(frozen=True, slots=True)
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


class Entry(NamedTuple):
    """One answer of a transcript."""

    n: int
    rule: str
    kind: str
    ask: str
    seat: Seat
    answer: Answer
    secret: bool = False  # to be seen by its seat and the referee only

    def json(self) -> dict[str, Any]:
        data = {
            "n": self.n,
            "rule": self.rule,
            "kind": self.kind,
            "ask": self.ask,
            "seat": self.seat,
            "answer": self.answer,
        }
        if self.secret:
            data["secret"] = True
        return data


def entry_from(data: Mapping[str, Any]) -> Entry:
    """Read an entry back from JSON."""
    try:
        return Entry(
            data["n"],
            data["rule"],
            data["kind"],
            data["ask"],
            data["seat"],
            data["answer"],
            bool(data.get("secret", False)),
        )
    except (KeyError, TypeError) as fault:
        raise Departed(
            data.get("n", 0) if isinstance(data, Mapping) else 0,
            f"an answer needs n, rule, kind, ask, seat and answer; {fault} is missing.",
            f"una respuesta necesita n, rule, kind, ask, seat y answer; falta {fault}.",
        ) from None


Line = tuple[Prompt | Note, Entry | None]  # a line of the log: a prompt with its answer, or a note
Answerer = Callable[["Table[Any]", Prompt], Answer]  # returns NO_ANSWER to leave a prompt to others


class _NoAnswer:
    def __repr__(self) -> str:
        return "NO_ANSWER"


NO_ANSWER = _NoAnswer()


class Table(Generic[State]):
    """A procedure under way: what was answered, what is asked now, and the state at the end."""

    def __init__(self, start: Callable[[], Procedure[State]]) -> None:
        self._start = start
        self._running = start()
        self._sealed: dict[Seat, Answer] = {}
        self.entries: list[Entry] = []
        self.log: list[Line] = []
        self.dealt: dict[str, int] = {}  # cards gone from each Fate deck: taken, or shuffled in again
        self.stands: list[Shown] = []
        self.state: State | None = None
        self.finished = False
        self._asked: Prompt | Together | None = None
        self._send(None)

    @property
    def pending(self) -> tuple[Prompt, ...]:
        """The prompts that wait for an answer; several only where seats answer together."""
        asked = self._asked
        if asked is None:
            return ()
        if isinstance(asked, Together):
            return tuple(prompt for seat, prompt in asked.prompts.items() if seat not in self._sealed)
        return (asked,)

    @property
    def sealed(self) -> frozenset[Seat]:
        """The seats whose answer lies sealed until the others are in."""
        return frozenset(self._sealed)

    def answer(self, seat: Seat, answer: Answer) -> Entry:
        """Take the answer of a seat; refused answers change nothing."""
        asked = self._asked
        if asked is None:
            raise Refused("Nothing is asked any more.", "Ya no se pregunta nada.", code="FINISHED")
        if isinstance(asked, Together):
            prompt = asked.prompts.get(seat)
            if prompt is None or seat in self._sealed:
                raise _not_asked(seat, [p.seat for p in self.pending])
            return self._seal(asked, prompt, check(prompt, answer))
        if asked.seat != seat:
            raise _not_asked(seat, [asked.seat])
        return self._take(asked, check(asked, answer))

    def replay(self, entries: Iterable[Entry]) -> None:
        """Answer from a transcript; Departed names the first entry that does not fit."""
        for entry in entries:
            place = len(self.entries)
            match = [p for p in self.pending if p.seat == entry.seat]
            if not match:
                raise Departed(place, *_expected(entry, self.pending))
            prompt = match[0]
            if (prompt.rule, prompt.kind, prompt.ask) != (entry.rule, entry.kind, entry.ask):
                raise Departed(place, *_expected(entry, self.pending))
            try:
                self.answer(entry.seat, entry.answer)
            except Refused as fault:
                raise Departed(place, fault.en, fault.es) from None

    def fill(self, answerers: Sequence[Answerer]) -> None:
        """Let answerers go on until the end or until none of them answers."""
        while (asked := self._asked) is not None:
            if isinstance(asked, Together):
                moved = False
                for prompt in self.pending:
                    moved = self._ask(prompt, answerers) or moved
                if not moved:
                    return
            elif not self._ask(asked, answerers):
                return

    def undo(self, count: int = 1) -> Table[State]:
        """The table as it was before the last answers."""
        if not 0 <= count <= len(self.entries):
            raise Refused(
                f"Only {len(self.entries)} answers can be undone, not {count}.",
                f"Solo se pueden deshacer {len(self.entries)} respuestas, no {count}.",
                code="UNDO",
            )
        earlier = Table(self._start)
        earlier.replay(self.entries[: len(self.entries) - count])
        return earlier

    def _ask(self, prompt: Prompt, answerers: Sequence[Answerer]) -> bool:
        for answerer in answerers:
            answer = answerer(self, prompt)
            if answer is not NO_ANSWER:
                self.answer(prompt.seat, answer)
                return True
        return False

    def _seal(self, asked: Together, prompt: Prompt, answer: Answer) -> Entry:
        entry = self._write(prompt, answer, secret=True)
        self._sealed[prompt.seat] = answer
        if len(self._sealed) == len(asked.prompts):
            answers, self._sealed = self._sealed, {}
            if not prompt.secret:
                self._open(len(answers))
            self._send({seat: answers[seat] for seat in asked.prompts})
        return entry

    def _open(self, count: int) -> None:
        """All are in: what was sealed may be seen."""
        first = len(self.entries) - count
        for place in range(first, len(self.entries)):
            opened = self.entries[place]._replace(secret=False)
            self.entries[place] = opened
            line = place - len(self.entries)
            self.log[line] = (self.log[line][0], opened)

    def _take(self, prompt: Prompt, answer: Answer) -> Entry:
        secret = prompt.secret and not (isinstance(prompt, Draw) and answer in prompt.shown)
        entry = self._write(prompt, answer, secret=secret)
        if isinstance(prompt, Roll | Draw) and prompt.deck:
            self.dealt[prompt.deck] = self.dealt.get(prompt.deck, 0) + 1
        self._send(answer)
        return entry

    def _write(self, prompt: Prompt, answer: Answer, *, secret: bool) -> Entry:
        entry = Entry(len(self.entries), prompt.rule, prompt.kind, prompt.ask, prompt.seat, answer, secret)
        self.entries.append(entry)
        self.log.append((prompt, entry))
        return entry

    def _shuffle(self, asked: Shuffle) -> None:
        """What is left of a deck is gone: the next card is the first of its next shuffle."""
        for deck, cards in asked.decks.items():
            self.dealt[deck] = -(-self.dealt.get(deck, 0) // cards) * cards
        self.log.append((asked.note(), None))

    def _send(self, answer: Answer) -> None:
        try:
            asked = self._running.send(answer)
            while isinstance(asked, Note | Shuffle | Stand):
                if isinstance(asked, Note):
                    self.log.append((asked, None))
                elif isinstance(asked, Shuffle):
                    self._shuffle(asked)
                else:
                    self.stands.append(Shown(len(self.entries), len(self.log), asked.state))
                asked = self._running.send(None)
            self._asked = asked
        except StopIteration as stop:
            self._asked = None
            self.finished = True
            self.state = stop.value


def run(
    start: Callable[[], Procedure[State]],
    transcript: Iterable[Entry] = (),
    answerers: Sequence[Answerer] = (),
) -> Table[State]:
    """Run a procedure over a transcript; then let answerers fill what is still asked."""
    table = Table(start)
    table.replay(transcript)
    table.fill(answerers)
    return table


def view_entry(entry: Entry, seat: Seat) -> Entry:
    """The entry as a seat may see it."""
    if entry.secret and seat not in (entry.seat, REFEREE):
        return entry._replace(answer={"hidden": True})
    return entry


def check(prompt: Prompt, answer: Answer) -> Answer:
    """The answer in its proper form, or Refused with the reason and what is legal."""
    if isinstance(prompt, Roll):
        return _check_roll(answer)
    if isinstance(prompt, Draw):
        return _check_draw(prompt, answer)
    if isinstance(prompt, Choose):
        return _check_choice(prompt, answer)
    if isinstance(prompt, Buy):
        return _check_purchase(prompt, answer)
    fault = prompt.check(answer) if prompt.check else None
    if fault is not None:
        raise Refused(fault.en, fault.es, code=fault.code)
    return answer


def _check_roll(answer: Answer) -> Answer:
    dice = list(answer) if isinstance(answer, list | tuple) else []
    if len(dice) != 2 or not all(type(die) is int and die in DIE for die in dice):
        raise Refused(
            f"A roll is a white and a coloured die, each 1 to 6, like [3, 5]; {answer!r} is not.",
            f"Una tirada son un dado blanco y uno de color, de 1 a 6, como [3, 5]; {answer!r} no lo es.",
            code="BAD_ROLL",
        )
    return dice


def _check_draw(prompt: Draw, answer: Answer) -> Answer:
    if answer not in prompt.cup:
        raise Refused(
            f"{answer!r} is not in the cup.",
            f"{answer!r} no está en la taza.",
            code="NOT_IN_CUP",
        )
    return answer


def _check_choice(prompt: Choose, answer: Answer) -> Answer:
    chosen = [answer] if prompt.single and not isinstance(answer, list | tuple) else answer
    if not isinstance(chosen, list | tuple):
        raise Refused(
            "Several may be chosen here: give a list.",
            "Aquí se pueden elegir varios: dé una lista.",
            code="BAD_CHOICE",
        )
    for one in chosen:
        if one not in prompt.options:
            raise _illegal(prompt.why_not, one, prompt.options)
    if len(set(chosen)) != len(chosen):
        raise Refused(
            "The same option is named twice.", "La misma opción aparece dos veces.", code="BAD_CHOICE"
        )
    if not prompt.least <= len(chosen) <= prompt.most:
        raise Refused(
            f"Choose {_count(prompt.least, prompt.most)}, not {len(chosen)}.",
            f"Elija {_count(prompt.least, prompt.most, 'a')}, no {len(chosen)}.",
            code="BAD_CHOICE",
        )
    return chosen[0] if prompt.single else [option for option in prompt.options if option in chosen]


def _check_purchase(prompt: Buy, answer: Answer) -> Answer:
    if not isinstance(answer, Mapping) or not all(
        isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in answer.values()
    ):
        raise Refused(
            'A purchase names how many of each, like {"barbed_wire": 1}.',
            'Una compra dice cuántos de cada cosa, como {"barbed_wire": 1}.',
            code="BAD_PURCHASE",
        )
    bought = {name: count for name, count in answer.items() if count}
    wares = {ware.id: ware for ware in prompt.shelf}
    for name in bought:
        if name not in wares:
            raise _illegal(prompt.why_not, name, tuple(wares))
    _check_number(prompt, sum(bought.values()))
    _check_budget(prompt, sum(wares[name].price * count for name, count in bought.items()))
    _check_exclusions(prompt, [wares[name] for name in bought])
    _check_stock(prompt, wares, bought)
    return {ware.id: bought[ware.id] for ware in prompt.shelf if ware.id in bought}


def _check_number(prompt: Buy, number: int) -> None:
    if number < prompt.least:
        raise Refused(
            f"At least {prompt.least} must be bought.",
            f"Hay que comprar al menos {prompt.least}.",
            code="MUST_BUY",
        )
    if prompt.most is not None and number > prompt.most:
        raise Refused(
            f"At most {prompt.most} may be bought, not {number}.",
            f"Se pueden comprar como mucho {prompt.most}, no {number}.",
            code="TOO_MANY",
        )


def _check_budget(prompt: Buy, price: int) -> None:
    if prompt.budget is not None and price > prompt.budget:
        raise Refused(
            f"That costs {price}; at most {prompt.budget} may be spent.",
            f"Eso cuesta {price}; se pueden gastar como mucho {prompt.budget}.",
            code="OVER_BUDGET",
        )


def _check_exclusions(prompt: Buy, wares: Sequence[Ware]) -> None:
    grades: dict[str, Ware] = {}
    for ware in wares:
        if ware.group is None:
            continue
        other = grades.setdefault(ware.group, ware)
        if other.grade != ware.grade:
            raise Refused(
                f"{ware.id} and {other.id} exclude each other: take one of them.",
                f"{ware.id} y {other.id} se excluyen: elija uno de los dos.",
                code=prompt.mixed,
            )


def _check_stock(prompt: Buy, wares: Mapping[str, Ware], bought: Mapping[str, int]) -> None:
    used: dict[str, int] = {}
    for name, count in bought.items():
        for thing, number in wares[name].uses.items():
            used[thing] = used.get(thing, 0) + number * count
    for thing, number in used.items():
        left = prompt.stock.get(thing, 0)
        if left is not None and number > left:
            raise Refused(
                f"That needs {number} of {thing}; only {left} are left.",
                f"Eso necesita {number} de {thing}; solo quedan {left}.",
                code="COUNTER_EXHAUSTED",
            )


def _illegal(why_not: WhyNot | None, one: object, legal: Sequence[str]) -> Refused:
    reason = why_not(one) if why_not and isinstance(one, str) else None
    shown = ", ".join(legal) or "-"
    if reason is not None:
        return Refused(f"{reason.en} Possible: {shown}.", f"{reason.es} Posible: {shown}.", code=reason.code)
    return Refused(
        f"{one!r} is not one of the options: {shown}.",
        f"{one!r} no es una de las opciones: {shown}.",
        code="BAD_CHOICE",
    )


def _count(least: int, most: int, to: str = "to") -> str:
    return str(least) if least == most else f"{least} {to} {most}"


def _not_asked(seat: Seat, asked: Sequence[Seat]) -> Refused:
    seats = ", ".join(asked)
    return Refused(
        f"{seat} is not asked now; it is the turn of {seats}.",
        f"Ahora no se pregunta a {seat}; es el turno de {seats}.",
        code="NOT_ASKED",
    )


def _expected(entry: Entry, pending: Sequence[Prompt]) -> tuple[str, str]:
    asked = "; ".join(f"{p.rule} {p.ask} ({p.seat})" for p in pending)
    given = f"{entry.rule} {entry.ask} ({entry.seat})"
    if not asked:
        return f"it goes on with {given} after the end.", f"continúa con {given} después del final."
    return f"it answers {given}, but {asked} is asked.", f"responde a {given}, pero se pregunta {asked}."
