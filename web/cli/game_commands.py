"""Commands shared by all games that are played from a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.io import FILE, exists, write_output
from web.cli.options import json_option, lang_option
from web.cli.session_file import REFEREE, PlayFile, asked, asked_json
from web.service.tokens import new_battle_seed

if TYPE_CHECKING:
    from generator.game import Procedure
    from generator.session import Session as Played
    from generator.table import Prompt
    from web.cli.interactive import Teller

Command = Callable[..., Any]


@dataclass(frozen=True)
class Keyboard:
    """Command-line interface of a game: its play file, its answer parser and its output.

    ``sides`` may answer, ``seats`` may look; both are empty for a solitaire game. ``tell`` prints the effects
    of an answer: it gets the length of the log before it and the number of the answer.
    """

    game: str
    file: PlayFile
    say_next: Callable[[Played, str, Session], None]
    parse: Callable[[Prompt, Sequence[str], Session], Any]
    tell: Callable[[Played, Session, int, int], None] | None = None
    asked: Callable[[Played, str | None], Prompt] = asked
    sides: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()

    def file_option(self, command: Command) -> Command:
        usual = self.file.usual
        return click.option("--file", "path", type=FILE, default=usual, show_default=usual is not None)(
            command
        )

    def seat_option(self, command: Command) -> Command:
        choice = click.Choice(self.seats)
        return click.option("--seat", type=choice, default=REFEREE, show_default=True)(command)

    def shows(self, command: Command) -> Command:
        """Add the options of a command that shows a play: seat, JSON output, log."""
        command = json_option(click.option("--log", is_flag=True)(lang_option(click.pass_obj(command))))
        return self.file_option(self.seat_option(command))

    def read(self, session: Session, path: Path | None) -> Played:
        return self.file.read(session.catalog(self.game), self.file.find(path))

    def begin(
        self, session: Session, path: Path, procedure: Procedure, values: Mapping[str, Any], seed: str | None
    ) -> Played:
        """Begin a play and answer all prompts for dice and cups; raise if its file exists."""
        from generator.chance import check_seed
        from generator.session import begin

        if exists(path):
            raise HorahError("FILE_EXISTS", path=str(path))
        catalog = session.catalog(self.game)
        settings = procedure.read(catalog, values)
        played = begin(procedure, catalog, settings, check_seed(seed or new_battle_seed()))
        played.fill()
        return played

    def keep(
        self, session: Session, path: Path, played: Played, seat: str = REFEREE, *, new: bool = False
    ) -> None:
        """Write the file and print the next prompts."""
        from exports.kit.files import write_file

        content = self.file.write(played)
        if new or self.file.usual:
            write_output(path, content)
        else:
            write_file(path, content)
        self.say_next(played, seat, session)

    def add_play(self, group: click.Group, make_teller: Callable[[Played, Session], Teller]) -> None:
        """Add ``play``: ask question after question and save the file after every answer."""

        @group.command("play")
        @click.argument("path", metavar="FILE", type=FILE, required=False)
        @lang_option
        @click.pass_obj
        def play_(session: Session, /, path: Path | None) -> None:
            from exports.kit.files import write_file
            from web.cli.interactive import play

            file = self.file.find(path or self.file.usual)
            played = self.read(session, file)

            def save() -> None:
                write_file(file, self.file.write(played))

            play(make_teller(played, session), save)
            self.say_next(played, REFEREE, session)

    def add_to(self, group: click.Group) -> None:
        """Add ``next``, ``answer`` and ``undo``."""

        def next_(session: Session, /, path: Path | None, as_json: bool, seat: str = REFEREE) -> None:
            played = self.read(session, path)
            if as_json:
                click.echo(asked_json(played, seat))
            else:
                self.say_next(played, seat, session)

        command = json_option(lang_option(click.pass_obj(next_)))
        group.command("next")(self.file_option(self.seat_option(command) if self.seats else command))

        def answer(
            session: Session, /, given: tuple[str, ...], path: Path | None, seat: str | None = None
        ) -> None:
            path = self.file.find(path)
            played = self.read(session, path)
            prompt = self.asked(played, seat)
            log_length, place = len(played.table.log), len(played.table.entries)
            who = played.persons[0] if prompt.seat == "everyone" else prompt.seat
            played.answer(seat or who, self.parse(prompt, given, session))
            played.fill()
            if self.tell:
                self.tell(played, session, log_length, place)
            self.keep(session, path, played, seat or REFEREE)

        command = lang_option(click.pass_obj(answer))
        if self.sides:
            command = click.option("--seat", type=click.Choice(self.sides))(command)
        command = click.argument("given", metavar="ANSWER...", nargs=-1, required=True)(
            self.file_option(command)
        )
        negative = {"ignore_unknown_options": True}  # -2 is an answer, not an option
        group.command("answer", context_settings=negative)(command)

        @group.command()
        @click.argument("count", type=int, default=1)
        @self.file_option
        @lang_option
        @click.pass_obj
        def undo(session: Session, /, count: int, path: Path | None) -> None:
            path = self.file.find(path)
            played = self.read(session, path)
            played.undo(count)
            played.fill()
            self.keep(session, path, played)
