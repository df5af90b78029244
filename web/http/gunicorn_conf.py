"""gunicorn configuration for a club.

``gunicorn --config python:web.http.gunicorn_conf 'web.app:create_app()'``

A proxy must run in front: a gunicorn thread waits for a slow client, a proxy buffers the request first.
"""

from __future__ import annotations

from typing import Any

worker_class = "gthread"
workers = 2
threads = 8  # in each worker
worker_connections = 1000
keepalive = 30  # seconds that an idle connection of the proxy stays open
timeout = 60  # seconds after which an unresponsive worker is replaced
graceful_timeout = 20  # seconds for running requests when the service is stopped
accesslog = None  # the URL of a seat is a secret, which must not appear in logs
proc_name = "horah"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Check settings and database once before any worker starts; report a fault as one sentence."""
    from schemas.errors import HorahError
    from web.commands.serve import open_database
    from web.config import check_mail_settings, from_environment
    from web.http import log_redaction

    log_redaction.install()
    try:
        config = from_environment()
        check_mail_settings(config)
        with open_database(config):
            pass
    except HorahError as error:
        from catalogs import Catalogs
        from exports.game import format_error
        from web.cli.i18n import language

        raise SystemExit(format_error(error, language(), Catalogs())) from None


def post_worker_init(worker: Any) -> None:
    """Start the notification sender of this worker."""
    from web.http.request_context import CONTEXT
    from web.service.notifications.dispatcher import start

    worker.sender = start(worker.wsgi.extensions[CONTEXT])


def worker_exit(server: Any, worker: Any) -> None:
    """Stop the notification sender of this worker."""
    if hasattr(worker, "sender"):
        worker.sender.stop()
