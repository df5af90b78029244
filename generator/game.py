"""Games: their procedures, and the documents that people write for them.

Each folder under :mod:`generator.games` is a game. Its ``GAME`` names the parts, which are imported on first
use.
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
from generator.findings import Finding
from generator.random_player import RandomPlayer
from generator.settings import Setting
from generator.studies import Study
from generator.table import EVERYONE, Answerer, Ask, Seat, Table
from generator.tournament.match import Match
from schemas.errors import HorahError
from schemas.validation import Problem

Document = dict[str, Any]
Maker = Callable[[], Document]  # makes a finished document on demand
Values = Mapping[str, Any]  # settings as JSON
Explain = Callable[[Problem], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Procedure:
    """Functions that begin, answer, show and view something played.

    Its name carries its version: ``battle/1``. Catalogues and settings belong to the game; callers pass them
    on and do not look inside.
    """

    name: str
    game: str
    kind: str  # what is played; tables are listed and addressed by it
    seats: tuple[Seat, ...]  # seats that players hold
    at_a_table: Callable[[Values], Values]  # complete the given settings for a table with fixed seats
    read: Callable[[Any, Values], Any]  # read settings from JSON; raises HorahError
    write: Callable[[Any], Document]  # write settings as JSON
    describe: Callable[[Any], tuple[Setting, ...]]  # the available settings
    start: Callable[[Any, Any], Callable[[], Generator[Ask, Any, Any]]]
    dice: Callable[[Any, Any, str], Answerer]
    # dice, and commanders for seats without a person
    answerers: Callable[[Any, Any, str], Sequence[Answerer]]
    persons: Callable[[Any], tuple[Seat, ...]]  # the seats for which people answer
    # finished so far, secrets included
    documents: Callable[[Any, Any, Table[Any], str | None], Sequence[Maker]]
    view: Callable[[Document, Seat], Document]  # a document as a seat may see it
    standing: Callable[[Any, Any, Table[Any], Seat], Document | None]  # current state as a seat may see it
    # the question whose answer ends a chapter; a correction reuses old answers of the same chapter
    chapter: str = ""
    agreed: tuple[str, ...] = ()  # questions whose answer counts at a table only when every person agrees
    player: Callable[[str], Answerer] = RandomPlayer  # from a seed; answers for people when nobody plays
    # why the answers from a place on cannot be taken back, if so: something was seen since
    find_undo_bar: Callable[[Table[Any], int], HorahError | None] = lambda table, keep: None


@dataclass(frozen=True, slots=True)
class Authored:
    """Kind of document that people write: a scenario, a battle, a template.

    The schema is checked first; ``check`` is called only for documents that satisfy it.
    """

    format: str  # format name in the document: hora-h/<game>-scenario/1
    kind: str  # name in addresses, commands and terms (kind.scenario)
    schema: str  # the $id of its schema: urn:hora-h:<game>:scenario:1
    blank: Callable[[Any], Document]  # an empty document of the right shape
    check: Callable[[Any, Document], Sequence[Finding]]
    view: Callable[[Document, Seat], Document]  # the document as a seat may see it
    title: str = "title"  # the field that names a document
    columns: tuple[str, ...] = ()  # fields listed beside the title
    shelf: Callable[[Any], Mapping[str, Document]] = lambda catalog: {}  # documents included in the game
    offers: Callable[[Any, str], Sequence[str]] = lambda catalog, field: ()  # ids to choose from in a field
    explain: Explain | None = None  # explains schema violations in the game's terms
    # errors about values that do not exist, which keep a well-formed document from being printed
    find_impossible: Callable[[Any, Document], Iterable[Finding]] = lambda catalog, document: ()
    # recomputes fields after every fix
    derive: Callable[[Any, Document], Document] = lambda catalog, document: document
    # refuses documents that no editor can show
    accept: Callable[[Document], Document] = lambda document: document
    readers: Seat = EVERYONE  # the seat whose view the readers' link gives


@dataclass(frozen=True)
class Game:
    """A game; its parts are named ``module:object`` and imported on first use."""

    id: str
    procedures_at: str  # a tuple of procedures
    authored_at: str = ""  # a tuple of kinds of documents
    match_at: str = ""  # a :class:`generator.tournament.match.Match`
    studies_at: str = ""  # a tuple of studies

    @cached_property
    def procedures(self) -> tuple[Procedure, ...]:
        """Everything that can be played."""
        parts: tuple[Procedure, ...] = resolve_name(self.procedures_at)
        return parts

    @cached_property
    def authored(self) -> tuple[Authored, ...]:
        """The kinds of documents that people write."""
        kinds: tuple[Authored, ...] = resolve_name(self.authored_at) if self.authored_at else ()
        return kinds

    @cached_property
    def match(self) -> Match | None:
        """How battles count in a tournament; None for games without two sides."""
        match: Match | None = resolve_name(self.match_at) if self.match_at else None
        return match

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """The statistical studies of the game."""
        studies: tuple[Study, ...] = resolve_name(self.studies_at) if self.studies_at else ()
        return studies


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games without importing them."""
    return tuple(sorted(module.name for module in iter_modules(generator.games.__path__)))


def load_game(game: str) -> Game:
    """Import one game."""
    loaded: Game = import_module(f"generator.games.{game}").GAME
    return loaded


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its id."""
    return {name: load_game(name) for name in game_ids()}


@cache
def procedures() -> Mapping[str, Procedure]:
    """Return every procedure of every game by its name."""
    return {each.name: each for game in games().values() for each in game.procedures}


def find_authored(game: str, kind: str) -> Authored:
    """A kind of document of a game."""
    kinds = load_game(game).authored if game in game_ids() else ()
    authored = next((each for each in kinds if each.kind == kind), None)
    if authored is None:
        raise HorahError("BAD_KIND_OF_DOCUMENT", given=kind, known=tuple(each.kind for each in kinds))
    return authored


Fits = Callable[[str], bool]  # tells whether a kind of procedure is wanted


def find_procedure(name: str, fits: Fits | None = None, game: str | None = None) -> Procedure:
    """Return the procedure with a name and a fitting kind; with ``game``, import only that game."""
    known = {each.name: each for each in load_game(game).procedures} if game else procedures()
    procedure = known.get(name)
    if procedure is None or (fits and not fits(procedure.kind)):
        offers = tuple(each.name for each in known.values() if not fits or fits(each.kind))
        raise HorahError("BAD_PROCEDURE", given=name, known=offers)
    return procedure


def find_recorded_procedure(name: str, fits: Fits | None = None, game: str | None = None) -> Procedure:
    """Return the procedure that a file or a database names; refuse one made by another version."""
    try:
        return find_procedure(name, fits, game)
    except HorahError:
        raise HorahError("OTHER_VERSION", given=name) from None


def list_procedures(fits: Fits | None = None) -> list[Procedure]:
    """Return the procedures whose kind fits."""
    return [each for each in procedures().values() if not fits or fits(each.kind)]


def default_procedure(game: str, fits: Fits | None = None) -> Procedure:
    """Return the first procedure of a game whose kind fits."""
    return next(each for each in load_game(game).procedures if not fits or fits(each.kind))


def clear_game_caches() -> None:
    """Clear the caches of games; for tests that add a game."""
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
    "clear_game_caches",
    "find_authored",
    "find_procedure",
    "find_recorded_procedure",
    "game_ids",
    "games",
    "load_game",
    "procedures",
]
