"""Golden transcripts compared by a digest: the old form, until every game has new transcripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from catalogs import Catalog
from generator.game import procedure
from generator.games.combat_commander.authoring.handicap import handicap
from generator.session import resume
from generator.table import EVERYONE, REFEREE, entry_from


def documents(catalog: Catalog, golden: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Every document that a transcript leads to, as each seat may see it."""
    kind = procedure(golden["procedure"])
    settings = kind.read(catalog, golden["settings"])
    session = resume(kind, catalog, settings, golden["seed"], map(entry_from, golden["entries"]))
    assert session.finished, "the transcript ends before the game does"
    whole = [make() for make in session.ready(golden["seed"])]
    if "handicap" in golden:
        whole = [handicap(card, golden["handicap"], catalog) for card in whole]
    found = {seat: [kind.view(card, seat) for card in whole] for seat in (*kind.seats, REFEREE, EVERYONE)}
    # How a campaign stands is part of what it leads to; of a battle the card says everything.
    standing = session.standing("referee") if kind.kind == "campaign" else None
    return {**found, "standing": [standing] if standing else []}


def digest(found: Mapping[str, Any]) -> str:
    """SHA-256 of documents; which version of the catalogues made them does not count."""
    text = json.dumps(_timeless(found), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _timeless(inner) for name, inner in value.items() if name != "catalog"}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value
