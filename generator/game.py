"""What a game is: its procedures, and the documents that people write for it.

A game is found by its folder under :mod:`generator.games`. ``GAME`` there names its parts, which are
imported when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import Any

import generator.games
from catalogs import Catalog
from generator.finding import Finding
from generator.settings import Setting
from generator.studies import Study
from generator.table import EVERYONE, Answerer, Ask, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError
from schemas.validation import Problem

Document = dict[str, Any]
Maker = Callable[[], Document]  # makes a document that is ready, when somebody wants to see it
Values = Mapping[str, Any]  # settings as JSON
Explain = Callable[[Problem], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Procedure:
    """How something is begun, answered, shown and viewed. Its name carries its version: ``battle/1``.

    Catalogues and settings are the game's own; whoever drives a procedure passes them on and looks into
    neither.
    """

    name: str
    game: str
    kind: str  # what is played: tables are listed and addressed by it
    seats: tuple[Seat, ...]  # those that players hold
    at_a_table: Callable[[Values], Values]  # the settings given, completed for a table with fixed seats
    read: Callable[[Any, Values], Any]  # settings from JSON; what does not fit is a HorahError
    write: Callable[[Any], Document]  # settings as JSON
    describe: Callable[[Any], tuple[Setting, ...]]  # what can be settled
    start: Callable[[Any, Any], Callable[[], Generator[Ask, Any, Any]]]
    dice: Callable[[Any, Any, str], Answerer]
    answerers: Callable[[Any, Any, str], Sequence[Answerer]]  # dice, and commanders where no person is
    persons: Callable[[Any], tuple[Seat, ...]]  # the seats for which people answer
    documents: Callable[[Any, Any, Table[Any], str | None], Sequence[Maker]]  # ready so far, secrets included
    view: Callable[[Document, Seat], Document]  # of a document
    standing: Callable[[Any, Any, Table[Any], Seat], Document | None]  # on the way, as a seat may see it
    chapter: str = ""  # the question whose answer ends one; a correction takes old answers from its own
    agreed: tuple[str, ...] = ()  # questions whose answer counts at a table when every person says so


@dataclass(frozen=True, slots=True)
class Authored:
    """A kind of document that people write: a scenario, a battle, a template.

    The house holds it against its schema first; ``check`` is asked only about documents of the right shape.
    """

    format: str  # what the document calls itself: hora-h/<game>-scenario/1
    kind: str  # what it is: addresses, commands and words (kind.scenario) name it so
    schema: str  # the $id of its schema: urn:hora-h:<game>:scenario:1
    blank: Callable[[Any], Document]  # where an author begins: the right shape, with nothing decided
    check: Callable[[Any, Document], Sequence[Finding]]
    view: Callable[[Document, Seat], Document]  # as a seat may see it
    title: str = "title"  # the field that names a document
    columns: tuple[str, ...] = ()  # fields that a list of documents shows beside its title
    shelf: Callable[[Any], Mapping[str, Document]] = lambda catalog: {}  # those that come with the game
    offers: Callable[[Any, str], Sequence[str]] = lambda catalog, field: ()  # ids to choose from in a field
    explain: Explain | None = None  # says what is malformed in its own words
    derive: Callable[[Any, Document], Document] = lambda catalog, document: document  # after every fix
    accept: Callable[[Document], Document] = lambda document: document  # refuses what no editor could show
    readers: Seat = EVERYONE  # the seat whose view the readers' address gives


@dataclass(frozen=True)
class Game:
    """A game; its parts are named ``module:object`` and imported when they are first asked for."""

    id: str
    procedures_at: str  # a tuple of procedures
    authored_at: str = ""  # a tuple of kinds of documents
    match_at: str = ""  # a :class:`generator.tournament.match.Match`
    studies_at: str = ""  # a tuple of studies

    @cached_property
    def procedures(self) -> tuple[Procedure, ...]:
        """Everything that can be played."""
        found: tuple[Procedure, ...] = resolve_name(self.procedures_at)
        return found

    @cached_property
    def authored(self) -> tuple[Authored, ...]:
        """The documents that people write."""
        found: tuple[Authored, ...] = resolve_name(self.authored_at) if self.authored_at else ()
        return found

    @cached_property
    def match(self) -> Match | None:
        """How its battles count in a tournament, where two sides fight."""
        found: Match | None = resolve_name(self.match_at) if self.match_at else None
        return found

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """What can be counted over many runs."""
        found: tuple[Study, ...] = resolve_name(self.studies_at) if self.studies_at else ()
        return found


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games; none of them is imported."""
    return tuple(sorted(found.name for found in iter_modules(generator.games.__path__)))


def load_game(game: str) -> Game:
    """Import one game."""
    found: Game = import_module(f"generator.games.{game}").GAME
    return found


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its id."""
    return {name: load_game(name) for name in game_ids()}


@cache
def procedures() -> Mapping[str, Procedure]:
    """Return every procedure of every game by its name."""
    return {each.name: each for game in games().values() for each in game.procedures}


def authored(game: str, kind: str) -> Authored:
    """A kind of document of a game."""
    kinds = load_game(game).authored if game in game_ids() else ()
    found = next((each for each in kinds if each.kind == kind), None)
    if found is None:
        raise HorahError("BAD_KIND_OF_DOCUMENT", given=kind, known=tuple(each.kind for each in kinds))
    return found


Fits = Callable[[str], bool]  # is a kind of procedure meant?


def procedure(name: str, fits: Fits | None = None, game: str | None = None) -> Procedure:
    """Return the procedure of a name, if its kind fits; of one game, without importing others, if named."""
    known = {each.name: each for each in load_game(game).procedures} if game else procedures()
    found = known.get(name)
    if found is None or (fits and not fits(found.kind)):
        offers = tuple(each.name for each in known.values() if not fits or fits(each.kind))
        raise HorahError("BAD_PROCEDURE", given=name, known=offers)
    return found


def recorded_procedure(name: str, fits: Fits | None = None, game: str | None = None) -> Procedure:
    """Return the procedure that a file or a database names; refuse what another version made."""
    try:
        return procedure(name, fits, game)
    except HorahError:
        raise HorahError("OTHER_VERSION", given=name) from None


def offered(fits: Fits | None = None) -> list[Procedure]:
    """Return the procedures whose kind fits."""
    return [each for each in procedures().values() if not fits or fits(each.kind)]


def usual(fits: Fits | None = None) -> Procedure:
    """Return what is played where nothing else is said: the first procedure whose kind fits."""
    return offered(fits)[0]


def forget() -> None:
    """Look for games again; for tests that bring one of their own."""
    game_ids.cache_clear()
    games.cache_clear()
    procedures.cache_clear()


__all__ = [
    "Authored",
    "Catalog",
    "Document",
    "Game",
    "Maker",
    "Procedure",
    "Values",
    "authored",
    "forget",
    "game_ids",
    "games",
    "load_game",
    "procedure",
    "procedures",
    "recorded_procedure",
]
