"""Checks for a set of catalogues; each fault says where it is and why.

``check(store)`` runs the checks common to all games and those of the game. A file that breaks its schema
stops the run, because rows of the wrong shape cannot be checked further. A broken reference stops the checks
that follow references. The last checks run only if nothing else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from string import Formatter
from typing import Any

from catalogs.catalog import Catalog, keys
from catalogs.errors import CatalogError, Fault
from catalogs.game import game, store_for
from catalogs.store import GRAMMAR, KEYS_FILE, WORDS, Row, Source, Store, languages, needed_keys, read
from catalogs.terms import deciding_fact, texts
from catalogs.translations import find_texts, text_key
from schemas.messages import Message, say

Check = Callable[[Any], Iterable[Fault | None]]  # takes the catalogue class of the game
RowPath = tuple[object, ...]
REQUIRED_LANGUAGES = ("es", "en")  # languages that a term has both or neither of; others are optional


def _nothing(_: Any) -> Iterable[Fault | None]:
    return ()


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of one game, in addition to those common to all games."""

    needed: Mapping[str, tuple[str, ...]]  # required rows, by table
    targets: Callable[[Store], Mapping[str, set[object]]]  # existing ids, by kind of thing
    references: Callable[[Store], Iterable[tuple[Row, RowPath, str, object]]]  # row, path, target kind, id
    visible: Callable[
        [Store], Iterable[tuple[Row, RowPath, str]]
    ]  # ids that users see: row, path, key of the term
    mended: Check = _nothing  # checks that corrected rows still fit their schema
    following: Mapping[str, Check] = field(default_factory=dict)  # run only if every reference resolves
    last: Mapping[str, Check] = field(default_factory=dict)  # run only if nothing else is wrong

    @property
    def names(self) -> tuple[str, ...]:
        return ("schema", *COMMON_CHECKS, *self.following, *self.last)


def declare_checks(
    *,
    needed: Mapping[str, tuple[str, ...]] | None = None,
    named: Mapping[str, str] | None = None,
    refers: Mapping[str, str] | None = None,
) -> Checks:
    """Return checks from declarations.

    ``needed`` has the rows that must exist, by table. ``named`` has the kind of the terms that name the rows
    of a table: with ``{"lanes": "lane"}`` the row ``road`` needs the term ``lane.road``. ``refers`` has the
    kind that a field refers to: ``{"ferries.lane": "lane"}``; fields inside lists are reached the same way.
    """
    kinds, fields = dict(named or {}), dict(refers or {})

    def targets(store: Store) -> Mapping[str, set[object]]:
        return {kind: set(store.table(table)) for table, kind in kinds.items()}

    def references(store: Store) -> Iterator[tuple[Row, RowPath, str, object]]:
        for path, kind in fields.items():
            table, *steps = path.split(".")
            for row in store.table(table).values():
                for place, value in _values_at(row.data, steps):
                    if value is not None:
                        yield row, place, kind, value

    def visible(store: Store) -> Iterator[tuple[Row, RowPath, str]]:
        for table, kind in kinds.items():
            for row in store.table(table).values():
                yield row, ("id",), f"{kind}.{row.id}"

    return Checks(needed or {}, targets, references, visible)


def _values_at(data: Any, steps: Sequence[str], place: RowPath = ()) -> Iterator[tuple[RowPath, object]]:
    """Yield the values at a path, with their places; a list contributes each of its items."""
    if isinstance(data, list | tuple):
        for index, item in enumerate(data):
            yield from _values_at(item, steps, (*place, index))
    elif steps and isinstance(data, Mapping):
        yield from _values_at(data.get(steps[0]), steps[1:], (*place, steps[0]))
    elif not steps:
        yield place, data


DEFAULT = declare_checks()


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check run: how many things each check examined, and every fault."""

    examined: dict[str, int]  # check -> number of things examined; a check that did not run is missing
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        return not self.faults


def checks_of(name: str) -> Checks:
    """Return the checks of a game."""
    checks: Checks = resolve_name(game(name).checks)
    return checks


def check(store: Store, *, base_schemas: bool = True) -> Report:
    """Run every check; ``base_schemas=False`` skips the schemas of the built-in files."""
    own = checks_of(store.game)
    examined: dict[str, int] = {}
    faults: list[Fault] = []

    def run(name: str, results: Iterable[Fault | None]) -> None:
        for result in results:
            examined[name] = examined.get(name, 0) + 1
            if result is not None:
                faults.append(result)

    run("schema", check_schemas(store, base=base_schemas))
    if faults:
        return Report(examined, tuple(faults))
    catalog = game(store.game).catalog(store)
    try:
        run("reference", check_required_rows(store, own))
        if faults:
            return Report(examined, tuple(faults))
        for name, stands in COMMON_CHECKS.items():
            run(name, stands(catalog, own))
        if not any(result.check == "reference" for result in faults):
            run("schema", own.mended(catalog))
        if not any(result.check in ("schema", "reference") for result in faults):
            for name, look in own.following.items():
                run(name, look(catalog))
        if not faults:
            for name, look in own.last.items():
                run(name, look(catalog))
    except CatalogError as error:
        faults.extend(error.faults)
    return Report(examined, tuple(faults))


def inspect(name: str, overlay: Path | None) -> Report:
    """Check the built-in catalogues of a game, with an overlay folder if one is given."""
    try:
        store = store_for(name, overlay.resolve() if overlay else None)
    except CatalogError as error:
        return Report({}, error.faults)
    return check(store)


def check_schemas(store: Store, *, base: bool) -> Iterator[Fault | None]:
    """Check every file against the schema of its table, and that ids are unique in each layer."""
    for source in store.sources:
        if source.overlay:
            yield from _check_schema(source, store.game)
        elif base:
            yield from _check_built_in(replace(source, content=source.bytes()), store.game)


@cache
def _check_built_in(source: Source, of: str) -> tuple[Fault | None, ...]:
    """Check a built-in file against its schema, once per content."""
    return tuple(_check_schema(source, of))


def _check_schema(source: Source, of: str) -> Iterator[Fault | None]:
    from schemas import validation

    whole = {folder: f"games/{of}/{schema}" for folder, schema in game(of).documents.items()}
    known = {**validation.tables(of), **whole}
    if source.table not in known:
        wrong = say("wrong.no_table", table=source.table)
        yield Fault(
            "schema",
            source.display_name,
            "",
            wrong,
            say("expected.one_of", values=sorted(set(known) - set(whole))),
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
        yield Fault("schema", source.display_name, each.place, each.problem, each.expected)
    if sound and not source.overlay and "remove" in document:
        wrong = say("wrong.built_in_removes")
        yield Fault("schema", source.display_name, "/remove", wrong, say("expected.remove_in_overlay"))
    elif sound:
        yield None


def check_required_rows(store: Store, own: Checks) -> Iterator[Fault | None]:
    """Check that required rows exist; an overlay may replace but not remove them."""
    for table, ids in own.needed.items():
        for row_id in ids:
            if row_id in store.table(table):
                yield None
                continue
            folder = str(store.overlays[-1] if store.overlays else store.base)
            gone = say("wrong.row_gone", id=row_id, table=table)
            yield Fault("reference", folder, "", gone, say("expected.replaced"))


def check_references(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that every reference leads to an existing id."""
    known = own.targets(catalog.store)
    for row, path, target, value in own.references(catalog.store):
        if value in known[target]:
            yield None
            continue
        wrong = say("wrong.no_such", kind=target, value=value)
        yield Fault(
            "reference", row.file, row.place(*path), wrong, _suggest_nearest(value, known[target], target)
        )


def _suggest_nearest(value: object, known: Iterable[object], kind: str) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(str(value), [str(each) for each in known], n=3)
    return (
        say("expected.existing_near", kind=kind, near=near) if near else say("expected.existing", kind=kind)
    )


def check_labels(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that every id that users see has a term, and everything else that the program says."""
    yield from check_keys(catalog, own)
    terms = catalog.store.table("terms")
    for row, path, key in own.visible(catalog.store):
        if any(candidate in terms for candidate in keys(key)):
            yield None
            continue
        wrong = say("wrong.no_word", key=key)
        yield Fault("label", row.file, row.place(*path), wrong, say("expected.word", key=key))


def check_keys(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that every term that the program needs exists; words may be replaced, not left out."""
    rows = catalog.store.table(WORDS)
    for folder in (catalog.store.shared, catalog.store.base):
        for key in needed_keys(folder) if folder else ():
            if key in rows:
                yield None
                continue
            wrong = say("wrong.no_word", key=key)
            yield Fault("label", KEYS_FILE, "", wrong, say("expected.word", key=key))


def check_terms(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that a term has Spanish and English or neither, with the same placeholders everywhere."""
    for row in catalog.store.table(WORDS).values():
        if row.id.startswith("text."):
            yield _check_table_text(catalog.store, row)
            continue
        spoken = languages(row)
        lack = [language for language in REQUIRED_LANGUAGES if language not in spoken]
        if lack and len(lack) < len(REQUIRED_LANGUAGES):
            wrong = say("wrong.no_words_in", id=row.id, have=sorted(spoken), lack=lack)
            yield Fault("word", row.file, row.place(), wrong, say("expected.words_in", lack=lack))
            continue
        yield check_placeholders(
            row, sorted(spoken, key=lambda language: (language not in REQUIRED_LANGUAGES, language))
        )


def _check_table_text(store: Store, row: Row) -> Fault | None:
    """Check that a translated table text belongs to a text that exists in the table."""
    table = row.id.split(".")[1]
    rows = store.table(table) if table in store.tables else {}
    if any(
        row.id == key for each in rows.values() for key, _ in find_texts(each.data, text_key(table, each.id))
    ):
        return None
    wrong = say("wrong.no_text", key=row.id)
    return Fault("word", row.file, row.place("id"), wrong, say("expected.text_key"))


def check_placeholders(row: Row, spoken: list[str]) -> Fault | None:
    """Check that the words of a term can be read and have the same placeholders in these languages."""
    first: tuple[str, set[str]] | None = None
    selected = any(not isinstance(row.data[language], str) for language in spoken)
    deciding = {deciding_fact(row.data, by)[0] for by in GRAMMAR} if selected else set()
    for language in spoken:
        try:
            own = set().union(*map(placeholders, texts(row.data[language])))
        except ValueError:
            wrong = say("wrong.no_sentence", id=row.id, language=language)
            return Fault("word", row.file, row.place(language), wrong, say("expected.sentence"))
        other, expected = first = first or (language, own)
        if (own ^ expected) - deciding:
            names = {"found": sorted(own), "wanted": sorted(expected)}
            wrong = say("wrong.other_places", id=row.id, language=language, other=other, **names)
            return Fault("word", row.file, row.place(language), wrong, say("expected.same_places"))
    return None


def placeholders(sentence: str) -> set[str]:
    """Return the placeholder names of a text, including those nested in format specs."""
    names: set[str] = set()
    for _, name, kind, _ in Formatter().parse(sentence):
        if name is not None:
            names |= {name} | placeholders(kind or "")
    return names


def check_provenance(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that every row has a provenance, and that per-field provenance names existing fields."""
    for table in catalog.store.tables:
        for row in catalog.store.table(table).values():
            if not row.provenance:
                wrong = say("wrong.no_provenance", id=row.id)
                yield Fault("provenance", row.file, row.place(), wrong, say("expected.provenance"))
                continue
            yield None
            yield from _provenance_fields(row)


def _provenance_fields(row: Row) -> Iterator[Fault]:
    for about in ("provenance_of", "printed"):
        for name in row.data.get(about, ()):
            if name.partition(".")[0] not in row.data:
                wrong = say("wrong.no_field", id=row.id, field=name)
                yield Fault("provenance", row.file, row.place(about, name), wrong, say("expected.field"))


def check_totals(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Check that the built-in tables have as many rows as the printed ones."""
    built_in = Store(catalog.store.base)
    for row in catalog.store.table("totals").values():
        if "each" in row.data:  # counts of each kind are left to a check of the game
            continue
        printed, where = row.data["count"], row.data.get("where", {})
        rows = built_in.table(row.data["table"]).values()
        count = sum(all(other.data.get(key) == value for key, value in where.items()) for other in rows)
        if count == printed:
            yield None
            continue
        wrong = say("wrong.total", found=count, what=row.id)
        yield Fault("total", row.file, row.place("count"), wrong, say("expected.total", count=printed))


COMMON_CHECKS: Mapping[str, Callable[[Catalog, Checks], Iterable[Fault | None]]] = {
    "reference": check_references,
    "label": check_labels,
    "word": check_terms,
    "provenance": check_provenance,
    "total": check_totals,
}
