"""The application factory: ``gunicorn 'web.app:create_app()'`` for a club, ``horah serve`` for one person."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from catalogs import Catalogs
from schemas.plain import read_json
from web import api, csrf, doors, locks, memory, offline, polls, problems, veil
from web.config import Config, check_post, from_environment
from web.current import CONTEXT, PUBLIC, language
from web.service.context import new_context
from web.service.push import ensure_keys
from web.storage.engine import engine_for
from web.storage.migrate import upgrade
from web.storage.repository import Repository


class Site(Flask):
    """An application none of whose functions is a coroutine: whether one is need not be found out each time,
    which is a tenth of a small answer."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


class Json(DefaultJSONProvider):
    """JSON as every door of ours takes it."""

    ensure_ascii = False
    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        text = s.decode() if isinstance(s, bytes) else s
        try:
            return read_json(text)
        except json.JSONDecodeError:
            raise
        except ValueError as fault:  # whatever else it is, it is not JSON as we take it
            raise json.JSONDecodeError(type(fault).__name__, "-", 0) from None


def create_app(config: Config | None = None) -> Flask:
    """An application over its own database, brought up to date first.

    Without a configuration it is a server's, set up by its environment; what it loads stays for good.
    """
    if config is None:
        app = create_app(from_environment())
        memory.hold_down()
        gc.collect()
        gc.freeze()  # no search through all of it whenever some battles have been made,
        gc.set_threshold(50_000, 20, 50)  # nor through the thousands of small things of each of them
        return app
    veil.install()
    check_post(config)
    app = Site("web", static_url_path="/static")
    app.json = Json(app)
    app.config[PUBLIC] = config.public
    app.config["MAX_CONTENT_LENGTH"] = config.longest_body
    app.config["MAX_FORM_MEMORY_SIZE"] = config.longest_body
    engine = engine_for(config.database)
    upgrade(engine)
    repository, post = Repository(engine), replace(config.post, public=config.public)
    app.extensions[CONTEXT] = new_context(repository, Catalogs(config.overlay), config.limits, post)
    ensure_keys(repository)
    Babel(app, locale_selector=language)
    problems.register(app)
    if config.pages:
        polls.register(app, config.hosts)
    locks.register(app, config.rate, config.counters, config.hosts)
    csrf.register(app)
    doors.register(app)
    offline.register(app)
    api.register(app)
    if config.pages:
        _pages(app)
    if config.proxies:
        count = config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    return app


def _pages(app: Flask) -> None:
    """The pages for people, where they are installed."""
    if find_spec("web.pages"):
        import_module("web.pages").register(app)
