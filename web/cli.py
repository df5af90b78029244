"""The command line: ``horah``.

Sub-commands stand in a table and are imported when they are called, so that ``horah --help`` reads no
catalogue and imports nothing heavy. To add one, add a line to COMMANDS.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import VARIABLE, Language, language, listen, said

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog

DEBUG = "HORAH_DEBUG"

listen(sys.argv[1:])

# name -> (module:object, English help, Spanish help)
COMMANDS: dict[str, tuple[str, str, str]] = {
    "battle": (
        "web.games.combat_commander.commands.battle:battle",
        "Roll up a battle by the game's own procedure.",
        "Generar una batalla por el procedimiento del propio juego.",
    ),
    "campaign": (
        "web.games.combat_commander.commands.campaign:campaign",
        "Play a campaign from the first battle to the last.",
        "Jugar una campaña de la primera batalla a la última.",
    ),
    "catalog": (
        "web.commands.catalog:catalog",
        "Check and browse the printed tables.",
        "Comprobar y consultar las tablas impresas.",
    ),
    "print": (
        "web.games.combat_commander.commands.print:print_cards",
        "Print cards as PDF.",
        "Imprimir fichas en PDF.",
    ),
    "scenario": (
        "web.games.combat_commander.commands.scenario:scenario",
        "Write, check, price and mend scenarios.",
        "Escribir, comprobar, valorar y arreglar escenarios.",
    ),
    "serve": (
        "web.commands.serve:serve",
        "Serve the pages and the API on this machine.",
        "Servir las páginas y la API en este equipo.",
    ),
    "migrate": (
        "web.commands.serve:migrate",
        "Bring the service's database up to date.",
        "Poner al día la base de datos del servicio.",
    ),
    "backup": (
        "web.commands.backup:backup",
        "Write everything the service keeps into a file.",
        "Escribir en un archivo todo lo que guarda el servicio.",
    ),
    "restore": (
        "web.commands.backup:restore",
        "Put a backup back.",
        "Reponer una copia.",
    ),
    "verify": (
        "web.commands.verify:verify",
        "Check that no die of a table was touched.",
        "Comprobar que no se tocó ningún dado de una mesa.",
    ),
}


@dataclass(frozen=True, slots=True)
class Session:
    """What every sub-command knows: the language and the overlay folder, if any (``ctx.obj``)."""

    language: Language
    overlay: Path | None

    def catalog(self) -> Catalog:
        """The catalogues, with the overlay laid over them."""
        from catalogs.games.combat_commander import load

        return load(self.overlay)


def debugging(ctx: click.Context) -> bool:
    """Does the person want to see where an error comes from?"""
    return bool(ctx.params.get("debug") or os.environ.get(DEBUG))


def _own_fault(fault: Exception) -> str:
    """What is said where no one foresaw an error."""
    name = type(fault).__name__
    return said(
        f"Hora H could not go on, and the fault is its own ({name}). Nothing is half-written. "
        "With --debug before the command it shows where; please report that.",
        f"Hora H no pudo seguir, y el fallo es suyo ({name}). Nada queda a medio escribir. "
        "Con --debug antes de la orden muestra dónde; por favor, comuníquelo.",
    )


class LazyGroup(click.Group):
    """A group whose commands are named in COMMANDS and imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(said("Commands", "Órdenes")):
            formatter.write_dl([(name, said(en, es)) for name, (_, en, es) in COMMANDS.items()])

    def main(self, *args: Any, **options: Any) -> Any:
        """SIGTERM ends a command as Ctrl+C does: what is half-written is tidied away."""
        if threading.current_thread() is not threading.main_thread():
            return super().main(*args, **options)
        before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
        try:
            return super().main(*args, **options)
        finally:
            signal.signal(signal.SIGTERM, before)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; an error meant for people is one sentence on stderr and exit code 2, any other one and 3."""
        try:
            return super().invoke(ctx)
        except HorahError as error:
            if debugging(ctx):
                raise
            click.echo(error.sentence(language()), err=True)
            ctx.exit(2)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if debugging(ctx):
                raise
            click.echo(_own_fault(fault), err=True)
            ctx.exit(3)


def _speak(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """The language is set before a sub-command is imported: its help texts are chosen then."""
    if value:
        os.environ[VARIABLE] = value
    return value


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=said(
        "Hora H: random battles, campaigns, scenarios and printed cards for Combat Commander.",
        "Hora H: batallas al azar, campañas, escenarios y fichas impresas para Combat Commander.",
    ),
)
@click.option(
    "--lang",
    type=click.Choice(["es", "en"]),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help=said("Language; also HORAH_LANG.", "Idioma; también HORAH_LANG."),
)
@click.option(
    "--overlay",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="HORAH_OVERLAY",
    help=said(
        "Folder with tables of your own, laid over the catalogues; also HORAH_OVERLAY.",
        "Carpeta con tablas propias que se ponen sobre los catálogos; también HORAH_OVERLAY.",
    ),
)
@click.option(
    "--debug",
    is_flag=True,
    help=said(
        "Show where an error comes from; also HORAH_DEBUG.",
        "Mostrar de dónde viene un error; también HORAH_DEBUG.",
    ),
)
@click.version_option(package_name="hora-h", prog_name="horah")
@click.pass_context
def main(ctx: click.Context, overlay: Path | None, debug: bool) -> None:
    ctx.obj = Session(language(), overlay)
