"""What a game is: its procedures, and the documents that people write for it.

A game is found by its folder under :mod:`generator.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import generator.games
from catalogs import Catalog
from generator.finding import Finding
from generator.settings import Setting
from generator.studies import Study
from generator.table import Answerer, Ask, Entry, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError

Document = dict[str, Any]
Maker = Callable[[], Document]  # makes a document that is ready, when somebody wants to see it
Values = Mapping[str, Any]  # settings as JSON


@dataclass(frozen=True, slots=True)
class Procedure:
    """How something is begun, answered, shown and viewed. Its name carries its version: ``battle/1``.

    Catalogues and settings are the game's own; whoever drives a procedure passes them on and looks into
    neither.
    """

    name: str
    game: str
    kind: str  # what is played: tables are listed and addressed by it
    current: bool  # may be begun anew; an older version is only played on
    seats: tuple[Seat, ...]  # those that players hold
    at_a_table: Callable[[Values], Values]  # the settings given, completed for a table with fixed seats
    read: Callable[[Any, Values], Any]  # settings from JSON; what does not fit is a HorahError
    write: Callable[[Any], Document]  # settings as JSON
    describe: Callable[[Any], tuple[Setting, ...]]  # what can be settled
    start: Callable[[Any, Any], Callable[[], Generator[Ask, Any, Any]]]
    dice: Callable[[Any, Any, str], Answerer]
    answerers: Callable[[Any, Any, str], Sequence[Answerer]]  # dice, and commanders where no person is
    persons: Callable[[Any], tuple[Seat, ...]]  # the seats for which people answer
    by_person: Callable[[Any, Entry], bool]  # of an answer whose giver an old transcript does not record
    documents: Callable[[Any, Any, Table[Any], str | None], Sequence[Maker]]  # ready so far, secrets included
    view: Callable[[Document, Seat], Document]  # of a document
    standing: Callable[[Any, Any, Table[Any], Seat], Document | None]  # on the way, as a seat may see it
    tables: Callable[[Any], Any] = lambda catalog: catalog  # the catalogues by which it asks
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


@dataclass(frozen=True, slots=True)
class Game:
    """A game, everything that can be played of it, and what people write for it."""

    id: str
    procedures: tuple[Procedure, ...]
    authored: tuple[Authored, ...] = ()
    match: Match | None = None  # how its battles count in a tournament, where two sides fight
    studies: tuple[Study, ...] = ()


@cache
def games() -> Mapping[str, Game]:
    """Every game by its id."""
    names = sorted(found.name for found in iter_modules(generator.games.__path__))
    return {name: import_module(f"generator.games.{name}").game() for name in names}


@cache
def procedures() -> Mapping[str, Procedure]:
    """Every procedure of every game by its name."""
    return {each.name: each for game in games().values() for each in game.procedures}


def authored(game: str, kind: str) -> Authored:
    """A kind of document of a game."""
    kinds = games()[game].authored if game in games() else ()
    found = next((each for each in kinds if each.kind == kind), None)
    if found is None:
        raise HorahError("BAD_KIND_OF_DOCUMENT", given=kind, known=tuple(each.kind for each in kinds))
    return found


Fits = Callable[[str], bool]  # is a kind of procedure meant?


def procedure(name: str, fits: Fits | None = None) -> Procedure:
    """The procedure of a name, if its kind fits."""
    found = procedures().get(name)
    if found is None or (fits and not fits(found.kind)):
        known = tuple(each.name for each in offered(fits))
        raise HorahError("BAD_PROCEDURE", given=name, known=known)
    return found


def offered(fits: Fits | None = None) -> list[Procedure]:
    """What can be begun anew."""
    return [each for each in procedures().values() if each.current and (not fits or fits(each.kind))]


def usual(fits: Fits | None = None) -> Procedure:
    """What is played where nothing else is said: the first that can be begun anew."""
    return offered(fits)[0]


def forget() -> None:
    """Look for games again; for tests that bring one of their own."""
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
    "games",
    "procedure",
    "procedures",
]
