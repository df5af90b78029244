"""``horah language``: begin a translation into another language, and see how far it has come."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from catalogs.languages import Part, list_parts
from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import say
from web.cli.io import write_json

FORMAT = {"format": "hora-h/catalog/terms/1", "rule": "-", "provenance": "house"}
MAX_SHOWN = 20  # keys named for each part unless --all is given


@click.group()
def language() -> None:
    pass


@language.command()
@click.argument("code")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def new(session: Session, code: str, out: Path | None) -> None:
    from web.translations import find_missing, update_catalog, write_catalog

    _check_code(code)
    folder = out or Path(code)
    parts = list_parts(session.overlay)
    for part in parts:
        if rows := part.blank_rows(code):
            file = folder / part.name / "terms" / f"{code}.json"
            if file.exists():
                raise HorahError("FILE_EXISTS", path=str(file))
            write_json(file, {**FORMAT, "rows": rows})
    pages = update_catalog(code)
    if find_missing(pages):
        click.echo(str(write_catalog(pages, code, folder / "translations")), err=True)
    _echo_progress(session, parts, code)


@language.command()
@click.argument("code")
@click.option("--all", "show_all", is_flag=True)
@click.pass_obj
def check(session: Session, code: str, show_all: bool) -> None:
    from exports.game import formatter
    from web.games.registry import default_game

    _check_code(code)
    parts = list_parts(session.overlay)
    voice = formatter(session.catalog(default_game().id), session.language)
    for part in parts:
        lacks = part.list_missing(code)
        for key in lacks if show_all else lacks[:MAX_SHOWN]:
            click.echo(say("language.lacks", part=part.name, key=key))
        if len(lacks) > MAX_SHOWN and not show_all:
            click.echo(say("language.more", part=part.name, count=len(lacks) - MAX_SHOWN))
    faults = [fault for part in parts for fault in part.faults(code)]
    for fault in faults:
        click.echo(voice.say(fault.message))
    _echo_progress(session, parts, code)
    sys.exit(2 if faults else 0)


def _check_code(code: str) -> None:
    """Refuse what is not the two-letter code of a language."""
    from babel import Locale, UnknownLocaleError

    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        raise HorahError("BAD_LANGUAGE_CODE", given=code) from None
    if len(code) != 2:
        raise HorahError("BAD_LANGUAGE_CODE", given=code)


def _echo_progress(session: Session, parts: list[Part], code: str) -> None:
    """Print how many sentences of each part, and of the pages, are translated."""
    from web.translations import extract_messages, find_missing, update_catalog

    overlay = session.overlay / "translations" if session.overlay else None
    for part in parts:
        total = len(part.english)
        click.echo(
            say("language.done", part=part.name, done=total - len(part.list_missing(code)), total=total)
        )
    total = len(extract_messages())
    catalogs = [update_catalog(code), *([update_catalog(code, overlay)] if overlay else [])]
    left = min(len(find_missing(catalog)) for catalog in catalogs)
    click.echo(say("language.done", part=say("language.pages"), done=total - left, total=total))
