"""``horah notify``: send queued messages, with or without the service running."""

from __future__ import annotations

import signal
from dataclasses import replace
from threading import Event

import click

from web.cli import Session
from web.cli.i18n import say

from .serve import database_option, load_config, open_database, require_database


@click.command()
@click.option("--once", is_flag=True)
@database_option
@click.pass_obj
def notify(session: Session, database: str | None, once: bool) -> None:
    from catalogs import Catalogs
    from web.config import check_mail_settings
    from web.http import log_redaction
    from web.service.context import new_context
    from web.service.notifications.dispatcher import deliver, start
    from web.storage.tables import Repository

    config = load_config(session, database)
    check_mail_settings(config)
    require_database(config)
    log_redaction.install()
    with open_database(config) as engine:
        context = new_context(
            Repository(engine), Catalogs(config.overlay), post=replace(config.post, public=config.public)
        )
        if once:
            click.echo(say("notify.done", count=deliver(context)))
            return
        rounds, ended = start(context), Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        click.echo(say("notify.goes"))
        ended.wait()
        rounds.stop()
