"""Scenario documents, ``hora-h/cassino-scenario/1``, made from the tables and converted for play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.frozen import Frozen
from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Setup, Start, Unit
from generator.game import Document

FORMAT = "hora-h/cassino-scenario/1"
OFF_MAP = "off"  # place of a unit that arrives later
AUTHORED_ID = "own"  # id of an authored scenario
SCALAR_FIELDS = (
    "first_turn", "last_turn", "extension", "first", "advantage", "vp", "bounds", "rubble_roll", "removal",
    "removal_edge", "casualties", "first_turn_rules", "victory",
)  # fmt: skip
LIST_FIELDS = ("control", "areas", "zones", "committed", "special")


def list_shelf(catalog: Catalog) -> Mapping[str, Document]:
    """Return the four scenarios of the game, with the known units."""
    return {name: make_document(catalog, setup) for name, setup in catalog.setups.items()}


def make_blank(catalog: Catalog) -> Document:
    """Return the campaign without its units, as a start for authors."""
    campaign = make_document(catalog, next(iter(catalog.setups.values())))
    return {
        **campaign,
        "title": "?",
        "subtitle": None,
        "date": None,
        "based_on": None,
        "house": True,
        "units": [],
    }


def make_document(catalog: Catalog, setup: Setup) -> Document:
    """Make the document of a scenario of the tables."""
    document: Document = {
        "format": FORMAT,
        "title": join_languages(setup.title),
        "subtitle": join_languages(setup.subtitle),
        "date": setup.date,
        "background": None,
        "based_on": setup.id,
        "house": False,
        **{name: getattr(setup, name) for name in SCALAR_FIELDS},
        **{name: list(getattr(setup, name)) for name in LIST_FIELDS},
        "rubble": [{"place": place, "level": level} for place, level in setup.rubble.items()],
        "entry": [{"turn": turn, "zones": list(zones)} for turn, zones in setup.entry.items()],
        "smoke": dict(setup.smoke),
        "retreat_bans": {side: list(areas) for side, areas in setup.retreat_bans.items()},
        "nights": [],
        "fifth_column": [],
        "units": [_describe_unit(unit, unit.starts[setup.id]) for unit in catalog.units_in(setup.id)],
    }
    return document


def join_languages(text: Mapping[str, str]) -> str:
    """Return a text of the catalogues for a document, which has one text for all readers."""
    return " / ".join(dict.fromkeys((text["es"], text["en"])))


def _describe_unit(unit: Unit, start: Start) -> dict[str, Any]:
    return {
        "name": unit.name,
        "side": unit.side,
        "kind": unit.kind,
        "company": unit.company,
        "place": start.place or start.colour or OFF_MAP,
        "turn": start.turn,
        "zones": list(start.zones),
        "spent": False,
        "reserve": unit.reserve,
    }


def make_setup(document: Mapping[str, Any]) -> Setup:
    """Make the setup of an authored scenario for play."""
    title, subtitle = document["title"], document.get("subtitle") or document["title"]
    values: dict[str, Any] = {name: document.get(name, DEFAULTS.get(name)) for name in SCALAR_FIELDS}
    values |= {name: tuple(document.get(name, ())) for name in LIST_FIELDS}
    bans = document.get("retreat_bans", {})
    return Setup(
        id=AUTHORED_ID,
        title=Frozen({"es": title, "en": title}),
        subtitle=Frozen({"es": subtitle, "en": subtitle}),
        date=document.get("date") or "",
        rubble=Frozen({row["place"]: row["level"] for row in document["rubble"]}),
        entry=Frozen({row["turn"]: tuple(row["zones"]) for row in document.get("entry", ())}),
        smoke=Frozen(document["smoke"]),
        fixed=(),
        retreat_bans=Frozen({side: tuple(areas) for side, areas in bans.items()}),
        **values,
    )


DEFAULTS: Mapping[str, Any] = {
    "extension": False,
    "removal": 0,
    "removal_edge": 0,
    "first_turn_rules": False,
}
