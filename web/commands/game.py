"""``horah game``: begin a game of one's own as a package, and check a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import click

from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FOLDER

NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{1,29}")
TEMPLATES = Path(__file__).parents[1] / "templates" / "new_game"
SUFFIX = ".jinja"
PLACEHOLDER = "GAME"  # in the names of files and folders


@click.group()
def game() -> None:
    pass


@game.command()
@click.argument("name")
@click.option("--out", type=FOLDER, default=Path())
def new(name: str, out: Path) -> None:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from exports.kit.files import write_file
    from web.games.registry import games

    if not NAME_PATTERN.fullmatch(name):
        raise HorahError("GAME_NAME", given=name)
    folder = out / name
    if name in games() or folder.exists():
        raise HorahError("GAME_NAME.taken", given=name)
    jinja = Environment(
        loader=FileSystemLoader(TEMPLATES),
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    facts = {"game": name, "title": name.replace("_", " ").capitalize(), "package": f"horah_{name}"}
    paths = sorted(path.relative_to(TEMPLATES) for path in TEMPLATES.rglob(f"*{SUFFIX}"))
    for path in paths:
        content = jinja.get_template(path.as_posix()).render(facts)
        target = str(path).removesuffix(SUFFIX).replace(PLACEHOLDER, name)
        write_file(folder / target, content.encode())
    click.echo(say("game.new.done", files=len(paths), folder=str(folder), name=name))


@game.command()
@click.argument("name")
@click.option("--answers", type=click.IntRange(1), default=200, show_default=True)
def check(name: str, answers: int) -> None:
    from web.games.registry import games
    from web.games.whole_game import check_game

    if name not in games():
        raise HorahError("BAD_GAME", given=name, known=tuple(games()))
    result = check_game(name, answers)
    count = len(result.procedures)
    click.echo(say("game.check.done", procedures=count, pages=len(result.pages), files=len(result.files)))
