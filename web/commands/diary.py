"""``horah diary``: keep battle results in a file: new, add, results, export, import, show, figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.table import EVERYONE
from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, print_json, read_text, write_json, write_output
from web.cli.options import json_option
from web.cli.results_file import write_results

if TYPE_CHECKING:
    from exports.kit.messages import MessageFormatter
    from generator.diary.model import Diary
    from generator.tournament.match import Match

file_argument = click.argument("file", type=FILE)
number_argument = click.argument("number", type=int)


@click.group()
def diary() -> None:
    pass


@diary.command()
@file_argument
@click.option("--game", required=True)
@click.option("--title", default="")
def new(file: Path, game: str, title: str) -> None:
    from generator.diary.model import Diary
    from generator.tournament.cards import find_match

    find_match(game)
    _write(file, Diary(game, " ".join(title.split())[:80]))


@diary.command()
@file_argument
@click.option("--first", required=True, metavar="NAME[,NATION[,POSTURE]]")
@click.option("--second", required=True, metavar="NAME[,NATION[,POSTURE]]")
@click.option("--winner", type=click.Choice(("first", "second", "nobody")))
@click.option("--how", default="")
@click.option("--vp", type=int)
@click.option("--day", default="")
@click.option("--evening", default="")
@click.option("--title", default="")
@click.option("--map", "map_name", default="")
@click.option("--story", default="")
@click.option("--photo", default="")
@click.option("--address", default="")
@click.option("--odds", type=float)
@click.option("--private", is_flag=True)
@click.option("--number", type=int)
@click.pass_obj
def add(
    session: Session,
    /,
    file: Path,
    first: str,
    second: str,
    winner: Any,
    map_name: str,
    number: int | None,
    **details: Any,
) -> None:
    from generator.diary import actions
    from generator.diary.model import Battle, Fighter

    current = _read(session, file)
    match, catalog = _rules(session, current)
    fighters = [Fighter(*(part.strip() for part in each.split(",")[:3])) for each in (first, second)]
    battle = Battle(fighters[0], fighters[1], winner=winner or "", map=map_name, **details)
    if number is None:
        current = actions.enter(current, match, catalog, battle)
    else:
        current = actions.correct(current, match, catalog, number, battle)
    _write(file, current)


@diary.command("results")
@file_argument
@click.argument("tournament", type=FILE)
@click.option("--address", default="")
@click.pass_obj
def take_results(session: Session, file: Path, tournament: Path, address: str) -> None:
    from generator.diary import results
    from generator.tournament import cards
    from generator.tournament.file import read_file
    from web.games.registry import diary_facts_from_card

    current, played = _read(session, file), read_file(read_text(tournament))
    if played.game != current.game:
        raise HorahError("DIARY.other_game")
    match, catalog = _rules(session, current)
    voice = _voice(session, current)

    def known(number: int, table: int) -> Mapping[str, Any]:
        if not cards.is_generated(played, number, table):
            return {}
        return diary_facts_from_card(
            current.game, cards.view_table_card(played, catalog, number, table, EVERYONE), match, voice
        )

    details = results.list_tournament_battles(played, address.strip(), known)
    _write(file, results.import_battles(current, match, catalog, details))


@diary.command("export")
@file_argument
@click.option("--out", type=FILE, required=True)
@click.pass_obj
def export_results(session: Session, file: Path, out: Path) -> None:
    from generator.results import list_diary_results

    write_results(out, list_diary_results(_read(session, file)))


@diary.command("import")
@file_argument
@click.argument("results", type=FILE)
@click.pass_obj
def import_results(session: Session, file: Path, results: Path) -> None:
    from generator.results import add_to_diary, read_file

    current = _read(session, file)
    given = read_file(read_text(results), session.catalogs, current.game)
    _write(file, add_to_diary(current, *_rules(session, current), given))


@diary.command()
@file_argument
@number_argument
@click.pass_obj
def rematch(session: Session, file: Path, number: int) -> None:
    from generator.diary import actions

    current = _read(session, file)
    _write(file, actions.rematch(current, *_rules(session, current), number))


@diary.command()
@file_argument
@number_argument
@click.pass_obj
def strike(session: Session, file: Path, number: int) -> None:
    from generator.diary import actions

    _write(file, actions.strike(_read(session, file), number))


@diary.command()
@file_argument
@click.pass_obj
def show(session: Session, file: Path) -> None:
    from exports.diary.text import format_result, format_sides

    current = _read(session, file)
    match, _ = _rules(session, current)
    voice = _voice(session, current)
    for each in current.battles:
        head = " · ".join(part for part in (each.day, each.evening, each.title) if part)
        click.echo(f"{each.number}. {head}" if head else f"{each.number}.")
        click.echo(f"   {' – '.join(format_sides(each, match, voice))}. {format_result(each, voice)}")
        if each.story:
            click.echo(f"   {each.story}")
    if not current.battles:
        click.echo(say("diary.empty"))


@diary.command()
@file_argument
@click.option("--player", default="")
@json_option
@click.pass_obj
def figures(session: Session, file: Path, player: str, as_json: bool) -> None:
    from exports.diary.text import make_parts
    from exports.kit.text import grid_lines
    from generator.diary import figures as adding

    current = _read(session, file)
    if player:
        _known(current, player)
    whole = adding.count_player_figures(current, player) if player else adding.count_club_figures(current)
    if as_json:
        print_json(asdict(whole))
        return
    match, _ = _rules(session, current)
    for part in make_parts(whole, match, _voice(session, current), of_one=bool(player)):
        click.echo(part.title)
        for line in grid_lines(part.grid):
            click.echo(f"  {line}")
        if part.note:
            click.echo(f"  {part.note}")


@diary.command("print")
@file_argument
@click.option("--out", type=FILE, required=True)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True)
@click.option("--player", default="")
@click.pass_obj
def print_diary(session: Session, file: Path, out: Path, paper: str, player: str) -> None:
    from exports.diary.sheets import DiaryOptions, render_pdf

    current = _read(session, file)
    if player:
        _known(current, player)
    write_output(
        out, render_pdf(current, *_rules(session, current), DiaryOptions(paper, session.language, player))
    )


def _known(current: Diary, player: str) -> None:
    if player.casefold() not in (name.casefold() for name in current.players):
        raise HorahError("TOURNAMENT.unknown_name", given=player, known=", ".join(current.players))


def _read(session: Session, file: Path) -> Diary:
    from generator.diary.file import read_file

    return read_file(read_text(file), session.catalogs)


def _write(file: Path, current: Diary) -> None:
    from generator.diary.file import write

    write_json(file, write(current))


def _rules(session: Session, current: Diary) -> tuple[Match, Any]:
    from generator.tournament.cards import find_match

    return find_match(current.game), session.catalog(current.game)


def _voice(session: Session, current: Diary) -> MessageFormatter:
    from exports.game import formatter

    return formatter(session.catalog(current.game), session.language)
