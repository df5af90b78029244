"""``horah cassino``: play in a file, print sheets, check scenarios, run aids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session, findings
from web.cli.game_commands import Keyboard
from web.cli.io import FILE, write_output
from web.cli.options import json_option, lang_option, paper_option
from web.cli.session_file import PlayFile, read_json_file
from web.cli.settings_options import SettingsCommand, given_settings, procedures_of

if TYPE_CHECKING:
    from catalogs.games.thunder_at_cassino import Catalog
    from generator.game import Procedure
    from generator.session import Session as Played
    from generator.table import Prompt

    from .prompt_text import CassinoTeller

GAME, KIND = "thunder_at_cassino", "cassino"
EXTENSIONS_BY_KIND = {"pdf": ".pdf", "text": ".txt", "markdown": ".md"}


def catalog_of(session: Session) -> Catalog:
    """Return the game's catalogue, with the overlay."""
    catalog: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # the game's own
    return catalog


def _list_procedures(words: Any) -> list[Procedure]:
    """Return the procedure with bids if ``--with-bids`` is given, else the one without."""
    wanted = "cassino-bid/1" if "--with-bids" in words else "cassino/1"
    return [procedure for procedure in procedures_of(GAME, KIND) if procedure.name == wanted]


@click.group()
def cassino() -> None: ...


def _parse(prompt: Prompt, given: Sequence[str], session: Session) -> Any:
    from exports.games.thunder_at_cassino.messages import MessageFormatter

    from .prompt_text import parse

    return parse(prompt, given, MessageFormatter(catalog_of(session), session.language))


def _find_prompt(played: Played, seat: str | None) -> Prompt:
    """Return the prompt of a seat; without a seat, the only one pending."""
    pending = played.table.pending
    if not pending:
        raise HorahError("FINISHED")
    mine = [prompt for prompt in pending if seat is None or prompt.seat in (seat, "everyone")]
    if len(mine) == 1:
        return mine[0]
    raise HorahError("WHO_ANSWERS", seats=tuple(prompt.seat for prompt in pending))


def _print_next(played: Played, seat: str, session: Session) -> None:
    """Print the pending prompts with their options, and how to answer them."""
    teller = _teller(played, session)
    formatter = teller.formatter
    if played.finished:
        document = played.documents("everyone")[0]["play"]
        click.echo(formatter.sentence(f"note.won_{document['result']['winner']}", {"vp": document["vp"]}))
    for prompt in played.table.pending:
        click.echo(
            f"{prompt.rule}  {formatter.name('seat', prompt.seat)}: {formatter.term(f'ask.{prompt.ask}')}"
        )
        for line in (*teller.shown(prompt), teller.how(prompt)):
            click.echo(f"  {line}")


def _tell(played: Played, session: Session, told: int, place: int) -> None:
    from web.cli.interactive import print_log

    print_log(_teller(played, session), told, (place,))


def _teller(played: Played, session: Session) -> CassinoTeller:
    from exports.games.thunder_at_cassino.messages import MessageFormatter

    from .prompt_text import CassinoTeller

    return CassinoTeller(played, MessageFormatter(catalog_of(session), session.language))


PLAY = PlayFile(KIND, "NOT_A_PLAY", suffix=".cassino.json", missing="NO_PLAY", several="WHICH_PLAY")
SIDES = ("german", "allied", "one", "two")
KEYBOARD = Keyboard(GAME, PLAY, _print_next, _parse, _tell, _find_prompt, SIDES)


@cassino.command(cls=SettingsCommand, plays=_list_procedures, without=("own",))
@click.option("--with-bids", is_flag=True)
@click.option("--own", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seed")
@KEYBOARD.file_option
@lang_option
@click.pass_context
def new(
    ctx: click.Context, /, with_bids: bool, own: Path | None, seed: str | None, path: Path | None
) -> None:
    given = given_settings(ctx)
    if own is not None:
        given["own"] = read_json_file(own)
    path = path or Path(f"{given.get('scenario', 'campaign')}{PLAY.suffix}")
    (procedure,) = _list_procedures(["--with-bids"] if with_bids else [])
    KEYBOARD.keep(ctx.obj, path, KEYBOARD.begin(ctx.obj, path, procedure, given, seed), new=True)


KEYBOARD.add_to(cassino)
KEYBOARD.add_play(cassino, _teller)


@cassino.command()
@click.option("--log/--no-log", default=False)
@KEYBOARD.file_option
@json_option
@lang_option
@click.pass_obj
def show(session: Session, /, log: bool, path: Path | None, as_json: bool) -> None:
    from exports.game import render

    played = KEYBOARD.read(session, path)
    document = _get_document(played)
    catalog = played.catalog
    kind = "json" if as_json else "text"
    click.echo(render(document, kind, catalog=catalog, lang=session.language), nl=False)
    if log and not as_json:
        click.echo(render(document, "log", catalog=catalog, lang=session.language), nl=False)


@cassino.command("print")
@click.argument("name", required=False)
@click.option("--kind", type=click.Choice(tuple(EXTENSIONS_BY_KIND)), default="pdf", show_default=True)
@click.option("--out", type=FILE)
@paper_option
@KEYBOARD.file_option
@lang_option
@click.pass_obj
def print_(
    session: Session, /, name: str | None, kind: str, out: Path | None, paper: str, path: Path | None
) -> None:
    from exports.games.thunder_at_cassino.messages import MessageFormatter
    from exports.games.thunder_at_cassino.render import render_as

    formatter = MessageFormatter(catalog_of(session), session.language)
    sheets = _make_sheets(name, session, path)
    body = render_as(sheets, kind, formatter, paper)
    write_output(out or Path(f"cassino-{Path(name or 'record').stem}{EXTENSIONS_BY_KIND[kind]}"), body)


def _make_sheets(name: str | None, session: Session, path: Path | None) -> list[Any]:
    """Return the sheets of a named aid or scenario or of a scenario file; without a name, of the play."""
    from exports.games.thunder_at_cassino.aid_sheets import AIDS
    from exports.games.thunder_at_cassino.messages import MessageFormatter
    from exports.games.thunder_at_cassino.render import make_sheets
    from generator.games.thunder_at_cassino.scenario.document import list_shelf

    formatter = MessageFormatter(catalog_of(session), session.language)
    if name is None:
        return make_sheets(_get_document(KEYBOARD.read(session, path)), formatter)
    if name in AIDS:
        return [AIDS[name](formatter)]
    scenarios = list_shelf(formatter.catalog)
    if name in scenarios:
        return make_sheets(scenarios[name], formatter)
    if Path(name).is_file():
        return make_sheets(_load_scenario(Path(name)), formatter)
    raise HorahError("NO_SHEET", given=name, known=(*AIDS, *scenarios))


def _load_scenario(path: Path) -> dict[str, Any]:
    """Return the scenario of a file if it has the right shape; raise otherwise."""
    from generator.authoring import require_schema
    from generator.games.thunder_at_cassino.scenario import SCENARIO

    return require_schema(GAME, SCENARIO, read_json_file(path))


@cassino.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@findings.check_options
def check(session: Session, /, scenario: Path, **options: Any) -> None:
    from exports.games.thunder_at_cassino.messages import MessageFormatter
    from generator.games.thunder_at_cassino.scenario import SCENARIO

    formatter = MessageFormatter(catalog_of(session), session.language)
    findings.exit_if_refused(
        findings.check_and_print(formatter, SCENARIO, read_json_file(scenario), **options)[1]
    )


@cassino.command()
@click.argument("what")
@click.argument("given", metavar="NAME=NUMBER...", nargs=-1)
@json_option
@lang_option
@click.pass_obj
def calc(session: Session, /, what: str, given: tuple[str, ...], as_json: bool) -> None:
    from web.commands.calc import print_answer

    print_answer(session, GAME, what, given, as_json=as_json)


@cassino.command()
@click.argument("ways", metavar="PLACE:WHAT...", nargs=-1, required=True)
@click.option("--armour", is_flag=True)
@click.option("--white-only", is_flag=True)
@json_option
@lang_option
@click.pass_obj
def retreat(
    session: Session, /, ways: tuple[str, ...], armour: bool, white_only: bool, as_json: bool
) -> None:
    from web.commands.calc import print_answer

    ticks = [name for name, on in (("is_armour", armour), ("white_only", white_only)) if on]
    print_answer(session, GAME, "ranking", [*ticks, f"ways={' '.join(ways)}"], as_json=as_json)


def _get_document(played: Played) -> dict[str, Any]:
    documents = played.documents("everyone")
    if not documents:
        raise HorahError("NOT_BEGUN")
    return documents[0]
