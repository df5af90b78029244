"""The files of a thing that the API has: one line for each, and the same answer for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from flask import Response
from marshmallow import Schema

from web.api.blueprint import Blueprint
from web.rate_limit import costs
from web.service.printing import Kind

Printed = Callable[[str, dict[str, Any], Kind], Response]


class File(NamedTuple):
    """A file: its name, what is told of it, its kind, what may be asked for, what is sent, its price."""

    name: str
    told: str
    kind: Kind
    asks: type[Schema]
    sends: Mapping[str, Any]
    price: int = 1


JSON: Mapping[str, Any] = {"schema": {"type": "object"}}


def offer(blueprint: Blueprint, thing: str, files: Iterable[File], printed: Printed) -> None:
    """An address for every file of a thing, ``/<thing_id>/card.pdf``."""
    for file in files:
        view = blueprint.alt_response(404, "NOT_FOUND")(_view(file, f"{thing}_id", printed))
        view = blueprint.response(200, **file.sends)(view)
        view = blueprint.arguments(file.asks, location="query")(view)
        blueprint.route(f"/<{thing}_id>/{file.name}")(costs(file.price)(view) if file.price > 1 else view)


def _view(file: File, place: str, printed: Printed) -> Callable[..., Response]:
    def view(asked: dict[str, Any], **where: str) -> Response:
        return printed(where[place], asked, file.kind)

    view.__name__, view.__doc__ = file.name.replace(".", "_"), file.told
    return view
