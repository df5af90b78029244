"""``horah tournament``: run a tournament from a file; the owner of the file is the organiser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, check_suffix, print_json, read_text, write_json, write_output
from web.cli.options import json_option, paper_option
from web.cli.results_file import write_results

if TYPE_CHECKING:
    from generator.tournament.match import Match
    from generator.tournament.model import Tournament

file_argument = click.argument("file", type=FILE)


@click.group()
def tournament() -> None:
    pass


@tournament.command()
@file_argument
@click.option("--game", required=True)
@click.option("--title", default="")
@click.option("--system", default="swiss", show_default=True)
@click.option("--rounds", type=int, default=3, show_default=True)
@click.option("--player", "players", multiple=True)
@click.option("--seed")
@click.pass_obj
def new(
    session: Session,
    file: Path,
    game: str,
    title: str,
    system: str,
    rounds: int,
    players: tuple[str, ...],
    seed: str | None,
) -> None:
    from generator.chance import check_seed
    from generator.tournament import actions, cards
    from web.service.tokens import new_table_seed

    cards.find_match(game)
    drawn = check_seed(seed) if seed else new_table_seed()
    _write(file, actions.new_tournament(game, title, system, rounds, players, drawn))


@tournament.command()
@file_argument
@click.argument("names", nargs=-1, required=True)
def add(file: Path, names: tuple[str, ...]) -> None:
    from generator.tournament import actions

    current = _read(file)
    for name in names:
        current = actions.enter(current, name)
    _write(file, current)


@tournament.command()
@file_argument
@click.argument("name")
@click.option("--back", is_flag=True)
def leave(file: Path, name: str, back: bool) -> None:
    from generator.tournament import actions

    current = _read(file)
    act = actions.come_back if back else actions.leave
    _write(file, act(current, _number(current, name)))


@tournament.command()
@file_argument
@click.argument("name")
@click.argument("better")
def rename(file: Path, name: str, better: str) -> None:
    from generator.tournament import actions

    current = _read(file)
    _write(file, actions.rename(current, _number(current, name), better))


@tournament.command()
@file_argument
@click.option("--battles", "kind", default="own", show_default=True)
@click.option("--name", "names", multiple=True)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE")
@click.pass_obj
def draw(session: Session, file: Path, kind: str, names: tuple[str, ...], settings: tuple[str, ...]) -> None:
    from generator.tournament import actions, cards
    from generator.tournament.model import BATTLES, Plan

    current = _read(file)
    wanted = next((each for each in BATTLES if each == kind), None)
    if wanted is None:
        raise HorahError("TOURNAMENT.battles", given=kind, known=BATTLES)
    match, catalog = _rules(session, current)
    plan = Plan(wanted, names, _settings(settings, match, catalog))
    cards.check_plan(plan, match, catalog)
    current = actions.draw(current, match, catalog, plan)
    _write(file, current)
    _show(session, current, "pairings", 0)


@tournament.command()
@file_argument
def undo(file: Path) -> None:
    from generator.tournament import actions

    _write(file, actions.undraw(_read(file)))


@tournament.command()
@file_argument
@click.argument("one")
@click.argument("other")
def swap(file: Path, one: str, other: str) -> None:
    from generator.tournament import actions

    current = _read(file)
    _write(file, actions.swap(current, _number(current, one), _number(current, other)))


@tournament.command()
@file_argument
@click.argument("table", type=int)
@click.option("--round", "number", type=int, default=0)
@click.option("--winner", metavar="NAME")
@click.option("--how", default="")
@click.option("--figure", "figures", multiple=True, metavar="NAME=NUMBER")
@click.option("--note", default="")
@click.option("--back", is_flag=True)
@click.pass_obj
def report(
    session: Session,
    file: Path,
    table: int,
    number: int,
    winner: str | None,
    how: str,
    figures: tuple[str, ...],
    note: str,
    back: bool,
) -> None:
    from generator.tournament import actions
    from generator.tournament.model import Report

    current = _read(file)
    number = number or len(current.rounds)
    if back:
        _write(file, actions.unreport(current, number, table))
        return
    match, catalog = _rules(session, current)
    pairing = actions.find_table(current, number, table)
    side: Any = "nobody"
    if winner:
        place = _number(current, winner)
        if place not in pairing.players:
            raise HorahError("TOURNAMENT.not_there", name=winner, table=table)
        side = ("first", "second")[pairing.players.index(place)]
    result = Report(side, how or match.endings[0], dict(map(_figure, figures)), note)
    current = actions.report(current, match, catalog, number, table, result)
    _write(file, current)
    _show(session, current, "pairings", number)


@tournament.command()
@file_argument
@click.option("--round", "number", type=int, default=0)
@json_option
@click.pass_obj
def show(session: Session, file: Path, number: int, as_json: bool) -> None:
    from generator.tournament.standing import compute_standings

    current = _read(file)
    if as_json:
        match, catalog = _rules(session, current)
        rows = [
            {
                "place": line.place,
                "name": current.player(line.number).name,
                "points": float(line.points),
                "won": line.won,
                "played": line.played,
            }
            for line in compute_standings(current, match, catalog)
        ]
        print_json(rows)
        return
    if current.rounds:
        _show(session, current, "pairings", number)
        click.echo()
    _show(session, current, "standings", 0)


@tournament.command("export")
@file_argument
@click.option("--out", type=FILE, required=True)
@click.option("--address", default="")
@click.pass_obj
def export_results(session: Session, file: Path, out: Path, address: str) -> None:
    from generator.results import list_tournament_results
    from generator.tournament.standing import compute_standings
    from generator.tournament.trf import write_trf

    current = _read(file)
    match, catalog = _rules(session, current)
    results = list_tournament_results(current, address.strip())
    write_results(out, results, lambda: write_trf(current, compute_standings(current, match, catalog)))


@tournament.command("import")
@file_argument
@click.argument("results", type=FILE)
@click.pass_obj
def import_results(session: Session, file: Path, results: Path) -> None:
    from generator.results import read_file, report_to_tournament

    current = _read(file)
    given = read_file(read_text(results), session.catalogs, current.game)
    current = report_to_tournament(current, *_rules(session, current), given)
    _write(file, current)
    _show(session, current, "pairings", 0)


@tournament.command("print")
@file_argument
@click.option("--sheet", default="pairings", show_default=True)
@click.option("--round", "number", type=int, default=0)
@click.option("--table", type=int, default=0)
@click.option("--seat", default="everyone", show_default=True)
@click.option("--out", type=FILE, required=True)
@paper_option
@click.pass_obj
def print_sheet(
    session: Session, file: Path, sheet: str, number: int, table: int, seat: str, out: Path, paper: str
) -> None:
    from exports.game import render
    from exports.tournament.sheets import SheetOptions, render_pdf
    from generator.tournament import cards

    options = SheetOptions(sheet, number, paper, session.language)
    check_suffix(out, ".pdf")
    current = _read(file)
    match, catalog = _rules(session, current)
    if not table:
        write_output(out, render_pdf(current, match, catalog, options))
        return
    number = number or len(current.rounds)
    if not cards.is_generated(current, number, table):
        raise HorahError("TOURNAMENT.no_card", round=number, table=table)
    seen = cards.view_table_card(current, catalog, number, table, seat)
    wishes = {"lang": session.language, "paper": paper, "sheets": None, "url": None}
    write_output(out, render(seen, "pdf", catalog=catalog, **wishes))


def _rules(session: Session, current: Tournament) -> tuple[Match, Any]:
    from generator.tournament.cards import find_match

    return find_match(current.game), session.catalog(current.game)


def _show(session: Session, current: Tournament, sheet: str, number: int) -> None:
    from exports.tournament.sheets import SheetOptions, render_text

    match, catalog = _rules(session, current)
    click.echo(
        render_text(current, match, catalog, SheetOptions(sheet, number, lang=session.language)), nl=False
    )


def _read(file: Path) -> Tournament:
    from generator.tournament.file import read_file

    return read_file(read_text(file))


def _write(file: Path, current: Tournament) -> None:
    from generator.tournament.file import write

    write_json(file, write(current))


def _number(current: Tournament, name: str) -> int:
    """Return a player's number by name, ignoring case."""
    for each in current.players:
        if each.name.casefold() == name.casefold():
            return each.number
    raise HorahError(
        "TOURNAMENT.unknown_name", given=name, known=", ".join(each.name for each in current.players)
    )


def _settings(given: tuple[str, ...], match: Match, catalog: Any) -> dict[str, Any]:
    """Parse settings as typed; a setting with several values takes them separated by commas."""
    from generator.game import find_procedure

    described = (
        find_procedure(match.procedure, game=catalog.game).describe(catalog) if match.procedure else ()
    )
    several = {each.name for each in described if each.several}
    current = {}
    for text in given:
        name, _, value = text.partition("=")
        listed = name in several and not value.startswith("[")
        current[name] = [_value(each.strip()) for each in value.split(",")] if listed else _value(value)
    return current


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _figure(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    if not (value.isascii() and value.isdigit()):
        raise click.UsageError(say("tournament.bad_figure", given=text))
    return name, int(value)
