"""``python -m tests.golden.make NAME PROCEDURE SEED [SETTINGS] [--handicap SIDE]``: keep one more transcript.

Dice and commanders play the game to its end. A game whose players decide everything has a random player
in its tests, which calls :func:`keep` with the finished session.

Golden transcripts are never edited once 1.0 is tagged: a procedure that asks otherwise gets a new version.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from catalogs import load
from generator.chance import Seeded
from generator.game import procedure
from generator.session import Session, begin
from tests.golden.replaying import FOLDER, golden_of, text_of


def play(name: str, seed: str, settings: dict[str, Any]) -> Session:
    """Play a procedure to its end with dice and commanders."""
    kind = procedure(name)
    catalog = load(kind.game)
    session = begin(kind, catalog, kind.read(catalog, settings), seed)
    session.table.fill([*session.answerers, Seeded(seed)])  # typed dice are rolled here too
    return session


def keep(name: str, session: Session, handicap_side: str | None = None) -> None:
    """Write a finished session as a golden file; refuse to overwrite one."""
    path = FOLDER / f"{name}.json"
    if path.exists():
        sys.exit(f"{path.name} exists, and golden transcripts are never edited.")
    assert session.finished, f"{name} stops before its end: {session.table.pending}"
    path.write_text(text_of(golden_of(session, handicap_side)), encoding="utf-8")


if __name__ == "__main__":
    words = sys.argv[1:]
    side = words.pop() if "--handicap" in words else None
    words = [word for word in words if word != "--handicap"]
    keep(words[0], play(words[1], words[2], json.loads(words[3]) if len(words) > 3 else {}), side)
