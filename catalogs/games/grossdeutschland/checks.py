"""Catalogue checks specific to the game."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from catalogs.checks import Checks
from catalogs.errors import Fault
from catalogs.store import Row, Store
from schemas.messages import say

from .catalog import Catalog

Path = tuple[object, ...]
SIDES = ("german", "soviet")
NEEDED_IDS = {
    "slots": ("morning", "day", "evening", "night"),
    "weather": ("sunny", "cloudy", "mist", "rain", "storm", "snow"),
    "terrain": ("clear", "wood"),
    "fortifications": ("trench", "minefield", "dragons_teeth", "bunker"),
    "crossings": ("stream", "river", "bridge"),
    "combat_results": tuple(str(total) for total in range(2, 13)),
    "figures": (
        *("stack", "stack_road", "stack_city", "replacement_most", "demolition_fails"),
        *("barrage_dice", "direct_dice", "blocking", "flak_defence", "aa_dice", "aa_light_dice"),
        *("bridge_dice", "low", "out", "least_modifier", "most_modifier", "most_turns"),
        *("leaving_zone", "mounting", "debarked_move", "most_move"),
        *("most_actions", "most_strength", "most_distance", "most_chit", "most_guns", "printed_pieces"),
    ),
}
VISIBLE_TABLES = ("slots", "weather", "crossings", "fortifications", "terrain", "maps", "regions", "battles")
TERM_KINDS = {
    "slots": "slot",
    "crossings": "crossing",
    "fortifications": "fortification",
    "maps": "map",
    "regions": "region",
    "battles": "battle",
}


def list_targets(store: Store) -> dict[str, set[object]]:
    """Return the existing ids by kind."""
    ids: dict[str, set[object]] = {table: set(store.table(table)) for table in store.tables}
    black = {row.id for row in store.table("event_chits").values() if row.data["colour"] == "black"}
    return {
        "battle": ids["battles"],
        "map": ids["maps"],
        "place": ids["places"],
        "region": ids["regions"],
        "formation": ids["formations"],
        "counter": ids["counters"],
        "black": set(black),
        "title": ids["titles"],
        "column": ids["odds_columns"],
        "code": ids["result_codes"],
    }


def list_references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    """Yield every reference: row, place in it, kind and id."""
    for table, field, target in (
        ("counters", "formation", "formation"),
        ("places", "map", "map"),
        ("regions", "map", "map"),
        ("entries", "map", "map"),
        ("turns", "battle", "battle"),
        ("setup", "battle", "battle"),
        ("setup", "counter", "counter"),
        ("battles", "map", "map"),
    ):
        for row in store.table(table).values():
            yield row, (field,), target, row.data[field]
    for row in store.table("event_chits").values():
        if row.data["cancels"] is not None and row.data["colour"] == "black":
            yield row, ("cancels",), "title", row.data["cancels"]
    for row in store.table("setup").values():
        for field in ("place", "region"):
            if field in row.data["placement"]:
                yield row, ("placement", field), field, row.data["placement"][field]
    for row in store.table("battles").values():
        yield from _list_battle_references(row)
    for row in store.table("combat_results").values():
        for column, code in row.data["results"].items():
            yield row, ("results", column), "column", column
            yield row, ("results", column), "code", code


def _list_battle_references(row: Row) -> Iterator[tuple[Row, Path, str, object]]:
    for side in SIDES:
        for place, chit in enumerate(row.data["cups"][side]["assigned"]):
            yield row, ("cups", side, "assigned", place), "black", chit
    for number, location in enumerate(row.data["victory"]["locations"]):
        yield row, ("victory", "locations", number, "place"), "place", location["place"]
    for number, place in enumerate((row.data["victory"]["minus"] or {}).get("places", ())):
        yield row, ("victory", "minus", "places", number), "place", place
    for number, works in enumerate(row.data["fortifications"]):
        for at, counter in enumerate(works["units"]):
            yield row, ("fortifications", number, "units", at), "counter", counter


def list_visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    """Yield ids that people see; counters, formations and chits are shown as printed."""
    for table in VISIBLE_TABLES:
        for row in store.table(table).values():
            yield row, ("id",), f"{TERM_KINDS.get(table, table)}.{row.id}"
    for row in store.table("result_codes").values():
        yield row, ("id",), "result.none" if row.id == "-" else f"result.{row.id}"
    for row in store.table("places").values():
        yield row, ("id",), f"place.{row.id.replace(':', '.')}"


def check_combat_table(catalog: Catalog) -> Iterator[Fault | None]:
    """10.1: check that every line of the combat table has every column."""
    for row in catalog.store.table("combat_results").values():
        lack = [name for name in catalog.columns if name not in row.data["results"]]
        strange = [name for name in row.data.get("suspect", {}) if name not in row.data["results"]]
        if not lack and not strange:
            yield None
            continue
        wrong = say("wrong.combat_columns", line=row.id, columns=lack or strange)
        yield Fault("combat", row.file, row.place("results"), wrong, say("expected.combat_columns"))


def check_weather(catalog: Catalog) -> Iterator[Fault | None]:
    """14.0: check that each face of the die gives one weather."""
    counts = Tally(weather.roll for weather in catalog.weather.values())
    for row in catalog.store.table("weather").values():
        if counts[row.data["roll"]] == 1:
            yield None
            continue
        wrong = say("wrong.weather_twice", roll=row.data["roll"])
        yield Fault("weather", row.file, row.place("roll"), wrong, say("expected.weather_once"))


def check_headquarters(catalog: Catalog) -> Iterator[Fault | None]:
    """2.4: check that a formation has one HQ in every battle, and that each counter begins once."""
    rows = catalog.store.table("setup").values()
    heads = Tally(
        (row.data["battle"], row.data["counter"].rpartition(":")[0])
        for row in rows
        if catalog.counters[row.data["counter"]].hq
    )
    used = Tally((row.data["battle"], row.data["counter"]) for row in rows)
    for row in rows:
        battle, counter = row.data["battle"], row.data["counter"]
        if used[battle, counter] > 1:
            wrong = say("wrong.counter_twice", counter=counter)
            yield Fault("setup", row.file, row.place("counter"), wrong, say("expected.counter_once"))
        elif heads[battle, counter.rpartition(":")[0]] != 1 or not counter.startswith(row.data["side"]):
            wrong = say("wrong.hq_count", formation=counter.rpartition(":")[0], counter=counter)
            yield Fault("setup", row.file, row.place("counter"), wrong, say("expected.hq_count"))
        else:
            yield None


def check_chit_pool(catalog: Catalog) -> Iterator[Fault | None]:
    """2.11, 10.3: check that no battle takes more chits of a colour than the pool holds."""
    pool = Tally(chit.colour for chit in catalog.chits.values())
    for row in catalog.store.table("battles").values():
        cups = row.data["cups"].values()
        taken = {colour: sum(cup[colour] for cup in cups) for colour in ("blue", "red")}
        taken["black"] = sum(cup["random"] + len(cup["assigned"]) for cup in cups)
        short = [colour for colour, count in taken.items() if count > pool[colour]]
        if not short:
            yield None
            continue
        wrong = say("wrong.chits_short", colour=short[0], taken=taken[short[0]], pool=pool[short[0]])
        yield Fault("chits", row.file, row.place("cups"), wrong, say("expected.chits_enough"))


def check_turn_ids(catalog: Catalog) -> Iterator[Fault | None]:
    """3.0: check that a turn's id is battle, date and slot."""
    for row in catalog.store.table("turns").values():
        name = f"{row.data['battle']}:{row.data['date']}:{row.data['slot']}"
        if row.id == name:
            yield None
            continue
        wrong = say("wrong.turn_name", given=row.id)
        yield Fault("turns", row.file, row.place("id"), wrong, say("expected.turn_name", name=name))


def check_ends(catalog: Catalog) -> Iterator[Fault | None]:
    """3.0, 4.0: check that no battle ends before its last reinforcement may arrive."""
    slots = list(catalog.slots)
    for row in catalog.store.table("battles").values():
        date, slot = row.data["last_date"], row.data["last_slot"]
        placed = (placed_row.data for placed_row in catalog.store.table("setup").values())
        arrivals = (placed_row["placement"] for placed_row in placed if placed_row["battle"] == row.id)
        dated = [
            (placed_row["date"], slots.index(placed_row["slot"]))
            for placed_row in arrivals
            if "date" in placed_row
        ]
        if None in (date, slot) or not dated or (date, slots.index(slot)) >= max(dated):
            yield None
            continue
        day, part = max(dated)
        wrong = say("wrong.ends_early", date=date, slot=slot)
        yield Fault(
            "ends",
            row.file,
            row.place("last_date"),
            wrong,
            say("expected.ends_late", date=day, slot=slots[part]),
        )


CHECKS = Checks(
    needed=NEEDED_IDS,
    targets=list_targets,
    references=list_references,
    visible=list_visible,
    following={
        "combat": check_combat_table,
        "weather": check_weather,
        "setup": check_headquarters,
        "chits": check_chit_pool,
        "turns": check_turn_ids,
        "ends": check_ends,
    },
)
