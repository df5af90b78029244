"""``horah print``: cards from files onto paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import say
from web.options import lang_option, paper_option
from web.output import FILE, put

from .common import SEATS, catalog_of, content, in_file, library_card

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from web.cli import Session

Card = dict[str, Any]


def _sheets(_ctx: click.Context, _param: click.Parameter, given: str | None) -> tuple[str, ...] | None:
    return tuple(name.strip() for name in given.split(",") if name.strip()) if given else None


@click.command("print")
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@paper_option
@lang_option
@click.option("--seat", type=click.Choice(SEATS))
@click.option("--sheets", metavar="LIST", callback=_sheets)
@click.option("--out", type=FILE)
@click.option("--url")
@click.pass_obj
def print_cards(
    session: Session,
    cards: tuple[str, ...],
    paper: str,
    seat: str | None,
    sheets: tuple[str, ...] | None,
    out: Path | None,
    url: str | None,
) -> None:
    from exports.games.combat_commander.render import render_many

    catalog = catalog_of(session)
    target = out or Path(f"{Path(cards[0]).stem if len(cards) == 1 else 'cards'}.pdf")
    seen = [_seen(name, _read(name, catalog), seat) for name in cards]  # all are read before one is drawn
    with _bar(len(seen)) as progress:
        body = render_many(
            seen,
            catalog=catalog,
            paper=paper,
            lang=session.language,
            sheets=sheets,
            url=(lambda _card: url) if url else None,
            progress=progress,
        )
    put(target, body, err=False)


def _read(name: str, catalog: Catalog) -> Card:
    """A card from a file, or of the library if no such file is there."""
    from exports.games.combat_commander.errors import check_card
    from generator.games.combat_commander.authoring.document import MOST_BYTES, read_card

    if own := library_card(name, catalog):
        return own
    found = content(Path(name), MOST_BYTES)
    try:
        return check_card(read_card(found))
    except HorahError as error:
        raise in_file(name, error) from None


def _seen(name: str, card: Card, seat: str | None) -> Card:
    """The card as a seat may see it; a view of another seat cannot be widened."""
    from generator.games.combat_commander.battle.view import shown_card

    own = card.get("seat", "referee")
    wanted = seat or ("everyone" if own == "referee" else own)
    if own not in ("referee", wanted) and wanted != "everyone":
        raise HorahError("BAD_SEAT.view", name=name, own=own, wanted=wanted)
    return shown_card(card, wanted)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on stderr where several cards are drawn."""
    if total < 2:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(say("print.printing"), total=total)
        yield lambda done: shown.update(task, completed=done)
