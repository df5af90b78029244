"""Declare which field of which table refers to what, and which ids users see."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs import patterns
from catalogs.patterns import Path, Patterns
from catalogs.store import Row, Store

from .ground import strings

EDITION, CAMPAIGN = ("id:0", "edition"), ("id:0", "campaign")
FACTION, SECOND_FACTION = ("id:0", "faction"), ("id:1", "faction")
REFERENCES: Patterns = {
    "factions": [("deck", "deck")],
    "liveries": [("id", "dressed")],
    "counters": [FACTION, ("leaders/*", "leader"), ("points/@", "faction")],
    "leaders": [FACTION, ("counter", "leader_counter")],
    "leader_tables": [FACTION, ("rows/*/leader", "leader")],
    "orders_of_battle": [
        FACTION,
        ("id:0", "leader_table"),
        ("counters/@", "counter"),
        ("opponents/*", "faction"),
        ("rules/*", "rule"),
        ("dated/*/counter", "counter"),
    ],
    "support": [FACTION, ("choices/*", "leader"), ("restriction", "nationality")],
    "packages": [EDITION, ("contents/@", "fortification")],
    "chits": [("rule", "rule")],
    "decks": [("hex", "hex"), ("id", "fate_card")],
    "maps": [("objectives/*", "hex")],
    "editions": [("base", "edition")],
    "axis_rolls": [EDITION, ("results/*", "faction")],
    "year_rolls": [EDITION, SECOND_FACTION],
    "ally_rolls": [EDITION, SECOND_FACTION, ("results/*", "faction")],
    "quality_columns": [EDITION, SECOND_FACTION],
    "errata": [EDITION],
    "holes": [EDITION, ("axis", "faction"), ("allied", "faction")],
    "guide": [("weapon_team_tags/*", "tag")],
    "rules": [("module", "rule"), ("contains/*", "rule"), ("same_as", "rule")],
    "terrain": [("replaces", "terrain"), ("module", "rule")],
    "ground": [
        ("id", "map"),
        *((f"{table}/@", "terrain") for table in ("terrain", "ways", "sides", "gaps")),
        *((f"{table}/*/*", "hex") for table in ("terrain", "levels")),
        *((f"{table}/*/*/-", "hex") for table in ("ways", "sides", "gaps")),
        ("course/*/-", "hex"),
        ("exits/*/*/hex", "hex"),
        ("buildings/*/*", "hex"),
        ("objectives/*", "hex"),
        ("doubts/*/hexes/*", "hex"),
    ],
    "ground_touch": [("id", "ground"), ("hexes/@", "hex")],
    "ground_figures": [("id", "ground")],
    "campaign_figures": [
        ("factions/*", "faction"),
        *((f"{field}/*", "rule") for field in ("modules", "rules", "options")),
    ],
    "campaign_positions": [CAMPAIGN],
    "campaign_forces": [
        CAMPAIGN,
        SECOND_FACTION,
        ("modelled_on", "order_of_battle"),
        ("counters/@", "counter"),
        ("leaders/*", "leader"),
        ("squads/*/@", "counter"),
    ],
    "campaign_reserves": [CAMPAIGN, SECOND_FACTION, ("force", "force")],
    "campaign_assets": [CAMPAIGN, ("radio", "counter"), ("counters/@", "counter")],
    "campaign_resources": [CAMPAIGN, SECOND_FACTION, ("effect/radio", "counter")],
    "campaign_scenarios": [CAMPAIGN],
    "campaign_settings": [CAMPAIGN],
}
WORDS: Patterns = {
    "factions": [("id", "faction.{all}"), ("side", "side.{all}")],
    "counters": [("id", "counter.{all}"), ("kind", "kind.{all}")],
    "leaders": [("rank", "rank.{all}"), ("source", "source.{all}")],
    "orders_of_battle": [
        ("id", "formation.{0}.{1}"),
        ("id", "size.{2}"),
        ("quality", "quality.{all}"),
        ("nationality", "nationality.{all}"),
    ],
    "support": [("id", "support.{0}.{2}"), ("kind", "kind.{all}")],
    "fortifications": [("id", "fortification.{all}")],
    "packages": [("id", "package.{1}")],
    "chits": [("id", "chit.{all}")],
    "decks": [("id", "deck.{0}"), ("trigger", "trigger.{all}")],
    "maps": [("set", "map_set.{all}")],
    "editions": [("id", "edition.{all}")],
    "postures": [("id", "posture.{all}")],
    "board": [("edges/*", "edge.{all}"), ("orientation/*", "orientation.{all}")],
    "guide": [("tournament/classes/*/id", "ended.{all}")],
    "terrain": [("id", "terrain.{all}")],
    "battlefields": [("id", "battlefield.{all}")],
    "campaign_figures": [("id", "campaign.{all}")],
}


def list_targets(store: Store) -> dict[str, set[object]]:
    """Return the existing ids, by kind of thing."""
    ids = {table: set(store.table(table)) for table in store.tables}
    board = store.table("board")["board"].data
    battles = store.table("orders_of_battle").values()
    counters = store.table("counters").values()
    return {
        "faction": {*ids["factions"], "common"},
        "dressed": {
            *ids["factions"],
            *Store(store.base).table("liveries"),
        },  # liveries may exist before their faction, as for Japan
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
        "fate_card": {*ids.get("fate_cards", set())},
    }


def _variants(store: Store) -> Iterator[str]:
    """Yield the ids of variant rules with their letter, such as ``8.2b``; they count as rules."""
    for row in store.table("rules").values():
        yield from (f"{row.id}{choice['id']}" for choice in row.data.get("choices", ()))


def iterate_references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    """Yield every reference in every table: the row, the path in it, the kind of target and the id."""
    yield from patterns.references(store, REFERENCES)
    for row in store.table("support").values():
        kind = "leader" if row.data["kind"] == "leader" else "counter"
        yield from ((row, path, kind, piece) for path, piece in patterns.find_values(row.data, "pieces/*"))
    for row in store.table("fate_cards").values():
        for kind in ("order", "action", "event"):
            yield row, (kind,), "fight", f"{kind}.{row.data[kind]}"
    for row in store.table("campaign_positions").values():
        yield row, ("map",), "map", str(row.data["map"])
    for row in store.table("ground_touch").values():
        for path, text in patterns.find_values(row.data, "hexes/*/*"):
            ends = dict.fromkeys(end for string in strings(text) for end in string)
            yield from ((row, path, "hex", end) for end in ends)


def iterate_visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    """Yield every id that users see: the row, the path in it and the key of its term."""
    yield from patterns.required_terms(store, WORDS)
    for row in store.table("fight").values():
        if row.data["kind"] != "rule":
            yield row, ("id",), row.id
