"""The driver, which runs a procedure over its answers.

The answers are the only stored data; the state results from replaying them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol

from schemas.messages import Message, say

from .answers import check_answer
from .errors import Departed, Refused
from .prompts import (
    Answer,
    Draw,
    Note,
    Procedure,
    Prompt,
    Roll,
    Seat,
    Shown,
    Shuffle,
    Stand,
    State,
    Together,
)


class Entry(NamedTuple):
    """One answer of a transcript."""

    n: int
    rule: str
    kind: str
    ask: str
    seat: Seat
    answer: Answer
    by: str  # a person's seat, or the name of the answerer
    secret: bool = False  # visible to its seat and the referee only

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
        return {**data, "by": self.by}


def read_entry(data: Mapping[str, Any]) -> Entry:
    """Read an entry from JSON."""
    try:
        required = {name: data[name] for name in Entry._fields if name not in Entry._field_defaults}
        return Entry(**required, secret=bool(data.get("secret", False)))
    except (KeyError, TypeError) as fault:
        place = data.get("n", 0) if isinstance(data, Mapping) else 0
        raise Departed(place, say("departed.incomplete", missing=str(fault).strip("'"))) from None


Line = tuple[Prompt | Note, Entry | None]  # a line of the log: a prompt with its answer, or a note


class Answerer(Protocol):
    """Answers instead of a person; returns NO_ANSWER to leave a prompt to others."""

    @property
    def by(self) -> str:
        """Name that the transcript records for these answers."""

    def __call__(self, table: Table[Any], prompt: Prompt, /) -> Answer: ...


class _NoAnswer:
    def __repr__(self) -> str:
        return "NO_ANSWER"


NO_ANSWER = _NoAnswer()


class Table(Generic[State]):
    """A running procedure: the answers so far, the pending prompts, and the final state."""

    def __init__(self, start: Callable[[], Procedure[State]]) -> None:
        self._start = start
        self._running = start()
        self._sealed: dict[Seat, Answer] = {}
        self.entries: list[Entry] = []
        self.log: list[Line] = []
        self.dealt: dict[str, int] = {}  # cards gone from each deck: taken, or shuffled in again
        self.stands: list[Shown] = []
        self.state: State | None = None
        self.finished = False
        self._asked: Prompt | Together | None = None
        self._send(None)

    @property
    def pending(self) -> tuple[Prompt, ...]:
        """The prompts that wait for an answer; several only when seats answer together."""
        asked = self._asked
        if asked is None:
            return ()
        if isinstance(asked, Together):
            return tuple(prompt for seat, prompt in asked.prompts.items() if seat not in self._sealed)
        return (asked,)

    @property
    def sealed(self) -> frozenset[Seat]:
        """The seats whose answer stays sealed until the others have answered."""
        return frozenset(self._sealed)

    def answer(self, seat: Seat, answer: Answer, by: str | None = None) -> Entry:
        """Take the answer of a seat, by default given by a person of that seat.

        A refused answer changes nothing.
        """
        by = by or seat
        asked = self._asked
        if asked is None:
            raise Refused("FINISHED")
        if isinstance(asked, Together):
            prompt = asked.prompts.get(seat)
            if prompt is None or seat in self._sealed:
                raise _make_not_asked_error(seat, [p.seat for p in self.pending])
            return self._seal(asked, prompt, check_answer(prompt, answer), by)
        if asked.seat != seat:
            raise _make_not_asked_error(seat, [asked.seat])
        return self._take(asked, check_answer(asked, answer), by)

    def replay(self, entries: Iterable[Entry]) -> None:
        """Answer from a transcript; Departed names the first entry that does not fit."""
        for entry in entries:
            place = len(self.entries)
            match = [p for p in self.pending if p.seat == entry.seat]
            if not match:
                raise Departed(place, _describe_misfit(entry, self.pending))
            prompt = match[0]
            if (prompt.rule, prompt.kind, prompt.ask) != (entry.rule, entry.kind, entry.ask):
                raise Departed(place, _describe_misfit(entry, self.pending))
            try:
                self.answer(entry.seat, entry.answer, entry.by)
            except Refused as fault:
                raise Departed(place, fault.message) from None

    def fill(self, answerers: Sequence[Answerer]) -> None:
        """Let answerers answer until the end, or until none of them answers."""
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
        """Return the table as it was before the last answers."""
        if not 0 <= count <= len(self.entries):
            raise Refused("UNDO.answers", most=len(self.entries), given=count)
        before = Table(self._start)
        before.replay(self.entries[: len(self.entries) - count])
        return before

    def _ask(self, prompt: Prompt, answerers: Sequence[Answerer]) -> bool:
        for answerer in answerers:
            answer = answerer(self, prompt)
            if answer is not NO_ANSWER:
                self.answer(prompt.seat, answer, answerer.by)
                return True
        return False

    def _seal(self, asked: Together, prompt: Prompt, answer: Answer, by: str) -> Entry:
        entry = self._write(prompt, answer, by, secret=True)
        self._sealed[prompt.seat] = answer
        if len(self._sealed) == len(asked.prompts):
            answers, self._sealed = self._sealed, {}
            if not prompt.secret:
                self._open(len(answers))
            self._send({seat: answers[seat] for seat in asked.prompts})
        return entry

    def _open(self, count: int) -> None:
        """Make the sealed answers visible, when all seats have answered."""
        first = len(self.entries) - count
        for place in range(first, len(self.entries)):
            opened = self.entries[place]._replace(secret=False)
            self.entries[place] = opened
            line = place - len(self.entries)
            self.log[line] = (self.log[line][0], opened)

    def _take(self, prompt: Prompt, answer: Answer, by: str) -> Entry:
        secret = prompt.secret and not (isinstance(prompt, Draw) and answer in prompt.shown)
        entry = self._write(prompt, answer, by, secret=secret)
        if isinstance(prompt, Roll | Draw) and prompt.deck:
            self.dealt[prompt.deck] = self.dealt.get(prompt.deck, 0) + 1
        self._send(answer)
        return entry

    def _write(self, prompt: Prompt, answer: Answer, by: str, *, secret: bool) -> Entry:
        place = len(self.entries)
        entry = Entry(place, prompt.rule, prompt.kind, prompt.ask, prompt.seat, answer, by, secret)
        self.entries.append(entry)
        self.log.append((prompt, entry))
        return entry

    def _send(self, answer: Answer) -> None:
        try:
            asked = self._running.send(answer)
            while isinstance(asked, Note | Shuffle | Stand):
                if isinstance(asked, Note):
                    self.log.append((asked, None))
                elif isinstance(asked, Shuffle):
                    asked.apply(self.dealt)
                    self.log.append((asked.note(), None))
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
    """Run a procedure over a transcript, then let answerers answer the rest."""
    table = Table(start)
    table.replay(transcript)
    table.fill(answerers)
    return table


def _make_not_asked_error(seat: Seat, asked: Sequence[Seat]) -> Refused:
    return Refused("NOT_ASKED", seat=seat, turn=tuple(asked))


def _describe_misfit(entry: Entry, pending: Sequence[Prompt]) -> Message:
    question = say("departed.question", rule=entry.rule, ask=entry.ask, seat=entry.seat)
    if not pending:
        return say("departed.after_the_end", given=question)
    asked = tuple(say("departed.question", rule=p.rule, ask=p.ask, seat=p.seat) for p in pending)
    return say("departed.otherwise", given=question, asked=asked)
