"""``horah advise``: how often to make which secret choice of RS.5, and the cost of a wrong one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FILE, exists, read_text, write_output
from web.cli.options import json_option

from .common import catalog_of

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from generator.games.combat_commander.studies.choice import Pairing
    from web.cli import Session

MAX_FIGHTS = 10_000
SAVE_INTERVAL_FIGHTS = 25  # fights between two saves, so a crash loses no more than these


@click.command()
@click.option("--axis", required=True)
@click.option("--allied", required=True)
@click.option("--year", type=int, required=True)
@click.option("--axis-quality", default="line", show_default=True)
@click.option("--allied-quality", default="line", show_default=True)
@click.option("--fights")
@click.option("--seed", default="hora-h", show_default=True)
@click.option("--cores", type=click.IntRange(1, 256))
@click.option("--keep", type=FILE)
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
    keep: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from exports.games.combat_commander.oob_choice import choice_text
    from generator.chance import check_seed
    from generator.games.combat_commander.studies.choice import Pairing, list_options
    from web.games.combat_commander.service.bundled_studies import find_advice

    catalog = catalog_of(session)
    pairing = Pairing(axis, allied, year, axis_quality, allied_quality)
    list_options(catalog, pairing)
    study: Mapping[str, Any] | None
    if fights is None:
        study = find_advice(pairing)
    else:
        stages = _parse_stages(fights)
        check_seed(seed)
        place = keep or Path("studies") / f"{pairing.get_name()}.fights.json"
        study = _run_fights(catalog, pairing, seed, stages, cores, place)
        if study is None:
            click.echo(say("advise.stopped", file=str(place)), err=True)
            click.get_current_context().exit(130)
    written = json.dumps(study, ensure_ascii=False, sort_keys=True)
    click.echo(written if as_json else choice_text(study, MessageFormatter(catalog, session.language)))
    if out is not None:
        write_output(out, (written + "\n").encode())


def _run_fights(
    catalog: Catalog, pairing: Pairing, seed: str, stages: tuple[int, ...], cores: int | None, place: Path
) -> Mapping[str, Any] | None:
    """Run the fights that are not stored yet, and save as they finish; return None if interrupted."""
    from exports.kit.files import write_file
    from generator.games.combat_commander.studies import choice
    from web.commands.study import progress_bar

    fought: choice.FightResults = {}
    if exists(place):
        try:
            there = choice.load_results(json.loads(read_text(place)), pairing, seed, catalog.version)
        except ValueError:
            there = None
        if there is None:
            raise HorahError("OTHER_FIGHTS", file=str(place))
        fought |= there

    def kept() -> None:
        written = choice.save_results(pairing, seed, catalog.version, fought)
        write_file(place, (json.dumps(written, ensure_ascii=False, sort_keys=True) + "\n").encode())

    kept()  # report an unwritable file before any fight
    try:
        with progress_bar("advise.fighting") as shown:

            def progress(done: int, of: int) -> bool:
                if done % SAVE_INTERVAL_FIGHTS == 0:
                    kept()
                return shown(done, of)

            return choice.run_choice_study(
                catalog, pairing, seed, stages, cores=cores, progress=progress, earlier=fought
            )
    finally:
        kept()


def _parse_stages(text: str) -> tuple[int, ...]:
    words = text.split(",")
    stages = tuple(int(word) for word in words if word.isdecimal() and len(word) <= len(str(MAX_FIGHTS)))
    rising = all(1 <= one < two <= MAX_FIGHTS for one, two in zip((0, *stages), stages, strict=False) if one)
    if len(stages) != len(words) or not rising or not 1 <= stages[0] <= MAX_FIGHTS:
        raise HorahError("BAD_STAGES", given=text, most=MAX_FIGHTS)
    return stages
