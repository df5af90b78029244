"""What can be wrong with a card or a path, as sentences; a card with a fault gives no file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.protocols import Validator

from schemas.errors import HorahError

SHOWN = 60  # characters of a wrong value that are worth showing


class ExportError(HorahError):
    """A card that cannot be printed, or a place that cannot be written."""


@cache
def _validator() -> Validator:
    schema = json.loads(files("schemas").joinpath("card.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


def check_card(card: Any, source: str = "") -> Mapping[str, Any]:
    """The card, or the place of its first fault and what would be right there."""
    fault = best_match(_validator().iter_errors(card))
    if fault is None:
        assert isinstance(card, Mapping)
        return card
    place = "/" + "/".join(str(step) for step in fault.absolute_path)
    what = fault.message if len(fault.message) <= 4 * SHOWN else fault.message[: 4 * SHOWN] + "…"
    where = f"{source}, {place}" if source else place
    raise ExportError(
        f"The card has a fault at {where}: {what}. Nothing was written.",
        f"La ficha tiene un fallo en {where}: {what}. No se ha escrito nada.",
        code="BAD_CARD",
    )
