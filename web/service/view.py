"""A table with the eyes of a seat: what it is asked, how things stand, what has happened, what is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.chance import open_part
from generator.game import Document, Maker, Procedure
from generator.settled import seen as seen_settings
from generator.table import REFEREE, Seat, view_entry
from generator.table import seen as shown
from generator.table.seen import Lines

from .around import Remark
from .replay import Live
from .secrecy import commitments


@dataclass(frozen=True)
class View:
    """A table as a seat sees it. What it shows is shared by all who look at it, and not to be changed."""

    live: Live
    seat: Seat

    @property
    def procedure(self) -> Procedure:
        return self.live.session.procedure

    @property
    def by_people(self) -> list[int]:
        """The answers that people gave."""
        return self.live.history.by_people

    @property
    def eye(self) -> Seat:
        """With whose eyes the seat sees: when all is revealed, with the referee's."""
        return REFEREE if self.live.revealed else self.seat

    @property
    def prompts(self) -> list[Document]:
        """What the seat is asked now, with everything it needs to answer."""

        def make() -> list[Document]:
            pending = self.live.table.pending
            return [shown.whole(p, self.live.number) for p in pending if shown.may_read(p, self.seat)]

        return self.live.kept(("prompts", self.seat), make)

    @property
    def log(self) -> Lines:
        """Everything that happened: answers, and notes of what followed by rule."""
        return self.live.session.lines(self.eye)

    @cached_property
    def _makers(self) -> Sequence[Maker]:
        """A document names the seed, which tells the dice to come: not before there are none."""
        session = self.live.session
        return session.ready(session.seed if session.finished and len(session.seeds) == 1 else None)

    @property
    def ready(self) -> int:
        """How many documents are ready."""
        return len(self._makers)

    def card(self, number: int) -> Document:
        """The document of a number counted from 1."""
        return self.live.kept(
            ("card", number, self.eye), lambda: self.procedure.view(self._makers[number - 1](), self.eye)
        )

    @property
    def seeds(self) -> list[Document]:
        """The hash of every seed from the start; when the last die is cast the open part, which tells every
        roll that all could see; and the whole seed when all is revealed."""
        session = self.live.session
        return [
            {
                "from": start,
                "commitments": commitments(seed),
                "seed": None if not session.finished else seed if self.eye == REFEREE else open_part(seed),
            }
            for start, seed in session.seeds
        ]

    @cached_property
    def settings(self) -> tuple[Document, tuple[str, ...]]:
        """The settings as the seat may see them, and those of which it does not see all."""
        session = self.live.session
        return seen_settings(session.procedure, session.catalog, self.live.stored.settings, self.eye)

    @property
    def state(self) -> Document:
        return self.live.kept(("state", self.seat), self._state)

    def _state(self) -> Document:
        live, stored, table = self.live, self.live.stored, self.live.table
        history, around = live.history, live.history.around
        return {
            "id": stored.id,
            "procedure": stored.procedure,
            "title": stored.title,
            "opened_at": stored.opened_at,
            "settings": self.settings[0],
            "seat": self.seat,
            "version": live.version,
            "number": live.number,
            "answers": len(table.entries),
            "asked": [shown.outline(prompt) for prompt in table.pending],
            "sealed": sorted(table.sealed),
            "yours": self.yours,
            "finished": table.finished,
            "seeds": self.seeds,
            "persons": list(live.session.persons),
            "undo": {who: _people_after(live, to) for who, to in history.undo.items()},
            "undone": [{"from": had, "to": keep} for had, keep in history.undone],
            "reveal": sorted(history.reveal),
            "proposal": self._proposal(),
            "refusal": None
            if history.refusal is None
            else {"seat": history.refusal.seat, "what": history.refusal.what, "why": history.refusal.why},
            "corrected": list(history.corrected),
            "revealed": live.revealed,
            "catalog": live.catalog,
            "playable": live.at_home,
            "adopted": [start for start, _ in history.adopted],
            "names": dict(sorted(around.names.items())),
            "closed": {"seat": around.closed[0], "at": around.closed[1]} if around.closed else None,
            "state": live.session.standing(self.eye),
        }

    @property
    def remarks(self) -> list[Remark]:
        """The notes beside the log; a private one is its writer's alone, whatever is revealed."""
        around = self.live.history.around
        return [each for each in around.remarks if not each.private or each.seat == self.seat]

    @property
    def yours(self) -> bool:
        """Does the table wait for this seat? Who has told something waits for the others to confirm it."""
        found = self.live.history.proposal
        if found is not None and self.seat in self.live.session.persons:
            return self.seat != found.seat and self.seat not in found.agreed
        return self.live.session.asked(self.seat) is not None

    def _proposal(self) -> Document | None:
        """Those who are to agree read what was told; watchers only that it was."""
        found = self.live.history.proposal
        if found is None:
            return None
        reads = self.seat in (*self.live.session.persons, REFEREE)
        return {
            "number": found.number,
            "seat": found.seat,
            "place": found.place,
            "agreed": sorted(found.agreed),
            "value": found.value if reads else None,
        }

    @property
    def record(self) -> Document:
        """All that is needed to check the dice elsewhere."""
        stored, session = self.live.stored, self.live.session
        return {
            "format": "hora-h/table/1",
            "procedure": stored.procedure,
            "catalog": self.live.catalog,
            "settings": self.settings[0],
            "sealed_settings": list(self.settings[1]),
            "seeds": self.seeds,
            "finished": session.finished,
            "entries": [view_entry(entry, self.eye).json() for entry in session.table.entries],
            "carried": sorted(self.live.history.carried),
            "box": stored.box,
        }


def _people_after(live: Live, to: int) -> int:
    """How many answers of people an undo would take back."""
    return sum(place >= to for place in live.history.by_people)
