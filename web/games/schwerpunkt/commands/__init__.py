"""``horah schwerpunkt``: a battle in a file, its sheets, its checks, its pace, a skeleton."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web import checking
from web.cli import Session
from web.options import json_option, lang_option, paper_option
from web.output import FILE, STANDARD, exists, put
from web.play_commands import Keyboard
from web.play_file import asked, typed_json
from web.service.secrecy import battle_seed
from web.settings import Settled, procedures_of, settled

from .file import BATTLE
from .telling import GAME, SIDES, catalog_of, say_next, tell, voice_of

if TYPE_CHECKING:
    from exports.games.schwerpunkt.scribe import Scribe
    from generator.game import Procedure

SEATS = (*SIDES, "everyone", "referee")
KINDS = {".pdf": "pdf", ".md": "markdown", ".json": "json"}


def _plays(_: Sequence[str]) -> Sequence[Procedure]:
    return procedures_of(GAME, GAME)


@click.group()
def schwerpunkt() -> None: ...


KEYBOARD = Keyboard(BATTLE, SEATS, catalog_of, say_next)
KEYBOARD.add_to(schwerpunkt)


@schwerpunkt.command(cls=Settled, plays=_plays)
@KEYBOARD.file_option
@click.option("--seed")
@lang_option
@click.pass_context
def new(ctx: click.Context, /, path: Path, seed: str | None, **_: Any) -> None:
    if exists(path):
        raise HorahError("FILE_EXISTS", path=str(path))
    played = BATTLE.begun(catalog_of(ctx.obj), dict(settled(ctx)), seed or battle_seed())
    KEYBOARD.kept(ctx.obj, path, played)


@schwerpunkt.command()
@click.argument("given", metavar="ANSWER...", nargs=-1, required=True)
@KEYBOARD.file_option
@click.option("--seat", type=click.Choice(SIDES))
@lang_option
@click.pass_obj
def answer(session: Session, /, given: tuple[str, ...], path: Path, seat: str | None) -> None:
    from .typed import typed

    played = KEYBOARD.opened(session, path)
    prompt = asked(played, seat)
    played.answer(seat or (prompt.seat if prompt.seat in SIDES else SIDES[0]), typed(prompt, given))
    KEYBOARD.kept(session, path, played, seat or "referee")


@schwerpunkt.command()
@KEYBOARD.shows
def show(session: Session, /, path: Path, seat: str, as_json: bool, log: bool) -> None:
    from exports.game import render

    catalog = catalog_of(session)
    played = BATTLE.opened(catalog, path)
    if log:
        tell(played, seat, session, 0)
        return
    for document in played.documents(seat):
        kind = "json" if as_json else "text"
        click.echo(render(document, kind, catalog=catalog, lang=session.language).decode(), nl=False)


@schwerpunkt.command("print")
@click.argument("what", metavar="[BATTLE|FILE]", required=False)
@click.option("--out", type=FILE)
@paper_option
@KEYBOARD.seat_option
@lang_option
@click.pass_obj
def print_(session: Session, /, what: str | None, out: Path | None, paper: str, seat: str) -> None:
    from exports.game import render

    document = _printable(session, what, seat)
    kind = KINDS.get((out or STANDARD).suffix.lower(), "text")
    sheets = (seat,) if seat in SIDES else ()
    catalog = catalog_of(session)
    body = render(document, kind, catalog=catalog, lang=session.language, paper=paper, sheets=sheets)
    put(out or STANDARD, body)


def _printable(session: Session, what: str | None, seat: str) -> dict[str, Any]:
    """A battle of the catalogues by its name, one's own in a file, or the one that is played."""
    from generator.games.schwerpunkt.views import view

    catalog = catalog_of(session)
    if what in catalog.battles:
        return view(dict(catalog.battles[str(what)]), seat)
    path = Path(what) if what else BATTLE.usual
    found = typed_json(path)
    if isinstance(found, dict) and found.get("format") == "hora-h/schwerpunkt-battle/1":
        return view(_shaped(found), seat)
    (document,) = BATTLE.opened(catalog, path).documents(seat)
    return document


def _shaped(document: Any) -> dict[str, Any]:
    """A document of the right shape; what is wrong with its shape is said."""
    from generator.authoring import taken_shape
    from generator.games.schwerpunkt.authored import BATTLE

    return taken_shape(GAME, BATTLE, document)


@schwerpunkt.command()
@click.argument("what", metavar="BATTLE|FILE")
@click.option("--fix", is_flag=True)
@click.option("--out", type=FILE)
@json_option
@lang_option
@click.pass_context
def check(ctx: click.Context, /, what: str, fix: bool, out: Path | None, as_json: bool) -> None:
    from generator.authoring import study
    from generator.games.schwerpunkt.authored import BATTLE

    catalog, voice = catalog_of(ctx.obj), voice_of(ctx.obj)
    document = dict(catalog.battles[what]) if what in catalog.battles else typed_json(Path(what))
    if fix:
        document = checking.write_fixed(catalog, BATTLE, document, out)
    findings = study(catalog, BATTLE, document)
    checking.tell(findings, voice, as_json=as_json, aside=fix)
    if not as_json:
        _complete(document, findings, voice, fix)
    checking.end(findings)


def _complete(document: Any, findings: Sequence[Any], voice: Scribe, err: bool) -> None:
    """What the series rules demand, and what of it is there."""
    from generator.authoring import SHAPE
    from generator.games.schwerpunkt.checks import demands

    if any(each.code == SHAPE for each in findings):
        return
    for demand in demands(document):
        if demand.applies:
            mark = "x" if demand.given else " "
            click.echo(f"[{mark}] {voice.term(f'demand.{demand.key}')} ({demand.rule})", err=err)


@schwerpunkt.command("pace")
@click.argument("what", metavar="FILE", type=FILE)
@click.option("--blue", type=click.IntRange(-6, 6), default=0)
@click.option("--red", type=click.IntRange(-6, 6), default=0)
@json_option
@lang_option
@click.pass_obj
def pace_(session: Session, /, what: Path, blue: int, red: int, as_json: bool) -> None:
    from generator.games.schwerpunkt.battle import Battle
    from generator.games.schwerpunkt.pace import RUNS, pace

    voice = voice_of(session)
    found = pace(catalog_of(session), Battle(_shaped(typed_json(what))), {"blue": blue, "red": red})
    if as_json:
        told = {"boxes": found.boxes, "contests": found.contests, "mean": dict(found.mean)}
        chances = {side: dict(each) for side, each in found.chances.items()}
        click.echo(json.dumps({**told, "chances": chances}, indent=2))
        return
    click.echo(voice.sentence("page.contests", voice.pace(found)))
    for side in SIDES:
        mean = voice.decimal(found.mean[side], 2)
        click.echo(voice.sentence("page.expected", {"side": side, "mean": mean}))
        for number, chance in found.chances[side].items():
            click.echo(f"{number:>4} {voice.percent(chance):>7} {'#' * round(chance * 100)}")
    click.echo(voice.sentence("page.pace_how", {"runs": RUNS}))


@schwerpunkt.command("skeleton")
@click.option("--seed", default="1", show_default=True)
@click.option("--days", type=int, default=1, show_default=True)
@click.option("--minutes", type=int, default=20, show_default=True)
@click.option("--hqs", type=int, default=3, show_default=True)
@click.option("--units", type=int, default=4, show_default=True)
@click.option("--reserves", type=int, default=3, show_default=True)
@click.option("--air", is_flag=True)
@click.option("--out", type=FILE)
@lang_option
@click.pass_obj
def skeleton_(session: Session, /, seed: str, out: Path | None, **wishes: Any) -> None:
    from generator.games.schwerpunkt.skeleton import Wish, skeleton

    document = skeleton(catalog_of(session), Wish(**wishes), seed)
    put(out or STANDARD, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
