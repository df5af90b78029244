"""Command line ``horah``.

GENERAL lists the commands that no game owns; a game declares its own (:mod:`web.games.registry`). Commands
are imported when they are called, so ``horah --help`` reads no catalogue and imports nothing heavy. Help
texts are terms of the command line (:mod:`web.cli.i18n`) and are set before a command runs: one line under
``cli.<command>``, the long text under ``cli.<command>.help``, options under ``cli.<command>.<option>``.
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
from web.cli.click_i18n import set_language
from web.cli.i18n import Language, has_term, language, read_options, say
from web.cli.options import LANGUAGE
from web.games.registry import games

if TYPE_CHECKING:
    from catalogs import Catalog, Catalogs

DEBUG = "HORAH_DEBUG"
GENERAL_COMMANDS: Mapping[str, str] = {  # name -> module:object
    "play": "web.commands.play:play",
    "game": "web.commands.game:game",
    "catalog": "web.commands.catalog:catalog",
    "language": "web.commands.language:language",
    "owner-data": "web.commands.owner_data:owner_data",
    "calc": "web.commands.calc:calc",
    "document": "web.commands.document:document",
    "serve": "web.commands.serve:serve",
    "notify": "web.commands.notify:notify",
    "migrate": "web.commands.serve:migrate",
    "backup": "web.commands.backup:backup",
    "restore": "web.commands.backup:restore",
    "verify": "web.commands.verify:verify",
    "moderate": "web.commands.moderate:moderate",
    "diary": "web.commands.diary:diary",
    "tournament": "web.commands.tournament:tournament",
    "ratings": "web.commands.ratings:ratings",
    "archive": "web.commands.archive:archive",
    "study": "web.commands.study:study",
}


def commands() -> Mapping[str, str]:
    """Return every command by its name: those of the games, then the general ones."""
    own = {name: place for game in games().values() for name, place in game.commands.items()}
    return {**own, **GENERAL_COMMANDS}


@dataclass(frozen=True, slots=True)
class Session:
    """State that every command gets as ``ctx.obj``: the language and the overlay folder, if any."""

    language: Language
    overlay: Path | None

    def catalog(self, game: str) -> Catalog:
        """Return the catalogues of a game, with the overlay applied."""
        return self.catalogs[game]

    @property
    def catalogs(self) -> Catalogs:
        """Return the catalogues of every game."""
        from catalogs import Catalogs

        return Catalogs(self.overlay)


def translate_help(command: click.Command, *path: str, **facts: object) -> click.Command:
    """Set the translated help of a command, its options and its sub-commands."""
    key = ".".join(path).replace("-", "_")
    for candidate in (f"{key}.help", key):
        if has_term(candidate):
            command.help = say(candidate, **facts)
            break
    groups = [".".join(path[:end]).replace("-", "_") for end in range(len(path) - 1, 0, -1)]
    for option in command.params:
        if isinstance(option, click.Option):
            shared = [f"{group}.option.{option.name}" for group in groups]
            keys = (f"{key}.{option.name}", *shared, f"option.{option.name}")
            option.help = next((say(each) for each in keys if has_term(each)), option.help)
    if isinstance(command, click.Group) and not isinstance(command, LazyGroup):
        for name, inner in command.commands.items():
            translate_help(inner, *path, name)
    return command


def translate_usage(ctx: click.Context, command: click.Command) -> click.Command:
    """Translate the help of ``--help`` and the placeholders of the usage line."""
    option = command.get_help_option(ctx)
    if option is not None:
        option.help = say("click.show_help")
    command.options_metavar = say("click.options_metavar")
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("click.command_metavar")
        if not isinstance(command, LazyGroup):
            for inner in command.commands.values():
                translate_usage(ctx, inner)
    return command


def is_debugging(ctx: click.Context) -> bool:
    """Return whether the user asked for tracebacks."""
    return bool(ctx.params.get("debug") or os.environ.get(DEBUG))


class LazyGroup(click.Group):
    """A group whose commands are listed in :func:`commands` and imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in commands():
            return None
        command = resolve_name(commands()[cmd_name])
        assert isinstance(command, click.Command)
        return translate_usage(ctx, translate_help(command, cmd_name))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        read_options(ctx, args)
        set_language(language())
        titles = [say(f"game.{name}") for name in games() if has_term(f"game.{name}")]
        translate_usage(ctx, translate_help(self, "horah", games=", ".join(titles)))
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("commands")):
            keys = {name: name.replace("-", "_") for name in commands()}
            formatter.write_dl([(name, say(key) if has_term(key) else "") for name, key in keys.items()])

    def main(self, *args: Any, **options: Any) -> Any:
        """Handle SIGTERM like Ctrl+C, so that partly written files are removed."""
        if threading.current_thread() is not threading.main_thread():
            return super().main(*args, **options)
        before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
        try:
            return super().main(*args, **options)
        finally:
            signal.signal(signal.SIGTERM, before)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A HorahError prints one sentence and exits with 2, any other error exits with 3."""
        try:
            return super().invoke(ctx)
        except HorahError as error:
            if is_debugging(ctx):
                raise
            error.game = error.game or _game_of(ctx.invoked_subcommand)
            click.echo(_error_text(error, ctx.obj), err=True)
            ctx.exit(2)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if is_debugging(ctx):
                raise
            click.echo(say("fault", name=type(fault).__name__), err=True)
            ctx.exit(3)


def _error_text(error: HorahError, session: Session) -> str:
    from exports.game import format_error

    return format_error(error, session.language, session.catalogs)


def _game_of(command: str | None) -> str | None:
    """Return the game that owns a command, if any."""
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
