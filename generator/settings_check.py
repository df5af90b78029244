"""Check of settings from outside before a procedure reads them: plain values, and playable documents."""

from __future__ import annotations

from typing import Any

from generator.authoring import require_playable
from generator.game import Document, Procedure, Values, find_authored
from generator.settings import find_illegal_setting
from generator.table import REFEREE, Seat
from schemas.errors import HorahError


def document_settings(procedure: Procedure, catalog: Any) -> dict[str, str]:
    """Return the names of the settings that take a document, with its kind."""
    return {each.name: each.document for each in procedure.describe(catalog) if each.document}


def check_settings(procedure: Procedure, catalog: Any, values: Values) -> Values:
    """Return the settings if they are plain values and their documents can be played; raise otherwise."""
    whole = document_settings(procedure, catalog) if values else {}
    strange = find_illegal_setting({name: value for name, value in values.items() if name not in whole})
    if strange is not None:
        raise HorahError("BAD_SETTING.not_plain", name=strange)
    for name, kind in whole.items():
        if values.get(name) is not None:
            require_playable(catalog, find_authored(procedure.game, kind), values[name])
    return values


def view_settings(
    procedure: Procedure, catalog: Any, values: Values, seat: Seat
) -> tuple[Document, tuple[str, ...]]:
    """Return the settings as a seat may see them, and the names of those that are partly hidden."""
    seen, sealed = dict(values), []
    if not any(isinstance(value, dict) for value in values.values()):  # no document among them
        return seen, ()
    for name, kind in document_settings(procedure, catalog).items():
        if seen.get(name) is not None and seat != REFEREE:
            seen[name] = find_authored(procedure.game, kind).view(seen[name], seat)
            if seen[name] != values[name]:
                sealed.append(name)
    return seen, tuple(sealed)
