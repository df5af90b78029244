"""gunicorn for a club: ``gunicorn --config python:web.gunicorn_conf 'web.app:create_app()'``.

A proxy must stand in front: a thread of gunicorn waits for a slow client, a proxy reads the request first.
"""

from __future__ import annotations

from typing import Any

worker_class = "gthread"
workers = 2
threads = 8  # in each worker
worker_connections = 1000
keepalive = 30  # seconds that a connection of the proxy stays open
timeout = 60  # seconds after which a worker is replaced that does not answer its master
graceful_timeout = 20  # seconds for requests under way, when the service is stopped
accesslog = None  # the address of a seat is its key, and keys do not belong in logs
proc_name = "horah"
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Check settings and database once before any worker starts; a fault is one sentence, not a traceback."""
    from schemas.errors import HorahError
    from web import veil
    from web.commands.serve import opened
    from web.config import check_post, from_environment

    veil.install()
    try:
        config = from_environment()
        check_post(config)
        with opened(config):
            pass
    except HorahError as error:
        from catalogs import Catalogs
        from exports.game import format_error
        from web.language import language

        raise SystemExit(format_error(error, language(), Catalogs())) from None


def post_worker_init(worker: Any) -> None:
    """Let this worker send notifications too."""
    from web.current import CONTEXT
    from web.service.post import start

    worker.sender = start(worker.wsgi.extensions[CONTEXT])


def worker_exit(server: Any, worker: Any) -> None:
    """End the sending of notifications."""
    if hasattr(worker, "sender"):
        worker.sender.stop()
