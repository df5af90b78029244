"""A table with people at the keyboard: every choice asked in the terminal, every die if they roll them.

Any game's procedure can be played so; a game whose questions have more to show says it in a :class:`Teller`
of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from exports.kit.asking import format_options
from exports.kit.log import format_log_line as log_line
from exports.kit.scribe import Scribe
from generator.session import Session
from generator.table import EVERYONE, Buy, Choose, Draw, Prompt, Report, Roll
from generator.table.typed import parsed
from schemas.errors import HorahError
from web.language import say
from web.output import text_of

UNDO = object()
UNDO_WORD = "u"


@dataclass(frozen=True)
class Teller:
    """How what happens at a table, and what is asked there, is told in the terminal."""

    session: Session
    scribe: Scribe

    def thing(self, kind: str, name: str) -> str:
        """What can be chosen, drawn or bought."""
        return self.scribe.name(kind, name)

    def why(self, prompt: Prompt) -> str:
        """Why something is asked once more, where nothing told so far says it."""
        return ""

    def shown(self, prompt: Prompt) -> Iterator[str]:
        """What there is to choose from, as it is typed."""
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

    def how(self, prompt: Prompt) -> str:
        """How an answer is typed."""
        if isinstance(prompt, Roll):
            example = " ".join(str(min(faces, place + 3)) for place, faces in enumerate(prompt.dice))
            return say("table.how.dice", example=example)
        if isinstance(prompt, Choose):
            if prompt.least and not prompt.single:
                return say("table.how.some", least=prompt.least, most=prompt.most)
            return say("table.how.one" if prompt.single else "table.how.several")
        kinds = {Draw: "draw", Buy: "buy", Report: "report"}
        return say(f"table.how.{kinds[type(prompt)]}")


def play(teller: Teller) -> None:
    """Ask until nothing is asked any more; ``u`` takes back the last answer given at the keyboard."""
    session = teller.session
    given: list[int] = []  # the places of the answers typed here
    told = 0
    session.fill()
    while not session.finished:
        told = tell(teller, told, given)
        prompt = session.table.pending[0]
        place = len(session.table.entries)
        try:
            answer = _ask(teller, prompt)
            if answer is not UNDO:
                session.answer(_seat(session, prompt), answer)
                given.append(place)
                session.fill()
            elif given:
                session.back_to(given.pop())
                told = len(session.table.log)
            else:
                click.echo(say("table.nothing_to_undo"), err=True)
        except HorahError as refused:
            click.secho(teller.scribe.say(refused), fg="red", err=True)
    tell(teller, told, given)


def _seat(session: Session, prompt: Prompt) -> str:
    """Who answers: the seat that is asked; what everyone is asked, the first who sits here."""
    return next(iter(session.persons), prompt.seat) if prompt.seat == EVERYONE else prompt.seat


def tell(teller: Teller, told: int, given: Sequence[int] = ()) -> int:
    """What all may see of what happened since the last question, the answers typed here aside."""
    log = teller.session.log(EVERYONE)
    for found in log[told:]:
        if "what" in found or found["n"] not in given:
            line = log_line(found, teller.scribe)
            who = f"{line.seat}: " if line.seat else ""
            answer = f": {line.answer}" if line.answer else ""
            click.secho(f"{line.rule:<8}{who}{line.text}{answer}", dim=True, err=True)
    return len(log)


def _ask(teller: Teller, prompt: Prompt) -> Any:
    """One prompt at the keyboard."""
    table = teller.session.table
    seat = teller.scribe.name("seat", prompt.seat)
    click.echo(err=True)
    if table.sealed or len(table.pending) > 1:
        click.pause(say("table.looks", seat=seat), err=True)
        click.clear()
    click.secho(f"{prompt.rule}  {seat}: {teller.scribe.term(f'ask.{prompt.ask}')}", bold=True, err=True)
    for line in filter(None, (teller.why(prompt), *teller.shown(prompt))):
        click.echo(f"  {line}", err=True)
    line = click.prompt(f"{teller.how(prompt)} ({say('table.undo')})", err=True).strip()
    return UNDO if line == UNDO_WORD else parsed(prompt, [line], text_of)
