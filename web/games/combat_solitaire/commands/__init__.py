"""``horah combat``: play solitaire in the terminal; check and print scenarios, sheets and records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session, findings
from web.cli.game_commands import Keyboard
from web.cli.io import FILE, STDOUT, exists, find_file_kind, read_text, write_output
from web.cli.options import json_option, lang_option, paper_option
from web.cli.play_command import add_play
from web.cli.settings_options import SettingsCommand, given_settings, procedures_of
from web.service.tokens import new_battle_seed

from .files import GAME_FILE

if TYPE_CHECKING:
    from catalogs.games.combat_solitaire import Catalog
    from generator.game import Authored
    from generator.session import Session as Game
    from generator.table import Prompt

NAME = "combat_solitaire"
PLAYER = "player"
KINDS = {".pdf": "pdf", ".txt": "text", ".md": "markdown", ".json": "json"}


def catalog_of(session: Session) -> Catalog:
    catalog: Catalog = session.catalog(NAME)  # type: ignore[assignment]  # the game's own
    return catalog


@click.group()
def combat() -> None: ...


def _print_log(game: Game, session: Session, since: int, place: int = 0) -> None:
    """Print the log since a line, as the player may see it."""
    from exports.game import formatter
    from exports.kit.log import format_log_line, join_log_line

    messages = formatter(game.catalog, session.language)
    for entry in game.log(PLAYER)[since:]:
        line = format_log_line(entry, messages)
        click.secho(f"{line.rule:<8}{join_log_line(line, messages)}", dim=True, err=True)


def _print_next_prompt(game: Game, seat: str, session: Session) -> None:
    """Print the pending prompt and how to answer it."""
    from exports.games.combat_solitaire.messages import MessageFormatter

    from .prompts import format_prompt

    formatter = MessageFormatter(catalog_of(session), session.language)
    prompt = game.asked(PLAYER)
    lines = [formatter.term("combat.over")] if prompt is None else format_prompt(prompt, formatter)
    for line in lines:
        click.echo(line)


def _parse(prompt: Prompt, given: Sequence[str], session: Session) -> Any:
    from exports.game import formatter

    from .report_parser import parse_report

    return parse_report(prompt, given, formatter(catalog_of(session), session.language))


KEYBOARD = Keyboard(NAME, GAME_FILE, _print_next_prompt, _parse, _print_log)


@combat.command(
    cls=SettingsCommand, plays=lambda words: procedures_of(NAME, "combat"), without=("scenario", "commander")
)
@click.argument("scenario", required=False)
@click.option("--template")
@click.option("--record", "record_path", type=FILE)
@click.option("--seed")
@KEYBOARD.file_option
@lang_option
@click.pass_context
def new(
    ctx: click.Context,
    /,
    scenario: str | None,
    template: str | None,
    record_path: Path | None,
    seed: str | None,
    path: Path | None,
) -> None:
    catalog = catalog_of(ctx.obj)
    (procedure,) = procedures_of(NAME, "combat")
    seed = seed or new_battle_seed()
    document = _fill_template(catalog, template, seed) if template else _load_scenario(catalog, scenario)
    if record_path:
        document = _carry_over(catalog, record_path, document)
    path = path or Path(f"{document['id'] if document else 'crossroads'}{GAME_FILE.suffix}")
    values = {**given_settings(ctx), "scenario": document}
    KEYBOARD.keep(ctx.obj, path, KEYBOARD.begin(ctx.obj, path, procedure, values, seed), new=True)


KEYBOARD.add_to(combat)
add_play(KEYBOARD, combat)


def _load_scenario(catalog: Catalog, name: str | None) -> dict[str, Any] | None:
    """Return a catalogued scenario by name, or one from a file; raise if it has errors."""
    from generator.authoring import require_playable
    from generator.games.combat_solitaire.documents import SCENARIO

    if name is None:
        return None
    return require_playable(catalog, SCENARIO, _load_document(name, catalog.scenarios, "NO_SCENARIO"))


def _carry_over(catalog: Catalog, path: Path, scenario: dict[str, Any] | None) -> dict[str, Any]:
    """Return the scenario, or the default one, with the squad of a service record."""
    from generator.authoring import require_playable
    from generator.games.combat_solitaire.documents import SERVICE
    from generator.games.combat_solitaire.service_record import carry_over
    from generator.games.combat_solitaire.settings import DEFAULT_SCENARIO

    record_ = require_playable(catalog, SERVICE, _load_document(str(path), {}, "NO_SCENARIO"))
    return carry_over(catalog, record_, scenario or dict(catalog.scenarios[DEFAULT_SCENARIO]))


def _fill_template(catalog: Catalog, name: str, seed: str) -> dict[str, Any]:
    from generator.authoring import require_playable
    from generator.games.combat_solitaire import scenario_generator
    from generator.games.combat_solitaire.documents import TEMPLATE

    template = require_playable(catalog, TEMPLATE, _load_document(name, catalog.templates, "NO_TEMPLATE"))
    return scenario_generator.fill_template(catalog, template, seed)


def _load_document(name: str, shelf: Any, fault: str) -> dict[str, Any]:
    from generator.table.answer_parser import parse_json

    if not exists(Path(name)):
        if name not in shelf:
            raise HorahError(fault, given=name, known=tuple(shelf))
        return dict(shelf[name])
    document = parse_json(f"@{name}", read_text)
    if not isinstance(document, dict):
        raise HorahError("UNREADABLE.object", path=name)
    return document


@combat.command()
@KEYBOARD.file_option
@click.option("--log/--no-log", default=False)
@json_option
@lang_option
@click.pass_obj
def show(session: Session, /, path: Path | None, log: bool, as_json: bool) -> None:
    from exports.game import render

    game = KEYBOARD.read(session, path)
    documents = game.documents(PLAYER)
    if as_json and not documents:
        raise HorahError("NOT_SET_UP")
    for document in documents:
        kind = "json" if as_json else "text"
        sheets = None if as_json else ("standing", "roster")
        body = render(document, kind, catalog=game.catalog, lang=session.language, sheets=sheets)
        click.echo(body.decode(), nl=False)
    if log or not documents:
        _print_log(game, session, 0)


@combat.command("print")
@click.argument("scenario", required=False)
@click.option("--out", type=FILE)
@click.option("--sheets")
@KEYBOARD.file_option
@paper_option
@lang_option
@click.pass_obj
def print_(
    session: Session,
    /,
    scenario: str | None,
    out: Path | None,
    sheets: str | None,
    path: Path | None,
    paper: str,
) -> None:
    from exports.game import render

    catalog = catalog_of(session)
    if scenario:
        document = _require_schema(
            _load_document(scenario, {**catalog.scenarios, **catalog.templates}, "NO_SCENARIO")
        )
    else:
        document = _get_printable(KEYBOARD.read(session, path), catalog)
    kind = find_file_kind(out, KINDS)
    wanted = _check_sheets(document, sheets.split(",")) if sheets else None
    body = render(document, kind, catalog=catalog, lang=session.language, paper=paper, sheets=wanted)
    write_output(out or STDOUT, body)


def _check_sheets(document: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of sheets if the document has them; raise otherwise."""
    from exports.games.combat_solitaire.sheets import list_sheet_names

    known = list_sheet_names(document)
    for name in names:
        if name not in known:
            raise HorahError("NO_SHEET", given=name, known=known)
    return tuple(names)


def _require_schema(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document if it has the shape of its kind; raise otherwise."""
    from generator.authoring import require_schema

    return require_schema(NAME, _find_kind(document), document)


def _find_kind(document: dict[str, Any]) -> Authored:
    from generator.games.combat_solitaire.documents import AUTHORED

    return next((authored for authored in AUTHORED if authored.format == document.get("format")), AUTHORED[0])


def _get_printable(game: Game, catalog: Catalog) -> Any:
    """Return the game's document, or its scenario before setup."""
    from generator.games.combat_solitaire.settings import DEFAULT_SCENARIO

    documents = game.documents(PLAYER)
    return documents[0] if documents else game.settings.scenario or catalog.scenarios[DEFAULT_SCENARIO]


@combat.command()
@click.argument("scenario")
@json_option
@lang_option
@click.pass_obj
def check(session: Session, /, scenario: str, as_json: bool) -> None:
    from exports.game import formatter

    catalog = catalog_of(session)
    document = _load_document(scenario, {**catalog.scenarios, **catalog.templates}, "NO_SCENARIO")
    messages = formatter(catalog, session.language)
    if not as_json:
        _print_completeness(document, messages)
    findings.exit_if_refused(
        findings.check_and_print(messages, _find_kind(document), document, as_json=as_json)[1]
    )


def _print_completeness(document: dict[str, Any], messages: Any) -> None:
    """Print the completeness report of a scenario."""
    from generator.games.combat_solitaire.scenario import FORMAT, report_completeness

    if document.get("format") == FORMAT:
        fields = report_completeness(document)
        facts = {"stated": sum(is_stated for _, is_stated in fields), "all": len(fields)}
        click.echo(messages.sentence("combat.stated", facts))


@combat.command()
@click.argument("template")
@click.option("--seed", required=True)
@click.option("--out", type=FILE, default="-", show_default=True)
@lang_option
@click.pass_obj
def make(session: Session, /, template: str, seed: str, out: Path) -> None:
    from exports.kit.files import as_json

    write_output(out, as_json(_fill_template(catalog_of(session), template, seed)).encode())


@combat.command()
@click.argument("one")
@click.argument("other")
@click.option("--ground", multiple=True, metavar="HEX=TERRAIN/LEVEL")
@click.option("--low", type=click.Choice(["one", "other"]), multiple=True)
@lang_option
@click.pass_obj
def sight(session: Session, /, one: str, other: str, ground: tuple[str, ...], low: tuple[str, ...]) -> None:
    from exports.game import formatter

    from ..pages.calculators import CALCULATORS

    given = {"one": one, "other": other, "ground": " ".join(ground), **{f"{end}_low": "1" for end in low}}
    answer = CALCULATORS["sight"].answer(given, formatter(catalog_of(session), session.language))
    for _, line in answer.rows:
        click.echo(line)
    click.echo(answer.line)


@combat.command()
@click.argument("games", nargs=-1, required=True)
@click.option("--record", "into", type=FILE, required=True)
@click.option("--title")
@lang_option
@click.pass_obj
def record(session: Session, /, games: tuple[str, ...], into: Path, title: str | None) -> None:
    from exports.game import render
    from exports.kit.files import as_json
    from generator.authoring import require_playable
    from generator.games.combat_solitaire import service_record
    from generator.games.combat_solitaire.documents import SERVICE

    catalog = catalog_of(session)
    record_document = (
        _load_document(str(into), {}, "NO_SCENARIO") if exists(into) else service_record.make_blank(catalog)
    )
    record_document = require_playable(
        catalog, SERVICE, {**record_document, **({"title": title} if title else {})}
    )
    for game_path in games:
        documents = GAME_FILE.read(catalog, Path(game_path)).documents(PLAYER)
        record_document = service_record.add_game(record_document, documents[0] if documents else {})
    write_output(into, as_json(record_document).encode())
    click.echo(render(record_document, "text", catalog=catalog, lang=session.language).decode(), nl=False)
