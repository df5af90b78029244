"""Kinds of authored documents: scenarios, scenario templates, service records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from catalogs.games.combat_solitaire import Catalog
from generator.game import Authored, Document

from . import scenario, scenario_generator, service_record


def _make_shelf(folder: str) -> Callable[[Catalog], Mapping[str, Document]]:
    """Return a function that lists the documents shipped in a folder."""
    return lambda catalog: {
        k: dict(document) for k, document in catalog.store.documents.get(folder, {}).items()
    }


def _view_all(document: Document, _: str) -> Document:
    return document


def _make_authored(kind: str, module: ModuleType, columns: tuple[str, ...], folder: str = "") -> Authored:
    """Make an authored kind from the module with its format, blank document and checks."""
    return Authored(
        format=module.FORMAT,
        kind=kind,
        schema=f"urn:hora-h:combat_solitaire:{kind}:1",
        blank=module.make_blank,
        check=module.check,
        view=_view_all,
        columns=columns,
        shelf=_make_shelf(folder),
    )


SCENARIO = _make_authored("scenario", scenario, ("date", "location", "length_turns", "source"), "scenarios")
TEMPLATE = _make_authored("template", scenario_generator, ("maps", "source"), "templates")
SERVICE = _make_authored("service", service_record, ("games",))
AUTHORED = (SCENARIO, TEMPLATE, SERVICE)
