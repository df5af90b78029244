"""A battle with people at the keyboard: every choice asked in the terminal, every die if they roll them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from catalogs.games.combat_commander import Catalog
from exports.game import log_line
from exports.games.combat_commander.again import ROLL_OFF, tied
from exports.games.combat_commander.asking import numbered, shelf_lines
from exports.games.combat_commander.scribe import Scribe
from exports.games.combat_commander.shop import coin
from generator.games.combat_commander.battle.make import Made, answerers, find_seed, table_for
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle
from generator.table import EVERYONE, Buy, Choose, Draw, Note, Prompt, Report, Roll, Table, view_entry
from schemas.errors import HorahError
from web.language import Language, said
from web.service.prompts import whole
from web.typed import parsed

UNDO = object()


def play(catalog: Catalog, settings: Settings, seed: str, lang: Language) -> Made:
    """Ask until the battle is ready; ``u`` takes back the last answer given at the keyboard."""
    seed = find_seed(catalog, settings, seed)
    table = table_for(catalog, settings, seed)
    asked_at: list[int] = []
    told = 0
    while not table.finished:
        told = _tell(table, told, asked_at, catalog, lang)
        prompt = table.pending[0]
        place = len(table.entries)
        try:
            answer = ask(table, prompt, catalog, lang)
            if answer is UNDO:
                table = _undo(table, asked_at)
                told = len(table.log)
                continue
            table.answer(prompt.seat, answer)
        except HorahError as refused:
            click.secho(refused.sentence(lang), fg="red", err=True)
            continue
        asked_at.append(place)
        table.fill(answerers(catalog, settings, seed))
    assert table.state is not None
    return Made(table.state, table, seed)


def _tell(table: Table[Battle], told: int, asked_at: list[int], catalog: Catalog, lang: Language) -> int:
    """What all may see of what happened since the last question, the answers typed here aside."""
    for prompt, entry in table.log[told:]:
        if isinstance(prompt, Note):
            event = {"rule": prompt.rule, "what": prompt.what, "facts": prompt.facts}
            line = log_line(event, catalog, lang)
        elif entry is None or entry.n in asked_at:
            continue
        else:
            line = log_line(view_entry(entry, EVERYONE).json(), catalog, lang)
        who = f"{line.seat}: " if line.seat else ""
        answer = f": {line.answer}" if line.answer else ""
        click.secho(f"{line.rule:<8}{who}{line.text}{answer}", dim=True, err=True)
    return len(table.log)


def _undo(table: Table[Battle], asked_at: list[int]) -> Table[Battle]:
    if not asked_at:
        click.echo(said("There is nothing to take back.", "No hay nada que deshacer."), err=True)
        return table
    return table.undo(len(table.entries) - asked_at.pop())


def ask(table: Table[Battle], prompt: Prompt, catalog: Catalog, lang: Language) -> Any:
    """One prompt at the keyboard."""
    seat = Scribe(catalog, lang).term(f"seat.{prompt.seat}")
    click.echo(err=True)
    if table.sealed or len(table.pending) > 1:
        click.pause(
            said(f"Only {seat} looks now. Press a key.", f"Ahora solo mira {seat}. Pulse una tecla."),
            err=True,
        )
        click.clear()
    click.secho(
        f"{prompt.rule}  {seat}: {Scribe(catalog, lang).term(f'ask.{prompt.ask}')}", bold=True, err=True
    )
    if reason := _tied(table, prompt, catalog, lang):
        click.echo(f"  {reason}", err=True)
    for line in _shown(prompt, catalog, lang):
        click.echo(f"  {line}", err=True)
    return _read(_how(prompt), prompt)


def _tied(table: Table[Battle], prompt: Prompt, catalog: Catalog, lang: Language) -> str:
    """RS.15: the one repeated roll of which no note above it tells."""
    if prompt.ask != ROLL_OFF:
        return ""
    return tied([entry.json() for entry in table.entries], whole(prompt, 0), catalog, lang)


def _read(text: str, prompt: Prompt) -> Any:
    """What is typed after a text; ``u`` takes back the last answer."""
    line = click.prompt(f"{text} ({said('u: undo', 'u: deshacer')})", err=True).strip()
    return UNDO if line == "u" else parsed(prompt, [line])


def _how(prompt: Prompt) -> str:
    """How an answer is typed."""
    if isinstance(prompt, Roll):
        return said("White and coloured die, like 3 5", "Dado blanco y de color, como 3 5")
    if isinstance(prompt, Draw):
        return said("What was drawn", "Lo que ha salido")
    if isinstance(prompt, Buy):
        return said(
            "Numbers, with how many, like 2 5x3; - for nothing", "Números y cuántos, como 2 5x3; - para nada"
        )
    if isinstance(prompt, Choose) and prompt.single:
        return said("Number", "Número")
    if isinstance(prompt, Choose):
        return said("Numbers, or - for none", "Números, o - para ninguno")
    return "JSON"


def _shown(prompt: Prompt, catalog: Catalog, lang: Language) -> Iterator[str]:
    """What there is to choose from, as it is typed."""
    if isinstance(prompt, Choose):
        values: Mapping[str, int] = prompt.context.get("values", {})
        prices = {option: f"  [{values[option]}]" if option in values else "" for option in prompt.options}
        yield from numbered(
            {one: f"{Scribe(catalog, lang).thing(one)}{prices[one]}" for one in prompt.options}
        )
    elif isinstance(prompt, Buy):
        yield from shelf_lines(whole(prompt, 0), catalog, lang)
        if prompt.budget is not None:
            vp = Scribe(catalog, lang).term(coin(prompt.ask))
            yield said(f"Budget: {prompt.budget} {vp}", f"Presupuesto: {prompt.budget} {vp}")
    elif isinstance(prompt, Report):
        for name, value in prompt.context.items():
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
