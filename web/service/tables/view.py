"""A table as one seat sees it: questions, state, log and documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from catalogs.snapshot import list_changed_rows
from generator.chance import open_part
from generator.game import Document, Maker, Procedure
from generator.settings_check import view_settings as seen_settings
from generator.table import EVERYONE, REFEREE, Seat, view_entry
from generator.table import visibility as shown
from generator.table.visibility import Lines

from ..tokens import commitments
from .live import Live
from .metadata import Remark


@dataclass(frozen=True)
class View:
    """A table as a seat sees it. Its values are shared by all viewers and must not be changed."""

    live: Live
    seat: Seat

    @property
    def procedure(self) -> Procedure:
        return self.live.session.procedure

    @property
    def by_people(self) -> list[int]:
        """Return the indexes of the answers that people gave."""
        return self.live.history.by_people

    @property
    def eye(self) -> Seat:
        """Return the seat whose secrets are visible: the referee's after the reveal."""
        return REFEREE if self.live.revealed else self.seat

    @property
    def prompts(self) -> list[Document]:
        """Return the questions to the seat, with everything needed to answer them."""

        def make() -> list[Document]:
            pending = self.live.table.pending
            return [shown.view_prompt(p, self.live.number) for p in pending if shown.may_read(p, self.seat)]

        return self.live.cached(("prompts", self.seat), make)

    @property
    def log(self) -> Lines:
        """Return the log: answers, and notes on what followed by rule."""
        return self.live.session.lines(self.eye)

    @cached_property
    def _makers(self) -> Sequence[Maker]:
        """Return the makers of the documents; they contain the seed only after the last roll."""
        session = self.live.session
        return session.ready(session.seed if session.finished and len(session.seeds) == 1 else None)

    @property
    def ready(self) -> int:
        """Return the number of finished documents."""
        return len(self._makers)

    def card(self, number: int) -> Document:
        """Return the document with a number counted from 1."""
        return self.live.cached(
            ("card", number, self.eye), lambda: self.procedure.view(self._makers[number - 1](), self.eye)
        )

    @property
    def seeds(self) -> list[Document]:
        """Return the commitments of every seed; its open part after the last roll.

        All of it after the reveal.
        """
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
        """Return the settings as the seat may see them, and the names of those it sees in part."""
        session = self.live.session
        return seen_settings(session.procedure, session.catalog, self.live.stored.settings, self.eye)

    @property
    def state(self) -> Document:
        return self.live.cached(("state", self.seat), self._state)

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
            "asked": [shown.outline_prompt(prompt) for prompt in table.pending],
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
            "playable": live.has_own_catalogs,
            "changes": self.changes,
            "adopted": [start for start, _ in history.adopted],
            "names": dict(sorted(around.names.items())),
            "closed": {"seat": around.closed[0], "at": around.closed[1]} if around.closed else None,
            "state": live.session.standing(self.eye),
        }

    @property
    def changes(self) -> dict[str, list[str]]:
        """Return the catalogue rows that differ between this table and the service, by table."""
        if self.live.has_own_catalogs:
            return {}
        own, installed = self.live.session.catalog, self.live.installed
        return self.live.cached("changes", lambda: dict(list_changed_rows(own, installed)))

    @property
    def remarks(self) -> list[Remark]:
        """Return the notes; a private one is visible to its writer only, even after the reveal."""
        around = self.live.history.around
        return [each for each in around.remarks if not each.private or each.seat == self.seat]

    @property
    def yours(self) -> bool:
        """Return whether the table waits for this seat. A seat with a proposal waits for the others."""
        proposal = self.live.history.proposal
        if proposal is not None and self.seat in self.live.session.persons:
            return self.seat != proposal.seat and self.seat not in proposal.agreed
        return self.live.session.asked(self.seat) is not None

    def _proposal(self) -> Document | None:
        """Return the proposal; only persons and the referee see its value."""
        proposal = self.live.history.proposal
        if proposal is None:
            return None
        reads = self.seat in (*self.live.session.persons, REFEREE)
        return {
            "number": proposal.number,
            "seat": proposal.seat,
            "place": proposal.place,
            "agreed": sorted(proposal.agreed),
            "value": proposal.value if reads else None,
        }

    @property
    def record(self) -> Document:
        """Return everything needed to verify the dice elsewhere; only players get the owner data."""
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
            "box": stored.owner_data if self.seat != EVERYONE else None,
        }


def _people_after(live: Live, to: int) -> int:
    """Return how many answers of people an undo would take back."""
    return sum(place >= to for place in live.history.by_people)
