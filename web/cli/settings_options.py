"""Command options generated from the declared settings of a procedure.

Each option shows its text, its rule and its default in ``--help``. Several values are given by repeating the
option or with commas; yes or no is ``--name`` or ``--no-name``. The settings themselves check the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli.i18n import language, say

if TYPE_CHECKING:
    from generator.game import Procedure
    from generator.settings import Setting

GIVEN = "horah.settings"  # ctx.meta: given values by the name of the setting
MADE_OPTIONS = "horah.options"
GAME = "horah.game"
MAX_CHOICES_WIDTH = 50  # characters of a list of choices in the usage of an option
MAX_NUMBER_DIGITS = 9  # digits

Picked = Callable[[Sequence[str]], Sequence["Procedure"]]


class SettingsCommand(click.Command):
    """A command with an option for each setting of the procedure it plays.

    ``plays`` returns the procedures for the arguments; if there are several, only their common settings are
    offered. ``also`` has alternative names for an option.
    """

    def __init__(
        self,
        *args: Any,
        plays: Picked,
        also: Mapping[str, Sequence[str]] | None = None,
        without: Iterable[str] = (),
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.plays = plays
        self.also = also or {}
        self.without = frozenset(without)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[GIVEN] = {}
        ctx.meta[MADE_OPTIONS] = self.make_options(ctx, tuple(args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(MADE_OPTIONS, ())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's options, then the settings under a separate heading."""
        for title, params in (
            ("options", super().get_params(ctx)),
            ("settings", ctx.meta.get(MADE_OPTIONS, ())),
        ):
            records = [record for each in params if (record := each.get_help_record(ctx))]
            if records:
                with formatter.section(say(title)):
                    formatter.write_dl(records)

    def make_options(self, ctx: click.Context, args: Sequence[str]) -> list[click.Option]:
        from exports.game import formatter

        procedures = self.plays(args)
        if not procedures:
            return []
        ctx.meta[GAME] = procedures[0].game
        catalog = ctx.obj.catalog(procedures[0].game)
        shared = set.intersection(*({each.name for each in one.describe(catalog)} for one in procedures))
        words = formatter(catalog, language())
        return [
            make_option(each, words.say(each.sentence), self.also.get(each.name, ()))
            for each in procedures[0].describe(catalog)
            if each.name in shared - self.without
        ]


def given_settings(ctx: click.Context) -> dict[str, Any]:
    """Return the settings given on the command line, as JSON values."""
    values: dict[str, Any] = ctx.meta[GIVEN]
    return values


def make_option(setting: Setting, sentence: str, also: Sequence[str] = ()) -> click.Option:
    """Return the option of a setting."""
    name = setting.name.replace("_", "-")
    attributes: dict[str, Any] = {"help": _help(setting, sentence), "expose_value": False}
    attributes["callback"] = lambda ctx, _, given: _store_value(ctx, setting, given)
    if setting.kind == "yes_no":
        return click.Option([f"--{name}/--no-{name}", *also], default=None, **attributes)
    names = [f"--{name}", *also, setting.name]
    return click.Option(names, multiple=setting.several, metavar=_choices(setting), **attributes)


def _store_value(ctx: click.Context, setting: Setting, given: Any) -> None:
    if given is None or given == ():
        return
    if setting.kind == "document":
        given = load_document(ctx, setting, given)
    elif setting.kind == "choice":
        given = parse_values(setting, given) if setting.several else parse_choice(setting, given)
    given_settings(ctx)[setting.name] = given


def load_document(ctx: click.Context, setting: Setting, given: str) -> Any:
    """Return a document from a file, or one that comes with the game by its name; run all its checks."""
    from generator.authoring import require_playable
    from generator.game import find_authored
    from schemas.errors import HorahError
    from schemas.json_input import read_json
    from web.cli.io import exists, read_text

    catalog = ctx.obj.catalog(ctx.meta[GAME])
    kind = find_authored(catalog.game, setting.document)
    shelf = kind.shelf(catalog)
    if given in shelf and not exists(Path(given)):
        return dict(shelf[given])
    try:
        document = read_json(read_text(given))
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None
    return require_playable(catalog, kind, document)


def parse_values(setting: Setting, given: Iterable[str]) -> list[Any]:
    """Return values that were given one by one or with commas."""
    return [
        parse_choice(setting, word.strip()) for words in given for word in words.split(",") if word.strip()
    ]


def parse_choice(setting: Setting, word: str) -> Any:
    """Return the choice that was typed.

    An unknown one is returned unchanged and refused with the settings.
    """
    choices = {str(choice): choice for choice in setting.choices}
    numbers = any(isinstance(choice, int) for choice in setting.choices)
    number = int(word) if numbers and word.isdecimal() and len(word) <= MAX_NUMBER_DIGITS else word
    return choices.get(word, number)


def _choices(setting: Setting) -> str:
    """Return the choices for the usage line, or a placeholder if they are too many."""
    if setting.kind == "document":
        return say("setting.file")
    listed = "|".join(map(str, setting.choices))
    if setting.choices and len(listed) <= MAX_CHOICES_WIDTH:
        return f"[{listed}]"
    return say("setting.number" if all(isinstance(one, int) for one in setting.choices) else "setting.name")


def _help(setting: Setting, sentence: str) -> str:
    """Return the help of an option: its text, its rule and its default."""
    if setting.default is None or setting.default == []:
        return say("setting.told", sentence=sentence, rule=setting.rule)
    yes_no = {True: say("yes"), False: say("no")}
    default = yes_no[setting.default] if setting.kind == "yes_no" else str(setting.default)
    return say("setting.told_default", sentence=sentence, rule=setting.rule, default=default)


def procedures_of(game: str, kind: str) -> list[Procedure]:
    """Return the procedures of a game and kind."""
    from generator.game import load_game

    return [each for each in load_game(game).procedures if each.kind == kind]
