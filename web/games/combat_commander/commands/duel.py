"""``horah duel``: let two levels or styles of computer commanders fight over random cards."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli.i18n import say
from web.cli.io import FILE
from web.cli.options import json_option
from web.commands.study import progress_bar

from .common import catalog_of

if TYPE_CHECKING:
    from generator.games.combat_commander.rehearsal.duel import DuelFight
    from web.cli import Session

MAX_CARDS = 100_000


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--cards", type=click.IntRange(1, MAX_CARDS), default=200, show_default=True)
@click.option("--start", type=click.IntRange(1), default=1, show_default=True)
@click.option("--elo0", type=float, default=0.0, show_default=True)
@click.option("--elo1", type=float, default=20.0, show_default=True)
@click.option("--stop/--no-stop", default=False, show_default=True)
@click.option("--keep", type=FILE)
@click.option("--cores", type=click.IntRange(1, 256))
@json_option
@click.pass_obj
def duel(
    session: Session,
    first: str,
    second: str,
    cards: int,
    start: int,
    elo0: float,
    elo1: float,
    stop: bool,
    keep: Path | None,
    cores: int | None,
    as_json: bool,
) -> None:
    from generator.games.combat_commander.rehearsal.commander_names import check_commanders
    from generator.games.combat_commander.rehearsal.duel import (
        SequentialTest,
        collect_scores,
        rate_levels,
        run_duel,
        summarise_duel,
    )

    if first == second:
        raise click.UsageError(say("duel.two"))
    check_commanders(catalog_of(session), {"axis": first, "allied": second})
    levels, test = (first, second), SequentialTest(elo0, elo1)
    fights = _read_fights(keep)
    with progress_bar("rehearse.fighting") as progress:
        for pair in run_duel(
            catalog_of(session),
            levels,
            start=start,
            cards=cards,
            cores=cores or os.cpu_count() or 1,
            known=fights,
            progress=progress,
        ):
            fights += pair
            _append_fights(keep, pair)
            if stop and test.decide(collect_scores(_select(fights, levels), first)) != "open":
                break
    found = summarise_duel(_select(fights, levels), levels, test)
    found["ratings"] = {name: list(rating) for name, rating in rate_levels(fights).items()}
    click.echo(json.dumps(found, indent=2) if as_json else _format(found))


def _select(fights: list[DuelFight], levels: tuple[str, str]) -> list[DuelFight]:
    return [fight for fight in fights if {fight.axis, fight.allied} == set(levels)]


def _read_fights(path: Path | None) -> list[DuelFight]:
    """Return the fights of an earlier run; a last line that was cut off is ignored."""
    from generator.games.combat_commander.rehearsal.duel import DuelFight

    if path is None or not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [DuelFight(**json.loads(line)) for line in lines[:-1]]


def _append_fights(path: Path | None, fights: list[DuelFight]) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as stream:
            stream.write("".join(json.dumps(asdict(fight)) + "\n" for fight in fights))


def _format(found: dict[str, Any]) -> str:
    """Return the result as text."""
    percent = {
        name: f"{100 * value:.1f}"
        for name, value in found.items()
        if name in ("score", "idle") and isinstance(value, float)
    }
    figures = {
        name: f"{value:.1f}" if isinstance(value, float) else value for name, value in found.items()
    } | percent
    low, high = (f"{100 * value:.1f}" for value in found["interval"])
    elo_low, elo_high = (f"{value:.0f}" for value in found["elo_interval"])
    least, most = (f"{value:.2f}" for value in found["bounds"])
    first, second = found["levels"]
    lines = [
        say(
            "duel.score",
            first=first,
            second=second,
            fights=figures["fights"],
            score=figures["score"],
            low=low,
            high=high,
        ),
        say("duel.elo", elo=f"{found['elo']:.0f}", low=elo_low, high=elo_high),
        say(
            "duel.test",
            elo0=f"{found['elo0']:.0f}",
            elo1=f"{found['elo1']:.0f}",
            llr=f"{found['llr']:.2f}",
            low=least,
            high=most,
            decision=say(f"duel.decision.{found['decision']}"),
        ),
        say(
            "duel.behaviour",
            turns=figures["turns"],
            longest=figures["longest_fight"],
            idle=figures["idle"],
            run=figures["longest_idle"],
        ),
    ]
    lines += [
        say("duel.rating", level=name, elo=f"{elo:.0f}", margin=f"{margin:.0f}")
        for name, (elo, margin) in found["ratings"].items()
    ]
    return "\n".join(lines)
