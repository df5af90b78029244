"""``horah odds``: exact odds, given the known facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from web.cli.io import print_json
from web.cli.options import json_option

from .common import catalog_of

if TYPE_CHECKING:
    from web.cli import Session


@click.command()
@click.option("--axis")
@click.option("--allied")
@click.option("--year", type=int)
@click.option("--axis-quality")
@click.option("--allied-quality")
@click.option("--edition", default="corrected", show_default=True)
@json_option
@click.pass_obj
def odds(
    session: Session,
    axis: str | None,
    allied: str | None,
    year: int | None,
    axis_quality: str | None,
    allied_quality: str | None,
    edition: str,
    as_json: bool,
) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from exports.games.combat_commander.odds import format_odds
    from generator.games.combat_commander.balance.matchup_odds import Known, compute_matchup_odds, to_document

    catalog = catalog_of(session)
    known = Known(axis, year, allied, axis_quality, allied_quality)
    document = to_document(compute_matchup_odds(catalog, known, edition), edition)
    if as_json:
        print_json(document)
    else:
        click.echo(format_odds(document, MessageFormatter(catalog, session.language)))
