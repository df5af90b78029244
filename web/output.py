"""What a command reads, and where it puts what it makes: a file, a folder, or standard output for ``-``."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import click

from schemas.errors import HorahError
from web.language import say

STANDARD = Path("-")


class Folder(click.Path):
    """A folder for several files; standard output takes only one."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == str(STANDARD):
            self.fail(say("several_files"), param, ctx)
        return super().convert(value, param, ctx)


FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = Folder()


def confirmed(question: str, *, usual: bool = False) -> bool:
    """Yes or no at the keyboard, in the person's language; y and n are always understood."""
    yes, no = say("yes"), say("no")
    offered = f"{yes[0].upper()}/{no[0]}" if usual else f"{yes[0]}/{no[0].upper()}"
    meant = dict.fromkeys(("y", "yes", yes[0], yes, _bare(yes)), True)
    meant |= dict.fromkeys(("n", "no", no[0], no), False)
    while True:
        typed = click.prompt(f"{question} [{offered}]", default="", show_default=False, err=True)
        word = typed.strip().casefold()
        if not word:
            return usual
        if word in meant:
            return meant[word]
        click.echo(say("yes_or_no", yes=yes, no=no), err=True)


def _bare(word: str) -> str:
    """A word without its accents, as it is typed in haste."""
    return "".join(each for each in normalize("NFD", word) if not combining(each))


def put(path: Path, content: bytes, *, err: bool = True) -> None:
    """Write a file whole and say where it is; ``-`` is standard output, and nothing else is said there."""
    from exports.kit.files import write_file

    if path == STANDARD:
        click.echo(content, nl=False)
    else:
        click.echo(str(write_file(path, content)), err=err)


def exists(path: Path) -> bool:
    """Is something there? A name that no file can have is not."""
    try:
        return path.exists()
    except OSError:
        return False


def text_of(path: Path | str) -> str:
    """The text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as fault:
        raise HorahError("UNREADABLE", path=str(path), why=fault.strerror or "") from None
    except UnicodeDecodeError:
        raise HorahError("UNREADABLE.text", path=str(path)) from None
