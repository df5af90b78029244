"""A scenario as a document, ``hora-h/cassino-scenario/1``, from the tables and back into the play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.frozen import Frozen
from catalogs.games.thunder_at_cassino import Catalog
from catalogs.games.thunder_at_cassino.model import Setup, Start, Unit
from generator.game import Document

FORMAT = "hora-h/cassino-scenario/1"
OFF = "off"  # of a unit that comes later
OWN = "own"  # the scenario of a document
PLAIN = (
    "first_turn", "last_turn", "extension", "first", "advantage", "vp", "bounds", "rubble_roll", "removal",
    "removal_edge", "casualties", "first_turn_rules", "victory",
)  # fmt: skip
LISTS = ("control", "areas", "zones", "committed", "special")


def shelf(catalog: Catalog) -> Mapping[str, Document]:
    """The four scenarios of the game, with the units that are known."""
    return {name: document_of(catalog, setup) for name, setup in catalog.setups.items()}


def blank(catalog: Catalog) -> Document:
    """Where an author begins: the campaign without its units."""
    found = document_of(catalog, next(iter(catalog.setups.values())))
    return {
        **found,
        "title": "?",
        "subtitle": None,
        "date": None,
        "based_on": None,
        "house": True,
        "units": [],
    }


def document_of(catalog: Catalog, setup: Setup) -> Document:
    """A scenario of the tables as a document."""
    found: Document = {
        "format": FORMAT,
        "title": _both(setup.title),
        "subtitle": _both(setup.subtitle),
        "date": setup.date,
        "background": None,
        "based_on": setup.id,
        "house": False,
        **{name: getattr(setup, name) for name in PLAIN},
        **{name: list(getattr(setup, name)) for name in LISTS},
        "rubble": [{"place": place, "level": level} for place, level in setup.rubble.items()],
        "entry": [{"turn": turn, "zones": list(zones)} for turn, zones in setup.entry.items()],
        "smoke": dict(setup.smoke),
        "retreat_bans": {side: list(areas) for side, areas in setup.retreat_bans.items()},
        "nights": [],
        "fifth_column": [],
        "units": [_unit(unit, unit.starts[setup.id]) for unit in catalog.units_in(setup.id)],
    }
    return found


def _both(text: Mapping[str, str]) -> str:
    return " / ".join(dict.fromkeys((text["es"], text["en"])))


def _unit(unit: Unit, start: Start) -> dict[str, Any]:
    return {
        "name": unit.name,
        "side": unit.side,
        "kind": unit.kind,
        "company": unit.company,
        "place": start.place or start.colour or OFF,
        "turn": start.turn,
        "zones": list(start.zones),
        "spent": False,
        "reserve": unit.reserve,
    }


def setup_of(document: Mapping[str, Any]) -> Setup:
    """What a play needs of a scenario that somebody wrote."""
    title, subtitle = document["title"], document.get("subtitle") or document["title"]
    found: dict[str, Any] = {name: document.get(name, DEFAULTS.get(name)) for name in PLAIN}
    found |= {name: tuple(document.get(name, ())) for name in LISTS}
    bans = document.get("retreat_bans", {})
    return Setup(
        id=OWN,
        title=Frozen({"es": title, "en": title}),
        subtitle=Frozen({"es": subtitle, "en": subtitle}),
        date=document.get("date") or "",
        rubble=Frozen({each["place"]: each["level"] for each in document["rubble"]}),
        entry=Frozen({each["turn"]: tuple(each["zones"]) for each in document.get("entry", ())}),
        smoke=Frozen(document["smoke"]),
        fixed=(),
        retreat_bans=Frozen({side: tuple(areas) for side, areas in bans.items()}),
        **found,
    )


DEFAULTS: Mapping[str, Any] = {
    "extension": False,
    "removal": 0,
    "removal_edge": 0,
    "first_turn_rules": False,
}
