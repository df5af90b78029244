"""Every error in one form: RFC 9457 problem details, with a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Response, current_app, json, request
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from schemas.errors import HorahError
from web.current import language, sentence, speaker
from web.service.errors import Busy, DiskFull, ServiceError
from web.storage.well import is_full

MIMETYPE = "application/problem+json"
ERROR_PAGE = (
    "horah.error_page"  # app.extensions: what draws a problem for people, Callable[[Problem], Response]
)
API = "/api/"


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, for people and for machines."""

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


def problem(
    status: int,
    *,
    detail: str = "",
    code: str = "",
    errors: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Problem:
    """A problem in the reader's language; without a sentence of its own it has that of its status."""
    words = speaker(language())
    known = status if words.knows(f"status.{status}.title") else 400 if status < 500 else 500
    return Problem(
        status=status,
        title=words.term(f"status.{known}.title"),
        detail=detail or words.term(f"status.{known}.detail"),
        code=code or f"HTTP_{status}",
        errors=errors,
        headers=headers or {},
    )


def answer(found: Problem) -> Response:
    """The problem as a page for people, or as JSON for programs."""
    page: Callable[[Problem], Response] | None = current_app.extensions.get(ERROR_PAGE)
    if page is not None and not request.path.startswith(API):
        response = page(found)
    else:
        body = json.dumps(found.json(), ensure_ascii=False)
        response = Response(body, status=found.status, mimetype=MIMETYPE)
    response.headers.extend(found.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def of_people(error: HorahError) -> Response:
    """An error with a sentence: the service's own have a status, the rules' are a 422."""
    status = error.status if isinstance(error, ServiceError) else 422
    wait = {"Retry-After": "3"} if status == 503 else None
    return answer(problem(status, detail=sentence(error), code=error.code, headers=wait))


def of_http(error: HTTPException) -> Response:
    """An error of the web's machinery, such as a wrong method or a body that does not fit its schema."""
    status = error.code or 500
    if status < 400:
        return cast(Response, error.get_response(request.environ))  # a redirection is no problem
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    errors = data.get("errors") or data.get("messages")
    return answer(problem(status, errors=errors if status == 422 else None, headers=_headers(error)))


def _headers(error: HTTPException) -> dict[str, str]:
    """What some errors say besides: which methods there are, or how long to wait."""
    headers = {}
    if methods := getattr(error, "valid_methods", None):
        headers["Allow"] = ", ".join(sorted(methods))
    if wait := getattr(error, "retry_after", None):
        headers["Retry-After"] = str(wait)
    return headers


def of_database(error: DBAPIError) -> Response:
    """A database that does not answer is no fault of the asker's, nor is one that has no room left."""
    if is_full(error):
        current_app.logger.critical("disk full: the database cannot write, and nothing more is kept")
        return of_people(DiskFull())
    current_app.logger.error("database: %s", type(error.orig).__name__)
    return of_people(Busy()) if error.connection_invalidated or _unreachable(error) else of_anything(error)


def of_anything(error: Exception) -> Response:
    """A fault of ours. The log names the rule of the address, not the address: that may be a secret link."""
    rule = request.url_rule.rule if request.url_rule else "-"
    current_app.logger.error("%s %s failed", request.method, rule, exc_info=error)
    return answer(problem(500))


def _unreachable(error: DBAPIError) -> bool:
    return type(error).__name__ == "OperationalError"


def register(app: Flask) -> None:
    """Let this application answer every error in this form."""
    app.register_error_handler(HorahError, of_people)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(DBAPIError, of_database)
    app.register_error_handler(Exception, of_anything)
