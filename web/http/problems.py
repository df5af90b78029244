"""Error responses: RFC 9457 problem details, with a message in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Response, current_app, g, json, request
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from schemas.errors import HorahError
from web.http.request_context import language, sentence, shared_formatter
from web.service.errors import Busy, DiskFull, ServiceError
from web.storage.health import is_full

MIMETYPE = "application/problem+json"
ERROR_PAGE = "horah.error_page"  # app.extensions: renders a problem for people, Callable[[Problem], Response]
API_PREFIX = "/api/"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error response for people and for programs."""

    status: int
    title: str
    detail: str
    code: str
    errors: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "type": f"urn:hora-h:problem:{self.code.lower()}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def make_problem(
    status: int,
    *,
    detail: str = "",
    code: str = "",
    errors: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Problem:
    """Return a problem in the reader's language; without a detail it gets the text of its status."""
    words = shared_formatter(language())
    known = status if words.knows(f"status.{status}.title") else 400 if status < 500 else 500
    return Problem(
        status=status,
        title=words.term(f"status.{known}.title"),
        detail=detail or words.term(f"status.{known}.detail"),
        code=code or f"HTTP_{status}",
        errors=errors,
        headers=headers or {},
    )


def respond(error: Problem) -> Response:
    """Return a problem as a page for people, or as JSON for programs."""
    g.problem_code = error.code
    page: Callable[[Problem], Response] | None = current_app.extensions.get(ERROR_PAGE)
    if page is not None and not request.path.startswith(API_PREFIX):
        response = page(error)
    else:
        body = json.dumps(error.json(), ensure_ascii=False)
        response = Response(body, status=error.status, mimetype=MIMETYPE)
    response.headers.extend(error.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def handle_horah_error(error: HorahError) -> Response:
    """Handle a HorahError: errors of the service have a status, errors of the rules are a 422."""
    status = error.status if isinstance(error, ServiceError) else 422
    seconds = error.retry_after_seconds if isinstance(error, ServiceError) else 0
    wait = {"Retry-After": str(seconds)} if seconds else None
    return respond(make_problem(status, detail=sentence(error), code=error.code, headers=wait))


def handle_http_error(error: HTTPException) -> Response:
    """Handle an HTTP error such as a wrong method or a body that does not match its schema."""
    status = error.code or 500
    if status < 400:
        return cast(Response, error.get_response(request.environ))  # a redirect is no error
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    errors = data.get("errors") or data.get("messages")
    return respond(make_problem(status, errors=errors if status == 422 else None, headers=_headers(error)))


def _headers(error: HTTPException) -> dict[str, str]:
    """Return the headers of an HTTP error: allowed methods, or seconds to wait."""
    headers = {}
    if methods := getattr(error, "valid_methods", None):
        headers["Allow"] = ", ".join(sorted(methods))
    if wait := getattr(error, "retry_after", None):
        headers["Retry-After"] = str(wait)
    return headers


def handle_database_error(error: DBAPIError) -> Response:
    """Handle a database error: 507 if the disk is full, 503 if the database does not answer."""
    if is_full(error):
        current_app.logger.critical("disk full: the database cannot write, and nothing more is kept")
        return handle_horah_error(DiskFull())
    current_app.logger.error("database: %s", type(error.orig).__name__)
    return (
        handle_horah_error(Busy())
        if error.connection_invalidated or _unreachable(error)
        else handle_unexpected_error(error)
    )


def handle_unexpected_error(error: Exception) -> Response:
    """Handle an unexpected error. Log the route's rule, not the URL, which may be a secret link."""
    rule = request.url_rule.rule if request.url_rule else "-"
    current_app.logger.error("%s %s failed", request.method, rule, exc_info=error)
    return respond(make_problem(500))


def _unreachable(error: DBAPIError) -> bool:
    return type(error).__name__ == "OperationalError"


def register(app: Flask) -> None:
    """Install the error handlers."""
    app.register_error_handler(HorahError, handle_horah_error)
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(DBAPIError, handle_database_error)
    app.register_error_handler(Exception, handle_unexpected_error)
