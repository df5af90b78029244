"""``horah document``: create, check, fix and print documents of any game as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli import Session
from web.cli import findings as finding_output
from web.cli.i18n import say
from web.cli.io import FILE, read_text, write_json, write_output
from web.cli.options import json_option, paper_option

if TYPE_CHECKING:
    from catalogs import Catalog
    from generator.game import Authored

kind_option = click.option("--kind", metavar="GAME/KIND")
ENDINGS = {"pdf": "pdf", "txt": "text", "md": "markdown", "svg": "svg", "json": "json"}


@click.group()
def document() -> None:
    pass


@document.command("list")
@click.pass_obj
def kinds(session: Session) -> None:
    from exports.game import formatter
    from generator.game import games

    for game in games().values():
        for kind in game.authored:
            catalog = session.catalog(game.id)
            word = formatter(catalog, session.language).term(f"kind.{kind.kind}")
            shelf = ", ".join(kind.shelf(catalog))
            click.echo(f"{game.id}/{kind.kind}\t{word}\t{kind.format}\t{shelf}")


@document.command()
@kind_option
@click.option("--from", "name", metavar="NAME")
@click.option("--out", type=FILE, required=True)
@click.pass_obj
def new(session: Session, kind: str | None, name: str | None, out: Path) -> None:
    catalog, about = _kind(session, kind, None)
    if name is not None and name not in about.shelf(catalog):
        raise HorahError("NO_SUCH_DOCUMENT", given=name, known=tuple(about.shelf(catalog)))
    content = about.blank(catalog) if name is None else dict(about.shelf(catalog)[name])
    write_json(out, content)


@document.command()
@click.argument("file", type=FILE)
@kind_option
@json_option
@click.pass_obj
def check(session: Session, file: Path, kind: str | None, as_json: bool) -> None:
    from generator.authoring import check_document

    content = _read(file)
    catalog, about = _kind(session, kind, content)
    findings = check_document(catalog, about, content)
    _print_findings(session, catalog, content, findings, as_json)


@document.command()
@click.argument("file", type=FILE)
@kind_option
@click.option("--out", type=FILE)
@click.option("--warnings", is_flag=True)
@click.pass_obj
def fix(session: Session, file: Path, kind: str | None, out: Path | None, warnings: bool) -> None:
    from generator.authoring import apply_fixes, check_document

    content = _read(file)
    catalog, about = _kind(session, kind, content)
    if not isinstance(content, dict):
        raise HorahError("NO_DOCUMENT.object")
    severities = frozenset({"error", "warning"} if warnings else {"error"})
    fixed, done = apply_fixes(catalog, about, content, severities)
    click.echo(say("document.mended", count=len(done)), err=True)
    write_json(out or file, fixed)
    _print_findings(session, catalog, fixed, check_document(catalog, about, fixed), False)


@document.command("print")
@click.argument("file", type=FILE)
@kind_option
@click.option("--out", type=FILE, required=True)
@click.option("--seat", default="referee", show_default=True)
@paper_option
@click.pass_obj
def print_document(session: Session, file: Path, kind: str | None, out: Path, seat: str, paper: str) -> None:
    from exports.game import render
    from generator.authoring import require_schema

    content = _read(file)
    catalog, about = _kind(session, kind, content)
    require_schema(catalog.game, about, content)
    ending = ENDINGS.get(out.suffix.removeprefix(".") or "pdf", out.suffix)
    body = render(
        about.view(content, seat),
        ending,
        catalog=catalog,
        paper=paper,
        lang=session.language,
        sheets=None,
        url=None,
    )
    write_output(out, body)


def _kind(session: Session, named: str | None, content: Any) -> tuple[Catalog, Authored]:
    """Return the named kind, or the one whose format the document has."""
    from generator.game import find_authored, games

    if named is not None:
        game, _, word = named.partition("/")
        return session.catalog(game) if game in games() else _refuse_game(game), find_authored(game, word)
    wanted = content.get("format") if isinstance(content, dict) else None
    every = [(game.id, kind) for game in games().values() for kind in game.authored]
    for name, kind in every:
        if kind.format == wanted:
            return session.catalog(name), kind
    known = tuple(f"{name}/{kind.kind}" for name, kind in every)
    raise HorahError("BAD_KIND_OF_DOCUMENT", given=wanted or "", known=known)


def _refuse_game(game: str) -> Catalog:
    from catalogs.game import games

    raise HorahError("BAD_GAME", given=game, known=games())


def _read(file: Path) -> Any:
    from schemas.json_input import read_json

    try:
        return read_json(read_text(file))
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None


def _print_findings(session: Session, catalog: Catalog, document: Any, findings: Any, as_json: bool) -> None:
    from exports.game import formatter

    voice = formatter(catalog, session.language, document if isinstance(document, dict) else None)
    finding_output.print_findings(findings, voice, as_json=as_json)
    if not findings and not as_json:
        click.echo(say("document.sound"))
    finding_output.exit_if_refused(findings)
