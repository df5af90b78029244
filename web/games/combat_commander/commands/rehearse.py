"""``horah rehearse``: fight a card many times and measure its odds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FILE, print_json, write_output
from web.cli.options import json_option

from .common import catalog_of, load_card

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from catalogs.games.combat_commander.model import Side
    from exports.games.combat_commander.messages import MessageFormatter
    from web.cli import Session

MAX_FIGHTS = 100_000


@click.command()
@click.argument("file", metavar="CARD", required=False)
@click.option("--seed")
@click.option("--times", type=int, default=200, show_default=True)
@click.option("--fights", default="1", show_default=True)
@click.option("--film", type=FILE)
@click.option("--cores", type=click.IntRange(1, 256))
@click.option("--level", "levels", metavar="[SIDE=]NAME", multiple=True)
@click.option("--styles", is_flag=True)
@click.option("--estimate", is_flag=True)
@json_option
@click.pass_obj
def rehearse(
    session: Session,
    file: str | None,
    seed: str | None,
    times: int,
    fights: str,
    film: Path | None,
    cores: int | None,
    levels: tuple[str, ...],
    styles: bool,
    estimate: bool,
    as_json: bool,
) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from exports.games.combat_commander.rehearsal import format_film, format_rehearsal
    from generator.chance import check_seed
    from generator.games.combat_commander.rehearsal.commander_names import check_commanders
    from generator.games.combat_commander.rehearsal.outcome import make_fight_seed
    from generator.games.combat_commander.rehearsal.outcome import make_film as filmed
    from generator.games.combat_commander.rehearsal.rehearse import rehearse as fight_out
    from generator.games.combat_commander.rehearsal.summary import summarise
    from web.commands.study import progress_bar

    if (file is None) == (seed is None):
        raise click.UsageError(say("rehearse.one"))
    if not 1 <= times <= MAX_FIGHTS:
        raise HorahError("BAD_TIMES", most=MAX_FIGHTS, given=times)
    catalog = catalog_of(session)
    card = _load_card(file, seed, catalog)
    check_seed(fights)
    formatter = MessageFormatter(catalog, session.language)
    if estimate:
        _show_estimate(card, formatter, as_json=as_json)
        return
    if styles:
        _show_styles(card, formatter, fights, times, cores, as_json=as_json)
        return
    kinds = check_commanders(catalog, _parse_levels(levels))
    with progress_bar("rehearse.fighting") as progress:
        result = fight_out(card, catalog, fights, times, cores=cores, kinds=kinds, progress=progress)
    document = summarise(result, kinds)
    if as_json:
        print_json(document)
    else:
        click.echo(format_rehearsal(document, card, formatter))
    if film is not None:
        steps = filmed(card, catalog, make_fight_seed(fights, 0), kinds).steps
        write_output(film, format_film(steps, formatter).encode())


def _parse_levels(words: tuple[str, ...]) -> dict[Side, str]:
    """Parse ``veteran`` for both sides or ``axis=bold`` for one; the last one given counts."""
    from generator.games.combat_commander.rehearsal.commander_names import DEFAULT_LEVEL
    from generator.games.combat_commander.rehearsal.state import SIDES

    levels: dict[Side, str] = dict.fromkeys(SIDES, DEFAULT_LEVEL)
    for word in words:
        side, found, name = word.rpartition("=")
        if found and side not in SIDES:
            raise click.BadParameter(say("how_commander", given=word))
        levels.update(dict.fromkeys([each for each in SIDES if side in ("", each)], name))
    return levels


def _show_styles(
    card: dict[str, Any],
    formatter: MessageFormatter,
    seed: str,
    times: int,
    cores: int | None,
    *,
    as_json: bool,
) -> None:
    """Fight every style against every style and print how far the odds depend on them."""
    from exports.games.combat_commander.rehearsal import format_styles
    from generator.games.combat_commander.rehearsal.styles import fight_styles, summarise_styles
    from web.commands.study import progress_bar

    with progress_bar("rehearse.fighting") as progress:
        pairings = fight_styles(card, formatter.catalog, seed, times, cores=cores, progress=progress)
    document = summarise_styles(pairings)
    if as_json:
        print_json(document)
    else:
        click.echo(format_styles(document, formatter))


def _show_estimate(card: dict[str, Any], formatter: MessageFormatter, *, as_json: bool) -> None:
    """Print the estimated odds of a card, which needs no fight."""
    from exports.games.combat_commander.rehearsal import format_estimate
    from generator.games.combat_commander.balance.estimate import estimate_odds
    from generator.games.combat_commander.rehearsal.check import check_rehearsable

    check_rehearsable(card, formatter.catalog)
    estimate = estimate_odds(card, formatter.catalog)
    assert estimate is not None
    if as_json:
        print_json(estimate.json())
    else:
        click.echo(format_estimate(estimate.json(), formatter))


def _load_card(file: str | None, seed: str | None, catalog: Catalog) -> dict[str, Any]:
    """Return the card of a file or the library, or make the battle of a seed with its secrets."""
    from generator.games.combat_commander.authoring.checks import require_well_formed
    from generator.games.combat_commander.battle.make import make
    from generator.games.combat_commander.battle.settings import Settings

    if file is None:
        assert seed is not None
        return make(catalog, Settings(), seed).card()
    return require_well_formed(load_card(file, catalog))
