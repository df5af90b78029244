"""A battle kept in a file: read, played on, written back whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import HorahError

if TYPE_CHECKING:
    from catalogs.games.schwerpunkt import Catalog
    from generator.session import Session as Played

FORMAT = "hora-h/schwerpunkt-file/1"
NAME = "schwerpunkt/1"
USUAL = Path("schwerpunkt.battle.json")


def begun(catalog: Catalog, values: dict[str, Any], seed: str) -> Played:
    """A battle before its first answer, filled as far as dice and cups go."""
    from generator.chance import check_seed
    from generator.game import procedure
    from generator.session import begin

    kind = procedure(NAME)
    session = begin(kind, catalog, kind.read(catalog, values), check_seed(seed))
    session.fill()
    return session


def written(session: Played) -> bytes:
    """The battle as its file has it: what it is played by, and every answer."""
    document = {
        "format": FORMAT,
        "procedure": session.procedure.name,
        "catalog": session.catalog.version,
        "settings": session.procedure.write(session.settings),
        "seed": session.seed,
        "entries": [entry.json() for entry in session.table.entries],
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def opened(catalog: Catalog, path: Path) -> Played:
    """A battle from its file; what is no such file is said."""
    from generator.chance import check_seed
    from generator.game import procedure
    from generator.session import resume
    from generator.settled import checked
    from generator.table import entry_from
    from generator.table.typed import json_in
    from web.output import text_of

    found = json_in(f"@{path}", text_of)
    wanted = {"format", "procedure", "settings", "seed", "entries"}
    if not isinstance(found, dict) or found.get("format") != FORMAT or not wanted <= set(found):
        raise HorahError("BATTLE_FILE", path=str(path))
    if not isinstance(found["entries"], list) or not isinstance(found["settings"], dict):
        raise HorahError("BATTLE_FILE", path=str(path))
    kind = procedure(str(found["procedure"]), lambda kind: kind == "schwerpunkt")
    settings = kind.read(catalog, checked(kind, catalog, found["settings"]))
    seed = check_seed(str(found["seed"]))
    session = resume(kind, catalog, settings, seed, [entry_from(each) for each in found["entries"]])
    session.fill()
    return session
