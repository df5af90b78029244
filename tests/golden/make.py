"""Record one more golden transcript: ``python -m tests.golden.make NAME PROCEDURE SEED [SETTINGS]``.

Dice and commanders play the game to its end. ``--people SETTINGS`` names the settings whose answerers answer
for people; ``--handicap SIDE`` keeps the cards with a handicap. A game whose players decide everything has a
random player in its tests, which calls :func:`keep` with the finished session.

Golden transcripts are never edited once 1.0 is tagged: a procedure that asks other questions gets a new
version.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from catalogs import load
from generator.chance import Seeded
from generator.game import find_procedure
from generator.session import Session, begin
from generator.table import NO_ANSWER
from tests.golden.replaying import FOLDER, golden_of, text_of


def play(name: str, seed: str, settings: dict[str, Any], people: dict[str, Any] | None = None) -> Session:
    """Play a procedure to its end; with ``people`` persons answer as the answerers of these settings do."""
    kind = find_procedure(name)
    catalog = load(kind.game)
    session = begin(kind, catalog, kind.read(catalog, settings), seed)
    if people is None:
        session.table.fill([*session.answerers, Seeded(seed)])  # typed dice are rolled here too
        return session
    advisers = kind.answerers(catalog, kind.read(catalog, {**settings, **people}), seed)
    session.fill()
    while session.table.pending:
        prompt = session.table.pending[0]
        answers = (adviser(session.table, prompt) for adviser in advisers)
        session.answer(prompt.seat, next(answer for answer in answers if answer is not NO_ANSWER))
        session.fill()
    return session


def keep(name: str, session: Session, handicap_side: str | None = None) -> None:
    """Write a finished session as a golden file; refuse to overwrite one."""
    path = FOLDER / f"{name}.json"
    if path.exists():
        sys.exit(f"{path.name} exists, and golden transcripts are never edited.")
    assert session.finished, f"{name} stops before its end: {session.table.pending}"
    path.write_text(text_of(golden_of(session, handicap_side)), encoding="utf-8")


@click.command()
@click.argument("name")
@click.argument("of", metavar="PROCEDURE")
@click.argument("seed")
@click.argument("settings", default="{}")
@click.option("--people")
@click.option("--handicap")
def main(name: str, of: str, seed: str, settings: str, people: str | None, handicap: str | None) -> None:
    """Play a procedure and keep its transcript."""
    advised = json.loads(people) if people else None
    keep(name, play(of, seed, json.loads(settings), advised), handicap)


if __name__ == "__main__":
    main()
