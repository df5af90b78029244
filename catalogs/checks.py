"""The checks that a set of catalogues must pass: each can fail, and says where and why.

``check(store)`` runs them all, those that hold for any game's tables and those that are the game's own. A
file that breaks its schema stops the rest, because nothing can be said about rows of the wrong shape; a
reference that leads nowhere stops the checks that follow references; the last are made only where nothing
else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from string import Formatter
from typing import Any

from catalogs.catalog import Catalog, keys
from catalogs.faults import CatalogError, Fault
from catalogs.game import game, store_for
from catalogs.store import WORDS, Row, Source, Store, languages, read
from catalogs.texts import text_key, texts
from schemas.said import Said, say

Look = Callable[[Any], Iterable[Fault | None]]  # takes the game's own catalogue
Path_ = tuple[object, ...]
HOUSE = ("es", "en")  # the languages that everything has; others may join


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
    ]  # ids that a person sees, with their words' keys
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
    checks: Checks = resolve_name(game(name).checks)
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
    try:
        store = store_for(name, overlay.resolve() if overlay else None)
    except CatalogError as error:
        return Report({}, error.faults)
    return check(store)


def schemas(store: Store, *, base: bool) -> Iterator[Fault | None]:
    """Every file against the schema of its table; ids once in each layer."""
    for source in store.sources:
        if source.overlay:
            yield from _schema(source, store.game)
        elif base:
            yield from _built_in(replace(source, content=source.bytes()), store.game)


@cache
def _built_in(source: Source, of: str) -> tuple[Fault | None, ...]:
    """A file of our own with what it holds: the same is held against its schema once."""
    return tuple(_schema(source, of))


def _schema(source: Source, of: str) -> Iterator[Fault | None]:
    from schemas import validation

    whole = {folder: f"games/{of}/{schema}" for folder, schema in game(of).documents.items()}
    known = {**validation.tables(of), **whole}
    if source.table not in known:
        wrong = say("wrong.no_table", table=source.table)
        yield Fault(
            "schema", source.shown, "", wrong, say("expected.one_of", values=sorted(set(known) - set(whole)))
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
        yield Fault("schema", source.shown, each.place, each.problem, each.expected)
    if sound and not source.overlay and "remove" in document:
        wrong = say("wrong.built_in_removes")
        yield Fault("schema", source.shown, "/remove", wrong, say("expected.remove_in_overlay"))
    elif sound:
        yield None


def missing(store: Store, own: Checks) -> Iterator[Fault | None]:
    """Rows the rules cannot do without, which an overlay may replace but not remove."""
    for table, ids in own.needed.items():
        for needed in ids:
            if needed in store.table(table):
                yield None
                continue
            folder = str(store.overlays[-1] if store.overlays else store.base)
            gone = say("wrong.row_gone", id=needed, table=table)
            yield Fault("reference", folder, "", gone, say("expected.replaced"))


def resolve(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every reference leads to something that exists."""
    known = own.targets(catalog.store)
    for row, path, target, value in own.references(catalog.store):
        if value in known[target]:
            yield None
            continue
        wrong = say("wrong.no_such", kind=target, value=value)
        yield Fault("reference", row.file, row.place(*path), wrong, _nearest(value, known[target], target))


def _nearest(value: object, known: Iterable[object], kind: str) -> Said:
    from difflib import get_close_matches

    near = get_close_matches(str(value), [str(each) for each in known], n=3)
    return (
        say("expected.existing_near", kind=kind, near=near) if near else say("expected.existing", kind=kind)
    )


def labels(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every id a person can see has a word."""
    terms = catalog.store.table("terms")
    for row, path, key in own.visible(catalog.store):
        if any(candidate in terms for candidate in keys(key)):
            yield None
            continue
        wrong = say("wrong.no_word", key=key)
        yield Fault("label", row.file, row.place(*path), wrong, say("expected.word", key=key))


def words(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every key has its words in both languages of the house; its named places are the same in each."""
    for row in catalog.store.table(WORDS).values():
        if row.id.startswith("text."):
            yield _text(catalog.store, row)
            continue
        spoken = languages(row)
        lack = [language for language in HOUSE if language not in spoken]
        if lack and len(lack) < len(HOUSE):
            wrong = say("wrong.no_words_in", id=row.id, have=sorted(spoken), lack=lack)
            yield Fault("word", row.file, row.place(), wrong, say("expected.words_in", lack=lack))
            continue
        yield _same_places(row, sorted(spoken, key=lambda language: (language not in HOUSE, language)))


def _text(store: Store, row: Row) -> Fault | None:
    """A text of a table in a further language belongs to a text that a table has."""
    table = row.id.split(".")[1]
    rows = store.table(table) if table in store.tables else {}
    if any(row.id == key for each in rows.values() for key, _ in texts(each.data, text_key(table, each.id))):
        return None
    wrong = say("wrong.no_text", key=row.id)
    return Fault("word", row.file, row.place("id"), wrong, say("expected.text_key"))


def _same_places(row: Row, spoken: list[str]) -> Fault | None:
    first: tuple[str, set[str]] | None = None
    for language in spoken:
        try:
            found = places(row.data[language])
        except ValueError:
            wrong = say("wrong.no_sentence", id=row.id, language=language)
            return Fault("word", row.file, row.place(language), wrong, say("expected.sentence"))
        other, wanted = first = first or (language, found)
        if found != wanted:
            names = {"found": sorted(found), "wanted": sorted(wanted)}
            wrong = say("wrong.other_places", id=row.id, language=language, other=other, **names)
            return Fault("word", row.file, row.place(language), wrong, say("expected.same_places"))
    return None


def places(sentence: str) -> set[str]:
    """The named places of a sentence, those that name the kind of another included."""
    found: set[str] = set()
    for _, name, kind, _ in Formatter().parse(sentence):
        if name is not None:
            found |= {name} | places(kind or "")
    return found


def provenance(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """Every row says, itself or through its file, where it comes from; what it says is about its fields."""
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


def totals(catalog: Catalog, own: Checks) -> Iterator[Fault | None]:
    """The built-in tables are complete: as many rows as the printed ones."""
    below = Store(catalog.store.base)
    for row in catalog.store.table("totals").values():
        if "each" in row.data:  # how often of each kind: for a check of the game's own
            continue
        wanted, part = row.data["count"], row.data.get("where", {})
        rows = below.table(row.data["table"]).values()
        found = sum(all(each.data.get(key) == value for key, value in part.items()) for each in rows)
        if found == wanted:
            yield None
            continue
        wrong = say("wrong.total", found=found, what=row.id)
        yield Fault("total", row.file, row.place("count"), wrong, say("expected.total", count=wanted))


STANDING: Mapping[str, Callable[[Catalog, Checks], Iterable[Fault | None]]] = {
    "reference": resolve,
    "label": labels,
    "word": words,
    "provenance": provenance,
    "total": totals,
}
