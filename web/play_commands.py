"""What the commands of a game do with a play in a file: the same for every game that keeps its plays so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli import Session
from web.options import json_option, lang_option
from web.output import FILE, put
from web.play_file import PlayFile, asked_json

if TYPE_CHECKING:
    from catalogs import Catalog
    from generator.session import Session as Played

Command = Callable[..., Any]
REFEREE = "referee"


@dataclass(frozen=True)
class Keyboard:
    """A game at the command line: how it keeps a play, who sits there, and how it tells what is asked."""

    file: PlayFile
    seats: tuple[str, ...]
    catalog: Callable[[Session], Catalog]
    say_next: Callable[[Played, str, Session], None]

    def file_option(self, command: Command) -> Command:
        return click.option("--file", "path", type=FILE, default=self.file.usual, show_default=True)(command)

    def seat_option(self, command: Command) -> Command:
        choice = click.Choice(self.seats)
        return click.option("--seat", type=choice, default=REFEREE, show_default=True)(command)

    def shows(self, command: Command) -> Command:
        """The options of a command that shows a play: with whose eyes, as JSON, its log."""
        command = json_option(click.option("--log", is_flag=True)(lang_option(click.pass_obj(command))))
        return self.file_option(self.seat_option(command))

    def opened(self, session: Session, path: Path) -> Played:
        return self.file.opened(self.catalog(session), path)

    def kept(self, session: Session, path: Path, played: Played, seat: str = REFEREE) -> None:
        """What dice and cups answer is answered, the file written, and what is asked next is told."""
        played.fill()
        put(path, self.file.written(played))
        self.say_next(played, seat, session)

    def add_to(self, group: click.Group) -> None:
        """``next`` and ``undo``, which read alike for every game."""

        @group.command("next")
        @self.file_option
        @self.seat_option
        @json_option
        @lang_option
        @click.pass_obj
        def next_(session: Session, /, path: Path, seat: str, as_json: bool) -> None:
            played = self.opened(session, path)
            if as_json:
                click.echo(asked_json(played, seat))
            else:
                self.say_next(played, seat, session)

        @group.command()
        @click.argument("count", type=click.IntRange(1, 9999), default=1)
        @self.file_option
        @lang_option
        @click.pass_obj
        def undo(session: Session, /, count: int, path: Path) -> None:
            played = self.opened(session, path)
            played.undo(count)
            self.kept(session, path, played)
