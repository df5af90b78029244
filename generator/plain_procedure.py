"""A procedure from its settings, its generator and its documents; everything else has a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from generator.chance import Cups, Seeded
from generator.game import Document, Maker, Procedure, Values
from generator.settings import Setting, describe_settings
from generator.table import Answerer, Seat, Table
from generator.table import Procedure as Steps
from schemas.errors import HorahError

TYPED_DICE = "typed"  # value of a setting ``dice``: players roll and type the dice
Choices = Callable[[Any, str], tuple[Any, ...]]


def plain_procedure(
    name: str,
    game: str,
    seats: tuple[Seat, ...],
    settings: type[Any],
    start: Callable[[Any, Any], Steps[Any]],
    document: Callable[[Any, Any], Document],
    choices: Choices = lambda catalog, setting: (),
    **others: Any,
) -> Procedure:
    """Return a procedure that people play from every seat.

    ``settings`` is a dataclass of settings. ``start(catalog, settings)`` is the generator; what it returns is
    the state, from which ``document(catalog, state)`` makes the finished document. ``choices(catalog, name)``
    gives the choices of a setting that come from the catalogue. ``others`` replaces any other field of
    :class:`generator.game.Procedure`.
    """

    def describe(catalog: Any) -> tuple[Setting, ...]:
        return describe_settings(settings, lambda name: choices(catalog, name))

    def documents(catalog: Any, _: Any, table: Table[Any], __: str | None) -> Sequence[Maker]:
        return [] if table.state is None else [lambda: document(catalog, table.state)]

    defaults: dict[str, Any] = {
        "kind": name.partition("/")[0],
        "at_a_table": lambda values: values,
        "read": lambda catalog, values: read_settings(game, settings, describe(catalog), values),
        "write": settings_to_json,
        "describe": describe,
        "start": lambda catalog, values: lambda: start(catalog, values),
        "dice": make_dice,
        "answerers": lambda catalog, values, seed: [make_dice(catalog, values, seed)],
        "persons": lambda values: seats,
        "documents": documents,
        "view": lambda document, seat: document,
        "standing": lambda catalog, values, table, seat: None,
    }
    return Procedure(name=name, game=game, seats=seats, **{**defaults, **others})


def make_dice(_: Any, settings: Any, seed: str) -> Answerer:
    """Return seeded dice and cups; only cups if a setting ``dice`` says that the players type the dice."""
    return Cups(seed) if getattr(settings, "dice", "") == TYPED_DICE else Seeded(seed)


def read_settings(game: str, settings: type[Any], described: Sequence[Setting], values: Values) -> Any:
    """Return settings from JSON; refuse an unknown name and a value that is not offered."""
    known = {each.name: each for each in described}
    try:
        for name in values:
            if name not in known:
                raise HorahError("SETTING.name", given=name, known=tuple(known))
        return settings(**{name: _check_value(known[name], value) for name, value in values.items()})
    except HorahError as error:
        error.game = game  # its own words name the settings
        raise


def _check_value(setting: Setting, value: Any) -> Any:
    if setting.kind == "document" or value == setting.default:
        return value
    several = list(value) if setting.several and isinstance(value, list | tuple) else [value]
    offered = (True, False) if setting.kind == "yes_no" else setting.choices
    for each in several:
        if not any(each == choice and type(each) is type(choice) for choice in offered):
            raise HorahError("SETTING.choice", setting=setting.name, given=each, known=offered)
    return tuple(several) if setting.several else value


def settings_to_json(settings: Any) -> Document:
    """Return settings as JSON."""
    values: Mapping[str, Any] = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
