"""Play from a file: a document that a procedure takes as a setting, or a play that was saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from schemas.errors import HorahError

if TYPE_CHECKING:
    from catalogs import Catalog
    from exports.kit.messages import MessageFormatter
    from generator.game import Procedure
    from generator.session import Session
    from web.cli.interactive import Teller

Document = Mapping[str, Any]


def read_document(name: str) -> Document | None:
    """Return the JSON object of a file; None if there is no such file or nothing of the kind in it."""
    from web.cli.session_file import read_json_file

    document = read_json_file(Path(name)) if Path(name).is_file() else None
    return document if isinstance(document, Mapping) else None


def is_record(document: Document) -> bool:
    """Tell whether a document is the record of a play."""
    from generator.verify import RECORD_FORMAT

    return document.get("format") == RECORD_FORMAT


def find_procedure_of(document: Document) -> Procedure | None:
    """Return the procedure that a record played, or that plays a document."""
    from catalogs.loader import built_in
    from generator.game import find_recorded_procedure, list_procedures

    if is_record(document):
        return find_recorded_procedure(str(document.get("procedure")))
    for procedure in list_procedures():
        if _match_setting(procedure, built_in(procedure.game), document):
            return procedure
    return None


def find_document_setting(procedure: Procedure, catalog: Catalog, document: Document) -> str:
    """Return the name of the setting that takes a document; raise if there is none."""
    name = _match_setting(procedure, catalog, document)
    if not name:
        raise HorahError("NO_DOCUMENT.json")
    return name


def _match_setting(procedure: Procedure, catalog: Catalog, document: Document) -> str:
    """Return the setting for which a document is made: the game plays it from its first setting."""
    from generator.game import find_authored

    first = next(iter(procedure.describe(catalog)), None)
    if first is None or not first.document:
        return ""
    wanted = find_authored(procedure.game, first.document).format
    return first.name if document.get("format") == wanted else ""


def resume_record(procedure: Procedure, catalog: Catalog, record: Document) -> Session:
    """Return the session that a record was written from."""
    from generator.chance import check_seed
    from generator.session import resume
    from generator.settings_check import check_settings
    from generator.table import read_entry

    try:
        settings = procedure.read(catalog, check_settings(procedure, catalog, record["settings"]))
        (seed,) = (check_seed(part["seed"]) for part in record["seeds"])
        return resume(procedure, catalog, settings, seed, [read_entry(entry) for entry in record["entries"]])
    except (AttributeError, KeyError, TypeError, ValueError) as fault:
        raise HorahError("BAD_RECORD", why=str(fault)) from None


def write_record(path: Path, session: Session) -> None:
    """Write a play to its file, which ``horah play`` resumes and ``horah verify`` checks at the end."""
    from exports.kit.files import write_file
    from web.cli.session_file import PlayFile

    write_file(path, PlayFile(session.procedure.kind, "BAD_RECORD").write(session))


def make_teller(session: Session, formatter: MessageFormatter) -> Teller:
    """Return the game's teller for a kind of procedure, or the plain one."""
    from web.cli.interactive import Teller
    from web.games.registry import games

    name = games()[session.procedure.game].tellers.get(session.procedure.kind)
    teller: Teller = resolve_name(name)(session, formatter) if name else Teller(session, formatter)
    return teller
