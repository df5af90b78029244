"""Metrics for the operator at /metrics, and one log line for each client that is refused.

The counters are those of one process. Neither metrics nor log lines contain addresses or links: a client is
the beginning of its keyed hash, as ``horah moderate owner`` prints it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from http import HTTPStatus
from threading import Lock
from typing import Any

from cachetools import TTLCache
from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from werkzeug.exceptions import NotFound

from web.http.request_context import bearer, client_owner, context
from web.storage.health import free_bytes, storage_figures

PATH = "/metrics"
LOGGED = frozenset({403, 413, 429, 503, 507})  # refusals that an operator should see
LOG_INTERVAL_SECONDS = 60  # between two lines about the same client and refusal
MAX_LOGGED_CLIENTS = 1000  # remembered for that interval
CLIENT_LENGTH = 8  # characters of the client's hash in the log


class StorageCollector:
    """Gauges that are read from the database when somebody asks for the metrics."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with self.app.app_context():
            repository, limits = context().repository, context().limits
        rows = GaugeMetricFamily("horah_rows", "Rows in the database", labels=["table"])
        size = GaugeMetricFamily("horah_bytes", "Bytes of what people store", labels=["table"])
        for table, count, total in storage_figures(repository):
            rows.add_metric([table], count)
            if total is not None:
                size.add_metric([table], total)
        yield from (rows, size)
        if (left := free_bytes(repository.engine, limits.disk)) is not None:
            yield GaugeMetricFamily("horah_free_bytes", "Free bytes on the disk of the database", left)


def register(app: Flask, token: str) -> None:
    """Count responses and log refusals; with a token, serve the metrics to clients that send it."""
    registry = CollectorRegistry()
    responses = Counter("horah_responses", "Responses by status", ["status"], registry=registry)
    refusals = Counter("horah_refusals", "Refused requests by code", ["code"], registry=registry)
    ProcessCollector(registry=registry)
    registry.register(StorageCollector(app))
    logged: TTLCache[tuple[str, int], bool] = TTLCache(MAX_LOGGED_CLIENTS, LOG_INTERVAL_SECONDS)
    lock = Lock()

    def count(response: Response) -> Response:
        status, code = response.status_code, g.get("problem_code")
        responses.labels(str(status)).inc()
        if code:
            refusals.labels(code).inc()
        if status in LOGGED:
            key = (request.remote_addr or "-", status)
            with lock:
                known = key in logged
                logged[key] = True
            if not known:
                _log_refusal(status, code or "-")
        return response

    def show() -> Response:
        if not hmac.compare_digest((bearer() or "").encode(), token.encode()):
            raise NotFound
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)

    app.after_request(count)
    if token:
        app.add_url_rule(PATH, "metrics", show)


def _log_refusal(status: int, code: str) -> None:
    """Log a refusal with the route's rule, not the URL, which may be a secret link."""
    rule: Any = request.url_rule.rule if request.url_rule else "-"
    try:
        client = client_owner()[:CLIENT_LENGTH]
    except Exception:  # without its database the service still logs
        client = "-"
    phrase = HTTPStatus(status).phrase
    current_app.logger.warning(
        "refused: %s %s (%s), %s %s, client %s", status, phrase, code, request.method, rule, client
    )
