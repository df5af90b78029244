"""``horah calc``: run a game's calculators on typed fields."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import FILE, print_json
from web.cli.options import json_option, lang_option
from web.cli.session_file import read_json_file
from web.games.calculators import Calculators, check_inputs, find_calculator
from web.games.registry import games


def calculators_of(game: str) -> Calculators:
    """Return the aids of a game; raise with the names of the games that have some if it has none."""
    known = tuple(each.id for each in games().values() if each.calculators)
    if game not in known:
        raise HorahError("BAD_GAME", given=game, known=known)
    calculators: Calculators = resolve_name(games()[game].calculators)
    return calculators


def print_answer(
    session: Session,
    game: str,
    name: str,
    given: Sequence[str],
    *,
    document: Path | None = None,
    as_json: bool = False,
) -> None:
    """Print an aid's answer to ``field=value`` words; a word alone ticks the field."""
    from exports.game import formatter

    calculator = find_calculator(calculators_of(game), name)  # before the catalogue: an unknown game has none
    words = formatter(session.catalog(game), session.language)
    pairs = (each.partition("=") for each in given)
    fields = check_inputs(calculator, {one: value or "1" for one, _, value in pairs}, words)
    answer = calculator.answer(fields, words, None if document is None else read_json_file(document))
    if as_json:
        print_json(answer.json())
        return
    click.echo(answer.line)
    for head, cell in answer.rows:
        click.echo(f"  {head:<36} {cell}")


@click.command()
@click.argument("game")
@click.argument("name", required=False)
@click.argument("given", metavar="FIELD=VALUE...", nargs=-1)
@click.option("--document", type=FILE)
@json_option
@lang_option
@click.pass_obj
def calc(
    session: Session,
    /,
    game: str,
    name: str | None,
    given: tuple[str, ...],
    document: Path | None,
    as_json: bool,
) -> None:
    if name is not None:
        print_answer(session, game, name, given, document=document, as_json=as_json)
        return
    from exports.game import formatter

    calculators = calculators_of(game)
    words = formatter(session.catalog(game), session.language)
    for name_, calculator in calculators.items():
        click.echo(f"{name_}: {words.term(f'aid_title.{name_}')}")
        for field in calculator.inputs:
            options = " | ".join(field.choice_names(words).values())
            range_ = f"{field.least}–{field.most}" if field.kind == "number" else options
            line = say("calc.field", label=words.term(f"input.{field.name}"), legal=range_ or "-")
            click.echo(f"  {field.name:<20} {line}")
