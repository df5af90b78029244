"""Options that several commands share; their texts are under ``cli.option``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from web.cli.i18n import languages, say

Command = Callable[..., Any]
PAPERS = ("a4", "letter")


class LazyChoice(click.ParamType):  # type: ignore[type-arg]  # not generic in older versions of click
    """A choice whose values are looked up only when they are needed."""

    def __init__(self, name: str, offered: Callable[[], Iterable[str]]) -> None:
        self.name = name
        self.offered = offered

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.offered():
            self.fail(say("not_offered", given=value, known=", ".join(self.offered())), param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self.offered())}]"


LANGUAGE = LazyChoice("language", languages)  # including those of an overlay


def lang_option(command: Command) -> Command:
    """Accept ``--lang`` after the command too; :func:`web.cli.i18n.read_options` has read it already."""
    return click.option("--lang", type=LANGUAGE, expose_value=False)(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True)(command)


def paper_option(command: Command) -> Command:
    return click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)(command)
