"""``horah study``: count many cases on all cores or on a cluster; write tables, plots and a report."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FOLDER

if TYPE_CHECKING:
    from web.cli import Session
    from web.cli.study_folder import Progress

MAX_CASES = 100_000_000


@click.command()
@click.argument("name")
@click.option("--battles", type=int)
@click.option("--seed", default="study", show_default=True)
@click.option("--out", type=FOLDER)
@click.option("--cores", type=click.IntRange(1, 256))
@click.option("--cluster")
@click.pass_obj
def study(
    session: Session,
    name: str,
    battles: int | None,
    seed: str,
    out: Path | None,
    cores: int | None,
    cluster: str | None,
) -> None:
    from generator.chance import check_seed
    from generator.study_runner import find_study as find
    from web.cli.study_folder import begin, make_manifest, publish, run

    game, study_ = find(name)
    cases = study_.usual if battles is None else battles
    if not 1 <= cases <= MAX_CASES:
        raise HorahError("BAD_CASES", most=MAX_CASES, given=cases)
    check_seed(seed)
    catalog = session.catalog(game)
    folder = out or Path("studies") / name
    manifest = make_manifest(game, study_, catalog, cases, seed)
    begin(folder, manifest)
    with progress_bar() as progress:
        finished = run(folder, manifest, session.overlay, cores=cores, cluster=cluster, progress=progress)
    if not finished:
        click.echo(say("study.stopped", folder=str(folder)), err=True)
        click.get_current_context().exit(130)
    made = publish(folder, manifest, study_, catalog)
    click.echo(say("study.done", count=len(made), folder=str(folder)))


@contextmanager
def progress_bar(word: str = "study.counting") -> Iterator[Progress]:
    """Show a progress bar with the remaining time.

    An interrupt stops after the running chunks and keeps their results.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    stopped: list[int] = []
    before = {
        each: signal.signal(each, lambda number, _: stopped.append(number))
        for each in (signal.SIGINT, signal.SIGTERM)
    }
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress_display:
            task = progress_display.add_task(say(word), total=None)

            def progress(done: int, of: int) -> bool:
                progress_display.update(task, completed=done, total=of)
                return not stopped

            yield progress
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
