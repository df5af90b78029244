"""``python -m tests.golden.make NAME PROCEDURE SEED [SETTINGS] [--handicap SIDE]``: one more transcript.

Dice and commanders play it to its end. What is there already is never written again.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from catalogs import load
from generator.chance import Seeded
from generator.game import procedure
from generator.session import begin
from tests.golden.replaying import FOLDER, digest, documents


def make(name: str, of: str, seed: str, settings: dict[str, Any], side: str | None = None) -> None:
    """Play a procedure with dice and commanders, and keep its answers with the digest of its documents."""
    path = FOLDER / f"{name}.json"
    if path.exists():
        sys.exit(f"{path.name} is there, and golden transcripts are never edited.")
    kind = procedure(of)
    catalog = load(kind.game)
    chosen = kind.read(catalog, settings)
    session = begin(kind, catalog, chosen, seed)
    session.table.fill([*session.answerers, Seeded(seed)])  # typed dice are rolled here too
    golden: dict[str, Any] = {
        "procedure": of,
        "settings": kind.write(chosen),
        "seed": seed,
        **({"handicap": side} if side else {}),
        "entries": [entry.json() for entry in session.table.entries],
    }
    golden["digest"] = digest(documents(catalog, golden))
    head = {key: value for key, value in golden.items() if key != "entries"}
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in golden["entries"])
    text = json.dumps(head, ensure_ascii=False, indent=1)[:-2] + f',\n "entries": [\n{lines}\n ]\n}}\n'
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    words = sys.argv[1:]
    side = words.pop() if "--handicap" in words else None
    words = [word for word in words if word != "--handicap"]
    make(words[0], words[1], words[2], json.loads(words[3]) if len(words) > 3 else {}, side)
