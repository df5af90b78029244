"""``horah advise``: the secret choice of RS.5, how often to make which and what a wrong one costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import HorahError
from web.options import json_option
from web.output import FILE, put

from .common import catalog_of

if TYPE_CHECKING:
    from web.cli import Session

MOST = 10_000


@click.command()
@click.option("--axis", required=True)
@click.option("--allied", required=True)
@click.option("--year", type=int, required=True)
@click.option("--axis-quality", default="line", show_default=True)
@click.option("--allied-quality", default="line", show_default=True)
@click.option("--fights")
@click.option("--seed", default="hora-h", show_default=True)
@click.option("--cores", type=click.IntRange(1, 256))
@click.option("--out", type=FILE)
@json_option
@click.pass_obj
def advise(
    session: Session,
    axis: str,
    allied: str,
    year: int,
    axis_quality: str,
    allied_quality: str,
    fights: str | None,
    seed: str,
    cores: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    from exports.games.combat_commander.choice import choice_text
    from exports.games.combat_commander.scribe import Scribe
    from generator.chance import check_seed
    from generator.games.combat_commander.studies.choice import Pairing, options, studied
    from web.commands.study import bar
    from web.games.combat_commander.service.studied import advice_on

    catalog = catalog_of(session)
    pairing = Pairing(axis, allied, year, axis_quality, allied_quality)
    options(catalog, pairing)
    if fights is None:
        found = advice_on(pairing)
    else:
        stages = _stages(fights)
        check_seed(seed)
        with bar("advise.fighting") as progress:
            found = studied(catalog, pairing, seed, stages, cores=cores, progress=progress)
    written = json.dumps(found, ensure_ascii=False, sort_keys=True)
    click.echo(written if as_json else choice_text(found, Scribe(catalog, session.language)))
    if out is not None:
        put(out, (written + "\n").encode())


def _stages(text: str) -> tuple[int, ...]:
    words = text.split(",")
    stages = tuple(int(word) for word in words if word.isdecimal() and len(word) <= len(str(MOST)))
    rising = all(1 <= one < two <= MOST for one, two in zip((0, *stages), stages, strict=False) if one)
    if len(stages) != len(words) or not rising or not 1 <= stages[0] <= MOST:
        raise HorahError("BAD_STAGES", given=text, most=MOST)
    return stages
