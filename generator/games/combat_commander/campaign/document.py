"""A campaign as one document, ``hora-h/campaign/1``: everything needed to go on, and a seal over it.

The transcript is the campaign; the state beside it is for people, and its history is held against the replay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.table import Departed, entry_from
from schemas.errors import HorahError

from .play import Campaign, check_name, replay
from .settings import settings_from
from .state import VERSIONS, procedure_name

FORMAT = "hora-h/campaign/"
VERSION = 1


class BadFile(HorahError):
    """A file that is not a whole, untouched campaign of this version."""


def document_of(campaign: Campaign) -> dict[str, Any]:
    """The campaign as a document with its seal."""
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
    """SHA-256 of everything but the seal itself, as compact JSON with its keys in order."""
    plain = {name: value for name, value in document.items() if name != "checksum"}
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def text_of(campaign: Campaign) -> str:
    """The document as text, for a file."""
    return json.dumps(document_of(campaign), ensure_ascii=False, indent=1) + "\n"


def campaign_from(catalog: Catalog, text: str) -> Campaign:
    """A campaign from the text of a file; anything that is not whole and untouched is refused."""
    document = _parsed(text)
    _check_version(document)
    _check_seal(document)
    _check_form(document)
    name = check_name(document["campaign"])
    settings = settings_from(document["settings"], catalog, catalog.campaigns[name])
    try:
        campaign = replay(
            catalog,
            name,
            document["seed"],
            settings,
            map(entry_from, document["transcript"]),
            document["cards"],
            _version(document),
        )
    except Departed as fault:
        raise _other_tables(document, catalog, fault) from None
    if _past(campaign.state.json()) != _past(document["state"]):
        raise _other_tables(document, catalog, None)
    return campaign


def _past(state: Mapping[str, Any]) -> tuple[Any, Any]:
    """What is settled: the battles fought with all that followed from them, and the verdict."""
    return state["history"], state["verdict"]


def _parsed(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as fault:
        where = f"line {fault.lineno}" if isinstance(fault, json.JSONDecodeError) else "?"
        donde = f"línea {fault.lineno}" if isinstance(fault, json.JSONDecodeError) else "?"
        raise BadFile(
            f"The file is not whole: it stops making sense at {where}. It was left as it is; take a copy "
            "from before.",
            f"El archivo no está entero: deja de entenderse en la {donde}. Se ha dejado como está; use una "
            "copia anterior.",
            code="CUT_FILE",
        ) from None
    if not isinstance(document, dict) or not str(document.get("format", "")).startswith(FORMAT):
        raise BadFile(
            f"This is not a campaign file: its format should be {FORMAT}{VERSION}.",
            f"Esto no es un archivo de campaña: su formato debería ser {FORMAT}{VERSION}.",
            code="NOT_A_CAMPAIGN",
        )
    return document


def _check_version(document: Mapping[str, Any]) -> None:
    number = str(document["format"]).removeprefix(FORMAT)
    if number != str(VERSION):
        raise BadFile(
            f"The file was written in format {number}; this version of Hora H reads {VERSION}. It was left "
            "as it is: open it with a newer version.",
            f"El archivo está en el formato {number}; esta versión de Hora H lee el {VERSION}. Se ha dejado "
            "como está: ábralo con una versión más nueva.",
            code="NEWER_FILE",
        )
    procedure = document.get("procedure")
    if procedure not in _procedures(document):
        raise BadFile(
            f"The file answers the procedure {procedure!r}, which this version of Hora H does not know.",
            f"El archivo responde al procedimiento {procedure!r}, que esta versión de Hora H no conoce.",
            code="NEWER_FILE",
        )


def _procedures(document: Mapping[str, Any]) -> list[str]:
    """Every procedure by which the document's campaign can be replayed here."""
    return [procedure_name(str(document.get("campaign")), version) for version in VERSIONS]


def _version(document: Mapping[str, Any]) -> int:
    return VERSIONS[_procedures(document).index(document["procedure"])]


def _check_seal(document: Mapping[str, Any]) -> None:
    if document.get("checksum") != checksum(document):
        raise BadFile(
            "The file was changed by hand or in copying: its seal does not fit. It was left as it is; "
            "corrections are made with «horah campaign report» and «undo».",
            "El archivo se cambió a mano o al copiarlo: su sello no encaja. Se ha dejado como está; las "
            "correcciones se hacen con «horah campaign report» y «undo».",
            code="EDITED_FILE",
        )


def _check_form(document: Mapping[str, Any]) -> None:
    from schemas.validation import problems

    problem = next(problems(dict(document), "games/combat_commander/campaign"), None)
    if problem is not None:
        raise BadFile(
            f"{problem.place or '/'}: {problem.problem[0]}; expected {problem.expected[0]}.",
            f"{problem.place or '/'}: {problem.problem[1]}; se esperaba {problem.expected[1]}.",
            code="BAD_FILE",
        )


def _other_tables(document: Mapping[str, Any], catalog: Catalog, fault: Departed | None) -> BadFile:
    """The answers no longer give the same campaign: other tables, most likely."""
    same = document["catalog"] == catalog.version
    why_en = f" {fault.en}" if fault else ""
    why_es = f" {fault.es}" if fault else ""
    if same:
        return BadFile(
            f"The answers in the file do not give the history beside them.{why_en}",
            f"Las respuestas del archivo no dan el historial que las acompaña.{why_es}",
            code="DEPARTED",
        )
    return BadFile(
        f"The campaign was begun with the tables {document['catalog']}; its answers do not fit those here, "
        f"{catalog.version}. Use the same overlay as before.{why_en}",
        f"La campaña se empezó con las tablas {document['catalog']}; sus respuestas no encajan con las de "
        f"aquí, {catalog.version}. Use la misma capa de tablas que antes.{why_es}",
        code="DEPARTED",
    )
