"""Tournaments: the organiser's link may change everything, a player's may report their own table.

Readers use the tournament's id, which allows no change. Every change applies to the current state, so several
tables may report at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator import results
from generator.results import Results
from generator.table import EVERYONE, Seat
from generator.tournament import actions, cards, file
from generator.tournament.model import MIN_PLAYERS, Plan, Report, Tournament
from generator.tournament.standing import Line, compute_standings
from generator.tournament.trf import write_trf
from schemas.errors import HorahError
from web.storage.shared_documents import StoredSharedDocument

from . import shared_documents
from .context import Context
from .errors import Forbidden, NotHere
from .rendering import Rendering, RenderRequest, make_rendering, render, render_limited
from .shared_documents import Begun, Entry
from .tokens import new_table_seed

KIND = "tournament"
Act = Callable[[Tournament], Tournament]


@dataclass(frozen=True, slots=True)
class Sight(shared_documents.Sight):
    """Tournament as its organiser, a player or a reader sees it."""

    tournament: Tournament

    @property
    def player(self) -> int | None:
        """Return the number of the player whose link it is, or None."""
        return self.entry.writer or None

    @property
    def lines(self) -> tuple[Line, ...]:
        return compute_standings(self.tournament, self.match, self.catalog)


# ------------------------------------------------------------------------------------------ begin, enter


def begin(
    context: Context, game: str, title: str, system: str, rounds: int, names: Sequence[str], owner: str = ""
) -> Begun[Sight]:
    cards.find_match(game)
    if len(names) < MIN_PLAYERS:
        raise HorahError("TOURNAMENT.few_begin", least=MIN_PLAYERS, given=len(names))
    return keep(context, actions.new_tournament(game, title, system, rounds, names, new_table_seed()), owner)


def keep(context: Context, tournament: Tournament, owner: str = "") -> Begun[Sight]:
    """Store a tournament, new or from a file, under new links."""
    numbers = [each.number for each in tournament.players]
    body = file.write(tournament)
    entry, link = shared_documents.begin(
        context, KIND, tournament.game, tournament.title, body, owner, numbers
    )
    return Begun(_make_sight(context, entry), link)


def enter(context: Context, link: str) -> Sight:
    """Open a tournament by a secret link; raise ``NotHere`` if it is wrong or its player was removed."""
    return _make_sight(context, shared_documents.enter(context, KIND, link))


def read(context: Context, tournament_id: str) -> Sight:
    return _make_sight(context, Entry(shared_documents.read(context, KIND, tournament_id), None))


def version(context: Context, tournament_id: str) -> int:
    return shared_documents.version(context, KIND, tournament_id)


def sit(context: Context, tournament_id: str, link: str | None) -> Sight:
    return _make_sight(context, shared_documents.sit(context, KIND, tournament_id, link))


def _make_sight(context: Context, entry: Entry) -> Sight:
    tournament = file.read(dict(entry.stored.body))
    match = cards.find_match(tournament.game)
    if entry.writer and all(each.number != entry.writer for each in tournament.players):
        raise NotHere
    return Sight(entry, match, context.catalogs[tournament.game], tournament)


def player_links(sight: Sight, link: str) -> dict[int, str]:
    """Derive the players' links from the organiser's."""
    return {
        each.number: shared_documents.derive_writer_link(link, each.number)
        for each in sight.tournament.players
    }


def list_public(
    context: Context, page: int = 1, size: int = shared_documents.PAGE_SIZE
) -> tuple[list[StoredSharedDocument], int]:
    return shared_documents.list_public(context, KIND, page, size)


# ------------------------------------------------------------------------------------------------ change


def _change(context: Context, sight: Sight, act: Act, link: str = "", **fields: Any) -> Sight:
    def numbers(body: Mapping[str, Any]) -> list[int]:
        return [each["number"] for each in body["players"]]

    def change(body: dict[str, Any]) -> Mapping[str, Any]:
        return file.write(act(file.read(body)))

    return _make_sight(
        context, shared_documents.change(context, sight.entry, change, link, numbers, **fields)
    )


def _check_organiser(sight: Sight) -> None:
    if not sight.keeper:
        raise Forbidden("NOT_YOURS.tournament")


def add_player(context: Context, sight: Sight, link: str, name: str) -> Sight:
    """Add a player and store a link for them, derived from the organiser's."""
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.enter(tournament, name), link)


def leave(context: Context, sight: Sight, number: int) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.leave(tournament, number))


def come_back(context: Context, sight: Sight, number: int) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.come_back(tournament, number))


def rename(context: Context, sight: Sight, number: int, name: str) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.rename(tournament, number, name))


def draw(context: Context, sight: Sight, plan: Plan, follows: int | None = None) -> Sight:
    """Draw the next round. With ``follows``, a repeated request draws it only once."""
    _check_organiser(sight)
    cards.check_plan(plan, sight.match, sight.catalog)

    def act(tournament: Tournament) -> Tournament:
        if follows is not None and len(tournament.rounds) != follows:
            return tournament
        return actions.draw(tournament, sight.match, sight.catalog, plan)

    return _change(context, sight, act)


def undraw(context: Context, sight: Sight) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, actions.undraw)


def swap(context: Context, sight: Sight, one: int, other: int) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.swap(tournament, one, other))


def report(context: Context, sight: Sight, number: int, table: int, reported: Report) -> Sight:
    """Record a result, sent by the organiser, or in the last round by one of the table's players."""
    if sight.entry.writer is None:
        raise Forbidden("NOT_YOURS.tournament")
    if not sight.keeper and number != len(sight.tournament.rounds):
        raise Forbidden("NOT_YOURS.tournament")
    result = replace(reported, by=sight.entry.writer)
    match, catalog = sight.match, sight.catalog
    return _change(context, sight, lambda one: actions.report(one, match, catalog, number, table, result))


def unreport(context: Context, sight: Sight, number: int, table: int) -> Sight:
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: actions.unreport(tournament, number, table))


def add_results(context: Context, sight: Sight, given: Results) -> Sight:
    """Take the rows of a results file as the organiser's reports."""
    _check_organiser(sight)
    match, catalog = sight.match, sight.catalog
    return _change(context, sight, lambda one: results.report_to_tournament(one, match, catalog, given))


def set_listed(context: Context, sight: Sight, listed: bool) -> Sight:
    """List the tournament publicly, or show it only to those who have its address."""
    _check_organiser(sight)
    return _change(context, sight, lambda tournament: tournament, listed=listed)


def forget(context: Context, sight: Sight) -> None:
    _check_organiser(sight)
    shared_documents.forget(context, sight.entry.stored)


# -------------------------------------------------------------------------------------------------- look


def visible_document(sight: Sight) -> dict[str, Any]:
    """Return the complete document for the organiser, without the seed for everyone else."""
    return file.write(sight.tournament) if sight.keeper else file.view_publicly(sight.tournament)


def list_results(sight: Sight, url: str = "") -> Results:
    """Return the reported tables as a results file; ``url`` is the tournament's public address."""
    return results.list_tournament_results(sight.tournament, url)


def write_report_file(sight: Sight) -> str:
    """Return a Swiss tournament in the format TRF16."""
    return write_trf(sight.tournament, sight.lines)


def seat_at(sight: Sight, number: int, table: int) -> Seat:
    """Return the seat whose view of a table's card to show: a player's own side, else everyone."""
    pairing = actions.find_table(sight.tournament, number, table)
    if sight.player in pairing.players:
        return sight.match.sides[pairing.players.index(sight.player or 0)]
    return EVERYONE


def render_card(context: Context, sight: Sight, number: int, table: int, wish: RenderRequest) -> Rendering:
    """Render the card of a table whose battle was generated, as the writer or reader may see it."""
    if not cards.is_generated(sight.tournament, number, table):
        raise NotHere
    seat = seat_at(sight, number, table)
    key = ("tournament", sight.id, cards.table_seed(sight.tournament, number, table), seat, *wish.key())
    tournament, catalog = sight.tournament, sight.catalog
    return render(
        context,
        catalog,
        key,
        lambda: dict(cards.view_table_card(tournament, catalog, number, table, seat)),
        wish,
    )


def render_sheet(
    context: Context,
    sight: Sight,
    sheet: str,
    wish: RenderRequest,
    number: int = 0,
    addresses: Mapping[int, str] | None = None,
    names: Mapping[int, str] | None = None,
) -> Rendering:
    """Render a sheet; players' links are for the organiser only."""
    from exports.tournament.sheets import PUBLIC_SHEETS, SheetOptions, render_pdf

    if sheet not in PUBLIC_SHEETS and not sight.keeper:
        raise NotHere
    options = SheetOptions(sheet, number, wish.paper, wish.lang, wish.url or "", addresses, names)
    key = (KIND, sight.id, str(sight.version), sheet, str(number), str(addresses is not None), *wish.key())

    def draw() -> Rendering:
        body = render_pdf(sight.tournament, sight.match, sight.catalog, options)
        return make_rendering("pdf", body)

    return render_limited(context, key, draw)
