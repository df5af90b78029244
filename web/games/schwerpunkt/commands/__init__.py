"""``horah schwerpunkt``: play a battle in a file; print, check, calculate the pace, make a skeleton."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli import Session
from web.cli import findings as finding_output
from web.cli.game_commands import Keyboard
from web.cli.io import FILE, STDOUT, find_file_kind, write_output
from web.cli.options import json_option, lang_option, paper_option
from web.cli.play_command import add_play
from web.cli.session_file import PlayFile, read_json_file
from web.cli.settings_options import SettingsCommand, given_settings, procedures_of

from .prompt_text import GAME, SIDES, catalog_of, formatter_of, print_log, print_next_prompts

if TYPE_CHECKING:
    from exports.games.schwerpunkt.messages import MessageFormatter
    from generator.table import Prompt

SEATS = (*SIDES, "everyone", "referee")
KINDS = {".pdf": "pdf", ".txt": "text", ".md": "markdown", ".json": "json"}


@click.group()
def schwerpunkt() -> None: ...


def _parse(prompt: Prompt, given: Sequence[str], session: Session) -> Any:
    from .report_parser import parse_report

    return parse_report(prompt, given, formatter_of(session))


PLAY_FILE = PlayFile(GAME, "BATTLE_FILE", Path("schwerpunkt.battle.json"))
KEYBOARD = Keyboard(GAME, PLAY_FILE, print_next_prompts, _parse, sides=SIDES, seats=SEATS)


@schwerpunkt.command(cls=SettingsCommand, plays=lambda _: procedures_of(GAME, GAME))
@KEYBOARD.file_option
@click.option("--seed")
@lang_option
@click.pass_context
def new(ctx: click.Context, /, path: Path, seed: str | None, **_: Any) -> None:
    (procedure,) = procedures_of(GAME, GAME)
    KEYBOARD.keep(
        ctx.obj, path, KEYBOARD.begin(ctx.obj, path, procedure, given_settings(ctx), seed), new=True
    )


KEYBOARD.add_to(schwerpunkt)
add_play(KEYBOARD, schwerpunkt)


@schwerpunkt.command()
@KEYBOARD.shows
def show(session: Session, /, path: Path, seat: str, as_json: bool, log: bool) -> None:
    from exports.game import render

    catalog = catalog_of(session)
    played = PLAY_FILE.read(catalog, path)
    if log:
        print_log(played, seat, session, 0)
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

    document = _get_printable(session, what, seat)
    kind = find_file_kind(out, KINDS)
    sheets = (seat,) if seat in SIDES else ()
    catalog = catalog_of(session)
    body = render(document, kind, catalog=catalog, lang=session.language, paper=paper, sheets=sheets)
    write_output(out or STDOUT, body)


def _get_printable(session: Session, what: str | None, seat: str) -> dict[str, Any]:
    """Return a catalogued battle by its name, one from a file, or the one of a play file."""
    from generator.games.schwerpunkt.views import view_document

    catalog = catalog_of(session)
    if what in catalog.battles:
        return view_document(dict(catalog.battles[str(what)]), seat)
    path = PLAY_FILE.find(Path(what) if what else None)
    document = read_json_file(path)
    if isinstance(document, dict) and document.get("format") == "hora-h/schwerpunkt-battle/1":
        return view_document(_require_schema(document), seat)
    (document,) = PLAY_FILE.read(catalog, path).documents(seat)
    return document


def _require_schema(document: Any) -> dict[str, Any]:
    """Return the document if it has the right shape; raise otherwise."""
    from generator.authoring import require_schema
    from generator.games.schwerpunkt.authored import BATTLE

    return require_schema(GAME, BATTLE, document)


@schwerpunkt.command()
@click.argument("what", metavar="BATTLE|FILE")
@finding_output.check_options
def check(session: Session, /, what: str, **options: Any) -> None:
    from generator.games.schwerpunkt.authored import BATTLE

    catalog, formatter = catalog_of(session), formatter_of(session)
    document = dict(catalog.battles[what]) if what in catalog.battles else read_json_file(Path(what))
    document, findings = finding_output.check_and_print(formatter, BATTLE, document, **options)
    if not options["as_json"]:
        _print_completeness(document, findings, formatter, options["fix"])
    finding_output.exit_if_refused(findings)


def _print_completeness(
    document: Any, findings: Sequence[Any], formatter: MessageFormatter, err: bool
) -> None:
    """Print the demands of the series rules, and which of them the document meets."""
    from generator.authoring import SCHEMA_CODE
    from generator.games.schwerpunkt.checks import list_demands

    if any(finding.code == SCHEMA_CODE for finding in findings):
        return
    for demand in list_demands(document):
        if demand.applies:
            mark = "x" if demand.given else " "
            click.echo(f"[{mark}] {formatter.term(f'demand.{demand.key}')} ({demand.rule})", err=err)


@schwerpunkt.command("pace")
@click.argument("what", metavar="FILE", type=FILE)
@click.option("--blue", type=click.IntRange(-6, 6), default=0)
@click.option("--red", type=click.IntRange(-6, 6), default=0)
@json_option
@lang_option
@click.pass_obj
def pace_(session: Session, /, what: Path, blue: int, red: int, as_json: bool) -> None:
    from generator.games.schwerpunkt.battle import Battle
    from generator.games.schwerpunkt.pace import SIMULATION_RUNS, compute_pace

    formatter = formatter_of(session)
    pace = compute_pace(
        catalog_of(session), Battle(_require_schema(read_json_file(what))), {"blue": blue, "red": red}
    )
    if as_json:
        figures = {"boxes": pace.boxes, "contests": pace.contests, "mean": dict(pace.mean)}
        chances = {side: dict(by_count) for side, by_count in pace.chances.items()}
        click.echo(json.dumps({**figures, "chances": chances}, indent=2))
        return
    click.echo(formatter.sentence("page.contests", formatter.pace(pace)))
    for side in SIDES:
        mean = formatter.decimal(pace.mean[side], 2)
        click.echo(formatter.sentence("page.expected", {"side": side, "mean": mean}))
        for number, chance in pace.chances[side].items():
            click.echo(f"{number:>4} {formatter.percent(chance):>7} {'#' * round(chance * 100)}")
    click.echo(formatter.sentence("page.pace_how", {"runs": SIMULATION_RUNS}))


@schwerpunkt.command("random")
@click.option("--seed", default="1940", show_default=True)
@click.option("--hqs", type=int, default=2, show_default=True)
@click.option("--attacker", type=click.Choice(("blue", "red", "random")), default="random", show_default=True)
@click.option("--out", type=FILE)
@lang_option
@click.pass_obj
def random_(session: Session, /, seed: str, hqs: int, attacker: str, out: Path | None) -> None:
    from exports.game import render
    from generator.games.schwerpunkt.house_battle import HouseOptions, make_house_battle

    catalog = catalog_of(session)
    document = make_house_battle(catalog, HouseOptions(hqs, attacker), seed)
    kind = find_file_kind(out, KINDS) if out else "json"
    if kind == "json":
        body = (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
    else:
        body = render(document, kind, catalog=catalog, lang=session.language)
    write_output(out or STDOUT, body)


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
    from generator.games.schwerpunkt.skeleton import SkeletonOptions, make_skeleton

    document = make_skeleton(catalog_of(session), SkeletonOptions(**wishes), seed)
    write_output(out or STDOUT, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
