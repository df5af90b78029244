"""Files that commands read and write, and questions at the keyboard; ``-`` is standard output."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import click

from schemas.errors import HorahError
from web.cli.i18n import say

STDOUT = Path("-")


class File(click.Path):
    """A file in a folder that exists: a mistyped folder is not made."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(value)
        if path.parent != path and not exists(path.parent):
            self.fail(say("no_folder", folder=str(path.parent)), param, ctx)
        return super().convert(value, param, ctx)


class Folder(click.Path):
    """A folder for several files; standard output is refused."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == str(STDOUT):
            self.fail(say("several_files"), param, ctx)
        return super().convert(value, param, ctx)


FILE = File()
FOLDER = Folder()


def ask_yes_no(question: str, *, usual: bool = False) -> bool:
    """Ask yes or no in the user's language; y and n are always accepted."""
    yes, no = say("yes"), say("no")
    offered = f"{yes[0].upper()}/{no[0]}" if usual else f"{yes[0]}/{no[0].upper()}"
    meant = dict.fromkeys(("y", "yes", yes[0], yes, _strip_accents(yes)), True)
    meant |= dict.fromkeys(("n", "no", no[0], no), False)
    while True:
        typed = click.prompt(f"{question} [{offered}]", default="", show_default=False, err=True)
        word = typed.strip().casefold()
        if not word:
            return usual
        if word in meant:
            return meant[word]
        click.echo(say("yes_or_no", yes=yes, no=no), err=True)


def _strip_accents(word: str) -> str:
    """Return a word without its accents."""
    return "".join(each for each in normalize("NFD", word) if not combining(each))


def write_output(path: Path, content: bytes, *, err: bool = True) -> None:
    """Write a file and print its path; write to standard output without printing anything else."""
    from exports.kit.files import write_file

    if path == STDOUT:
        click.echo(content, nl=False)
    else:
        click.echo(str(write_file(path, content)), err=err)


def format_json(value: Any) -> str:
    """Return a value as readable JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def print_json(value: Any, *, err: bool = False) -> None:
    click.echo(format_json(value), err=err)


def write_json(path: Path, value: Any) -> None:
    write_output(path, f"{format_json(value)}\n".encode())


def check_suffix(path: Path, suffix: str) -> Path:
    """Return the path, or refuse it if its suffix promises another kind of file."""
    if path != STDOUT and path.suffix and path.suffix.lower() != suffix:
        raise HorahError("BAD_SUFFIX", path=str(path), given=path.suffix, suffix=suffix)
    return path


def find_file_kind(path: Path | None, kinds: Mapping[str, str]) -> str:
    """Return the kind of rendering by a file's suffix; text for standard output."""
    if path is None or path == STDOUT:
        return "text"
    if path.suffix.lower() not in kinds:
        raise HorahError("FILE_KIND", given=path.name, known=tuple(kinds))
    return kinds[path.suffix.lower()]


def exists(path: Path) -> bool:
    """Return whether a path exists; a path that is impossible does not."""
    try:
        return path.exists()
    except OSError:
        return False


def read_text(path: Path | str) -> str:
    """Return the text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as fault:
        raise HorahError("UNREADABLE", path=str(path), why=fault.strerror or "") from None
    except UnicodeDecodeError:
        raise HorahError("UNREADABLE.text", path=str(path)) from None
