"""``horah serve`` and ``horah migrate``: the service on this machine."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.commands import room
from web.config import Config, check_post, from_environment, public_address
from web.language import say

if TYPE_CHECKING:
    from sqlalchemy import Engine

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"

database_option = click.option("--database", metavar="URL")


def configured(session: Session, database: str | None) -> Config:
    """The environment's configuration, with what was said on the command line."""
    config = from_environment()
    return replace(config, database=database or config.database, overlay=session.overlay or config.overlay)


@click.command()
@click.option("--host", default=HERE, show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--lan", is_flag=True)
@click.option("--public", metavar="URL")
@database_option
@click.pass_obj
def serve(
    session: Session,
    host: str,
    port: int,
    workers: int,
    lan: bool,
    public: str | None,
    database: str | None,
) -> None:
    config = configured(session, database)
    if public is not None:
        config = replace(config, public=public_address(public, "--public"))
    check_counters(config)
    _migrate(config)
    near = (room.address() if host == HERE else host) if lan else ""
    listener = _listen(EVERYWHERE if lan and host == HERE else host, port)
    bound = listener.getsockname()[1]
    click.echo(say("serve.at", where=_address(host, bound), database=_shown(config.database)))
    if near:
        config = replace(config, public=config.public or _address(near, bound).rstrip("/"))
        click.echo(say("serve.phones", where=f"{config.public}/"))
        click.echo(room.code(f"{config.public}/", sys.stdout.encoding))
    check_post(config)
    sys.stdout.flush()
    run = _serve_plainly if sys.platform == "win32" else _serve_with_gunicorn
    run(config, listener, workers)


@click.command()
@click.option("--tables", is_flag=True)
@database_option
@click.pass_obj
def migrate(session: Session, database: str | None, tables: bool) -> None:
    config = configured(session, database)
    with opened(config) as engine:
        adopted = _adopt(config, engine) if tables else ""
    if adopted:
        click.echo(adopted)
    click.echo(say("migrate.done", database=_shown(config.database)))


def _migrate(config: Config) -> None:
    with opened(config):
        pass


def _adopt(config: Config, engine: Engine) -> str:
    """Let tables that are played with other catalogues go on with those of here."""
    from catalogs import Catalogs
    from web.service.context import new_context
    from web.service.tables import adopt
    from web.storage.repository import Repository

    adopted, unfit = adopt(new_context(Repository(engine), Catalogs(config.overlay)))
    return say("migrate.adopted", adopted=adopted, unfit=unfit)


@contextmanager
def opened(config: Config) -> Iterator[Engine]:
    """The database, up to date; what it refuses is said in a sentence."""
    from sqlalchemy.exc import DBAPIError

    from web.storage.engine import engine_for
    from web.storage.migrate import upgrade

    try:
        engine = engine_for(config.database)
        upgrade(engine)
        yield engine
    except DBAPIError as fault:
        raise HorahError("NO_DATABASE", database=_shown(config.database), why=str(fault.orig)) from None


def check_there(config: Config) -> None:
    """A database that is only read from must be there: a mistyped name makes no new one."""
    from sqlalchemy.exc import DBAPIError

    from web.storage.engine import holds_ours

    try:
        there = holds_ours(config.database)
    except DBAPIError as fault:
        raise HorahError("NO_DATABASE", database=_shown(config.database), why=str(fault.orig)) from None
    if not there:
        raise HorahError("NO_DATABASE.not_there", database=_shown(config.database))


def check_counters(config: Config) -> None:
    """A store of counts that cannot be opened is told now, and not by each process when it begins."""
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string

    from web import counters  # noqa: F401 - our own store is found by its scheme

    try:
        answers = storage_from_string(config.counters).check()
        why = "" if answers else "-"
    except (ConfigurationError, ImportError, ValueError) as fault:
        why = str(fault).partition("\n")[0]
    except Exception as fault:  # of the server it names, by the library that speaks to it
        why = type(fault).__name__
    if why:
        raise HorahError("BAD_CONFIG.limits", name="HORAH_LIMITS", why=why)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, UnicodeError) as fault:  # the second of a name that no machine can have
        listener.close()
        why = getattr(fault, "strerror", None) or str(fault)
        raise HorahError("PORT", port=str(port), host=host, why=why) from None
    listener.listen(128)
    return listener


def _address(host: str, port: int) -> str:
    shown = socket.gethostname() if host in ("", "0.0.0.0", "::") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _shown(database: str) -> str:
    """The address of a database without its password."""
    from sqlalchemy.engine import make_url

    from web.storage.engine import url_of

    url_of(database)
    url = make_url(database)
    return str(Path(url.database or "")) if url.drivername.startswith("sqlite") else url.render_as_string()


def _serve_with_gunicorn(config: Config, listener: socket.socket, workers: int) -> None:
    """As the README has it for a club: no slow client holds a thread, and no address is logged."""
    from gunicorn.app.base import BaseApplication

    from web import worker
    from web.app import create_app

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            own = {name: value for name, value in vars(worker).items() if name in self.cfg.settings}
            said = {"bind": f"fd://{listener.fileno()}", "workers": workers, "loglevel": "warning"}
            for name, value in {**own, **said}.items():
                self.cfg.set(name, value)

        def load(self) -> Callable[..., Any]:
            return create_app(config)

    listener.set_inheritable(True)
    Server().run()


def _serve_plainly(config: Config, listener: socket.socket, _: int) -> None:
    """Where gunicorn does not run: one process, otherwise the same."""
    from web.app import create_app
    from web.current import CONTEXT
    from web.patience import alone
    from web.service.post import start

    app = create_app(config)
    start(app.extensions[CONTEXT])
    alone(app, listener)
