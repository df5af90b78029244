"""Options that several commands have; their words stand under ``cli.option``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from web.language import languages, say

Command = Callable[..., Any]
PAPERS = ("a4", "letter")


class Offered(click.ParamType):  # type: ignore[type-arg]  # older versions of click know no arguments
    """One of what is offered when it is asked for, so that nothing is looked up before."""

    def __init__(self, name: str, offered: Callable[[], Iterable[str]]) -> None:
        self.name = name
        self.offered = offered

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.offered():
            self.fail(say("not_offered", given=value, known=", ".join(self.offered())), param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self.offered())}]"


LANGUAGE = Offered("language", languages)  # those of an overlay included


def lang_option(command: Command) -> Command:
    """``--lang`` after the command as well; what it says is heard before anything is parsed."""
    return click.option("--lang", type=LANGUAGE, expose_value=False)(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True)(command)


def paper_option(command: Command) -> Command:
    return click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)(command)
