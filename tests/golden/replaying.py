"""A golden transcript, replayed: the documents it leads to, for every seat, and their digest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.authoring.handicap import handicap
from generator.table import Table, entry_from
from web.service.procedures import procedure

FOLDER = Path(__file__).parent
SEATS = ("axis", "allied", "referee", "everyone")


def documents(catalog: Catalog, golden: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Every document that a transcript leads to, as each seat may see it."""
    kind = procedure(golden["procedure"])
    settings = kind.read(catalog, golden["settings"])
    table: Table[Any] = Table(kind.start(catalog, settings))
    table.replay(map(entry_from, golden["entries"]))
    assert table.finished, "the transcript ends before the game does"
    whole = kind.cards(catalog, settings, table, golden["seed"])
    if "handicap" in golden:
        whole = [handicap(card, golden["handicap"], catalog) for card in whole]
    found = {seat: [kind.view(card, seat) for card in whole] for seat in SEATS}
    standing = kind.state(catalog, settings, table, "referee")
    return {**found, "standing": [standing] if standing else []}


def digest(found: Mapping[str, Any]) -> str:
    """SHA-256 of documents; which version of the catalogues made them does not count."""
    text = json.dumps(_timeless(found), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _timeless(inner) for name, inner in value.items() if name != "catalog"}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value
