"""The toy's page and its command; what is asked at its table the house asks by itself."""

from __future__ import annotations

import click
from flask import Blueprint, Flask

from web.game import Game

GAME = Game(id="toy", commands={"toy": f"{__name__}:toy"}, pages=f"{__name__}:register")


def register(app: Flask) -> None:
    blueprint = Blueprint("toy", __name__, url_prefix="/toy")

    @blueprint.get("")
    def lanes() -> str:
        from web.current import scribe

        voice = scribe("toy")
        return ", ".join(voice.term(f"lane.{row}") for row in voice.catalog.store.table("lanes"))

    app.register_blueprint(blueprint)


@click.command()
@click.option("--seed", default="1")
@click.pass_obj
def toy(session: object, seed: str) -> None:
    """Blow the wind once."""
    from generator.chance import rolled

    click.echo(str(rolled(seed, (10,))[0]))
