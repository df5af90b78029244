"""``play``: answer the questions of a play file one after the other, without a command for each."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli.game_commands import Keyboard
from web.cli.i18n import say
from web.cli.io import FILE
from web.cli.options import lang_option
from web.cli.session_file import REFEREE

UNDO_WORDS = ("u", "undo")
QUIT_WORDS = ("q", "quit")


def add_play(keyboard: Keyboard, group: click.Group) -> None:
    """Add ``play [FILE]``: each answer is saved at once; ``u`` takes one back, ``q`` ends."""

    @group.command("play")
    @click.argument("path", metavar="[FILE]", type=FILE, required=False)
    @lang_option
    @click.pass_obj
    def play(session: Session, /, path: Path | None) -> None:
        path = keyboard.file.find(path)
        played = keyboard.read(session, path)
        click.echo(say("play.how"), err=True)
        keyboard.say_next(played, REFEREE, session)
        while not played.finished:
            words = _read_words()
            if words is None or (words[:1] and words[0].lower() in QUIT_WORDS):
                return
            if words:
                _answer(keyboard, session, path, words)
                played = keyboard.read(session, path)


def _read_words() -> list[str] | None:
    """Return the words of a line, or None at the end of the input."""
    try:
        line = click.prompt(">", prompt_suffix=" ", default="", show_default=False, err=True)
    except click.Abort:
        return None
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def _answer(keyboard: Keyboard, session: Session, path: Path, words: list[str]) -> None:
    """Answer the first question, or take back an answer; print a refusal as a sentence."""
    from exports.game import formatter

    played = keyboard.read(session, path)
    try:
        if words[0].lower() in UNDO_WORDS:
            played.undo(1)
        else:
            prompt = keyboard.asked(played, None)
            told, place = len(played.table.log), len(played.table.entries)
            seat = played.persons[0] if prompt.seat == "everyone" else prompt.seat
            played.answer(seat, keyboard.parse(prompt, words, session))
            played.fill()
            if keyboard.tell:
                keyboard.tell(played, session, told, place)
        played.fill()
        keyboard.keep(session, path, played, new=False)
    except HorahError as refusal:
        refusal.game = refusal.game or played.catalog.game
        click.secho(formatter(played.catalog, session.language).say(refusal.message), fg="red", err=True)
