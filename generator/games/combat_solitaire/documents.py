"""What people write for the game: scenarios, templates for the house's generator, service records."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from catalogs.games.combat_solitaire import Catalog
from generator.game import Authored, Document

from . import house, scenario, service_record


def _shelf(folder: str) -> Callable[[Catalog], Mapping[str, Document]]:
    return lambda catalog: {name: dict(found) for name, found in catalog.store.documents[folder].items()}


def _whole(document: Document, _: str) -> Document:
    return document


SCENARIO = Authored(
    format=scenario.FORMAT,
    kind="scenario",
    schema="urn:hora-h:combat_solitaire:scenario:1",
    blank=scenario.blank,
    check=scenario.check,
    view=_whole,
    columns=("date", "location", "length_turns", "source"),
    shelf=_shelf("scenarios"),
)
TEMPLATE = Authored(
    format=house.FORMAT,
    kind="template",
    schema="urn:hora-h:combat_solitaire:template:1",
    blank=house.blank,
    check=house.check,
    view=_whole,
    columns=("maps", "source"),
    shelf=_shelf("templates"),
)
SERVICE = Authored(
    format=service_record.FORMAT,
    kind="service",
    schema="urn:hora-h:combat_solitaire:service:1",
    blank=service_record.blank,
    check=service_record.check,
    view=_whole,
    columns=("games",),
)
AUTHORED = (SCENARIO, TEMPLATE, SERVICE)
