"""``fight/1``: rules 1 to 13 as a procedure of the table, with a person or a commander on each side.

Rules and commanders are imported inside functions, because a battle that is only rolled needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from catalogs.games.combat_commander import Catalog
from generator.chance import Seeded
from generator.game import Document, Maker, Procedure
from generator.settings import describe_settings
from generator.table import Answerer, Ask, Seat, Table
from schemas.errors import HorahError

from ..battle.state import SIDES
from .settings import PERSON, FightSettings, read_settings

if TYPE_CHECKING:
    from .state import Play

GAME = "combat_commander"
NAME = "fight/1"


def _start(catalog: Catalog, settings: FightSettings) -> Callable[[], Generator[Ask, Any, Play]]:
    from ..rehearsal.fight import new_fight
    from .run import run_play
    from .state import Play

    assert settings.card is not None
    card = settings.card
    opening = settings.film_answers if settings.film else 0
    return lambda: run_play(Play(new_fight(card, catalog), card), opening)


def _make_dice(_: Catalog, __: FightSettings, seed: str) -> Seeded:
    return Seeded(seed)


def _list_answerers(catalog: Catalog, settings: FightSettings, seed: str) -> Sequence[Answerer]:
    from .commanders import SeatCommanders
    from .film import FilmAnswers

    film = [FilmAnswers(catalog, settings)] if settings.film else []
    return [Seeded(seed), *film, SeatCommanders(settings, seed)]


def _list_persons(settings: FightSettings) -> tuple[Seat, ...]:
    return tuple(side for side in SIDES if settings.get_player(side) == PERSON)


def _list_documents(
    catalog: Catalog, settings: FightSettings, table: Table[Any], _: str | None
) -> Sequence[Maker]:
    from .result import make_result

    return [lambda: make_result(settings, table)] if table.finished else []


def _view_standing(catalog: Catalog, settings: FightSettings, table: Table[Any], seat: Seat) -> Document:
    from .view import view_play

    return view_play(catalog, settings, table, seat)


def find_undo_bar(table: Table[Any], keep: int) -> HorahError | None:
    """1.2: refuse to take back an answer after which a card was seen."""
    from .state import get_play

    return HorahError("UNDO.seen") if any(place >= keep for place in get_play(table).seen) else None


FIGHT = Procedure(
    name=NAME,
    game=GAME,
    kind="fight",
    seats=SIDES,
    at_a_table=lambda values: values,
    read=read_settings,
    write=lambda settings: settings.json(),
    describe=lambda catalog: describe_settings(FightSettings, lambda name: ()),
    start=_start,
    dice=_make_dice,
    answerers=_list_answerers,
    persons=_list_persons,
    documents=_list_documents,
    view=lambda document, seat: document,  # nothing in a result is secret
    standing=_view_standing,
    find_undo_bar=find_undo_bar,
)
