"""Terminal output of a battle: the pending prompts and how to answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from web.cli import Session
from web.cli.i18n import say

if TYPE_CHECKING:
    from catalogs.games.grossdeutschland import Catalog
    from exports.games.grossdeutschland.messages import MessageFormatter
    from generator.session import Session as Played

GAME = "grossdeutschland"


def catalog_of(session: Session) -> Catalog:
    catalog: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # the game's own
    return catalog


def formatter_of(session: Session) -> MessageFormatter:
    from exports.games.grossdeutschland.messages import MessageFormatter

    return MessageFormatter(catalog_of(session), session.language)


def say_next(played: Played, seat: str, session: Session) -> None:
    """Print the pending prompts and how to answer them."""
    from generator.table.visibility import may_read

    teller = teller_of(played, session)
    formatter = teller.formatter
    if played.finished:
        click.echo(say("grossdeutschland.finished"), err=True)
    for prompt in played.table.pending:
        who = formatter.name("seat", prompt.seat)
        click.secho(f"{prompt.rule}  {who}: {formatter.term(f'ask.{prompt.ask}')}", bold=True, err=True)
        if may_read(prompt, seat):
            for line in teller.shown(prompt):
                click.echo(f"  {line}", err=True)
            click.echo(f"  {teller.how(prompt)}", err=True)


def teller_of(played: Played, session: Session) -> Any:
    from .prompt_text import BattleTeller

    return BattleTeller(played, formatter_of(session).for_settings(played.procedure.write(played.settings)))
