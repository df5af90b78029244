"""File endpoints of the API and the media types they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response
from marshmallow import Schema

from catalogs import Catalog
from exports.game import formatter
from web.api.blueprint import ANYONE, Blueprint
from web.http.request_context import language
from web.service.rendering import Kind, RenderRequest

JSON: Mapping[str, Any] = {"schema": {"type": "object"}}
PDF: Mapping[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/pdf",
}
BINARY: Mapping[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/octet-stream",
}
LOCATED: Mapping[str, Any] = {"headers": {"Location": {"schema": {"type": "string"}}}}
CSV_TYPE = "text/csv; charset=utf-8"
CSV: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "text/csv"}
SVG: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "image/svg+xml"}
TEXT: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "text/plain"}


@dataclass(frozen=True, slots=True)
class File:
    """Downloadable file of a resource."""

    name: str
    summary: str
    kind: Kind
    media: Mapping[str, Any]
    query: type[Schema] | None = None
    cost: int = 1


Respond = Callable[..., Response]  # called with the file, the parsed query and the variables of the path


def add_file_endpoints(
    blueprint: Blueprint,
    path: str,
    files: Iterable[File],
    respond: Respond,
    *,
    anyone: bool = True,
    conflicts: bool = False,
) -> None:
    """Add a GET endpoint for every file, at ``path`` and the name of the file.

    ``anyone`` documents that a link may be sent; ``conflicts`` that a file may not be ready yet (409).
    """
    for file in files:
        add = blueprint.endpoint(
            f"{path}/{file.name}",
            query=file.query,
            media=file.media,
            errors=(404, 409) if conflicts else (404,),
            security=ANYONE if anyone else None,
            cost=file.cost,
        )
        add(_view(file, respond))


def _view(file: File, respond: Respond) -> Callable[..., Response]:
    def view(query: Mapping[str, Any] | None = None, **where: Any) -> Response:
        return respond(file, query or {}, **where)

    view.__name__, view.__doc__ = file.name.replace(".", "_"), file.summary
    return view


def in_each_language(catalog: Catalog, make: Callable[[Any], str]) -> dict[str, str]:
    """Return a text by language; ``make`` gets the message formatter of each."""
    return {lang: make(formatter(catalog, lang)) for lang in catalog.languages}


def wish_of(kind: Kind, query: Mapping[str, Any], url: str | None = None) -> RenderRequest:
    """Return the rendering that a query asks for; ``url`` is printed in the footer."""
    return RenderRequest(
        kind,
        language(),
        query.get("paper", "a4"),
        tuple(query.get("sheets", ())),
        url,
        grey=query.get("grey", False),
        large=query.get("large", False),
        layout=query.get("layout", "landscape"),
    )
