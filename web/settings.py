"""Options of a command made from the one description of the settings of what it plays.

Each shows its sentence, its rule and its default in ``--help``. What can be several is given by repeating the
option, or with commas; yes or no is ``--name`` or ``--no-name``. Whether a value fits is for the settings
themselves to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.language import language, say

if TYPE_CHECKING:
    from generator.game import Procedure
    from generator.settings import Setting

GIVEN = "horah.settings"  # ctx.meta: what was given, by the name of the setting
MADE = "horah.options"
GAME = "horah.game"
WIDEST = 50  # of a list of choices shown where an option stands
LONGEST_NUMBER = 9  # figures

Picked = Callable[[Sequence[str]], Sequence["Procedure"]]


class Settled(click.Command):
    """A command with an option for each setting of what it plays.

    ``plays`` gives the procedures from the words typed; where there are several, the settings they share are
    offered. ``also`` has other names for an option.
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
        ctx.meta[MADE] = self.made(ctx, tuple(args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *ctx.meta.get(MADE, ())]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own options, then the settings under a heading of their own."""
        for title, params in (("options", super().get_params(ctx)), ("settings", ctx.meta.get(MADE, ()))):
            with formatter.section(say(title)):
                formatter.write_dl([record for each in params if (record := each.get_help_record(ctx))])

    def made(self, ctx: click.Context, args: Sequence[str]) -> list[click.Option]:
        from exports.game import scribe

        found = self.plays(args)
        ctx.meta[GAME] = found[0].game
        catalog = ctx.obj.catalog(found[0].game)
        shared = set.intersection(*({each.name for each in one.describe(catalog)} for one in found))
        voice = scribe(catalog, language())
        return [
            option(each, voice.say(each.sentence), self.also.get(each.name, ()))
            for each in found[0].describe(catalog)
            if each.name in shared - self.without
        ]


def settled(ctx: click.Context) -> dict[str, Any]:
    """The settings that were given on the command line, as JSON has them."""
    found: dict[str, Any] = ctx.meta[GIVEN]
    return found


def option(setting: Setting, sentence: str, also: Sequence[str] = ()) -> click.Option:
    """The option of a setting."""
    name = setting.name.replace("_", "-")
    attributes: dict[str, Any] = {"help": _help(setting, sentence), "expose_value": False}
    attributes["callback"] = lambda ctx, _, given: _keep(ctx, setting, given)
    if setting.kind == "yes_no":
        return click.Option([f"--{name}/--no-{name}", *also], default=None, **attributes)
    names = [f"--{name}", *also, setting.name]
    return click.Option(names, multiple=setting.several, metavar=_choices(setting), **attributes)


def _keep(ctx: click.Context, setting: Setting, given: Any) -> None:
    if given is None or given == ():
        return
    if setting.kind == "document":
        given = document(ctx, setting, given)
    elif setting.kind == "choice":
        given = several(setting, given) if setting.several else meant(setting, given)
    settled(ctx)[setting.name] = given


def document(ctx: click.Context, setting: Setting, given: str) -> Any:
    """A whole document: out of a file, or one that comes with the game, by its name; held against all its
    checks."""
    from generator.authoring import taken
    from generator.game import authored
    from schemas.errors import HorahError
    from schemas.plain import read_json
    from web.output import exists, text_of

    catalog = ctx.obj.catalog(ctx.meta[GAME])
    kind = authored(catalog.game, setting.document)
    shelf = kind.shelf(catalog)
    if given in shelf and not exists(Path(given)):
        return dict(shelf[given])
    try:
        found = read_json(text_of(given))
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None
    return taken(catalog, kind, found)


def several(setting: Setting, given: Iterable[str]) -> list[Any]:
    """Words given one by one or with commas."""
    return [meant(setting, word.strip()) for words in given for word in words.split(",") if word.strip()]


def meant(setting: Setting, word: str) -> Any:
    """The choice that was typed; what is none goes on as it is, to be refused with the settings."""
    choices = {str(choice): choice for choice in setting.choices}
    numbers = any(isinstance(choice, int) for choice in setting.choices)
    number = int(word) if numbers and word.isdecimal() and len(word) <= LONGEST_NUMBER else word
    return choices.get(word, number)


def _choices(setting: Setting) -> str:
    """What can be typed, if it is not too much to show."""
    if setting.kind == "document":
        return say("setting.file")
    shown = "|".join(map(str, setting.choices))
    if setting.choices and len(shown) <= WIDEST:
        return f"[{shown}]"
    return say("setting.number" if all(isinstance(one, int) for one in setting.choices) else "setting.name")


def _help(setting: Setting, sentence: str) -> str:
    """The sentence, the rule it bends and its default."""
    if setting.default is None or setting.default == []:
        return say("setting.told", sentence=sentence, rule=setting.rule)
    yes_no = {True: say("yes"), False: say("no")}
    default = yes_no[setting.default] if setting.kind == "yes_no" else str(setting.default)
    return say("setting.told_default", sentence=sentence, rule=setting.rule, default=default)


def procedures_of(game: str, kind: str) -> list[Procedure]:
    """Return the procedures of a game and kind."""
    from generator.game import load_game

    return [each for each in load_game(game).procedures if each.kind == kind]
