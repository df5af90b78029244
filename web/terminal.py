"""A battle with people at the keyboard: every choice asked in the terminal, every die if they roll them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from catalogs import Catalog
from exports.log import entry_line, event_line, thing, word
from generator.battle.make import Made, answerers, find_seed, table_for
from generator.battle.settings import Settings
from generator.battle.state import Battle
from generator.table import (
    EVERYONE,
    Buy,
    Choose,
    Draw,
    Note,
    Prompt,
    Refused,
    Report,
    Roll,
    Table,
    view_entry,
)
from web.language import Language, said

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
        answer = ask(table, prompt, catalog, lang)
        if answer is UNDO:
            table = _undo(table, asked_at)
            told = len(table.log)
            continue
        place = len(table.entries)
        try:
            table.answer(prompt.seat, answer)
        except Refused as refused:
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
            line = event_line(event, catalog, lang)
        elif entry is None or entry.n in asked_at:
            continue
        else:
            line = entry_line(view_entry(entry, EVERYONE).json(), catalog, lang)
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
    seat = word(catalog, lang, f"seat.{prompt.seat}")
    click.echo(err=True)
    if table.sealed or len(table.pending) > 1:
        click.pause(
            said(f"Only {seat} looks now. Press a key.", f"Ahora solo mira {seat}. Pulse una tecla."),
            err=True,
        )
        click.clear()
    click.secho(f"{prompt.rule}  {seat}: {word(catalog, lang, f'ask.{prompt.ask}')}", bold=True, err=True)
    if isinstance(prompt, Roll):
        return _typed(said("White and coloured die, like 3 5", "Dado blanco y de color, como 3 5"), _roll)
    if isinstance(prompt, Draw):
        return _typed(said("What was drawn", "Lo que ha salido"), str)
    if isinstance(prompt, Choose):
        return _choose(prompt, catalog, lang)
    if isinstance(prompt, Buy):
        return _buy(prompt, catalog, lang)
    return _report(prompt)


def _typed(text: str, read: Any) -> Any:
    typed = click.prompt(f"{text} ({said('u: undo', 'u: deshacer')})", err=True).strip()
    return UNDO if typed == "u" else read(typed)


def _roll(typed: str) -> list[int] | str:
    parts = typed.replace(",", " ").split()
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else typed


def _choose(prompt: Choose, catalog: Catalog, lang: Language) -> Any:
    values: Mapping[str, int] = prompt.context.get("values", {})
    if prompt.single and all(option.isdecimal() for option in prompt.options):
        return _typed(f"{', '.join(prompt.options)}", str)
    for number, option in enumerate(prompt.options, 1):
        price = f"  [{values[option]}]" if option in values else ""
        click.echo(f"  {number:>3}  {thing(catalog, lang, option)}{price}", err=True)

    def read(typed: str) -> Any:
        numbers = typed.replace(",", " ").split()
        chosen = [_option(prompt.options, number) for number in numbers if number != "-"]
        return chosen[0] if prompt.single and len(chosen) == 1 else chosen

    text = (
        said("Number", "Número")
        if prompt.single
        else said("Numbers, or - for none", "Números, o - para ninguno")
    )
    return _typed(text, read)


def _option(options: tuple[str, ...], typed: str) -> str:
    place = int(typed) - 1 if typed.isdecimal() else -1
    return options[place] if 0 <= place < len(options) else typed


def _buy(prompt: Buy, catalog: Catalog, lang: Language) -> Any:
    for number, ware in enumerate(prompt.shelf, 1):
        click.echo(f"  {number:>3}  {thing(catalog, lang, ware.id)}  [{ware.price}]", err=True)
    if prompt.budget is not None:
        click.echo(said(f"  Budget: {prompt.budget}", f"  Presupuesto: {prompt.budget}"), err=True)
    ids = tuple(ware.id for ware in prompt.shelf)

    def read(typed: str) -> Any:
        bought: dict[str, int] = {}
        for part in typed.replace(",", " ").split():
            if part != "-":
                number, _, count = part.partition("x")
                name = _option(ids, number)
                bought[name] = bought.get(name, 0) + (int(count) if count.isdecimal() else 1)
        return bought

    return _typed(
        said(
            "Numbers, with how many, like 2 5x3; - for nothing", "Números y cuántos, como 2 5x3; - para nada"
        ),
        read,
    )


def _report(prompt: Report) -> Any:
    import json

    for name, value in prompt.context.items():
        click.echo(f"  {name}: {json.dumps(value, ensure_ascii=False)}", err=True)

    def read(typed: str) -> Any:
        try:
            return json.loads(typed)
        except ValueError:
            return typed

    return _typed("JSON", read)
