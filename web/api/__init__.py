"""The API, version 1: one blueprint per resource, and an OpenAPI document derived from them."""

from __future__ import annotations

import http
from pkgutil import resolve_name
from threading import Lock
from typing import Any

from flask import Flask, Response, request
from flask_smorest import Api, Blueprint
from flask_smorest.utils import prepare_response
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from schemas.api.common import Problem
from schemas.errors import HorahError
from web.games.registry import games
from web.http import problems
from web.http.request_context import language_names

PREFIX = "/api/v1"


class HorahApi(Api):  # type: ignore[misc]
    """API with errors as problem details and an OpenAPI document built on first request."""

    ERROR_SCHEMA = Problem

    def __init__(self, app: Flask) -> None:
        self._undescribed: list[tuple[Blueprint, str]] = []
        self._one_at_a_time = Lock()
        super().__init__(app)

    def register_blueprint(self, blp: Blueprint, **options: Any) -> None:
        """Register the routes at once; defer describing them until the OpenAPI document is requested."""
        name = options.get("name", blp.name)
        self._app.extensions["flask-smorest"]["blp_name_to_api"][name] = self
        self._app.register_blueprint(blp, **options)
        self._undescribed.append((blp, name))

    def _openapi_json(self) -> Response:
        self._describe()
        response: Response = super()._openapi_json()
        return response

    def _describe(self) -> None:
        with self._one_at_a_time:
            while self._undescribed:
                blp, name = self._undescribed[0]
                blp.register_views_in_doc(self, self._app, self.spec, name=name, parameters=None)
                self.spec.tag({"name": name, "description": blp.description})
                self._undescribed.pop(0)

    def handle_http_exception(self, error: HTTPException) -> Response:
        return problems.handle_http_error(error)

    def _register_responses(self) -> None:
        errors = {status.name: status.phrase for status in http.HTTPStatus if status >= 400}
        for name, phrase in {**errors, "DEFAULT_ERROR": "Any other problem"}.items():
            response: dict[str, Any] = {"description": phrase, "schema": self.ERROR_SCHEMA}
            prepare_response(response, self.spec, problems.MIMETYPE)
            self.spec.components.response(name, response, lazy=True)


def _check_language() -> None:
    """Refuse a language that the catalogues do not have."""
    given = request.args.get("lang")
    if request.path.startswith(PREFIX) and given and given not in language_names():
        raise HorahError("BAD_LANGUAGE", given=given, languages=list(language_names()))


def register(app: Flask) -> None:
    """Register the API on an application."""
    app.before_request(_check_language)
    from . import (
        archives,
        calculators,
        catalogs,
        diaries,
        docs,
        documents,
        health,
        invitations,
        my_tables,
        notifications,
        owner_data,
        participants,
        plays,
        procedures,
        tables,
        tournaments,
        verifications,
    )

    app.config.update(
        API_TITLE="Hora H",
        API_VERSION="v1",
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
        API_SPEC_OPTIONS={
            "info": {
                "description": "Battles, tables and catalogues of Hora H. Errors are problem details "
                "(RFC 9457) in the language of Accept-Language, Spanish or English."
            },
        },
    )
    api = HorahApi(app)
    api.spec.components.security_scheme(
        "link", {"type": "http", "scheme": "bearer", "description": "The secret link of a seat."}
    )
    for module in (
        health,
        tables,
        participants,
        plays,
        notifications,
        invitations,
        my_tables,
        catalogs,
        procedures,
        verifications,
        owner_data,
        documents,
        calculators,
        tournaments,
        diaries,
        archives,
    ):
        api.register_blueprint(module.blueprint, url_prefix=f"{PREFIX}{module.PATH}")
    for game in games().values():
        if game.api:
            resolve_name(game.api)(api, PREFIX)
    app.register_blueprint(docs.blueprint, url_prefix=f"{PREFIX}/docs")
    app.before_request(only_json)


def only_json() -> None:
    """Reject POST and PUT bodies of the API that are not JSON."""
    if request.routing_exception:
        return
    if request.path.startswith(problems.API_PREFIX) and request.method in ("POST", "PUT"):
        empty = not request.content_length and "Transfer-Encoding" not in request.headers
        if not request.is_json and not (empty and not request.content_type):
            raise UnsupportedMediaType
