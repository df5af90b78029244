"""``horah serve`` and ``horah migrate``: run the service on this machine."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.commands import lan as lan_address
from web.config import Config, from_environment, parse_public_address

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Engine

LOCALHOST, ANY_ADDRESS = "127.0.0.1", "0.0.0.0"
THREADS = 8
MAX_CONNECTIONS = 900  # below the 1024 open files that many systems allow a process
IDLE_SECONDS = 30  # a connection idle for longer is closed
CLEANUP_SECONDS = 5  # interval between searches for idle connections
MAX_BUFFERED_BYTES = 256 * 1024 * 1024  # responses buffered on disk before a thread waits for the client
BODY_FACTOR = 4  # read bodies up to four times the limit, so that the error can state the limit

database_option = click.option("--database", metavar="URL")


def load_config(session: Session, database: str | None) -> Config:
    """Return the environment's configuration, overridden by the command line."""
    config = from_environment()
    return replace(config, database=database or config.database, overlay=session.overlay or config.overlay)


@click.command()
@click.option("--host", default=LOCALHOST, show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--lan", is_flag=True)
@click.option("--public", metavar="URL")
@database_option
@click.pass_obj
def serve(
    session: Session,
    host: str,
    port: int,
    lan: bool,
    public: str | None,
    database: str | None,
) -> None:
    from web.app import create_app

    config = load_config(session, database)
    if public is not None:
        config = replace(config, public=parse_public_address(public, "--public"))
    _migrate(config)
    lan_host = (lan_address.find_address() if host == LOCALHOST else host) if lan else ""
    listener = _listen(ANY_ADDRESS if lan and host == LOCALHOST else host, port)
    bound_port = listener.getsockname()[1]
    if lan_host:
        config = replace(config, public=config.public or _address(lan_host, bound_port).rstrip("/"))
    app = create_app(config)
    click.echo(
        say("serve.at", where=_address(host, bound_port), database=_describe_database(config.database))
    )
    if lan_host:
        click.echo(say("serve.phones", where=f"{config.public}/"))
        click.echo(lan_address.draw_qr_code(f"{config.public}/", sys.stdout.encoding))
    sys.stdout.flush()
    _serve(app, listener, BODY_FACTOR * config.longest_body)


@click.command()
@click.option("--tables", is_flag=True)
@database_option
@click.pass_obj
def migrate(session: Session, database: str | None, tables: bool) -> None:
    config = load_config(session, database)
    with open_database(config) as engine:
        adopted = _adopt(config, engine) if tables else ""
    if adopted:
        click.echo(adopted)
    click.echo(say("migrate.done", database=_describe_database(config.database)))


def _migrate(config: Config) -> None:
    with open_database(config):
        pass


def _adopt(config: Config, engine: Engine) -> str:
    """Move tables of other catalogue versions to the current ones."""
    from catalogs import Catalogs
    from web.service.context import new_context
    from web.service.tables import adopt
    from web.storage.tables import Repository

    adopted, unfit = adopt(new_context(Repository(engine), Catalogs(config.overlay)))
    return say("migrate.adopted", adopted=adopted, unfit=unfit)


@contextmanager
def open_database(config: Config) -> Iterator[Engine]:
    """Open the database and migrate it; turn its errors into a ``HorahError``."""
    from sqlalchemy.exc import DBAPIError

    from web.storage.engine import engine_for
    from web.storage.migrate import upgrade

    try:
        engine = engine_for(config.database)
        upgrade(engine)
        yield engine
    except DBAPIError as fault:
        raise HorahError(
            "NO_DATABASE", database=_describe_database(config.database), why=str(fault.orig)
        ) from None


def require_database(config: Config) -> None:
    """Raise if the database does not exist, because a mistyped name would create a new one."""
    from sqlalchemy.exc import DBAPIError

    from web.storage.engine import holds_our_database

    try:
        exists = holds_our_database(config.database)
    except DBAPIError as fault:
        raise HorahError(
            "NO_DATABASE", database=_describe_database(config.database), why=str(fault.orig)
        ) from None
    if not exists:
        raise HorahError("NO_DATABASE.not_there", database=_describe_database(config.database))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, UnicodeError) as fault:  # UnicodeError: an invalid host name
        listener.close()
        why = getattr(fault, "strerror", None) or str(fault)
        raise HorahError("PORT", port=str(port), host=host, why=why) from None
    listener.listen(128)
    return listener


def _address(host: str, port: int) -> str:
    name = socket.gethostname() if host in ("", "0.0.0.0", "::") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _describe_database(database: str) -> str:
    """Return the address of a database without its password."""
    from sqlalchemy.engine import make_url

    from web.storage.engine import parse_url

    parse_url(database)
    url = make_url(database)
    return str(Path(url.database or "")) if url.drivername.startswith("sqlite") else url.render_as_string()


def _serve(app: Flask, listener: socket.socket, max_body_bytes: int) -> None:
    """Serve with waitress until the process is stopped.

    waitress reads each request completely before a thread handles it and sends the response itself, so a slow
    client occupies a connection, not a thread.
    """
    import waitress

    from web.http.request_context import CONTEXT
    from web.service.notifications.dispatcher import start

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is normal
    sender = start(app.extensions[CONTEXT])
    try:
        waitress.serve(
            app,
            sockets=[listener],
            threads=THREADS,
            connection_limit=MAX_CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=CLEANUP_SECONDS,
            max_request_body_size=max_body_bytes,
            outbuf_high_watermark=MAX_BUFFERED_BYTES,
            asyncore_use_poll=True,  # select() cannot watch this many connections
            clear_untrusted_proxy_headers=False,  # ProxyFix knows how many proxies to trust
            log_socket_errors=False,  # a client that disconnects is not an error
            ident=None,
        )
    finally:
        sender.stop()
