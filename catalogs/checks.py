"""The checks that a set of catalogues must pass: each can fail, and says where and why.

``check(store)`` runs them all, those that hold for any game's tables and those that are the game's own. A
file that breaks its schema stops the rest, because nothing can be said about rows of the wrong shape; a
reference that leads nowhere stops the checks that follow references; the last are made only where nothing
else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from catalogs.catalog import Catalog, keys
from catalogs.faults import CatalogError, Fault, Said, fault
from catalogs.game import game, store_for
from catalogs.store import DOCUMENTS, Row, Source, Store, read

Look = Callable[[Any], Iterable[Fault | None]]  # takes the game's own catalogue
Path_ = tuple[object, ...]


def _nothing(_: Any) -> Iterable[Fault | None]:
    return ()


@dataclass(frozen=True, slots=True)
class Checks:
    """What a game's tables are held against, beside what holds for any game's."""

    needed: Mapping[str, tuple[str, ...]]  # rows the rules cannot do without, by table
    targets: Callable[[Store], Mapping[str, set[object]]]  # the ids that exist, by kind of thing
    references: Callable[[Store], Iterable[tuple[Row, Path_, str, object]]]  # where a row points
    visible: Callable[
        [Store], Iterable[tuple[Row, Path_, str]]
    ]  # ids that a person sees, by their word's key
    kinds: Mapping[str, Said]  # what each kind of thing is called where one is missing
    mended: Look = _nothing  # do changed rows still fit their schema?
    following: Mapping[str, Look] = field(default_factory=dict)  # only where every reference leads somewhere
    last: Mapping[str, Look] = field(default_factory=dict)  # only where nothing else is wrong

    @property
    def names(self) -> tuple[str, ...]:
        return ("schema", *STANDING, *self.following, *self.last)


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked, how much of it, and every fault found."""

    examined: dict[str, int]  # check -> how many things it looked at; a check not run is missing
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        return not self.faults


def checks_of(name: str) -> Checks:
    """What a game's tables are held against."""
    module, _, found = game(name).checks.partition(":")
    checks: Checks = getattr(import_module(module), found)
    return checks


def check(store: Store, *, base_schemas: bool = True) -> Report:
    """Run every check; ``base_schemas=False`` trusts the shape of the built-in files."""
    own = checks_of(store.game)
    examined: dict[str, int] = {}
    faults: list[Fault] = []

    def run(name: str, found: Iterable[Fault | None]) -> None:
        for each in found:
            examined[name] = examined.get(name, 0) + 1
            if each is not None:
                faults.append(each)

    run("schema", schemas(store, base=base_schemas))
    if faults:
        return Report(examined, tuple(faults))
    catalog = game(store.game).catalog(store)
    try:
        run("reference", missing(store, own))
        if faults:
            return Report(examined, tuple(faults))
        for name, stands in STANDING.items():
            run(name, stands(catalog, own))
        if not any(each.check == "reference" for each in faults):
            run("schema", own.mended(catalog))
        if not any(each.check in ("schema", "reference") for each in faults):
            for name, look in own.following.items():
                run(name, look(catalog))
        if not faults:
            for name, look in own.last.items():
                run(name, look(catalog))
    except CatalogError as error:
        faults.extend(error.faults)
    return Report(examined, tuple(faults))


def inspect(name: str, overlay: Path | None) -> Report:
    """The report on a game's built-in catalogues, with an overlay folder if one is given."""
    store = store_for(name, overlay.resolve() if overlay else None)
    folder = store.overlay
    empty = folder is not None and not any(source.overlay for source in store.sources)
    return Report({}, (nothing_in(folder),)) if folder and empty else check(store)


def nothing_in(overlay: Path) -> Fault:
    return fault(
        "schema",
        str(overlay),
        "",
        ("there is no catalogue file in this folder", "no hay ningún archivo de catálogo en esta carpeta"),
        (
            "a folder with JSON files laid out like the catalogues",
            "una carpeta con archivos JSON dispuestos como los catálogos",
        ),
    )


def schemas(store: Store, *, base: bool) -> Iterator[Fault | None]:
    """Every file against the schema of its table; ids once in each layer."""
    from schemas import validation

    known = {**validation.tables(store.game), DOCUMENTS: f"games/{store.game}/card"}
    for source in store.sources:
        if source.overlay or base:
            yield from _schema(source, known)


def _schema(source: Source, known: Mapping[str, str]) -> Iterator[Fault | None]:
    from schemas import validation

    if source.table not in known:
        tables = ", ".join(sorted(set(known) - {DOCUMENTS}))
        yield fault(
            "schema",
            source.shown,
            "",
            (f"there is no table called {source.table}", f"no hay ninguna tabla llamada {source.table}"),
            (f"one of {tables}", f"una de estas: {tables}"),
        )
        return
    try:
        document = read(source)
    except CatalogError as error:
        yield error.faults[0]
        return
    sound = True
    for each in validation.problems(document, known[source.table]):
        sound = False
        yield fault("schema", source.shown, each.place, each.problem, each.expected)
    if sound and not source.overlay and "remove" in document:
        yield fault(
            "schema",
            source.shown,
            "/remove",
            ("a built-in file removes rows", "un archivo de serie quita filas"),
            ("remove only in an overlay", "remove solo en un añadido"),
        )
    elif sound:
        yield None


def missing(store: Store, own: Checks) -> Iterator[Fault | None]:
    """Rows the rules cannot do without, which an overlay may replace but not remove."""
    for table, ids in own.needed.items():
        for needed in ids:
            if needed in store.table(table):
                yield None
                continue
            folder = str(store.overlay or store.base)
            yield fault(
                "reference",
                folder,
                "",
                (f"the row {needed} of {table} is gone", f"falta la fila {needed} de {table}"),
                ("it to be replaced, never removed", "que se sustituya, nunca que se quite"),
            )


def resolve(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every reference leads to something that exists."""
    known = own.targets(catalog.store)
    for row, path, target, value in own.references(catalog.store):
        if value in known[target]:
            yield None
            continue
        kind = own.kinds[target]
        yield fault(
            "reference",
            row.file,
            row.place(*path),
            (f"there is no {kind[0]} called {value}", f"no hay {kind[1]} llamado {value}"),
            _nearest(value, known[target], kind),
        )


def _nearest(value: object, known: Iterable[object], kind: Said) -> Said:
    from difflib import get_close_matches

    near = ", ".join(get_close_matches(str(value), [str(each) for each in known], n=3))
    if near:
        return f"a {kind[0]} that exists, perhaps {near}", f"uno que exista, quizá {near}"
    return f"a {kind[0]} that exists", "uno que exista"


def labels(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every id a person can see has a word in both languages."""
    terms = catalog.store.table("terms")
    for row, path, key in own.visible(catalog.store):
        if any(candidate in terms for candidate in keys(key)):
            yield None
            continue
        yield fault(
            "label",
            row.file,
            row.place(*path),
            (f"nothing says what {key} is called", f"nada dice cómo se llama {key}"),
            (f"a row {key} in terms, with es and en", f"una fila {key} en terms, con es y en"),
        )


def provenance(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every row says, itself or through its file, where it comes from; what it says is about its fields."""
    for table in catalog.store.tables:
        for row in catalog.store.table(table).values():
            if not row.provenance:
                yield fault(
                    "provenance",
                    row.file,
                    row.place(),
                    (f"{row.id} does not say where it comes from", f"{row.id} no dice de dónde viene"),
                    ("a provenance for the row or its file", "una procedencia para la fila o su archivo"),
                )
                continue
            yield None
            yield from _provenance_fields(row)


def _provenance_fields(row: Row) -> Iterator[Fault]:
    for about in ("provenance_of", "printed"):
        for name in row.data.get(about, ()):
            if name.partition(".")[0] not in row.data:
                yield fault(
                    "provenance",
                    row.file,
                    row.place(about, name),
                    (f"{row.id} has no field {name}", f"{row.id} no tiene ningún campo {name}"),
                    ("the name of a field of this row", "el nombre de un campo de esta fila"),
                )


def totals(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """The built-in tables are complete: as many rows as the printed ones."""
    below = Store(catalog.store.base)
    for row in catalog.store.table("totals").values():
        wanted, part = row.data["count"], row.data.get("where", {})
        rows = below.table(row.data["table"]).values()
        found = sum(all(each.data.get(key) == value for key, value in part.items()) for each in rows)
        if found == wanted:
            yield None
            continue
        yield fault(
            "total",
            row.file,
            row.place("count"),
            (f"there are {found} {row.id}", f"hay {found} {row.id}"),
            (f"{wanted}, as printed", f"{wanted}, como en lo impreso"),
        )


STANDING: Mapping[str, Callable[[Catalog, Checks], Iterable[Fault | None]]] = {
    "reference": resolve,
    "label": labels,
    "provenance": provenance,
    "total": totals,
}
