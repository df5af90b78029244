"""``horah ratings``: rate the players and sides of a diary, a tournament or a results file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli import Session
from web.cli.io import FILE, print_json, read_text
from web.cli.options import json_option

if TYPE_CHECKING:
    from generator.results import Results


@click.command()
@click.argument("file", type=FILE)
@click.option("--game", default="")
@json_option
@click.pass_obj
def ratings(session: Session, file: Path, game: str, as_json: bool) -> None:
    from exports.diary.text import make_calibration_part
    from exports.game import formatter
    from exports.kit.text import grid_lines
    from exports.ratings.text import list_notes, make_player_grid, make_side_grid
    from generator.ratings import rate_results
    from generator.tournament.cards import find_match

    results = _read(session, file, game)
    rated = rate_results(results)
    if as_json:
        print_json(asdict(rated))
        return
    words, match = formatter(session.catalog(results.game), session.language), find_match(results.game)
    for note in list_notes(rated, words):
        click.echo(note)
    grids = [make_player_grid(rated, words), make_side_grid(rated, match, words)]
    if rated.calibration:
        part = make_calibration_part(rated.calibration, words)
        grids.append(part.grid)
    for grid in grids:
        if grid.rows:
            click.echo()
        for line in grid_lines(grid) if grid.rows else ():
            click.echo(f"  {line}")
    if rated.calibration:
        click.echo(f"  {part.note}")


def _read(session: Session, file: Path, game: str) -> Results:
    """Read a diary, a tournament or a results file, by what it says it is."""
    from generator.results import read_file
    from web.games.registry import default_game

    text = read_text(file)
    found = read_any_results(session, text)
    return found or read_file(text, session.catalogs, game or default_game().id)


def read_any_results(session: Session, text: str) -> Results | None:
    """Return the results of a diary, a tournament or a results file as JSON; None for anything else."""
    from generator import results
    from generator.diary import file as diaries
    from generator.tournament import file as tournaments
    from schemas.json_input import read_json

    try:
        document: Any = read_json(text)
    except ValueError:
        return None
    kind = document.get("format") if isinstance(document, dict) else None
    if kind == diaries.FORMAT:
        return results.list_diary_results(diaries.read_untrusted(document, session.catalogs))
    if kind == tournaments.FORMAT:
        return results.list_tournament_results(tournaments.read_untrusted(document))
    if kind == results.FORMAT:
        return results.read_untrusted(document, session.catalogs)
    return None
