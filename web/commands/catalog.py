"""``horah catalog``: check the catalogues of a game, list them, show a table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from catalogs import Catalog
from catalogs.checks import Report, checks_of, inspect
from catalogs.loader import built_in
from catalogs.store import Row
from exports.kit.messages import last_part
from schemas.errors import HorahError
from web.cli import Session
from web.cli.i18n import DEFAULT_LANGUAGE, Language, say
from web.cli.io import format_json, print_json
from web.cli.options import LazyChoice, json_option
from web.games.registry import default_game, games

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 180  # columns of a table when the output is not a terminal


game_option = click.option("--game", type=LazyChoice("game", games))
overlay_option = click.option("--overlay", type=click.Path(exists=True, file_okay=False, path_type=Path))


@click.group()
def catalog() -> None:
    pass


@catalog.command()
@game_option
@overlay_option
@json_option
@click.pass_obj
def check(session: Session, game: str | None, overlay: Path | None, as_json: bool) -> None:
    game = game or default_game().id
    report = inspect(game, overlay or session.overlay)
    click.echo(_report_json(report, game) if as_json else _report_text(report, game, session))
    sys.exit(0 if report.sound else 2)


def _report_json(report: Report, game: str) -> str:
    """Return the report as JSON, with its sentences in every language."""
    from exports.game import formatter

    base = built_in(game)
    voices = [formatter(base, language) for language in base.languages]
    faults = [
        {
            "check": each.check,
            "file": each.file,
            "place": each.place if isinstance(each.place, str) else voices[0].say(each.place),
            "problem": {voice.lang: voice.say(each.problem) for voice in voices},
            "expected": {voice.lang: voice.say(each.expected) for voice in voices},
        }
        for each in report.faults
    ]
    return format_json({"sound": report.sound, "examined": report.examined, "faults": faults})


def _report_text(report: Report, game: str, session: Session) -> str:
    from exports.game import formatter

    base, lines = built_in(game), []
    voice = formatter(base, session.language if session.language in base.languages else DEFAULT_LANGUAGE)
    for name in checks_of(game).names:
        number = sum(each.check == name for each in report.faults)
        what = say(f"catalog.checks.{name}")
        if name not in report.examined and not number:
            lines.append(f"  -        {what} ({say('catalog.not_looked_at')})")
            continue
        mark = say("catalog.faulty" if number else "catalog.ok")
        lines.append(f"  {mark:<8} {what}: {report.examined.get(name, number)}")
    lines += ["", *(f"- {voice.say(each.message)}" for each in report.faults)] if report.faults else []
    count = len(report.faults)
    end = "catalog.faults" if count else "catalog.no_fault"
    return "\n".join([*lines, "", say(end, count=count)])


@catalog.command("list")
@game_option
@overlay_option
@json_option
@click.pass_obj
def list_tables(session: Session, game: str | None, overlay: Path | None, as_json: bool) -> None:
    loaded = _catalog(session, game or default_game().id, overlay)
    rows = [_summary(loaded, session, table) for table in loaded.store.tables]
    rows += [_folder(loaded, session, name) for name, inside in loaded.store.documents.items() if inside]
    if as_json:
        print_json(rows)
        return
    heads = [say(f"catalog.head.{name}") for name in rows[0]]
    _print_table(heads, ([str(value) for value in row.values()] for row in rows))


def _summary(loaded: Catalog, session: Session, table: str) -> dict[str, Any]:
    from catalogs.store import read
    from exports.game import formatter

    voice = formatter(loaded, session.language)
    files = [read(source) for source in loaded.store.sources if source.table == table]
    rows = loaded.store.table(table).values()
    kinds = dict.fromkeys(voice.term(f"provenance.{row.provenance}") for row in rows)
    rules = dict.fromkeys(str(document["rule"]) for document in files)
    return {
        "table": table,
        "title": voice.term(f"table.{table}"),
        "rows": len(rows),
        "rule": "; ".join(rules),
        "provenance": ", ".join(kinds),
    }


def _folder(loaded: Catalog, session: Session, name: str) -> dict[str, Any]:
    """Summarise a folder of whole documents."""
    from exports.game import formatter

    title = formatter(loaded, session.language).term(f"table.{name}")
    count = len(loaded.store.documents[name])
    return {"table": name, "title": title, "rows": count, "rule": "", "provenance": ""}


@catalog.command()
@click.argument("name")
@game_option
@overlay_option
@json_option
@click.pass_obj
def show(session: Session, name: str, game: str | None, overlay: Path | None, as_json: bool) -> None:
    shelves = [_catalog(session, each, overlay) for each in ([game] if game else games())]
    loaded, rows = next(
        ((each, rows) for each in shelves if (rows := _find_rows(each, name))), (shelves[0], [])
    )
    if not rows:
        tables = [table for each in shelves for table in each.store.tables]
        raise HorahError("NO_TABLE", given=name, tables=list(dict.fromkeys(tables)))
    if as_json:
        plain = [{**row.data, "provenance": row.provenance} for _, row in rows]
        print_json(plain)
        return
    _RowPrinter(loaded, session.language).draw(rows)


def _find_rows(loaded: Catalog, name: str) -> list[tuple[str, Row]]:
    """Return the rows of a name: a table, a file of it, a whole document, or a single row."""
    store = loaded.store
    table, _, part = name.removesuffix(".json").partition("/")
    whole = [
        (folder, Row(id_, document, folder, index, ""))
        for folder, documents in store.documents.items()
        for index, (id_, document) in enumerate(documents.items())
        if name in (folder, id_)
    ]
    if whole:
        return whole
    if table in store.tables:
        rows = [row for row in store.table(table).values() if not part or Path(row.file).stem == part]
        if rows:
            return [(table, row) for row in rows]
    return [(each, store.table(each)[name]) for each in store.tables if name in store.table(each)]


@dataclass(frozen=True)
class _RowPrinter:
    """Print rows in one language: side by side if the window is wide enough, else one below the other."""

    catalog: Catalog
    language: Language

    @cached_property
    def words(self) -> Mapping[tuple[str, int], str]:
        """Return the term key of each row's visible name, by file and index."""
        keys: dict[tuple[str, int], tuple[tuple[object, ...], str]] = {}
        for row, path, key in checks_of(self.catalog.game).visible(self.catalog.store):
            keys.setdefault((row.file, row.index), (path, key))
        return {place: key for place, (path, key) in keys.items() if path == ("id",)}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Return the names of prefixed ids, which are unambiguous and so shown by name in cells."""
        from exports.game import formatter

        voice, found = formatter(self.catalog, self.language), {}
        for table in self.catalog.store.tables:
            for row in self.catalog.store.table(table).values():
                key = self.words.get((row.file, row.index))
                if ":" in row.id and key:
                    found[row.id] = voice.term(key)
                elif ":" in row.id and (name := voice.name(table, row.id)) != last_part(row.id):
                    found.setdefault(row.id, name)  # a name that the game composes, as of a leader
        return found

    def draw(self, rows: list[tuple[str, Row]]) -> None:
        labelled = [(self.label(row), row) for _, row in rows]
        hidden = {"id", "name", "formation", "title"} if all(label for label, _ in labelled) else {"id"}
        fields = [
            key for key in dict.fromkeys(key for _, row in rows for key in row.data) if key not in hidden
        ]
        word = [say("catalog.head.label")] if any(label for label, _ in labelled) else []
        heads = ["id", *word, *fields]
        lines = [
            [row.id, *([label] if word else []), *(self.cell(row.data.get(key, "")) for key in fields)]
            for label, row in labelled
        ]
        if len(lines) == 1 or minimum_width(heads, lines) > _console().width:
            upright = [[head, cell] for line in lines for head, cell in zip(heads, line, strict=True) if cell]
            _print_table([say("catalog.head.field"), say("catalog.head.value")], upright, section="id")
        else:
            _print_table(heads, lines)

    def label(self, row: Row) -> str:
        """Return the visible name of a row, or an empty string."""
        key = self.words.get((row.file, row.index))
        if key is not None:
            return self.catalog.term(key, self.language)
        title = row.data.get("title")
        return self.cell(title) if isinstance(title, Mapping) else ""

    def localize(self, value: Any) -> Any:
        """Return a multilingual text in the chosen language, any other value unchanged."""
        if isinstance(value, Mapping) and value and value.keys() <= set(self.catalog.languages):
            return value.get(self.language) or next(iter(value.values()))
        return value

    def cell(self, value: Any) -> str:
        """Format a value for a cell: text in one language, pieces by name, mappings with one line per key."""
        value = self.localize(value)
        if isinstance(value, Mapping):
            return "\n".join(self.pair(key, inner) for key, inner in value.items())
        if isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            return "\n".join(self.inline(each) for each in value)
        return self.inline(value)

    def pair(self, key: str, value: Any) -> str:
        if isinstance(value, int) and key in self.names:
            return f"{value} {self.inline(key)}"
        return f"{key}: {self.inline(value)}"

    def inline(self, value: Any) -> str:
        match self.localize(value):
            case None:
                return "-"
            case bool():
                return say("yes" if value else "no")
            case str() as word:
                return self.names.get(word, word)
            case Mapping():
                return ", ".join(self.pair(key, inner) for key, inner in value.items())
            case list() | tuple():
                return _format_range(value) or ", ".join(self.inline(each) for each in value)
            case _:
                return str(value)


def _format_range(values: Sequence[Any]) -> str:
    """Format three or more consecutive integers as a range, such as the years 1939-1944."""
    if len(values) < 3 or not all(isinstance(each, int) for each in values):
        return ""
    whole = list(values) == list(range(values[0], values[-1] + 1))
    return f"{values[0]}-{values[-1]}" if whole else ""


def minimum_width(heads: list[str], lines: list[list[str]]) -> int:
    """Return the minimum width at which short texts of a table fit without wrapping."""
    columns = zip(heads, *lines, strict=True)
    return sum(3 + max(min(28, max(map(len, cell.split("\n")))) for cell in column) for column in columns) + 1


def _print_table(heads: Iterable[str], rows: Iterable[Iterable[str]], section: str | None = None) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads)
    for row in rows:
        cells = list(row)
        if section == cells[0]:
            table.add_section()
        table.add_row(*(Text(cell) for cell in cells))
    _console().print(table)


def _console() -> Console:
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)


def _catalog(session: Session, game: str, overlay: Path | None) -> Catalog:
    return Session(session.language, overlay or session.overlay).catalog(game)
