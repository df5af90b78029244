"""Application factory: ``gunicorn 'web.app:create_app()'`` for a club, ``horah serve`` for one person."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from catalogs import Catalogs
from catalogs.terms import locale_for
from schemas.json_input import read_json
from web import api
from web.config import Config, check_mail_settings, from_environment
from web.http import (
    compression,
    csrf,
    input_guard,
    log_redaction,
    metrics,
    offline_headers,
    problems,
    rate_limit,
    security_headers,
)
from web.http.request_context import CONTEXT, PUBLIC, language
from web.service.context import new_context
from web.service.notifications.web_push import ensure_vapid_key
from web.storage.engine import engine_for
from web.storage.migrate import upgrade
from web.storage.tables import Repository


class Json(DefaultJSONProvider):
    """JSON provider with the strict parser that every input of the service uses."""

    ensure_ascii = False
    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        text = s.decode() if isinstance(s, bytes) else s
        try:
            return read_json(text)
        except json.JSONDecodeError:
            raise
        except ValueError as fault:  # for example a number that is too long
            raise json.JSONDecodeError(type(fault).__name__, "-", 0) from None


def create_app(config: Config | None = None) -> Flask:
    """Create an application and bring its database up to date first.

    Without a configuration, read it from the environment.
    """
    config = config or from_environment()
    log_redaction.install()
    check_mail_settings(config)
    app = Flask("web", static_url_path="/static")
    app.json = Json(app)
    app.config[PUBLIC] = config.public
    app.config["MAX_CONTENT_LENGTH"] = config.longest_body
    app.config["MAX_FORM_MEMORY_SIZE"] = config.longest_body
    engine = engine_for(config.database)
    upgrade(engine)
    repository, post = Repository(engine), replace(config.post, public=config.public)
    app.extensions[CONTEXT] = new_context(repository, Catalogs(config.overlay), config.limits, post)
    ensure_vapid_key(repository)
    folders = ["translations", *([f"{config.overlay.resolve()}/translations"] if config.overlay else [])]
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(folders)
    Babel(app, locale_selector=lambda: str(locale_for(language())))
    problems.register(app)
    metrics.register(app, config.metrics)
    rate_limit.register(app, config.rate, config.counters)
    security_headers.register(app, config.hosts)
    csrf.register(app)
    input_guard.register(app)
    offline_headers.register(app)
    compression.register(app)
    api.register(app)
    if config.pages:
        _register_pages(app)
    if config.proxies:
        count = config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app


def _register_pages(app: Flask) -> None:
    """Register the pages, if they are installed."""
    if find_spec("web.pages"):
        import_module("web.pages").register(app)
