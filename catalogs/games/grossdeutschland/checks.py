"""What the game's tables are held against, beside what holds for any game's."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from catalogs.checks import Checks
from catalogs.faults import Fault
from catalogs.store import Row, Store
from schemas.said import say

from .catalog import Catalog

Path = tuple[object, ...]
SIDES = ("german", "soviet")
NEEDED = {
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
VISIBLE = ("slots", "weather", "crossings", "fortifications", "terrain", "maps", "regions", "battles")
KINDS = {
    "slots": "slot",
    "crossings": "crossing",
    "fortifications": "fortification",
    "maps": "map",
    "regions": "region",
    "battles": "battle",
}


def targets(store: Store) -> dict[str, set[object]]:
    """The ids that exist, by kind of thing."""
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


def references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    """Every reference in every table: the row, the place in it, what it points at and the id."""
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
        yield from _of_battle(row)
    for row in store.table("combat_results").values():
        for column, code in row.data["results"].items():
            yield row, ("results", column), "column", column
            yield row, ("results", column), "code", code


def _of_battle(row: Row) -> Iterator[tuple[Row, Path, str, object]]:
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


def visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    """Ids that a person sees; counters, formations and chits are called as they are printed."""
    for table in VISIBLE:
        for row in store.table(table).values():
            yield row, ("id",), f"{KINDS.get(table, table)}.{row.id}"
    for row in store.table("result_codes").values():
        yield row, ("id",), "result.none" if row.id == "-" else f"result.{row.id}"
    for row in store.table("places").values():
        yield row, ("id",), f"place.{row.id.replace(':', '.')}"


def whole_table(catalog: Catalog) -> Iterator[Fault | None]:
    """10.1: every line of the combat table has every column."""
    for row in catalog.store.table("combat_results").values():
        lack = [name for name in catalog.columns if name not in row.data["results"]]
        strange = [name for name in row.data.get("suspect", {}) if name not in row.data["results"]]
        if not lack and not strange:
            yield None
            continue
        wrong = say("wrong.combat_columns", line=row.id, columns=lack or strange)
        yield Fault("combat", row.file, row.place("results"), wrong, say("expected.combat_columns"))


def one_weather(catalog: Catalog) -> Iterator[Fault | None]:
    """14.0: each face of the die brings one weather."""
    found = Tally(each.roll for each in catalog.weather.values())
    for row in catalog.store.table("weather").values():
        if found[row.data["roll"]] == 1:
            yield None
            continue
        wrong = say("wrong.weather_twice", roll=row.data["roll"])
        yield Fault("weather", row.file, row.place("roll"), wrong, say("expected.weather_once"))


def one_hq(catalog: Catalog) -> Iterator[Fault | None]:
    """2.4: in every battle a formation has exactly one HQ; the same counter begins in one place."""
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


def enough_chits(catalog: Catalog) -> Iterator[Fault | None]:
    """2.11, 10.3: no battle takes more chits of a colour than the pool holds."""
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


def true_turns(catalog: Catalog) -> Iterator[Fault | None]:
    """3.0: a turn is called by its battle, its day and its part of the day."""
    for row in catalog.store.table("turns").values():
        name = f"{row.data['battle']}:{row.data['date']}:{row.data['slot']}"
        if row.id == name:
            yield None
            continue
        wrong = say("wrong.turn_name", given=row.id)
        yield Fault("turns", row.file, row.place("id"), wrong, say("expected.turn_name", name=name))


def late_ends(catalog: Catalog) -> Iterator[Fault | None]:
    """3.0, 4.0: a battle does not end before its last reinforcement may come."""
    slots = list(catalog.slots)
    for row in catalog.store.table("battles").values():
        date, slot = row.data["last_date"], row.data["last_slot"]
        placed = (each.data for each in catalog.store.table("setup").values())
        arrivals = (each["placement"] for each in placed if each["battle"] == row.id)
        dated = [(each["date"], slots.index(each["slot"])) for each in arrivals if "date" in each]
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
    needed=NEEDED,
    targets=targets,
    references=references,
    visible=visible,
    following={
        "combat": whole_table,
        "weather": one_weather,
        "setup": one_hq,
        "chits": enough_chits,
        "turns": true_turns,
        "ends": late_ends,
    },
)
