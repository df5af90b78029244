"""``horah print``: cards from files onto paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import Language, said
from web.output import FILE, exists, put

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from web.cli import Session

Card = dict[str, Any]
SEATS = ["axis", "allied", "everyone", "referee"]


def _sheets(_ctx: click.Context, _param: click.Parameter, given: str | None) -> tuple[str, ...] | None:
    return tuple(name.strip() for name in given.split(",") if name.strip()) if given else None


@click.command(
    "print",
    help=said(
        "Print cards as one PDF. CARD is a card in JSON, or the name of a card of the library.",
        "Imprimir fichas en un solo PDF. CARD es una ficha en JSON, o el nombre de una de la biblioteca.",
    ),
)
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help=said("Paper.", "Papel."),
)
@click.option("--lang", type=click.Choice(["es", "en"]), help=said("Language.", "Idioma."))
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    help=said(
        "For whose eyes; by default everyone, or the seat of a card that is a seat's view.",
        "Para quién; si no se dice, para todos, o para el asiento de una ficha que es la vista de uno.",
    ),
)
@click.option(
    "--sheets",
    metavar="LIST",
    callback=_sheets,
    help=said(
        "Which sheets, with commas: card, side, log, pull. By default all the seat may have.",
        "Qué hojas, con comas: card, side, log, pull. Si no se dice, todas las del asiento.",
    ),
)
@click.option(
    "--out",
    type=FILE,
    help=said(
        "The PDF file; by default named after the card; - is standard output.",
        "El PDF; si no se dice, con el nombre de la ficha; - es la salida estándar.",
    ),
)
@click.option(
    "--url",
    help=said(
        "The address the QR code leads to; without it there is no code.",
        "La dirección a la que lleva el código QR; sin ella no hay código.",
    ),
)
@click.pass_obj
def print_cards(
    session: Session,
    cards: tuple[str, ...],
    paper: str,
    lang: Language | None,
    seat: str | None,
    sheets: tuple[str, ...] | None,
    out: Path | None,
    url: str | None,
) -> None:
    from exports.games.combat_commander.render import render_many

    catalog = session.catalog()
    target = out or Path(f"{Path(cards[0]).stem if len(cards) == 1 else 'cards'}.pdf")
    seen = [_seen(name, _read(name, catalog), seat) for name in cards]  # all are read before one is drawn
    with _bar(len(seen)) as progress:
        body = render_many(
            seen,
            catalog=catalog,
            paper=paper,
            lang=lang or session.language,
            sheets=sheets,
            url=(lambda _card: url) if url else None,
            progress=progress,
        )
    put(target, body, err=False)


def _read(name: str, catalog: Catalog) -> Card:
    """A card from a file, or of the library if no such file is there."""
    from exports.games.combat_commander.errors import check_card
    from generator.games.combat_commander.authoring.document import MOST_BYTES, read_card

    path = Path(name)
    if not exists(path) and name in catalog.scenarios:
        return dict(catalog.scenarios[name])
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise HorahError(
            f"{name} cannot be read: {error.strerror}.",
            f"No se puede leer {name}: {error.strerror}.",
            code="NO_FILE",
        ) from None
    try:
        card = read_card(content)
    except HorahError as error:
        raise HorahError(f"{name}: {error.en}", f"{name}: {error.es}", code=error.code) from None
    return check_card(card, name)


def _seen(name: str, card: Card, seat: str | None) -> Card:
    """The card as a seat may see it; a view of another seat cannot be widened."""
    from generator.games.combat_commander.battle.view import view_card

    own = card.get("seat", "referee")
    wanted = seat or ("everyone" if own == "referee" else own)
    if own not in ("referee", wanted) and wanted != "everyone":
        raise HorahError(
            f"{name} is the view of the seat {own}; it cannot be printed for {wanted}. Print it for {own} or "
            f"everyone, or take the referee's card.",
            f"{name} es la vista del asiento {own}; no se puede imprimir para {wanted}. Imprímala para {own} "
            f"o everyone, o tome la ficha del árbitro.",
            code="BAD_SEAT",
        )
    return view_card(card, wanted)


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
        task = shown.add_task(said("Printing", "Imprimiendo"), total=total)
        yield lambda done: shown.update(task, completed=done)
