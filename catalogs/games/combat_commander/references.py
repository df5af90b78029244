"""Which field of which table points where, and which ids people see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from catalogs.store import Row, Store

from . import ground

Path = tuple[object, ...]
Found = tuple[Path, str, object]  # place in the row, kind of thing pointed at, the id there


def targets(store: Store) -> dict[str, set[object]]:
    """The ids that exist, by kind of thing."""
    ids = {table: set(store.table(table)) for table in store.tables}
    board = store.table("board")["board"].data
    battles = store.table("orders_of_battle").values()
    counters = store.table("counters").values()
    return {
        "faction": {*ids["factions"], "common"},
        "dressed": {
            *ids["factions"],
            *Store(store.base).table("liveries"),
        },  # Japan has colours from the start
        "deck": {row.partition(":")[0] for row in ids["decks"]},
        "counter": {*ids["counters"]},
        "leader": {*ids["leaders"]},
        "leader_counter": {
            row.id for row in counters if row.data["kind"] == "leader" and "broken" in row.data
        },
        "leader_table": {*ids["leader_tables"]},
        "piece": {*ids["counters"], *ids["leaders"]},
        "nationality": {row.data["nationality"] for row in battles if "nationality" in row.data},
        "rule": {*ids.get("rules", set()), *_variants(store)},
        "fortification": {*ids["fortifications"]},
        "edition": {*ids["editions"]},
        "map": {*ids["maps"]},
        "hex": {f"{column}{row}" for column in board["columns"] for row in board["rows"]},
        "tag": {tag for row in counters for tag in row.data.get("tags", ())},
        "campaign": {*ids.get("campaign_figures", set())},
        "order_of_battle": {*ids["orders_of_battle"]},
        "force": {*ids.get("campaign_forces", set())},
        "terrain": {*ids.get("terrain", set())},
        "ground": {*ids.get("ground", set())},
        "fight": {*ids.get("fight", set())},
    }


def _variants(store: Store) -> Iterator[str]:
    """A variant rule with its letter, ``8.2b``, is a rule too."""
    for row in store.table("rules").values():
        yield from (f"{row.id}{choice['id']}" for choice in row.data.get("choices", ()))


def references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    """Every reference in every table: the row, the place in it, what it points at and the id."""
    for table, look in REFERENCES.items():
        for row in store.table(table).values():
            for path, target, value in look(row):
                yield row, path, target, value


def _faction(row: Row) -> Found:
    return ("id",), "faction", row.id.partition(":")[0]


def _each(field: str, target: str, row: Row) -> Iterator[Found]:
    """A list of ids."""
    values = row.data.get(field) or ()
    return (((field, index), target, value) for index, value in enumerate(values))


def _keys(field: str, target: str, row: Row) -> Iterator[Found]:
    """A mapping whose keys are ids."""
    return (((field, key), target, key) for key in row.data.get(field) or ())


def _values(field: str, target: str, row: Row) -> Iterator[Found]:
    """A mapping whose values are ids."""
    return (((field, key), target, value) for key, value in (row.data.get(field) or {}).items())


def _one(field: str, target: str, row: Row) -> Iterator[Found]:
    if row.data.get(field) is not None:
        yield (field,), target, row.data[field]


def _counters(row: Row) -> Iterable[Found]:
    points = row.data["points"]
    by_faction = ((("points", name), "faction", name) for name in points) if isinstance(points, dict) else ()
    return chain([_faction(row)], _each("leaders", "leader", row), by_faction)


def _leader_tables(row: Row) -> Iterable[Found]:
    yield _faction(row)
    for index, line in enumerate(row.data["rows"]):
        yield ("rows", index, "leader"), "leader", line["leader"]


def _orders_of_battle(row: Row) -> Iterable[Found]:
    yield _faction(row)
    yield ("id",), "leader_table", row.id.partition(":")[0]
    yield from _keys("counters", "counter", row)
    yield from _each("opponents", "faction", row)
    yield from _each("rules", "rule", row)
    for index, line in enumerate(row.data.get("dated", ())):
        yield ("dated", index, "counter"), "counter", line["counter"]


def _support(row: Row) -> Iterable[Found]:
    piece = "leader" if row.data["kind"] == "leader" else "counter"
    return chain(
        [_faction(row)],
        _each("pieces", piece, row),
        _each("choices", "leader", row),
        _one("restriction", "nationality", row),
    )


def _edition(row: Row) -> Found:
    return ("id",), "edition", row.id.partition(":")[0]


def _id_faction(row: Row) -> Found:
    return ("id",), "faction", row.id.split(":")[1]


def _holes(row: Row) -> Iterable[Found]:
    return chain([_edition(row)], _one("axis", "faction", row), _one("allied", "faction", row))


def _campaign(row: Row) -> Found:
    return ("id",), "campaign", row.id.partition(":")[0]


def _campaign_figures(row: Row) -> Iterable[Found]:
    lists = (_each(field, "rule", row) for field in ("modules", "rules", "options"))
    return chain(_values("factions", "faction", row), *lists)


def _campaign_resources(row: Row) -> Iterable[Found]:
    yield _campaign(row)
    yield _id_faction(row)
    radio = row.data["effect"].get("radio")
    if radio is not None:
        yield ("effect", "radio"), "counter", radio


def _forces(row: Row) -> Iterable[Found]:
    yield _campaign(row)
    yield _id_faction(row)
    yield from _one("modelled_on", "order_of_battle", row)
    yield from _keys("counters", "counter", row)
    yield from _each("leaders", "leader", row)
    for quality, squads in row.data.get("squads", {}).items():
        yield from ((("squads", quality, ref), "counter", ref) for ref in squads)


REFERENCES: dict[str, Callable[[Row], Iterable[Found]]] = {
    "factions": lambda row: _one("deck", "deck", row),
    "liveries": lambda row: _one("id", "dressed", row),
    "counters": _counters,
    "leaders": lambda row: chain([_faction(row)], _one("counter", "leader_counter", row)),
    "leader_tables": _leader_tables,
    "orders_of_battle": _orders_of_battle,
    "support": _support,
    "packages": lambda row: chain([_edition(row)], _keys("contents", "fortification", row)),
    "chits": lambda row: _one("rule", "rule", row),
    "decks": lambda row: _one("hex", "hex", row),
    "maps": lambda row: _values("objectives", "hex", row),
    "editions": lambda row: _one("base", "edition", row),
    "axis_rolls": lambda row: chain([_edition(row)], _values("results", "faction", row)),
    "year_rolls": lambda row: [_edition(row), _id_faction(row)],
    "ally_rolls": lambda row: chain([_edition(row), _id_faction(row)], _values("results", "faction", row)),
    "quality_columns": lambda row: [_edition(row), _id_faction(row)],
    "errata": lambda row: [_edition(row)],
    "holes": _holes,
    "guide": lambda row: _each("weapon_team_tags", "tag", row),
    "rules": lambda row: chain(
        _one("module", "rule", row), _each("contains", "rule", row), _one("same_as", "rule", row)
    ),
    "terrain": lambda row: chain(_one("replaces", "terrain", row), _one("module", "rule", row)),
    "ground": ground.references,
    "ground_touch": ground.touch_references,
    "ground_figures": lambda row: [(("id",), "ground", row.id)],
    "fate_cards": lambda row: (
        ((kind,), "fight", f"{kind}.{row.data[kind]}") for kind in ("order", "action", "event")
    ),
    "campaign_figures": _campaign_figures,
    "campaign_positions": lambda row: [_campaign(row), (("map",), "map", str(row.data["map"]))],
    "campaign_forces": _forces,
    "campaign_reserves": lambda row: chain([_campaign(row), _id_faction(row)], _one("force", "force", row)),
    "campaign_assets": lambda row: chain(
        [_campaign(row)], _one("radio", "counter", row), _keys("counters", "counter", row)
    ),
    "campaign_resources": _campaign_resources,
    "campaign_scenarios": lambda row: [_campaign(row)],
    "campaign_settings": lambda row: [_campaign(row)],
}


def visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    """Every id a person can see: the row, the place in it, and the key of its word."""
    for table, look in VISIBLE.items():
        for row in store.table(table).values():
            for path, key in look(row):
                yield row, path, key


Seen = Iterable[tuple[Path, str]]


def _own(group: str) -> Callable[[Row], Seen]:
    """The id itself: ``faction.german``, ``counter.german.squad_rifle``."""
    return lambda row: [(("id",), f"{group}.{row.id.replace(':', '.')}")]


def _battle_words(row: Row) -> Seen:
    faction, chit, size = row.id.split(":")
    yield ("id",), f"formation.{faction}.{chit}"
    yield ("id",), f"size.{size}"
    yield ("quality",), f"quality.{row.data['quality']}"
    if "nationality" in row.data:
        yield ("nationality",), f"nationality.{row.data['nationality']}"


def _support_words(row: Row) -> Seen:
    faction, _, unit = row.id.split(":")
    yield ("id",), f"support.{faction}.{unit}"
    yield ("kind",), f"kind.{row.data['kind']}"


def _counter_words(row: Row) -> Seen:
    yield from _own("counter")(row)
    yield ("kind",), f"kind.{row.data['kind']}"


def _leader_words(row: Row) -> Seen:
    yield from _own("leader")(row)
    yield ("rank",), f"rank.{row.data['rank']}"
    yield ("source",), f"source.{row.data['source']}"


def _board_words(row: Row) -> Seen:
    yield from ((("edges", side), f"edge.{edge}") for side, edge in row.data["edges"].items())
    yield from (
        (("orientation", edge), f"orientation.{way}") for edge, way in row.data["orientation"].items()
    )


VISIBLE: dict[str, Callable[[Row], Seen]] = {
    "factions": lambda row: [(("id",), f"faction.{row.id}"), (("side",), f"side.{row.data['side']}")],
    "counters": _counter_words,
    "leaders": _leader_words,
    "orders_of_battle": _battle_words,
    "support": _support_words,
    "fortifications": _own("fortification"),
    "packages": lambda row: [(("id",), f"package.{row.id.partition(':')[2]}")],
    "chits": _own("chit"),
    "decks": lambda row: [
        (("id",), f"deck.{row.id.partition(':')[0]}"),
        *([(("trigger",), f"trigger.{row.data['trigger']}")] if row.data["trigger"] else []),
    ],
    "maps": lambda row: [(("set",), f"map_set.{row.data['set']}")],
    "editions": _own("edition"),
    "postures": _own("posture"),
    "board": _board_words,
    "guide": lambda row: (
        (("tournament", "classes", index), f"ended.{line['id']}")
        for index, line in enumerate(row.data["tournament"]["classes"])
    ),
    "terrain": _own("terrain"),
    "battlefields": _own("battlefield"),
    "fight": lambda row: [(("id",), row.id)] if row.data["kind"] != "rule" else [],
    "campaign_figures": _own("campaign"),
}
