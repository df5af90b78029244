"""``horah campaign``: a campaign for two people in one file, from the first battle to the last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, FOLDER, ask_yes_no, check_suffix, exists, print_json, read_text, write_output
from web.cli.options import LazyChoice, json_option, lang_option, paper_option
from web.cli.settings_options import SettingsCommand, given_settings
from web.service.tokens import new_battle_seed

from .common import GAME, SEATS, SIDES, catalog_of, name_file, parse_commanders

if TYPE_CHECKING:
    from generator.game import Procedure
    from generator.games.combat_commander.campaign.play import Campaign
    from generator.table import Prompt

SUFFIX = ".campaign.json"

Command = Callable[..., None]


def _list_names() -> Sequence[str]:
    from generator.games.combat_commander.campaign.registry import campaigns

    return list(campaigns())


def _list_endings() -> Sequence[str]:
    from generator.games.combat_commander.campaign.report import ENDINGS

    return ENDINGS


def _find_procedures(words: Sequence[str]) -> Sequence[Procedure]:
    """Return the procedure of the named campaign, or of all campaigns."""
    from generator.game import find_procedure
    from generator.games.combat_commander.campaign.registry import campaigns

    named = [word for word in words if word in campaigns()][:1] or list(campaigns())
    return [find_procedure(campaigns()[name].procedure, game=GAME) for name in named]


name_argument = click.argument("name", type=LazyChoice("campaign", _list_names))


file_option = click.option("--file", "path", type=click.Path(dir_okay=False, path_type=Path))
seat_option = click.option("--seat", type=click.Choice(SEATS), default="referee", show_default=True)
yes_option = click.option("--yes", "agreed", is_flag=True)


def settings_options(command: Command) -> Command:
    """Add the options for the seed and short settings."""
    for option in (
        click.option("--seed"),
        click.option("--commander", "commanders", metavar="SIDE=NAME", multiple=True),
        click.option("--reading", "readings", metavar="NAME=CHOICE", multiple=True),
    ):
        command = option(command)
    return command


@click.group()
def campaign() -> None: ...


@campaign.command(cls=SettingsCommand, plays=_find_procedures)
@name_argument
@file_option
@settings_options
@lang_option
@click.pass_context
def new(ctx: click.Context, /, name: str, path: Path | None, seed: str | None, **options: Any) -> None:
    path = path or Path(f"{name}{SUFFIX}")
    if exists(path):
        raise HorahError("FILE_EXISTS", path=str(path))
    started = _begin(ctx, name, seed, options)
    _write(path, started)
    click.echo(str(path), err=True)
    _print_next(started, "referee", ctx.obj)


@campaign.command()
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def show(session: Session, /, path: Path | None, seat: str, as_json: bool) -> None:
    from generator.games.combat_commander.campaign.view import view_campaign

    _print_record(view_campaign(_read(session, path)[1], seat), session, as_json)


@campaign.command("next")
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def next_(session: Session, /, path: Path | None, seat: str, as_json: bool) -> None:
    started = _read(session, path)[1]
    if as_json:
        from generator.games.combat_commander.campaign.view import view_prompt

        asked = [view_prompt(prompt, seat) for prompt in started.table.pending]
        print_json(asked)
    else:
        _print_next(started, seat, session)


@campaign.command()
@click.argument("given", metavar="ANSWER...", nargs=-1, required=True)
@file_option
@click.option("--seat", type=click.Choice(SIDES))
@lang_option
@click.pass_obj
def answer(session: Session, /, given: tuple[str, ...], path: Path | None, seat: str | None) -> None:
    from generator.table.answer_parser import parse_answer

    path, started = _read(session, path)
    prompt = _find_prompt(started, seat)
    _give_answer(started, prompt, seat, parse_answer(prompt, given, read_text))
    _write(path, started)
    _print_next(started, "referee" if seat is None else seat, session)


@campaign.command()
@click.option("--winner", type=click.Choice(SIDES))
@click.option("--ended", type=LazyChoice("ending", _list_endings))
@click.option("--marker", type=int)
@click.option("--initiative", type=click.Choice(SIDES))
@click.option("--survivors", metavar="JSON")
@click.option("--battle", type=int)
@yes_option
@file_option
@lang_option
@click.pass_obj
def report(session: Session, /, path: Path | None, battle: int | None, agreed: bool, **given: Any) -> None:
    from generator.games.combat_commander.campaign.correction import find_result_entry
    from generator.games.combat_commander.campaign.state import RESULT

    path, started = _read(session, path)
    if battle is not None:
        entry = find_result_entry(started, battle)
        prompt = started.session.asked_at(entry.n)
        value = _ask_report(session, started, prompt, given, entry.answer)
        if value is not None:
            _correct(path, started, battle, value, agreed, session)
        return
    prompt = _find_prompt(started, None)
    if prompt.ask != RESULT:
        _print_next(started, "referee", session)
        raise HorahError("NOT_ASKED.report")
    value = _ask_report(session, started, prompt, given)
    if value is None:
        return
    _give_answer(started, prompt, None, value)
    _write(path, started)
    _print_next(started, "referee", session)


def _ask_report(
    session: Session, started: Campaign, prompt: Any, given: dict[str, Any], old: Any = None
) -> Any:
    """Return the report from the options; ask for missing parts and let the player confirm it.

    Return None if the player does not confirm.
    """
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.table.answer_parser import parse_json
    from generator.table.answers import check_answer

    from . import report_questions

    survivors = given.pop("survivors")
    if all(given[name] is not None for name in ("winner", "ended", "initiative")):
        report = {**given, "marker": given["marker"] or 0}
        return report if survivors is None else {**report, "survivors": parse_json(survivors, read_text)}
    formatter = MessageFormatter(started.catalog, session.language)
    value = check_answer(prompt, report_questions.ask_report(formatter, prompt.context, given, old))
    if report_questions.confirm(formatter, prompt.context, value):
        return value
    click.echo(say("campaign.nothing_written"), err=True)
    return None


def _correct(path: Path, started: Campaign, battle: int, value: Any, agreed: bool, session: Session) -> None:
    from exports.games.combat_commander.record import format_correction
    from generator.games.combat_commander.campaign.correction import correct, find_result_entry, settle

    correction = correct(started, find_result_entry(started, battle).n, value)
    click.echo(format_correction(correction, started.catalog, session.language), nl=False)
    if not agreed and not ask_yes_no(say("campaign.keep")):
        raise click.Abort
    corrected = settle(correction)
    _write(path, corrected)
    _print_next(corrected, "referee", session)


@campaign.command()
@click.argument("count", type=int, default=1)
@yes_option
@file_option
@lang_option
@click.pass_obj
def undo(session: Session, /, count: int, agreed: bool, path: Path | None) -> None:
    from generator.games.combat_commander.campaign.play import undo as take_back

    path, started = _read(session, path)
    before = take_back(started, count)
    if not agreed and not ask_yes_no(say("campaign.agree")):
        raise click.Abort
    _write(path, before)
    _print_next(before, "referee", session)


@campaign.command()
@click.option("--battle", type=int)
@click.option("--attach", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--scenario", type=int)
@click.option("--log/--no-log", default=False)
@click.option("--out", type=FOLDER)
@paper_option
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def card(session: Session, /, path: Path | None, **options: Any) -> None:
    from generator.games.combat_commander.campaign.card import find_missing_scenario, iterate_battles

    path, started = _read(session, path)
    if options["attach"] is not None:
        _attach(path, started, options["attach"], options["scenario"])
        return
    ready = [ready_card.state for _, ready_card in iterate_battles(started.table)]
    number = max(len(ready), 1) if options["battle"] is None else options["battle"]
    at_hand = ready[number - 1] if 1 <= number <= len(ready) else None
    if at_hand and find_missing_scenario(at_hand, started.cards) is not None:
        _print_changes(at_hand, session, options["out"])
        return
    _print_card(started, number, options, session)


def _print_card(started: Campaign, number: int, options: dict[str, Any], session: Session) -> None:
    from exports.games.combat_commander.text import write_card_text, write_log_text
    from generator.games.combat_commander.campaign.view import view_battle_card

    lang = session.language
    view = view_battle_card(started, number, options["seat"])
    if options["as_json"]:
        print_json(view)
    else:
        click.echo(write_card_text(view, started.catalog, lang), nl=False)
        if options["log"]:
            click.echo(write_log_text(view, started.catalog, lang), nl=False)
    if options["out"]:
        from exports.games.combat_commander.render import write_all

        seats = SEATS if options["seat"] == "referee" else dict.fromkeys(("everyone", options["seat"]))
        views = {seat: view_battle_card(started, number, seat) for seat in seats}
        written = write_all(views, options["out"], catalog=started.catalog, lang=lang, paper=options["paper"])
        for path in written:
            click.echo(str(path), err=True)


def _print_changes(state: Any, session: Session, out: Path | None) -> None:
    from exports.games.combat_commander.record import format_changes
    from generator.games.combat_commander.campaign.registry import get_definition

    changes = get_definition(state).changes(state)
    assert changes is not None
    text = format_changes(changes, catalog_of(session), session.language)
    click.echo(text, nl=False)
    if out:
        write_output(out / "changes.txt", text.encode())


def _attach(path: Path, started: Campaign, file: Path, scenario: int | None) -> None:
    from generator.games.combat_commander.campaign.play import attach
    from generator.table.answer_parser import parse_json

    _write(path, attach(started, scenario, parse_json(f"@{file}", read_text)))
    click.echo(say("campaign.attached", scenario=scenario, file=file), err=True)


@campaign.command()
@click.option("--out", type=FILE)
@paper_option
@file_option
@seat_option
@lang_option
@click.pass_obj
def record(session: Session, /, path: Path | None, seat: str, out: Path | None, paper: str) -> None:
    from exports.games.combat_commander.pdf.record import render_record
    from generator.games.combat_commander.campaign.view import view_campaign

    record_view = view_campaign(_read(session, path)[1], seat)
    if out is None:
        _print_record(record_view, session)
        return
    write_output(
        check_suffix(out, ".pdf"), render_record(record_view, catalog_of(session), session.language, paper)
    )


@campaign.command()
@name_argument
@click.option("--out", type=FILE)
@paper_option
@lang_option
@click.pass_obj
def blank(session: Session, /, name: str, out: Path | None, paper: str) -> None:
    from exports.games.combat_commander.blank_record import render_blank_record

    target = check_suffix(out or Path(f"{name}-record.pdf"), ".pdf")
    write_output(target, render_blank_record(name, catalog_of(session), session.language, paper))


def _print_record(record_view: dict[str, Any], session: Session, as_json: bool = False) -> None:
    from exports.games.combat_commander.record import format_record

    if as_json:
        print_json(record_view)
    else:
        click.echo(format_record(record_view, catalog_of(session), session.language), nl=False)


def parse_chance(value: str) -> Fraction:
    """Parse a probability such as 0.4 or 2/5."""
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(say("campaign.how_chance", given=value)) from None


@campaign.command()
@click.option("--win", type=parse_chance, default="1/2", show_default=True)
@click.option("--attack", type=parse_chance)
@click.option("--recon", type=parse_chance)
@click.option("--defend", type=parse_chance)
@click.option("--policy", type=click.Choice(["far", "near", "even"]), default="even", show_default=True)
@click.option("--automatic", type=parse_chance, default="1/10", show_default=True)
@click.option("--margin", type=int, default=15, show_default=True)
@file_option
@json_option
@lang_option
@click.pass_obj
def outlook(session: Session, /, path: Path | None, as_json: bool, **given: Any) -> None:
    from exports.games.combat_commander.record import format_outlook
    from generator.games.combat_commander.campaign.outlook import Assumptions
    from generator.games.combat_commander.campaign.outlook import compute_outlook as look

    started = _read(session, path)[1]
    stated = Assumptions(
        given["win"], _share_postures(given), given["policy"], given["automatic"], given["margin"]
    )
    chances = look(started.state, stated)
    if as_json:
        print_json(chances.json())
    else:
        click.echo(format_outlook(chances, started.name, started.catalog, session.language), nl=False)


def _share_postures(given: dict[str, Any]) -> dict[Any, Fraction]:
    """Return the share of each posture; unnamed postures share the rest equally."""
    names = ("attack", "recon", "defend")
    named = {name: given[name] for name in names if given[name] is not None}
    free = len(names) - len(named)
    rest = 1 - sum(named.values(), Fraction(0))
    return {name: named.get(name, rest / free if free else Fraction(0)) for name in names}


@campaign.command(cls=SettingsCommand, plays=_find_procedures)
@name_argument
@click.option("--auto", is_flag=True, required=True)
@file_option
@settings_options
@json_option
@lang_option
@click.pass_context
def play(ctx: click.Context, /, name: str, path: Path | None, seed: str | None, **options: Any) -> None:
    from generator.games.combat_commander.campaign.view import view_campaign

    if given_settings(ctx).get("dice") == "typed" or given_settings(ctx).get("results") == "person":
        raise HorahError("UNANSWERED.auto")
    machine = {"axis_commander": "random", "allied_commander": "random", "results": "fought"}
    started = _begin(ctx, name, seed, options, machine)
    if path is not None:
        _write(path, started)
    _print_record(view_campaign(started, "referee"), ctx.obj, options["as_json"])


@campaign.command()
@name_argument
@lang_option
@click.pass_obj
def readings(session: Session, /, name: str) -> None:
    lang = session.language
    for setting in catalog_of(session).campaigns[name].settings.values():
        click.echo(f"{setting.id} ({setting.rule}): {setting.title[lang]}. {setting.summary[lang]}")
        for choice, words in setting.choices.items():
            mark = "*" if choice == setting.default else " "
            click.echo(f"  {mark} {choice}: {words[lang]}")


def _begin(
    ctx: click.Context,
    name: str,
    seed: str | None,
    options: dict[str, Any],
    otherwise: Mapping[str, str] | None = None,
) -> Campaign:
    """Start a campaign with the given settings."""
    from generator.games.combat_commander.campaign.play import start_campaign as begin

    short = {
        point: choice for point, _, choice in (reading.partition("=") for reading in options["readings"])
    }
    values = {
        **(otherwise or {}),
        **given_settings(ctx),
        **parse_commanders(options["commanders"]),
        "readings": short,
    }
    catalog = catalog_of(ctx.obj)
    (procedure,) = _find_procedures([name])
    return begin(catalog, name, seed or new_battle_seed(), procedure.read(catalog, values))


def _read(session: Session, path: Path | None) -> tuple[Path, Campaign]:
    """Read the campaign in a file; raise an error if it is incomplete, and leave the file unchanged."""
    from generator.games.combat_commander.campaign.document import read_campaign

    path = path or _find_only_file()
    try:
        return path, read_campaign(catalog_of(session), read_text(path))
    except HorahError as fault:
        raise fault if fault.code == "UNREADABLE" else name_file(path, fault) from None


def _find_only_file() -> Path:
    files = sorted(Path().glob(f"*{SUFFIX}"))
    if len(files) == 1:
        return files[0]
    if files:
        raise HorahError("WHICH_FILE", names=[str(path) for path in files])
    raise HorahError("NO_FILE.campaign", suffix=SUFFIX)


def _write(path: Path, started: Campaign) -> None:
    from exports.kit.files import write_file
    from generator.games.combat_commander.campaign.document import write_text as written

    write_file(path, written(started).encode())


def _find_prompt(started: Campaign, seat: str | None) -> Prompt:
    """Return the prompt that a seat must answer; without a seat, the only one."""
    pending = started.table.pending
    if not pending:
        raise HorahError("FINISHED.campaign")
    mine = [prompt for prompt in pending if seat is None or prompt.seat in (seat, "everyone")]
    if len(mine) == 1:
        return mine[0]
    raise HorahError("WHO", seats=[prompt.seat for prompt in pending])


def _give_answer(started: Campaign, prompt: Prompt, seat: str | None, value: Any) -> None:
    """Answer for the asked seat; if everyone is asked, for the given seat or the first person."""
    from generator.games.combat_commander.campaign.play import answer as take

    if prompt.seat != "everyone":
        take(started, prompt.seat, value)
    else:
        take(started, seat or next(iter(started.session.persons), SIDES[0]), value)


def _print_next(started: Campaign, seat: str, session: Session) -> None:
    """Print the next questions, with numbered options for those who may see them."""
    from exports.games.combat_commander.questions import question_text

    click.echo(question_text(started, seat, session.language), nl=False)
