"""What every blueprint of the API shares."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import flask
import flask_smorest
from flask import Request, current_app
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser


@cache
def _nothing(schema: Schema) -> dict[str, Any]:
    """What a schema makes of nothing."""
    return dict(schema.load({}))


def _silent(location: str | None) -> bool:
    if location == "query":
        return not flask.request.query_string
    return location == "json" and flask.request.get_data(cache=True) in (b"", b"{}")


class Parser(FlaskParser):
    """Reads bodies as the application reads JSON; names in an address that mean nothing are refused."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": RAISE,
    }

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Any:
        """Who says nothing says always the same."""
        if isinstance(argmap, Schema) and _silent(location):
            with suppress(ValidationError):
                return dict(_nothing(argmap))
        return super().parse(argmap, req, location=location, **options)

    def _raw_load_json(self, req: Request) -> Any:
        body = req.get_data(cache=True)
        return current_app.json.loads(body) if body else {}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A resource of the API."""

    ARGUMENTS_PARSER = Parser()

    def arguments(self, schema: Any, **options: Any) -> Any:
        """Schemas are made once, not at every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **options)
