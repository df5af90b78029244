"""Interactive play in the terminal: every choice is asked, and every die if the players roll them.

This works for every procedure; a game with more to show subclasses :class:`Teller`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from exports.kit.log import format_log_line as log_line
from exports.kit.log import join_log_line
from exports.kit.messages import MessageFormatter
from exports.kit.numbered_options import format_options
from generator.session import Session
from generator.table import EVERYONE, Buy, Choose, Draw, Prompt, Report, Roll
from generator.table.answer_parser import parse_answer
from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import read_text

UNDO_WORD, QUIT_WORD = "u", "q"


@dataclass(frozen=True)
class Teller:
    """Formats events and questions for the terminal."""

    session: Session
    formatter: MessageFormatter

    def thing(self, kind: str, name: str) -> str:
        """Return the name of something that can be chosen, drawn or bought."""
        return self.formatter.name(kind, name)

    def why(self, prompt: Prompt) -> str:
        """Return why something is asked again, if the log does not say it."""
        return ""

    def opening(self) -> Iterator[str]:
        """Yield what is said before the first question."""
        yield from ()

    def closing(self) -> Iterator[str]:
        """Yield what is said after the last answer."""
        yield from ()

    def tells(self, entry: Mapping[str, Any]) -> bool:
        """Tell whether a line of the log is printed."""
        return True

    def hides(self, prompt: Prompt) -> bool:
        """Tell whether others must look away before a question is shown."""
        table = self.session.table
        return bool(table.sealed) or len(table.pending) > 1

    def commands(self) -> Mapping[str, str]:
        """Return the words that are commands and no answers, with what they do."""
        return {}

    def command(self, word: str, prompt: Prompt) -> Iterator[str]:
        """Yield the lines that a command prints."""
        yield from ()

    def shown(self, prompt: Prompt) -> Iterator[str]:
        """Yield the options of a question, as they are typed."""
        if isinstance(prompt, Choose):
            yield from format_options({option: self.thing(prompt.of, option) for option in prompt.options})
        elif isinstance(prompt, Buy):
            yield from format_options(
                {ware.id: f"{self.thing(prompt.of, ware.id)}  [{ware.price}]" for ware in prompt.shelf}
            )
            if prompt.budget is not None:
                yield say("table.budget", budget=prompt.budget)
        elif isinstance(prompt, Report):
            for name, value in prompt.context.items():
                yield f"{name}: {json.dumps(value, ensure_ascii=False)}"

    def parse(self, prompt: Prompt, words: Sequence[str]) -> Any:
        """Parse the words of an answer."""
        return parse_answer(prompt, words, read_text)

    def how(self, prompt: Prompt) -> str:
        """Return how the answer is typed."""
        if isinstance(prompt, Roll):
            example = " ".join(str(min(faces, place + 3)) for place, faces in enumerate(prompt.dice))
            return say("table.how.dice", example=example)
        if isinstance(prompt, Choose):
            if prompt.least and not prompt.single:
                return say("table.how.some", least=prompt.least, most=prompt.most)
            return say("table.how.one" if prompt.single else "table.how.several")
        kinds = {Draw: "draw", Buy: "buy", Report: "report"}
        return say(f"table.how.{kinds[type(prompt)]}")


def play(teller: Teller, after: Callable[[], None] = lambda: None) -> None:
    """Ask until nothing is asked; ``u`` takes back the last answer given at the keyboard, ``q`` ends.

    ``after`` is called after every change, to save it.
    """
    session = teller.session
    typed_here: list[int] = []  # positions of the answers typed here
    printed = 0
    for line in teller.opening():
        click.echo(line, err=True)
    session.fill()
    after()
    while not session.finished:
        printed = print_log(teller, printed, typed_here)
        prompt = session.table.pending[0]
        place = len(session.table.entries)
        try:
            line = _ask(teller, prompt)
            if line == QUIT_WORD:
                return
            if line != UNDO_WORD:
                session.answer(_seat(session, prompt), teller.parse(prompt, line.split()))
                typed_here.append(place)
                session.fill()
            elif typed_here:
                session.back_to(session.check_undo(typed_here[-1]))
                typed_here.pop()
                printed = len(session.table.log)
            else:
                click.echo(say("table.nothing_to_undo"), err=True)
            after()
        except HorahError as refused:
            click.secho(teller.formatter.say(refused), fg="red", err=True)
    print_log(teller, printed, typed_here)
    for line in teller.closing():
        click.echo(line, err=True)


def _seat(session: Session, prompt: Prompt) -> str:
    """Return the seat that answers; a question to everyone is answered by the first person."""
    return next(iter(session.persons), prompt.seat) if prompt.seat == EVERYONE else prompt.seat


def print_log(teller: Teller, printed: int, typed_here: Sequence[int] = ()) -> int:
    """Print the public log since the last question, without the answers typed here."""
    log = teller.session.log(EVERYONE)
    for entry in log[printed:]:
        if teller.tells(entry) and ("what" in entry or entry["n"] not in typed_here):
            line = log_line(entry, teller.formatter)
            click.secho(f"{line.rule:<8}{join_log_line(line, teller.formatter)}", dim=True, err=True)
    return len(log)


def _ask(teller: Teller, prompt: Prompt) -> str:
    """Ask one question at the keyboard and return the line typed."""
    seat = teller.formatter.name("seat", prompt.seat)
    click.echo(err=True)
    if teller.hides(prompt):
        click.pause(say("table.looks", seat=seat), err=True)
        click.clear()
    click.secho(f"{prompt.rule}  {seat}: {teller.formatter.term(f'ask.{prompt.ask}')}", bold=True, err=True)
    for line in filter(None, (teller.why(prompt), *teller.shown(prompt))):
        click.echo(f"  {line}", err=True)
    commands = teller.commands()
    keys = ", ".join([say("table.undo"), *(f"{word} = {use}" for word, use in commands.items())])
    while (typed := str(click.prompt(f"{teller.how(prompt)} ({keys})", err=True)).strip()) in commands:
        for line in teller.command(typed, prompt):
            click.echo(f"  {line}", err=True)
    return typed
