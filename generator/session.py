"""A procedure under way: the one way in which terminal, service, pages and files drive a table.

Begin, answer, fill, undo, correct; look with the eyes of a seat. Who answered is recorded with each answer.
The dice of an answer come from the seed in force at its place: an undo after the end, when the seed has been
shown, brings a new seed from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from catalogs import Catalog
from generator.game import Document, Maker, Procedure
from generator.table import (
    EVERYONE,
    NO_ANSWER,
    REFEREE,
    Answer,
    Answerer,
    Entry,
    Prompt,
    Refused,
    Seat,
    Table,
    bare,
)
from generator.table.bare import Filler
from generator.table.seen import Lines, may_answer

Question = tuple[int, str, str, str]  # the chapter, counted from the correction on; rule, ask and seat
Spare = dict[Question, list[Entry]]
Seeds = list[tuple[int, str]]  # from which answer on, and the seed


@dataclass(slots=True)
class Session:
    """A table with the procedure, the catalogues, the settings and the seeds that it is played by."""

    procedure: Procedure
    catalog: Catalog
    settings: Any
    seeds: Seeds
    table: Table[Any]

    @property
    def seed(self) -> str:
        """The seed in force."""
        return self.seeds[-1][1]

    @property
    def finished(self) -> bool:
        return self.table.finished

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats for which people answer."""
        return self.procedure.persons(self.settings)

    @property
    def answerers(self) -> Sequence[Answerer]:
        return self.procedure.answerers(self.catalog, self.settings, self.seed)

    # What happens

    def asked(self, seat: Seat) -> Prompt | None:
        """What a seat is asked now, if anything."""
        return next((prompt for prompt in self.table.pending if may_answer(prompt, seat)), None)

    def answer(self, seat: Seat, value: Answer) -> Entry:
        """Take a person's answer. What everyone is asked, any seat may answer.

        The one who did is recorded.
        """
        prompt = self.asked(seat)
        try:
            return self.table.answer(prompt.seat if prompt else seat, value, seat)
        except Refused as refused:
            self._sign(refused)
            raise

    def _sign(self, refused: Refused) -> None:
        """Say with whose words a refusal is told."""
        refused.game = self.procedure.game
        settled = {} if self.settings is None else self.procedure.write(self.settings)
        refused.table = (self.catalog, settled)

    def fill(self) -> list[Entry]:
        """Let dice and commanders go on until a person is asked; the answers they gave."""
        before = len(self.table.entries)
        self.table.fill(self.answerers)
        return self.table.entries[before:]

    def by_people(self) -> list[int]:
        """The places of the answers that people gave."""
        return [entry.n for entry in self.table.entries if self.answered_by_person(entry)]

    def answered_by_person(self, entry: Entry) -> bool:
        """Tell whether a person gave this answer, not dice or a commander."""
        return entry.by in (*self.procedure.seats, entry.seat, EVERYONE, REFEREE)

    def place_of_undo(self, count: int) -> int:
        """How many answers are left when the last that people gave are taken back."""
        given = self.by_people()
        if not 1 <= count <= len(given):
            raise Refused("UNDO.people", most=len(given), given=count)
        return given[-count]

    def back_to(self, keep: int, seed: str | None = None) -> None:
        """Keep so many answers. Where the seed has been shown, a new one counts from there."""
        self.seeds = seeds_after(self.seeds, keep, seed)
        self.table = self.table.undo(len(self.table.entries) - keep)

    def undo(self, count: int = 1) -> None:
        """Take back the last answers that people gave, and what dice and commanders said since."""
        self.back_to(self.place_of_undo(count))

    def correct(self, place: int, value: Answer, seed: str | None = None) -> Correction:
        """Put another answer in the place of an old one and play on with the old answers as far as they fit.

        After the correction each question takes the next old answer to the same question of the same seat in
        the same chapter. Dice that were never rolled are rolled; a choice nobody has made stays open and ends
        it. This session stays as it is. Where the seed has been shown, new dice come from another.
        """
        old = self.table.entries
        if not 0 <= place < len(old):
            raise Refused("UNDO.place", given=place, most=len(old))
        new = begin(self.procedure, self.catalog, self.settings, seeds_after(self.seeds, place, seed))
        new.table.replay(old[:place])
        try:
            new.table.answer(old[place].seat, value, old[place].by)
        except Refused as refused:
            self._sign(refused)
            raise
        spare = _by_question(old[place + 1 :], self.procedure.chapter)
        again = new._play_on(spare)
        left = sorted((entry for entries in spare.values() for entry in entries), key=lambda entry: entry.n)
        return Correction(new, tuple(entry for entry in left if self.answered_by_person(entry)), tuple(again))

    def asked_at(self, place: int) -> Prompt:
        """The question that an answer of the transcript was given to."""
        old = self.table.entries
        if not 0 <= place < len(old):
            raise Refused("UNDO.place", given=place, most=len(old))
        before = begin(self.procedure, self.catalog, self.settings, self.seeds)
        before.table.replay(old[:place])
        return next(prompt for prompt in before.table.pending if prompt.seat == old[place].seat)

    def _play_on(self, spare: Spare) -> list[Entry]:
        """Answer with old answers while they fit; what dice and commanders answer anew is given back."""
        again, chapter = [], 0
        filling = self.answerers
        while self.table.pending:
            prompt = self.table.pending[0]
            old = spare.get((chapter, prompt.rule, prompt.ask, prompt.seat), [])
            if not self._takes(prompt, old):
                if not any(self._answered(prompt, one) for one in filling):
                    break
                again.append(self.table.entries[-1])
            chapter += prompt.ask == self.procedure.chapter
        return again

    def _takes(self, prompt: Prompt, old: list[Entry]) -> bool:
        """The next old answer to this question, if it still fits."""
        if not old:
            return False
        try:
            self.table.answer(prompt.seat, old[0].answer, old[0].by)
        except Refused:
            return False
        old.pop(0)
        return True

    def _answered(self, prompt: Prompt, one: Answerer) -> bool:
        answer = one(self.table, prompt)
        if answer is NO_ANSWER:
            return False
        self.table.answer(prompt.seat, answer, one.by)
        return True

    # What a seat sees

    def log(self, eye: Seat) -> list[Document]:
        """Everything that happened, as a seat may see it: answers, and notes of what followed by rule."""
        return list(self.lines(eye))

    def lines(self, eye: Seat) -> Lines:
        """The same, each line made when it is asked for."""
        return Lines(self.table.log, eye)

    def ready(self, seed: str | None = None) -> Sequence[Maker]:
        """The documents that are ready, secrets included; each is made when it is called.

        Show a view of it.
        """
        return self.procedure.documents(self.catalog, self.settings, self.table, seed)

    def documents(self, eye: Seat, seed: str | None = None) -> list[Document]:
        """What is ready, as a seat may see it. A document names its seed only where it is given here."""
        return [self.procedure.view(make(), eye) for make in self.ready(seed)]

    def standing(self, eye: Seat) -> Document | None:
        """How things stand on the way, as a seat may see it."""
        return self.procedure.standing(self.catalog, self.settings, self.table, eye)


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected session; answers that no longer fit are asked again and listed."""

    session: Session
    unfit: tuple[Entry, ...]  # old answers of people that found no place
    rolled_again: tuple[Entry, ...]  # dice and draws that had to be made anew


def seeds_after(seeds: Seeds, keep: int, seed: str | None) -> Seeds:
    """The seeds when so many answers are kept.

    The one in force stays in force: taken back beyond its own beginning, it begins there, for those before
    it have been shown.
    """
    start, current = seeds[-1]
    if seed is None and start <= keep:
        return seeds
    return [*((begun, old) for begun, old in seeds if begun < keep), (keep, seed or current)]


def begin(
    procedure: Procedure, catalog: Catalog, settings: Any, seed: str | Sequence[tuple[int, str]]
) -> Session:
    """A session before its first answer."""
    seeds = [(0, seed)] if isinstance(seed, str) else list(seed)
    return Session(procedure, catalog, settings, seeds, Table(procedure.start(catalog, settings)))


def resume(
    procedure: Procedure, catalog: Catalog, settings: Any, seed: str, entries: Iterable[Entry]
) -> Session:
    """A session from its transcript; nothing is filled in."""
    session = begin(procedure, catalog, settings, seed)
    session.table.replay(entries)
    return session


def final_state(procedure: Procedure, catalog: Catalog, settings: Any, seed: str) -> Any:
    """Return the state that dice and commanders bring a procedure to, without a record; for studies.

    None where a person is asked. The procedure's answerers must be :class:`generator.table.bare.Filler`.
    """
    fillers = cast(Sequence[Filler], procedure.answerers(catalog, settings, seed))
    return bare.final_state(procedure.start(catalog, settings)(), fillers)


def _by_question(entries: Sequence[Entry], chapter: str) -> Spare:
    """Old answers by what they answered."""
    found: Spare = {}
    number = 0
    for entry in entries:
        found.setdefault((number, entry.rule, entry.ask, entry.seat), []).append(entry)
        number += entry.ask == chapter
    return found
