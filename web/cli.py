"""The command line: ``horah``.

What holds for any game stands in GENERAL; a game names its own commands (:mod:`web.game`). All are imported
when they are called, so that ``horah --help`` reads no catalogue and imports nothing heavy. Their help texts
stand among the words of the command line (:mod:`web.language`) and are put on before a command runs: a line
under ``cli.<command>``, at length under ``cli.<command>.help``, options under ``cli.<command>.<option>``.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.click_words import speak
from web.game import games
from web.language import Language, knows, language, listen, say
from web.options import LANGUAGE

if TYPE_CHECKING:
    from catalogs import Catalog, Catalogs

DEBUG = "HORAH_DEBUG"
GENERAL: Mapping[str, str] = {  # name -> module:object
    "catalog": "web.commands.catalog:catalog",
    "blanks": "web.commands.blanks:blanks",
    "aid": "web.commands.aid:aid",
    "document": "web.commands.document:document",
    "serve": "web.commands.serve:serve",
    "post": "web.commands.post:post",
    "migrate": "web.commands.serve:migrate",
    "backup": "web.commands.backup:backup",
    "restore": "web.commands.backup:restore",
    "verify": "web.commands.verify:verify",
    "shelf": "web.commands.shelf:shelf",
    "diary": "web.commands.diary:diary",
    "tournament": "web.commands.tournament:tournament",
    "study": "web.commands.study:study",
}


def commands() -> Mapping[str, str]:
    """Every command by its name: those of the games, then those that hold for any."""
    own = {name: place for game in games().values() for name, place in game.commands.items()}
    return {**own, **GENERAL}


@dataclass(frozen=True, slots=True)
class Session:
    """What every sub-command knows: the language and the overlay folder, if any (``ctx.obj``)."""

    language: Language
    overlay: Path | None

    def catalog(self, game: str) -> Catalog:
        """A game's catalogues, with the overlay laid over them."""
        return self.catalogs[game]

    @property
    def catalogs(self) -> Catalogs:
        """The catalogues of every game."""
        from catalogs import Catalogs

        return Catalogs(self.overlay)


def dress(command: click.Command, *path: str, **facts: object) -> click.Command:
    """Put the words of the person's language on a command, its options and its sub-commands."""
    key = ".".join(path).replace("-", "_")
    for candidate in (f"{key}.help", key):
        if knows(candidate):
            command.help = say(candidate, **facts)
            break
    groups = [".".join(path[:end]).replace("-", "_") for end in range(len(path) - 1, 0, -1)]
    for option in command.params:
        if isinstance(option, click.Option):
            shared = [f"{group}.option.{option.name}" for group in groups]
            found = (f"{key}.{option.name}", *shared, f"option.{option.name}")
            option.help = next((say(each) for each in found if knows(each)), option.help)
    if isinstance(command, click.Group) and not isinstance(command, LazyGroup):
        for name, inner in command.commands.items():
            dress(inner, *path, name)
    return command


def helped(ctx: click.Context, command: click.Command) -> click.Command:
    """The words of ``--help`` itself, and of what stands for options and commands in a line of usage."""
    option = command.get_help_option(ctx)
    if option is not None:
        option.help = say("click.show_help")
    command.options_metavar = say("click.options_metavar")
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("click.command_metavar")
        if not isinstance(command, LazyGroup):
            for inner in command.commands.values():
                helped(ctx, inner)
    return command


def debugging(ctx: click.Context) -> bool:
    """Does the person want to see where an error comes from?"""
    return bool(ctx.params.get("debug") or os.environ.get(DEBUG))


class LazyGroup(click.Group):
    """A group whose commands are named in :func:`commands` and imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in commands():
            return None
        command = resolve_name(commands()[cmd_name])
        assert isinstance(command, click.Command)
        return helped(ctx, dress(command, cmd_name))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        listen(ctx, args)
        speak(language())
        titles = [say(f"game.{name}") for name in games() if knows(f"game.{name}")]
        helped(ctx, dress(self, "horah", games=", ".join(titles)))
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("commands")):
            formatter.write_dl([(name, say(name) if knows(name) else "") for name in commands()])

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
            error.game = error.game or _game_of(ctx.invoked_subcommand)
            click.echo(_sentence(error, ctx.obj), err=True)
            ctx.exit(2)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if debugging(ctx):
                raise
            click.echo(say("fault", name=type(fault).__name__), err=True)
            ctx.exit(3)


def _sentence(error: HorahError, session: Session) -> str:
    from exports.game import format_error

    return format_error(error, session.language, session.catalogs)


def _game_of(command: str | None) -> str | None:
    """The game whose command this is, if it is one's."""
    return next((game.id for game in games().values() if command in game.commands), None)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--lang", type=LANGUAGE, is_eager=True, expose_value=False)
@click.option(
    "--overlay", type=click.Path(exists=True, file_okay=False, path_type=Path), envvar="HORAH_OVERLAY"
)
@click.option("--debug", is_flag=True)
@click.version_option(package_name="hora-h", prog_name="horah")
@click.pass_context
def main(ctx: click.Context, overlay: Path | None, debug: bool) -> None:
    ctx.obj = Session(language(), overlay)
