"""The battle that people write: where an author begins, what is said about it, and what a side may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.game import Authored, Document
from generator.table import REFEREE, Seat

from .battle import SIDES
from .checks import check

FORMAT = "hora-h/schwerpunkt-battle/1"
COUNTERS = ("hqs", "units", "trains")


def side(name: str) -> Document:
    """A side of which nothing is decided yet."""
    return {
        "name": name,
        "formations": ["march", "closed", "open", "squads"],
        "dismounted": None,
        "reserves": None,
        "supply_points": None,
        "heads": [],
        "air": None,
        "observers": None,
    }


def blank(catalog: Catalog) -> Document:
    """A battle with nothing decided; the costs that the series rules tell are there."""
    return {
        "format": FORMAT,
        "id": "battle",
        "title": "?",
        "kind": "battle",
        "about": None,
        "date": None,
        "map": None,
        "exit": False,
        "clock": {"minutes": None, "start": None, "end": None, "periods": [], "marks": []},
        "first": {"side": None, "hq": None, "text": None},
        "sides": {each: side(each.capitalize()) for each in SIDES},
        "hqs": [],
        "units": [],
        "trains": [],
        "reinforcements": [],
        "weather": {"states": [], "begins": None, "table": []},
        "visibility": [],
        "random": [],
        "costs": {action.id: action.cost for action in catalog.actions.values()},
        "works": [],
        "barrage": {"units": None, "factor": None, "mp": None},
        "fire_table": [],
        "cohesion_table": [],
        "terrain": [],
        "march_fire": None,
        "installations": [],
        "defences": [],
        "morale_shifts": [],
        "victory": {"items": [], "off_map": None, "control": None, "text": None},
        "mixed_fire": "vehicles",
        "rules": [],
    }


def view(document: Document, seat: Seat) -> Document:
    """2.2: of the enemy only the top of each stack is seen, and of his reinforcements only when and where.

    The counter that the document names first in a hex lies on top. A seat that holds no side sees no more of
    either.
    """
    if seat == REFEREE:
        return document
    tops = top_counters(document)
    shown: dict[str, Any] = {
        group: [row for row in document[group] if row["side"] == seat or _public(group, row, tops)]
        for group in COUNTERS
    }
    coming = [row if row["side"] == seat else {**row, "units": []} for row in document["reinforcements"]]
    return {**document, **shown, "reinforcements": coming}


def _public(group: str, row: Mapping[str, Any], tops: frozenset[str]) -> bool:
    """Headquarters are known by their chits; of the rest what lies on top."""
    return group == "hqs" or row["id"] in tops


def top_counters(document: Mapping[str, Any]) -> frozenset[str]:
    """The counters that lie on top of their hexes at the start."""
    seen: set[str] = set()
    tops: set[str] = set()
    for group in ("units", "trains"):
        for row in document[group]:
            if row["hex"] and row["hex"] not in seen:
                seen.add(row["hex"])
                tops.add(row["id"])
    return frozenset(tops)


BATTLE = Authored(
    format=FORMAT,
    kind="battle",
    schema="urn:hora-h:schwerpunkt:battle:1",
    blank=blank,
    check=check,
    view=view,
    columns=("kind", "date", "hqs", "units"),
    shelf=lambda catalog: catalog.battles,
)

AUTHORED = (BATTLE,)
