"""Session: a running procedure, driven the same way by terminal, service, pages and files.

Begin, answer, fill, undo, correct, and view as a seat. Each answer records who gave it. The dice of an answer
come from the seed in force at its place: an undo after the end, when the seed has been shown, brings a new
seed from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from catalogs import Catalog
from generator.chance import Seeded
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
    fast_run,
)
from generator.table.fast_run import Filler
from generator.table.visibility import Lines, may_answer
from schemas.errors import HorahError

MAX_ROLLED_ANSWERS = 5000  # of a procedure that is rolled at once
Question = tuple[int, str, str, str]  # chapter counted from the correction on, rule, ask, seat
Spare = dict[Question, list[Entry]]
Seeds = list[tuple[int, str]]  # (number of the first answer, seed)


@dataclass(slots=True)
class Session:
    """A table with its procedure, catalogues, settings and seeds."""

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

    # Play

    def asked(self, seat: Seat) -> Prompt | None:
        """Return the prompt that a seat must answer now, if any."""
        return next((prompt for prompt in self.table.pending if may_answer(prompt, seat)), None)

    def answer(self, seat: Seat, value: Answer) -> Entry:
        """Take a person's answer and record who gave it. Any seat may answer a prompt for everyone."""
        prompt = self.asked(seat)
        try:
            return self.table.answer(prompt.seat if prompt else seat, value, seat)
        except Refused as refused:
            self._sign(refused)
            raise

    def _sign(self, refused: Refused) -> None:
        """Add the game and the table to a refusal, so that its message can be formatted."""
        refused.game = self.procedure.game
        settled = {} if self.settings is None else self.procedure.write(self.settings)
        refused.table = (self.catalog, settled)

    def fill(self) -> list[Entry]:
        """Let dice and commanders answer until a person is asked; return their answers."""
        before = len(self.table.entries)
        self.table.fill(self.answerers)
        return self.table.entries[before:]

    def by_people(self) -> list[int]:
        """Return the places of the answers that people gave."""
        return [entry.n for entry in self.table.entries if self.answered_by_person(entry)]

    def answered_by_person(self, entry: Entry) -> bool:
        """Tell whether a person gave this answer, not dice or a commander."""
        return entry.by in (*self.procedure.seats, entry.seat, EVERYONE, REFEREE)

    def place_of_undo(self, count: int) -> int:
        """Return how many answers remain when people's last ``count`` answers are taken back."""
        places = self.by_people()
        if not 1 <= count <= len(places):
            raise Refused("UNDO.people", most=len(places), given=count)
        return self.check_undo(places[-count])

    def check_undo(self, keep: int) -> int:
        """Return how many answers remain after an undo; raise if the procedure forbids it."""
        bar = self.procedure.find_undo_bar(self.table, keep)
        if bar is not None:
            bar.game = self.procedure.game
            raise bar
        return keep

    def back_to(self, keep: int, seed: str | None = None) -> None:
        """Keep only the first ``keep`` answers. If the seed has been shown, pass a new one for the rest."""
        self.seeds = seeds_after(self.seeds, keep, seed)
        self.table = self.table.undo(len(self.table.entries) - keep)

    def undo(self, count: int = 1) -> None:
        """Take back people's last answers, and the answers of dice and commanders since."""
        self.back_to(self.place_of_undo(count))

    def correct(self, place: int, value: Answer, seed: str | None = None) -> Correction:
        """Replace an old answer and replay the later ones as far as they fit.

        After the correction each question takes the next old answer to the same question of the same seat in
        the same chapter. Dice that were never rolled are rolled; a choice that nobody has made stays open and
        ends the replay. This session does not change. If the seed has been shown, new dice come from another
        seed.
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
        """Return the prompt that an entry of the transcript answered."""
        old = self.table.entries
        if not 0 <= place < len(old):
            raise Refused("UNDO.place", given=place, most=len(old))
        before = begin(self.procedure, self.catalog, self.settings, self.seeds)
        before.table.replay(old[:place])
        return next(prompt for prompt in before.table.pending if prompt.seat == old[place].seat)

    def _play_on(self, spare: Spare) -> list[Entry]:
        """Answer from old answers while they fit; return the entries that dice and commanders added."""
        again, chapter = [], 0
        filling = self.answerers
        while self.table.pending:
            prompt = self.table.pending[0]
            old = spare.get((chapter, prompt.rule, prompt.ask, prompt.seat), [])
            if not self._takes(prompt, old):
                if not any(self._answered(prompt, answerer) for answerer in filling):
                    break
                again.append(self.table.entries[-1])
            chapter += prompt.ask == self.procedure.chapter
        return again

    def _takes(self, prompt: Prompt, old: list[Entry]) -> bool:
        """Give the next old answer to this question; tell whether it still fits."""
        if not old:
            return False
        try:
            self.table.answer(prompt.seat, old[0].answer, old[0].by)
        except Refused:
            return False
        old.pop(0)
        return True

    def _answered(self, prompt: Prompt, answerer: Answerer) -> bool:
        answer = answerer(self.table, prompt)
        if answer is NO_ANSWER:
            return False
        self.table.answer(prompt.seat, answer, answerer.by)
        return True

    # Views

    def log(self, eye: Seat) -> list[Document]:
        """Return the log as a seat may see it: answers, and notes between them."""
        return list(self.lines(eye))

    def lines(self, eye: Seat) -> Lines:
        """Return the same log as a lazy sequence."""
        return Lines(self.table.log, eye)

    def ready(self, seed: str | None = None) -> Sequence[Maker]:
        """Return makers of the finished documents, secrets included; show only a view of them."""
        return self.procedure.documents(self.catalog, self.settings, self.table, seed)

    def documents(self, eye: Seat, seed: str | None = None) -> list[Document]:
        """Return the finished documents as a seat may see them.

        A document names its seed only if it is given.
        """
        return [self.procedure.view(make(), eye) for make in self.ready(seed)]

    def standing(self, eye: Seat) -> Document | None:
        """Return the current state as a seat may see it."""
        return self.procedure.standing(self.catalog, self.settings, self.table, eye)


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected session, with the answers that no longer fit and are asked again."""

    session: Session
    unfit: tuple[Entry, ...]  # old answers of people that could not be reused
    rolled_again: tuple[Entry, ...]  # dice and draws that had to be made again


def seeds_after(seeds: Seeds, keep: int, seed: str | None) -> Seeds:
    """Return the seeds in force when the first ``keep`` answers are kept.

    The current seed stays in force. If its start is undone, it starts at ``keep``, because earlier seeds have
    been shown.
    """
    start, current = seeds[-1]
    if seed is None and start <= keep:
        return seeds
    return [*((begun, old) for begun, old in seeds if begun < keep), (keep, seed or current)]


def begin(
    procedure: Procedure, catalog: Catalog, settings: Any, seed: str | Sequence[tuple[int, str]]
) -> Session:
    """Start a session without answers."""
    seeds = [(0, seed)] if isinstance(seed, str) else list(seed)
    return Session(procedure, catalog, settings, seeds, Table(procedure.start(catalog, settings)))


def resume(
    procedure: Procedure, catalog: Catalog, settings: Any, seed: str, entries: Iterable[Entry]
) -> Session:
    """Restore a session from its transcript, without filling in further answers."""
    session = begin(procedure, catalog, settings, seed)
    session.table.replay(entries)
    return session


def roll_at_once(procedure: Procedure, catalog: Catalog, settings: Any, seed: str) -> Session:
    """Play a procedure to its end; a random player answers for people.

    Raise if a question needs a person, or if the procedure does not end.
    """
    session = begin(procedure, catalog, settings, seed)
    answerers = [*session.answerers, Seeded(seed), procedure.player(seed)]
    while session.table.pending:
        prompt = session.table.pending[0]
        try:
            answered = any(session._answered(prompt, answerer) for answerer in answerers)
        except Refused:
            answered = False
        if not answered or len(session.table.entries) >= MAX_ROLLED_ANSWERS:
            error = HorahError("ROLL.people", ask=prompt.ask)
            error.game = procedure.game
            raise error
    return session


def final_state(procedure: Procedure, catalog: Catalog, settings: Any, seed: str) -> Any:
    """Return the state at which dice and commanders end a procedure, without a record; for studies.

    Return None if a person is asked. The answerers must be :class:`generator.table.fast_run.Filler`.
    """
    fillers = cast(Sequence[Filler], procedure.answerers(catalog, settings, seed))
    return fast_run.final_state(procedure.start(catalog, settings)(), fillers)


def _by_question(entries: Sequence[Entry], chapter: str) -> Spare:
    """Group old answers by the question they answered."""
    spare: Spare = {}
    number = 0
    for entry in entries:
        spare.setdefault((number, entry.rule, entry.ask, entry.seat), []).append(entry)
        number += entry.ask == chapter
    return spare
