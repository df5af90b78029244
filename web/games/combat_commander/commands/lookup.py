"""``horah lookup`` and ``horah support``: tables to consult during play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import click

from web.cli.io import print_json
from web.cli.options import LazyChoice, json_option, lang_option

from .common import SIDES, catalog_of, read_card

if TYPE_CHECKING:
    from web.cli import Session


def _list_factions() -> Sequence[str]:
    from catalogs.games.combat_commander import load

    return list(load().factions)


def _list_rules() -> Sequence[str]:
    from generator.games.combat_commander.support_in_play import RULES

    return RULES


@click.command()
@click.argument("faction", type=LazyChoice("faction", _list_factions))
@click.argument("year", type=int)
@click.argument("roll", type=int, required=False)
@json_option
@lang_option
@click.pass_obj
def lookup(session: Session, /, faction: str, year: int, roll: int | None, as_json: bool) -> None:
    from exports.games.combat_commander.lookup import format_year, look_up_year

    catalog = catalog_of(session)
    tables = look_up_year(catalog, faction, year, session.language)
    if as_json:
        print_json(asdict(tables))
    else:
        click.echo(format_year(tables, catalog, session.language, roll), nl=False)


@click.command()
@click.argument("card")
@click.option("--side", type=click.Choice(SIDES), required=True)
@click.option("--rule", type=LazyChoice("rule", _list_rules), required=True)
@click.option("--dice", type=click.IntRange(1, 6), nargs=2)
@json_option
@lang_option
@click.pass_obj
def support(session: Session, /, card: str, side: Any, rule: str, as_json: bool, **given: Any) -> None:
    from exports.games.combat_commander.lookup import format_support_roll, roll_support
    from generator.games.combat_commander.dice import DIE

    catalog = catalog_of(session)
    document = read_card(card, catalog)
    dice = given["dice"] or tuple(DIE[randbelow(len(DIE))] for _ in range(2))
    result = roll_support(catalog, document, side, rule, sum(dice), session.language)
    if as_json:
        print_json({"dice": dice, **asdict(result)})
    else:
        click.echo(f"{dice[0]} + {dice[1]}\n{format_support_roll(result)}", nl=False)
