"""What people write for the game: scenarios, templates for the house's generator, service records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from catalogs.games.combat_solitaire import Catalog
from generator.game import Authored, Document

from . import house, scenario, service_record


def _shelf(folder: str) -> Callable[[Catalog], Mapping[str, Document]]:
    """Those that come with the game; some kinds have none."""
    return lambda catalog: {k: dict(each) for k, each in catalog.store.documents.get(folder, {}).items()}


def _whole(document: Document, _: str) -> Document:
    return document


def _authored(kind: str, of: ModuleType, columns: tuple[str, ...], folder: str = "") -> Authored:
    """A kind of document; ``of`` is the module that has its format, its blank and its checks."""
    return Authored(
        format=of.FORMAT,
        kind=kind,
        schema=f"urn:hora-h:combat_solitaire:{kind}:1",
        blank=of.blank,
        check=of.check,
        view=_whole,
        columns=columns,
        shelf=_shelf(folder),
    )


SCENARIO = _authored("scenario", scenario, ("date", "location", "length_turns", "source"), "scenarios")
TEMPLATE = _authored("template", house, ("maps", "source"), "templates")
SERVICE = _authored("service", service_record, ("games",))
AUTHORED = (SCENARIO, TEMPLATE, SERVICE)
