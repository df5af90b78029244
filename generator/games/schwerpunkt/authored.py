"""The authored battle document: blank document, checks, and views by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.game import Authored, Document
from generator.table import REFEREE, Seat

from .battle import SIDES
from .checks import check

FORMAT = "hora-h/schwerpunkt-battle/1"
COUNTER_GROUPS = ("hqs", "units", "trains")


def make_blank_side(name: str) -> Document:
    """Return a side with nothing decided."""
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


def make_blank(catalog: Catalog) -> Document:
    """Return a battle with nothing decided except the costs given by the series rules."""
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
        "sides": {name: make_blank_side(name.capitalize()) for name in SIDES},
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


def view_battle(document: Document, seat: Seat) -> Document:
    """2.2: show only the top of each enemy stack, and only time and place of enemy reinforcements.

    The counter that the document names first in a hex is on top. A seat without a side sees both sides like
    an enemy.
    """
    if seat == REFEREE:
        return document
    tops = list_top_counters(document)
    shown: dict[str, Any] = {
        group: [row for row in document[group] if row["side"] == seat or _is_public(group, row, tops)]
        for group in COUNTER_GROUPS
    }
    coming = [row if row["side"] == seat else {**row, "units": []} for row in document["reinforcements"]]
    return {**document, **shown, "reinforcements": coming}


def _is_public(group: str, row: Mapping[str, Any], tops: frozenset[str]) -> bool:
    """Tell whether an enemy counter is visible: headquarters always, others if on top."""
    return group == "hqs" or row["id"] in tops


def list_top_counters(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the counters on top of their hexes at the start."""
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
    blank=make_blank,
    check=check,
    view=view_battle,
    columns=("kind", "date", "hqs", "units"),
    shelf=lambda catalog: catalog.battles,
)

AUTHORED = (BATTLE,)
