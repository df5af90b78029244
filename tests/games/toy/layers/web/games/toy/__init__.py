"""The toy's page and its command; what is asked at its table the house asks by itself."""

from __future__ import annotations

import click
from flask import Blueprint, Flask

from web.cli.settings_options import SettingsCommand, given_settings, procedures_of


def register(app: Flask) -> None:
    blueprint = Blueprint("toy", __name__, url_prefix="/toy")

    @blueprint.get("")
    def lanes() -> str:
        from web.http.request_context import formatter

        voice = formatter("toy")
        return ", ".join(voice.term(f"lane.{row}") for row in voice.catalog.store.table("lanes"))

    app.register_blueprint(blueprint)


@click.command(cls=SettingsCommand, plays=lambda words: procedures_of("toy", "toy"))
@click.option("--seed", default="1")
@click.pass_context
def toy(ctx: click.Context, seed: str) -> None:
    from exports.game import formatter
    from generator.session import begin
    from web.cli.interactive import Teller, play

    (procedure,), catalog = procedures_of("toy", "toy"), ctx.obj.catalog("toy")
    session = begin(procedure, catalog, procedure.read(catalog, given_settings(ctx)), seed)
    play(Teller(session, formatter(catalog, ctx.obj.language)))
    click.echo(session.documents("everyone")[0]["points"])
