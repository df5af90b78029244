"""``horah print``: print cards from files to PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exports.kit.address import is_local_address
from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FILE, STDOUT, check_suffix, write_output
from web.cli.options import lang_option, paper_option

from .common import SEATS, SIDES, catalog_of, read_card

if TYPE_CHECKING:
    from exports.kit.render_request import Layout
    from web.cli import Session

Card = dict[str, Any]
LAYOUTS = ("landscape", "portrait")


#: Formats for other tools: rendering kind and file extension.
OTHER_FORMATS = {
    "forum": ("forum", "txt"),
    "markdown": ("markdown", "md"),
    "setup": ("by_hex", "txt"),
    "counters": ("cut_out", "pdf"),
    "vassal": ("vassal", "vsav"),
}
VASSAL_MODULE = "hora-h.vmod"  # beside the saved game, the same for every battle


def _split_sheets(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise click.BadParameter(say("print.no_sheets"))
    return names


def _address(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    """Refuse an address that no other device can open, because its code would lead nowhere."""
    if given and is_local_address(given):
        raise click.BadParameter(say("print.local_address", given=given))
    return given


@click.command("print")
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@paper_option
@lang_option
@click.option("--seat", type=click.Choice(SEATS))
@click.option("--sheets", metavar="LIST", callback=_split_sheets)
@click.option("--pack", "packed", is_flag=True)
@click.option("--as", "kind", type=click.Choice(list(OTHER_FORMATS)))
@click.option("--layout", type=click.Choice(LAYOUTS), default=LAYOUTS[0], show_default=True)
@click.option("--large", is_flag=True)
@click.option("--grey", is_flag=True)
@click.option("--out", type=FILE)
@click.option("--url", callback=_address)
@click.pass_obj
def print_cards(
    session: Session,
    /,
    cards: tuple[str, ...],
    paper: str,
    seat: str | None,
    sheets: tuple[str, ...] | None,
    out: Path | None,
    url: str | None,
    packed: bool,
    kind: str | None,
    layout: Layout,
    **pressing: bool,
) -> None:
    from exports.games.combat_commander.render import render_many
    from exports.kit.print_options import PrintOptions, use_print_options

    catalog = catalog_of(session)
    if kind is None and out is not None:
        check_suffix(out, ".pdf")
    target = out or Path(f"{Path(cards[0]).stem if len(cards) == 1 else 'cards'}.pdf")
    read = [(name, read_card(name, catalog)) for name in cards]  # read all cards before drawing any
    if kind is not None:
        _write_other(read, kind, seat, session, out, paper=paper, url=url, **pressing)
        return
    if packed:
        body = _pack(read, seat, session, paper=paper, sheets=sheets, url=url, layout=layout, **pressing)
        write_output(target, body, err=False)
        return
    views = [_view_card(name, card, seat) for name, card in read]
    with (
        use_print_options(PrintOptions(pressing["grey"], pressing["large"])),
        _progress_bar(len(views)) as progress,
    ):
        body = render_many(
            views,
            catalog=catalog,
            paper=paper,
            lang=session.language,
            sheets=sheets,
            url=(lambda _card: url) if url else None,
            progress=progress,
            layout=layout,
        )
    write_output(target, body, err=False)


def _single(read: Sequence[tuple[str, Card]]) -> tuple[str, Card]:
    if len(read) != 1:
        raise HorahError("ONE_CARD")
    return read[0]


def _write_other(
    read: Sequence[tuple[str, Card]],
    kind: str,
    seat: str | None,
    session: Session,
    out: Path | None,
    **wish: Any,
) -> None:
    """Write a card for another tool: a forum post, a list by hexes, counters to cut out, a saved game."""
    from exports.game import render

    name, card = _single(read)
    what, ending = OTHER_FORMATS[kind]
    if out is not None:
        check_suffix(out, f".{ending}")
    if kind == "vassal":  # a saved game keeps each side's secrets in the side's own window
        seat = seat or card.get("seat", "referee")
    view = _view_card(name, card, seat)
    options = {"catalog": catalog_of(session), "lang": session.language, "sheets": None, **wish}
    target = out or Path(f"{Path(name).stem}{'' if kind == 'vassal' else f'-{kind}'}.{ending}")
    write_output(target, render(view, what, **options), err=False)
    if kind == "vassal" and target != STDOUT:
        write_output(target.with_name(VASSAL_MODULE), render(view, "vassal_module", **options), err=False)


def _pack(read: Sequence[tuple[str, Card]], seat: str | None, session: Session, **wish: Any) -> bytes:
    """Render one file for an evening: sheets of both sides for a whole card, of one side for a view."""
    from exports.game import render

    name, card = _single(read)
    own = card.get("seat", "referee")
    eyes = [seat] if seat else SIDES if own == "referee" else [own]
    views = {eye: _view_card(name, card, eye) for eye in dict.fromkeys(("everyone", *eyes))}
    return render({"views": views}, "pack", catalog=catalog_of(session), lang=session.language, **wish)


def _view_card(name: str, card: Card, seat: str | None) -> Card:
    """Return the card as a seat may see it; a view cannot be turned into another seat's view."""
    from generator.games.combat_commander.battle.view import view_card

    own = card.get("seat", "referee")
    wanted = seat or ("everyone" if own == "referee" else own)
    if own not in ("referee", wanted) and wanted != "everyone":
        raise HorahError("BAD_SEAT.view", name=name, own=own, wanted=wanted)
    return view_card(card, wanted)


@contextmanager
def _progress_bar(total: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on stderr if there are several cards."""
    if total < 2:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("print.printing"), total=total)
        yield lambda done: bar.update(task, completed=done)
