"""Catalogue checks: references, terms, and rules of this game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalogs.checks import Checks
from catalogs.errors import Fault
from catalogs.store import Row, Store
from schemas.messages import Message, say

from .catalog import Catalog

Path = tuple[object, ...]
LAST_DAYS = "last_days"


def list_targets(store: Store) -> dict[str, set[object]]:
    """Return the existing ids by kind."""
    areas, zones = set(store.table("areas")), set(store.table("zones"))
    return {
        "area": {*areas},
        "zone": {*zones},
        "place": {*areas, *zones},
        "gun": {*store.table("artillery")},
        "unit": {*store.table("units")},
        "committed": {*store.table("units"), *areas},
    }


def list_references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    """Yield the references of each row."""
    for row in store.table("links").values():
        yield from ((row, ("id",), "place", place) for place in row.id.split("-"))
    yield from ((row, ("id",), "area", row.id) for row in store.table("castle_reach").values())
    for row in store.table("units").values():
        if row.data.get("gun"):
            yield row, ("gun",), "gun", row.data["gun"]
    for row in store.table("setups").values():
        yield from _list_setup_references(row)


def _list_setup_references(row: Row) -> Iterator[tuple[Row, Path, str, object]]:
    data = row.data
    for field, kind in (
        ("control", "area"),
        ("areas", "area"),
        ("zones", "zone"),
        ("committed", "committed"),
    ):
        yield from ((row, (field, n), kind, value) for n, value in enumerate(data[field]))
    for n, fixed in enumerate(data["fixed"]):
        yield row, ("fixed", n, "unit"), "unit", fixed["unit"]
        yield row, ("fixed", n, "place"), "place", fixed["place"]
    yield from (
        (row, ("rubble", n, "place"), "place", entry["place"]) for n, entry in enumerate(data["rubble"])
    )


def list_visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    """Yield the ids that people see."""
    for table, kind in (("artillery", "gun"), ("figures", "figure"), ("costs", "cost")):
        yield from ((row, ("id",), f"{kind}.{row.id}") for row in store.table(table).values())


def check_points(catalog: Catalog) -> Iterable[Fault | None]:
    """11.2: check that only victory areas have points."""
    rows = catalog.store.table("areas")
    for area in catalog.areas.values():
        row = rows[area.id]
        wrong = area.vp is not None and not area.victory
        yield (
            _make_fault(row, "vp", say("wrong.no_victory_area", area=area.id), say("expected.no_points"))
            if wrong
            else None
        )


def check_readings(catalog: Catalog) -> Iterable[Fault | None]:
    """Check that a reading's default is one of its choices."""
    rows = catalog.store.table("readings")
    for reading in catalog.readings.values():
        wrong = reading.default not in reading.choices
        message = say("wrong.no_choice", given=reading.default)
        expected = say("expected.one_of", values=list(reading.choices))
        yield _make_fault(rows[reading.id], "default", message, expected) if wrong else None


def check_bands(catalog: Catalog) -> Iterable[Fault | None]:
    """11.4: check that the draw is between the two wins."""
    low, high = catalog.bands["german_most"], catalog.bands["allied_least"]
    row = catalog.store.table("bands")["allied_least"]
    wrong = high.points <= low.points
    message = say("wrong.bands", low=low.points, high=high.points)
    yield _make_fault(row, "value", message, say("expected.bands", low=low.points)) if wrong else None


def check_units(catalog: Catalog) -> Iterable[Fault | None]:
    """Check that no German unit is in an Allied zone, and that guns belong to their side."""
    rows = catalog.store.table("units")
    for unit in catalog.units.values():
        fault: Fault | None = None
        for scenario, start in unit.starts.items():
            places = [place for place in (start.place, *start.zones) if place]
            banned = [
                p
                for p in places
                if unit.side == "german" and p in catalog.zones and not catalog.zones[p].german
            ]
            if banned:
                message = say("wrong.german_zone", unit=unit.name, zones=banned)
                fault = _make_fault(rows[unit.id], scenario, message, say("expected.german_zone"))
        gun = catalog.artillery.get(unit.gun or "")
        if gun is not None and gun.side != unit.side:
            fault = _make_fault(
                rows[unit.id], "gun", say("wrong.gun_side", unit=unit.name), say("expected.gun_side")
            )
        yield fault


def check_neighbours(catalog: Catalog) -> Iterable[Fault | None]:
    """Check that no place borders on itself, and that each pair is listed once."""
    rows = catalog.store.table("links")
    seen: set[frozenset[str]] = set()
    for link in catalog.links.values():
        pair = frozenset((link.one, link.other))
        wrong = len(pair) == 1 or pair in seen
        seen.add(pair)
        row = rows[f"{link.one}-{link.other}"]
        yield (
            _make_fault(row, "id", say("wrong.same_pair", pair=row.id), say("expected.pair_once"))
            if wrong
            else None
        )


def _make_fault(row: Row, field: str, wrong: Message, expected: Message) -> Fault:
    return Fault("rule", row.file, row.place(field), wrong, expected)


CHECKS = Checks(
    needed={
        "areas": tuple(str(number) for number in range(1, 69)),
        "zones": tuple("ABCDEFGHIJK"),
        "bands": ("german_most", "allied_least"),
        "artillery": ("mataf",),
        "setups": ("campaign", LAST_DAYS),
    },
    targets=list_targets,
    references=list_references,
    visible=list_visible,
    following={
        "points": check_points,
        "readings": check_readings,
        "bands": check_bands,
        "units": check_units,
        "neighbours": check_neighbours,
    },
)
