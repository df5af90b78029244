"""Campaign documents, ``hora-h/campaign/1``: everything needed to continue, with a checksum.

The transcript is the campaign. The state beside it is for readers; its history must match the replay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.table import Departed, read_entry
from schemas.errors import HorahError
from schemas.json_input import read_json
from schemas.validation import problems

from .play import Campaign, replay
from .registry import campaigns, find_campaign
from .settings import read_settings

FORMAT = "hora-h/campaign/"
VERSION = 1


class BadFile(HorahError):
    """A file that is not a complete, unchanged campaign of this version."""


def write_document(campaign: Campaign) -> dict[str, Any]:
    """Return the campaign as a document with its checksum."""
    document: dict[str, Any] = {
        "format": f"{FORMAT}{VERSION}",
        "campaign": campaign.name,
        "procedure": campaign.procedure,
        "catalog": campaign.catalog.version,
        "seed": campaign.seed,
        "settings": campaign.settings.json(),
        "cards": {number: dict(card) for number, card in campaign.cards.items()},
        "transcript": [entry.json() for entry in campaign.table.entries],
        "state": campaign.state.json(),
    }
    return {**document, "checksum": checksum(document)}


def checksum(document: Mapping[str, Any]) -> str:
    """Return SHA-256 of everything but the checksum, as compact JSON with sorted keys."""
    plain = {name: value for name, value in document.items() if name != "checksum"}
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def write_text(campaign: Campaign) -> str:
    """Return the document as text, for a file."""
    return json.dumps(write_document(campaign), ensure_ascii=False, indent=1) + "\n"


def read_campaign(catalog: Catalog, text: str) -> Campaign:
    """Read a campaign from the text of a file; refuse a file that is incomplete or changed."""
    document = _parse(text)
    _check_version(document)
    _check_seal(document)
    _check_form(document)
    name = find_campaign(document["campaign"]).name
    settings = read_settings(document["settings"], catalog, catalog.campaigns[name])
    entries = map(read_entry, document["transcript"])
    try:
        restored = replay(catalog, name, document["seed"], settings, entries, document["cards"])
    except Departed as fault:
        raise _make_departed_error(document, catalog, fault) from None
    if _get_final_part(restored.state.json()) != _get_final_part(document["state"]):
        raise _make_departed_error(document, catalog, None)
    return restored


def _get_final_part(state: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return what is final: the battles fought with their consequences, and the verdict."""
    return state["history"], state["verdict"]


def _parse(text: str) -> dict[str, Any]:
    try:
        document = read_json(text)
    except json.JSONDecodeError as fault:
        raise BadFile("CUT_FILE.line", line=fault.lineno) from None
    except ValueError:
        raise BadFile("CUT_FILE") from None
    if not isinstance(document, dict) or not str(document.get("format", "")).startswith(FORMAT):
        raise BadFile("NOT_A_CAMPAIGN", format=f"{FORMAT}{VERSION}")
    return document


def _check_version(document: Mapping[str, Any]) -> None:
    """Raise if the format or the version of the procedure is another."""
    number = str(document["format"]).removeprefix(FORMAT)
    if number != str(VERSION):
        raise BadFile("OTHER_FILE.format", given=number, reads=VERSION)
    known = campaigns().get(str(document.get("campaign")))
    if known is None or known.procedure != document.get("procedure"):
        raise BadFile("OTHER_FILE.procedure", given=document.get("procedure"))


def _check_seal(document: Mapping[str, Any]) -> None:
    if document.get("checksum") != checksum(document):
        raise BadFile("EDITED_FILE")


def _check_form(document: Mapping[str, Any]) -> None:
    fault = next(problems(dict(document), "games/combat_commander/campaign"), None)
    if fault is not None:
        raise BadFile("BAD_FILE", place=fault.place or "/", problem=fault.problem, expected=fault.expected)


def _make_departed_error(document: Mapping[str, Any], catalog: Catalog, fault: Departed | None) -> BadFile:
    """Make the error for answers that no longer give the same campaign, mostly because of other tables."""
    why = fault.message if fault else ""
    if document["catalog"] == catalog.version:
        return BadFile("DEPARTED.history", why=why)
    return BadFile("DEPARTED.tables", begun=document["catalog"], here=catalog.version, why=why)
