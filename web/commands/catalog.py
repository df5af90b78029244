"""``horah catalog``: check the catalogues, list them, show a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from catalogs.checks import CHECKS, Report, inspect
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.references import VISIBLE
from catalogs.store import DOCUMENTS, Row
from schemas.errors import HorahError
from web.cli import Session
from web.language import Language, said

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 180  # columns of a table when nobody sits at the terminal
NAMES: dict[str, tuple[str, str]] = {
    "schema": ("files fit their schema", "archivos conformes a su esquema"),
    "reference": ("references lead somewhere", "referencias que llevan a algo"),
    "label": ("labels in both languages", "rótulos en los dos idiomas"),
    "provenance": ("rows say where they come from", "filas que dicen de dónde vienen"),
    "total": ("printed tables are complete", "tablas impresas completas"),
    "mix": ("forces fit in the box", "fuerzas que caben en la caja"),
    "deck": ("dice pairs and hexes of the decks", "parejas de dados y hexes de los mazos"),
    "leader_table": ("rows of the Leader tables", "filas de las Tablas de Mando"),
    "edition": ("rolls of the editions lead on", "tiradas de las ediciones que llevan a algo"),
    "hole": ("holes known, with remedy", "huecos conocidos, con remedio"),
}

as_json = click.option(
    "--json", "as_json", is_flag=True, help=said("JSON for machines.", "JSON para máquinas.")
)
own_overlay = click.option(
    "--overlay",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=said("Folder with tables of your own.", "Carpeta con tablas propias."),
)


@click.group(help=said("Check and browse the printed tables.", "Comprobar y consultar las tablas impresas."))
def catalog() -> None:
    pass


@catalog.command(
    help=said(
        "Hold every catalogue, and your overlay, against its schema and against the others. "
        "Exit code 0 if all is well, 2 if not.",
        "Contrastar cada catálogo, y el añadido propio, con su esquema y con los demás. "
        "Código de salida 0 si todo está bien, 2 si no.",
    )
)
@own_overlay
@as_json
@click.pass_obj
def check(session: Session, overlay: Path | None, as_json: bool) -> None:
    report = inspect(overlay or session.overlay)
    click.echo(_machine(report) if as_json else _readable(report, session.language))
    sys.exit(0 if report.sound else 2)


def _machine(report: Report) -> str:
    faults = [
        {
            "check": each.check,
            "file": each.file,
            "place": each.place,
            "problem": {"en": each.problem, "es": each.problem_es},
            "expected": {"en": each.expected, "es": each.expected_es},
        }
        for each in report.faults
    ]
    return json.dumps(
        {"sound": report.sound, "examined": report.examined, "faults": faults}, ensure_ascii=False, indent=2
    )


def _readable(report: Report, language: str) -> str:
    lines = []
    for name in CHECKS:
        number = sum(each.check == name for each in report.faults)
        what = NAMES[name][language == "es"]
        if name not in report.examined and not number:
            lines.append(f"  -        {what} ({said('not looked at', 'sin mirar')})")
            continue
        mark = said("FAULTY", "MAL") if number else said("ok", "bien")
        lines.append(f"  {mark:<8} {what}: {report.examined.get(name, number)}")
    lines += ["", *(f"- {each.sentence(language)}" for each in report.faults)] if report.faults else []
    count = len(report.faults)
    ends = {0: said("No fault found.", "No hay fallos."), 1: said("1 fault.", "1 fallo.")}
    end = ends.get(count, said(f"{count} faults.", f"{count} fallos."))
    return "\n".join([*lines, "", end])


@catalog.command("list", help=said("List the tables.", "Listar las tablas."))
@own_overlay
@as_json
@click.pass_obj
def list_tables(session: Session, overlay: Path | None, as_json: bool) -> None:
    found = _catalog(session, overlay)
    rows = [_summary(found, session, table) for table in found.store.tables]
    rows.append(_scenarios(found, session))
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    heads = said("table title rows rule provenance", "tabla título filas regla procedencia").split()
    _draw(heads, ([str(value) for value in row.values()] for row in rows))


def _summary(found: Catalog, session: Session, table: str) -> dict[str, Any]:
    from catalogs.store import read

    files = [read(source) for source in found.store.sources if source.table == table]
    rows = found.store.table(table).values()
    kinds = dict.fromkeys(found.term(f"provenance.{row.provenance}", session.language) for row in rows)
    rules = dict.fromkeys(str(document["rule"]) for document in files)
    return {
        "table": table,
        "title": found.term(f"table.{table}", session.language),
        "rows": len(rows),
        "rule": "; ".join(rules),
        "provenance": ", ".join(kinds),
    }


def _scenarios(found: Catalog, session: Session) -> dict[str, Any]:
    title = found.term(f"table.{DOCUMENTS}", session.language)
    return {"table": DOCUMENTS, "title": title, "rows": len(found.scenarios), "rule": "", "provenance": ""}


@catalog.command(
    help=said(
        "Show a table (orders_of_battle), one of its files (orders_of_battle/german), or a row by its id "
        "(german:A:company).",
        "Mostrar una tabla (orders_of_battle), uno de sus archivos (orders_of_battle/german) o una fila "
        "por su id (german:A:company).",
    )
)
@click.argument("name")
@own_overlay
@as_json
@click.pass_obj
def show(session: Session, name: str, overlay: Path | None, as_json: bool) -> None:
    found = _catalog(session, overlay)
    rows = _rows(found, name)
    if as_json:
        plain = [{**row.data, "provenance": row.provenance} for _, row in rows]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    _Show(found, session.language).draw(rows)


def _rows(found: Catalog, name: str) -> list[tuple[str, Row]]:
    """The rows a name stands for: a table, a file of it, a scenario, or a single row."""
    store = found.store
    table, _, part = name.removesuffix(".json").partition("/")
    if name == DOCUMENTS or name in found.scenarios:
        return [
            (DOCUMENTS, Row(card["id"], card, DOCUMENTS, index, ""))
            for index, card in enumerate(found.scenarios.values())
            if name in (DOCUMENTS, card["id"])
        ]
    if table in store.tables:
        rows = [row for row in store.table(table).values() if not part or Path(row.file).stem == part]
        if rows:
            return [(table, row) for row in rows]
    single = [(each, store.table(each)[name]) for each in store.tables if name in store.table(each)]
    if single:
        return single
    tables = ", ".join(store.tables)
    raise HorahError(
        f"There is no table, file or row called {name}; the tables are {tables}.",
        f"No hay ninguna tabla, archivo ni fila llamada {name}; las tablas son {tables}.",
    )


@dataclass(frozen=True, slots=True)
class _Show:
    """Draws rows in one language: side by side if the window is wide enough, else one below the other."""

    catalog: Catalog
    language: Language

    def draw(self, rows: list[tuple[str, Row]]) -> None:
        labelled = [(self.label(table, row), row) for table, row in rows]
        hidden = {"id", "name", "formation", "title"} if all(label for label, _ in labelled) else {"id"}
        fields = [
            key for key in dict.fromkeys(key for _, row in rows for key in row.data) if key not in hidden
        ]
        word = [said("label", "rótulo")] if any(label for label, _ in labelled) else []
        heads = ["id", *word, *fields]
        lines = [
            [row.id, *([label] if word else []), *(self.cell(row.data.get(key, "")) for key in fields)]
            for label, row in labelled
        ]
        if len(lines) == 1 or least_width(heads, lines) > _console().width:
            upright = [[head, cell] for line in lines for head, cell in zip(heads, line, strict=True) if cell]
            _draw([said("field", "campo"), said("value", "valor")], upright, section="id")
        else:
            _draw(heads, lines)

    def label(self, table: str, row: Row) -> str:
        """The word people see for a row, where it has one."""
        seen = next(iter(VISIBLE[table](row)), None) if table in VISIBLE else None
        if seen is not None and seen[0] == ("id",):
            return self.catalog.term(seen[1], self.language)
        title = row.data.get("title")
        return self.cell(title) if isinstance(title, Mapping) else ""

    def cell(self, value: Any) -> str:
        """A value in a table cell: words in one language, pieces by name, mappings a line for each key."""
        if isinstance(value, Mapping) and value.keys() == {"es", "en"}:
            value = value[self.language]
        if isinstance(value, Mapping):
            return "\n".join(self.pair(key, inner) for key, inner in value.items())
        if isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            return "\n".join(self.inline(each) for each in value)
        return self.inline(value)

    def pair(self, key: str, value: Any) -> str:
        if isinstance(value, int) and key in self.catalog.counters:
            return f"{value} {self.inline(key)}"
        return f"{key}: {self.inline(value)}"

    def inline(self, value: Any) -> str:
        match value:
            case None:
                return "-"
            case bool():
                return said("yes", "sí") if value else said("no", "no")
            case str():
                group = "leader" if value in self.catalog.leaders else "counter"
                known = value in self.catalog.leaders or value in self.catalog.counters
                return (
                    self.catalog.term(f"{group}.{value.replace(':', '.')}", self.language) if known else value
                )
            case Mapping():
                if value.keys() == {"es", "en"}:
                    return self.inline(value[self.language])
                return ", ".join(self.pair(key, inner) for key, inner in value.items())
            case list() | tuple():
                return _span(value) or ", ".join(self.inline(each) for each in value)
            case _:
                return str(value)


def _span(values: Sequence[Any]) -> str:
    """Three or more whole numbers in a row, as years are: 1939-1944."""
    if len(values) < 3 or not all(isinstance(each, int) for each in values):
        return ""
    whole = list(values) == list(range(values[0], values[-1] + 1))
    return f"{values[0]}-{values[-1]}" if whole else ""


def least_width(heads: list[str], lines: list[list[str]]) -> int:
    """The width below which a table side by side would break words: long texts may wrap, short ones not."""
    columns = zip(heads, *lines, strict=True)
    return sum(3 + max(min(28, max(map(len, cell.split("\n")))) for cell in column) for column in columns) + 1


def _draw(heads: Iterable[str], rows: Iterable[Iterable[str]], section: str | None = None) -> None:
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


def _catalog(session: Session, overlay: Path | None) -> Catalog:
    return Session(session.language, overlay or session.overlay).catalog()
