"""Documents that people write, of any game.

The authors' secret link goes into the header Authorization, after Bearer; without it the response holds only
what everyone may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from generator import authoring
from generator.findings import GONE
from generator.findings import Finding as Found
from generator.table import REFEREE
from schemas import validation
from schemas.api.common import Language, Printing
from schemas.api.documents import (
    BegunDocument,
    Document,
    DocumentDraft,
    DocumentFindings,
    DocumentFixing,
    DocumentKind,
    DocumentPage,
    DocumentVersion,
    FixedDocument,
    Looking,
    NewDocument,
    WhichDocument,
    WholeDocument,
)
from schemas.json_pointer import to_pointer
from web.http.downloads import send_rendering
from web.http.rate_limit import pay_for_size
from web.http.request_context import bearer, client_owner, context
from web.service import documents

from .blueprint import ANYONE, LINK, Blueprint
from .responses import PDF, TEXT, File, add_file_endpoints, in_each_language, wish_of

PATH = "/documents"
blueprint = Blueprint("documents", __name__, description="Documents that people write, of any game.")
endpoint = blueprint.endpoint


@endpoint("/kinds", result=DocumentKind(many=True))
def kinds() -> Any:
    """List the kinds of documents, with the schema of each"""
    return [_kind(kind) for kind in documents.list_kinds(context())]


def _kind(kind: documents.Kind) -> dict[str, Any]:
    return {
        "game": kind.game,
        "kind": kind.name,
        "format": kind.about.format,
        "title": in_each_language(kind.catalog, lambda words: words.term(f"kind.{kind.name}")),
        "columns": list(kind.about.columns),
        "schema": validation.schema(validation.find_schema_name(kind.game, kind.about.schema)),
    }


@endpoint("", query=Looking, result=DocumentPage, errors=(404,))
def shelf(wish: dict[str, Any]) -> Any:
    """List the documents that come with a game and those that their authors list"""
    kind = documents.find_kind(context(), wish["game"], wish["kind"])
    return documents.list_library(context(), kind, wish["q"], wish["page"], wish["size"])


@endpoint("", "POST", body=NewDocument, result=BegunDocument, status=201, errors=(404, 413), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Store a document and return its link"""
    kind = documents.find_kind(context(), wish["game"], wish["kind"])
    begun = documents.begin(context(), kind, wish.get("document"), client_owner())
    return begun, 201, {"Location": url_for("documents.show", document_id=begun.id)}


@endpoint("/check", "POST", body=WholeDocument, result=DocumentFindings, errors=(404,), cost=2)
def check(wish: dict[str, Any]) -> Any:
    """Check a document and return all findings"""
    kind = documents.find_kind(context(), wish["game"], wish["kind"])
    pay_for_size(wish["document"])
    findings = documents.run_checks(kind, wish["document"])
    sound = not any(finding.severity == "error" for finding in findings)
    return {
        "sound": sound,
        "findings": [finding_json(kind, finding, wish["document"]) for finding in findings],
    }


@endpoint("/fix", "POST", body=DocumentFixing, result=FixedDocument, errors=(404,), cost=3)
def fix(wish: dict[str, Any]) -> Any:
    """Apply every fix that is offered to a document"""
    kind = documents.find_kind(context(), wish["game"], wish["kind"])
    pay_for_size(wish["document"])
    document, done = authoring.apply_fixes(
        kind.catalog, kind.about, wish["document"], frozenset(wish["severities"])
    )
    return {"document": document, "fixed": [finding_json(kind, each, wish["document"]) for each in done]}


@endpoint("/<document_id>", query=WhichDocument, result=Document, errors=(404,), security=ANYONE)
def show(wish: dict[str, Any], document_id: str) -> Any:
    """Return a document, the latest or a given version"""
    loaded = documents.find(context(), document_id, wish.get("version"))
    return _shown(loaded, _seat(loaded))


@endpoint(
    "/<document_id>",
    "PUT",
    body=DocumentDraft,
    result=Document,
    errors=(404, 409, 413),
    security=LINK,
    cost=2,
)
def save(wish: dict[str, Any], document_id: str) -> Any:
    """Save the next version; if another was saved first, nothing changes (409)"""
    documents.allow(context(), document_id, bearer())
    saved = documents.save(
        context(),
        document_id,
        wish["document"],
        wish["version"],
        note=wish["note"],
        listed=wish.get("listed"),
    )
    return _shown(saved, REFEREE)


@endpoint("/<document_id>", "DELETE", status=204, errors=(404,), security=LINK)
def forget(document_id: str) -> None:
    """Delete a document with all its versions"""
    documents.allow(context(), document_id, bearer())
    documents.delete_document(context(), document_id)


@endpoint("/<document_id>/versions", result=DocumentVersion(many=True), errors=(404,))
def versions(document_id: str) -> Any:
    """List every version, the latest first"""
    return documents.versions(context(), document_id)


def _send(file: File, query: Mapping[str, Any], document_id: str) -> Response:
    loaded = documents.find(context(), document_id)
    printed = documents.render_document(context(), loaded, _seat(loaded), wish_of(file.kind, query))
    return send_rendering(printed, f"hora-h-{loaded.kind.name}-{document_id[:12]}")


add_file_endpoints(
    blueprint,
    "/<document_id>",
    (
        File("document.pdf", "The document on paper", "pdf", PDF, Printing, cost=10),
        File("document.txt", "The document as text", "text", TEXT, Language),
    ),
    _send,
)


def _seat(loaded: documents.LoadedDocument) -> str:
    """Return the referee's seat for a valid link, the readers' without one; raise if it is wrong."""
    link = bearer()
    if link is None:
        return loaded.kind.about.readers
    documents.allow(context(), loaded.id, link)
    return REFEREE


def _shown(loaded: documents.LoadedDocument, seat: str) -> dict[str, Any]:
    return {
        "id": loaded.id,
        "game": loaded.kind.game,
        "kind": loaded.kind.name,
        "version": loaded.version,
        "document": documents.view_for_seat(loaded, seat),
        "at": loaded.at,
        "listed": loaded.listed,
    }


def finding_json(kind: documents.Kind, finding: Found, document: Any) -> dict[str, Any]:
    """Return a finding as JSON, with its sentence in every language."""
    settings = document if isinstance(document, dict) else {}
    changes = [
        {"place": list(place), **({} if value is GONE else {"value": value})}
        for place, value in finding.fix or ()
    ]
    return {
        "severity": finding.severity,
        "code": finding.code,
        "place": to_pointer(finding.place),
        "text": in_each_language(
            kind.catalog, lambda words: words.for_settings(settings).say(finding.message)
        ),
        "fix": changes if finding.fix else None,
    }
