"""Settings from outside, before a procedure reads them: plain values, and documents that can be played."""

from __future__ import annotations

from typing import Any

from generator.authoring import taken
from generator.game import Document, Procedure, Values, authored
from generator.settings import is_plain
from generator.table import REFEREE, Seat
from schemas.errors import HorahError


def document_settings(procedure: Procedure, catalog: Any) -> dict[str, str]:
    """The settings of a procedure that take a document, and the kind of it."""
    return {each.name: each.document for each in procedure.describe(catalog) if each.document}


def checked(procedure: Procedure, catalog: Any, values: Values) -> Values:
    """Words, numbers, yes and no, and short lists of them; a document is held against all its checks."""
    whole = document_settings(procedure, catalog) if values else {}
    strange = is_plain({name: value for name, value in values.items() if name not in whole})
    if strange is not None:
        raise HorahError("BAD_SETTING.not_plain", name=strange)
    for name, kind in whole.items():
        if values.get(name) is not None:
            taken(catalog, authored(procedure.game, kind), values[name])
    return values


def seen(procedure: Procedure, catalog: Any, values: Values, eye: Seat) -> tuple[Document, tuple[str, ...]]:
    """Settings as a seat may see them, and the names of those of which it does not see all."""
    found, sealed = dict(values), []
    if not any(isinstance(value, dict) for value in values.values()):  # no document among them
        return found, ()
    for name, kind in document_settings(procedure, catalog).items():
        if found.get(name) is not None and eye != REFEREE:
            found[name] = authored(procedure.game, kind).view(found[name], eye)
            if found[name] != values[name]:
                sealed.append(name)
    return found, tuple(sealed)
