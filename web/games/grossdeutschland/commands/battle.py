"""``horah grossdeutschland``: play a battle in a file; print sheets, check scenarios, calculate odds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli import findings as finding_output
from web.cli.game_commands import Keyboard
from web.cli.io import FILE, STDOUT, write_output
from web.cli.options import LazyChoice, lang_option, paper_option
from web.cli.session_file import PlayFile, read_json_file
from web.cli.settings_options import SettingsCommand, given_settings, procedures_of

from .next_question import GAME, catalog_of, formatter_of, say_next, teller_of

if TYPE_CHECKING:
    from generator.session import Session as Played
    from generator.table import Prompt

SEATS = ("german", "soviet", "everyone", "referee")
SIDES = SEATS[:2]
RANDOM_AIDS = ("positions", "weather", "black", "variant", "action")
KINDS_BY_EXTENSION = {".txt": "text", ".md": "markdown", ".json": "json", ".pdf": "pdf"}


def _list_battles() -> Sequence[str]:
    from catalogs.games.grossdeutschland import load

    return tuple(load().battles)


@click.group()
def grossdeutschland() -> None: ...


def _parse(prompt: Prompt, given: Sequence[str], session: Session) -> Any:
    from .prompt_text import parse

    return parse(prompt, given, formatter_of(session))


def _tell(played: Played, session: Session, log_length: int, place: int) -> None:
    from web.cli.interactive import print_log

    print_log(teller_of(played, session), log_length, (place,))


BATTLE = PlayFile(GAME, "GD_BAD_FILE", Path("grossdeutschland.battle.json"))
KEYBOARD = Keyboard(GAME, BATTLE, say_next, _parse, _tell, sides=SIDES, seats=SEATS)


@grossdeutschland.command(
    cls=SettingsCommand, plays=lambda _: procedures_of(GAME, GAME), without=("scenario",)
)
@KEYBOARD.file_option
@click.option("--seed")
@click.option("--scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--interactive", is_flag=True)
@lang_option
@click.pass_context
def new(
    ctx: click.Context, /, path: Path, seed: str | None, scenario: Path | None, interactive: bool
) -> None:
    values = given_settings(ctx)
    if scenario is not None:
        values = {**values, "scenario": read_json_file(scenario)}
    (procedure,) = procedures_of(GAME, GAME)
    played = KEYBOARD.begin(ctx.obj, path, procedure, values, seed)
    if interactive:
        from web.cli.interactive import play

        play(teller_of(played, ctx.obj))
    KEYBOARD.keep(ctx.obj, path, played, new=True)


KEYBOARD.add_to(grossdeutschland)
KEYBOARD.add_play(grossdeutschland, teller_of)


@grossdeutschland.command()
@KEYBOARD.shows
def show(session: Session, /, path: Path, seat: str, as_json: bool, log: bool) -> None:
    from exports.game import render

    catalog = catalog_of(session)
    for document in BATTLE.read(catalog, path).documents(seat):
        kind = "json" if as_json else "log" if log else "text"
        body = render(document, kind, catalog=catalog, lang=session.language, sheets=("record",))
        click.echo(body.decode(), nl=False)


@grossdeutschland.command("print")
@click.argument("what", metavar="BATTLE|FILE", required=False)
@click.option("--out", type=FILE)
@click.option("--sheet", "sheets", multiple=True)
@click.option("--variant", "seed")
@paper_option
@KEYBOARD.seat_option
@lang_option
@click.pass_obj
def print_(session: Session, /, what: str | None, **options: Any) -> None:
    from exports.game import render
    from generator.chance import check_seed
    from generator.games.grossdeutschland.authoring.generators import make_variant

    catalog = catalog_of(session)
    document = _load_document(session, what, options["seat"])
    if options["seed"] is not None:
        document = make_variant(catalog, document.get("scenario", document), check_seed(options["seed"]))
    out: Path = options["out"] or STDOUT
    if out is not STDOUT and out.suffix.lower() not in KINDS_BY_EXTENSION:
        raise HorahError("GD_BAD_ENDING", given=out.suffix or out.name, known=tuple(KINDS_BY_EXTENSION))
    kind = KINDS_BY_EXTENSION.get(out.suffix.lower(), "text")
    body = render(
        document,
        kind,
        catalog=catalog,
        lang=session.language,
        paper=options["paper"],
        sheets=options["sheets"] or None,
    )
    write_output(out, body)


def _load_document(session: Session, what: str | None, seat: str) -> dict[str, Any]:
    """Return a printed battle by its name, a scenario from a file, or the battle of a play file."""
    from generator.authoring import require_schema
    from generator.games.grossdeutschland.authoring.checks import SCENARIO
    from generator.games.grossdeutschland.document import FORMAT, make_printed

    catalog = catalog_of(session)
    if what in catalog.battles:
        return make_printed(catalog, str(what))
    path = BATTLE.find(Path(what) if what else None)
    document = read_json_file(path)
    if isinstance(document, dict) and document.get("format") == FORMAT:
        return require_schema(GAME, SCENARIO, document)
    (document,) = BATTLE.read(catalog, path).documents(seat)
    return document


@grossdeutschland.command()
@click.argument("what", metavar="BATTLE|FILE")
@finding_output.check_options
def check(session: Session, /, what: str, **options: Any) -> None:
    from generator.games.grossdeutschland.authoring.checks import SCENARIO

    document = _load_document(session, what, "referee")
    document = document.get("scenario", document)
    _, findings = finding_output.check_and_print(
        formatter_of(session).for_settings(document), SCENARIO, document, **options
    )
    finding_output.exit_if_refused(findings)


@grossdeutschland.command()
@click.argument("battle", type=LazyChoice("battle", _list_battles), required=False)
@click.option("--column")
@click.option("--drm", type=click.IntRange(-20, 20), default=0, show_default=True)
@click.option("--dice", type=click.IntRange(2, 3), default=2, show_default=True)
@click.option("--weather", type=click.IntRange(-6, 6))
@KEYBOARD.file_option
@lang_option
@click.pass_obj
def odds(session: Session, /, battle: str | None, path: Path, **given: Any) -> None:
    from exports.games.grossdeutschland.odds_text import (
        fill_first_cup,
        list_attack_chances,
        list_cup_chances,
        list_weather_chances,
    )
    from generator.games.grossdeutschland.document import make_printed
    from generator.games.grossdeutschland.record import get_latest_state

    catalog, formatter = catalog_of(session), formatter_of(session)
    if given["column"] is not None:
        if given["column"] not in catalog.columns:
            raise HorahError(
                "GD_BAD_CHOICE", given=given["column"], known=tuple(catalog.columns), of="column"
            )
        lines = list_attack_chances(catalog, formatter, given["column"], given["drm"], given["dice"])
    elif given["weather"] is not None:
        lines = list_weather_chances(catalog, formatter, given["weather"])
    else:
        begun = fill_first_cup(catalog, make_printed(catalog, battle)) if battle else None
        lines = list_cup_chances(begun or get_latest_state(BATTLE.read(catalog, path).table), formatter)
    click.echo("\n".join(lines))


@grossdeutschland.command()
@click.argument("battle", type=LazyChoice("battle", _list_battles))
@click.option("--seed", required=True)
@click.option("--what", type=click.Choice(RANDOM_AIDS), default="positions")
@lang_option
@click.pass_obj
def aid(session: Session, /, battle: str, seed: str, what: str) -> None:
    from exports.games.grossdeutschland.odds_text import list_aid, make_aid_document
    from generator.chance import check_seed

    catalog, formatter = catalog_of(session), formatter_of(session)
    if what in ("variant", "action"):
        made = make_aid_document(catalog, battle, check_seed(seed), what)
        click.echo(json.dumps(made, ensure_ascii=False, indent=2))
        return
    click.echo("\n".join(list_aid(catalog, formatter, battle, check_seed(seed), what)))
