"""The blueprint class of the API: how endpoints are declared and requests are parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

import flask_smorest
from flask import Request, current_app
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser

from web.http.rate_limit import costs

Security = list[dict[str, list[str]]]
View = Callable[..., Any]

#: Security of an endpoint that shows something to anyone and more to the holder of a link.
ANYONE: Security = [{}, {"link": []}]
#: Security of an endpoint for the holder of a link.
LINK: Security = [{"link": []}]


class Parser(FlaskParser):
    """Parse bodies with the application's JSON reader and reject unknown query parameters."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": RAISE,
    }

    def _raw_load_json(self, req: Request) -> Any:
        body = req.get_data(cache=True)
        return current_app.json.loads(body) if body else {}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Blueprint of one API resource."""

    ARGUMENTS_PARSER = Parser()

    def arguments(self, schema: Any, **options: Any) -> Any:
        """Instantiate the schema once, not at every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **options)

    def endpoint(
        self,
        path: str,
        method: str = "GET",
        *,
        query: Any = None,
        body: Any = None,
        result: Any = None,
        media: Mapping[str, Any] | None = None,
        status: int = 200,
        errors: Sequence[int] = (),
        security: Security | None = None,
        cost: int = 1,
    ) -> Callable[[View], View]:
        """Add a view with the schemas it reads and returns, its errors, its security and its cost.

        ``media`` holds further arguments of :meth:`response`: headers, or the type of a file.
        """

        def add(view: View) -> View:
            if security is not None:
                view = self.doc(security=security)(view)
            for error in reversed(errors):
                view = self.alt_response(error, HTTPStatus(error).name)(view)
            view = self.response(status, **{"schema": result, **(media or {})})(view)
            if body is not None:
                view = self.arguments(body)(view)
            if query is not None:
                view = self.arguments(query, location="query")(view)
            return cast(View, self.route(path, methods=[method])(costs(cost)(view)))

        return add
