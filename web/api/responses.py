"""Make every file endpoint of the API, and what their documentation shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response
from marshmallow import Schema

from web.api.blueprint import Blueprint
from web.current import language
from web.rate_limit import costs
from web.service.printing import Kind, Wish

JSON: Mapping[str, Any] = {"schema": {"type": "object"}}
PDF: Mapping[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/pdf",
}
SVG: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "image/svg+xml"}
TEXT: Mapping[str, Any] = {"schema": {"type": "string"}, "content_type": "text/plain"}

#: Security of an endpoint that shows something to anyone and more to the holder of a link.
ANYONE: list[dict[str, list[str]]] = [{}, {"link": []}]


@dataclass(frozen=True, slots=True)
class File:
    """A file that the API offers of a resource."""

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
        view = _view(file, respond)
        if anyone:
            view = blueprint.doc(security=ANYONE)(view)
        if conflicts:
            view = blueprint.alt_response(409, "CONFLICT")(view)
        view = blueprint.alt_response(404, "NOT_FOUND")(view)
        view = blueprint.response(200, **file.media)(view)
        if file.query:
            view = blueprint.arguments(file.query, location="query")(view)
        blueprint.route(f"{path}/{file.name}")(costs(file.cost)(view))


def _view(file: File, respond: Respond) -> Callable[..., Response]:
    def view(query: Mapping[str, Any] | None = None, **where: Any) -> Response:
        return respond(file, query or {}, **where)

    view.__name__, view.__doc__ = file.name.replace(".", "_"), file.summary
    return view


def wish_of(kind: Kind, query: Mapping[str, Any], url: str | None = None) -> Wish:
    """Return the rendering that a query asks for; ``url`` is printed in the footer."""
    return Wish(
        kind,
        language(),
        query.get("paper", "a4"),
        tuple(query.get("sheets", ())),
        url,
        grey=query.get("grey", False),
        large=query.get("large", False),
    )
