"""``python -m tests.generator.games.grossdeutschland.golden``: golden transcripts of plays by chance.

People answer almost everything in this game; here somebody does who answers by the seed alone. What is there
already is never written again.
"""

from __future__ import annotations

import json
from typing import Any

from catalogs.games.grossdeutschland import load
from tests.golden.by_digest import digest, documents
from tests.golden.replaying import FOLDER

from .playing import NAME, played

PLAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "kursk": ("1943.goldengolden", {"battle": "kursk"}),
    "akhtyrka-typed": ("1944", {"battle": "akhtyrka", "dice": "typed", "chits": "typed", "supply": True}),
    "mischurin-each": ("1945.goldengolden", {"battle": "mischurin_rog", "hexes": "each", "odds": "down"}),
    "lutchessa-one": (
        "1946.goldengolden",
        {"battle": "lutchessa", "players": "one", "roads": "end", "bridge": "three_dice"},
    ),
}


def main() -> None:
    catalog = load()
    for name, (seed, settings) in PLAYS.items():
        path = FOLDER / f"grossdeutschland-4-{name}.json"
        if path.exists():
            continue
        session = played(catalog, seed, **settings)
        golden: dict[str, Any] = {
            "procedure": NAME,
            "settings": session.procedure.write(session.settings),
            "seed": seed,
            "entries": [entry.json() for entry in session.table.entries],
        }
        golden["digest"] = digest(documents(catalog, golden))
        head = {key: value for key, value in golden.items() if key != "entries"}
        lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in golden["entries"])
        text = json.dumps(head, ensure_ascii=False, indent=1)[:-2] + f',\n "entries": [\n{lines}\n ]\n}}\n'
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
