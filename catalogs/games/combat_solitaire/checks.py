"""Catalogue checks: references, visible ids, and the shape of a squad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalogs.checks import Checks
from catalogs.errors import Fault
from catalogs.store import Row, Store
from schemas.messages import say

from . import ENEMY, FRIENDLY, Catalog

Path = tuple[object, ...]
TEAM_SIZES = {"able": 3, "baker": 3, "charlie": 6}
TEAM_LEADERS = {"able": "sgt", "charlie": "cpl"}
TERM_KINDS = {
    "teams": "team",
    "orders": "order",
    "terrain": "terrain",
    "morale": "morale",
    "wounds": "wound",
    "checks": "check",
    "alerts": "trigger",
    "maps": "map",
    "order_terrain": "order",
    "spotting": "order",
}


def list_targets(store: Store) -> dict[str, set[object]]:
    return {
        "man": {*store.table("men")},
        "weapon": {*store.table("weapons"), None},
        "team": {*store.table("teams")},
    }


def list_references(store: Store) -> Iterator[tuple[Row, Path, str, object]]:
    for row in store.table("squads").values():
        for team in FRIENDLY:
            for place, man in enumerate(row.data[team]):
                yield row, (team, place), "man", man
    for table in ("men", "germans"):
        for row in store.table(table).values():
            yield row, ("team",), "team", row.data["team"]
            yield row, ("weapon",), "weapon", row.data.get("weapon")


def list_visible(store: Store) -> Iterator[tuple[Row, Path, str]]:
    for table, kind in TERM_KINDS.items():
        for row in store.table(table).values():
            yield row, ("id",), f"{kind}.{row.id}"


def check_squads(catalog: Catalog) -> Iterable[Fault | None]:
    """f13: check team sizes of 3, 3 and 6, one sergeant in Able, one corporal in Charlie, and each soldier's
    team."""
    for row in catalog.store.table("squads").values():
        yield _check_squad(catalog, row)


def _check_squad(catalog: Catalog, row: Row) -> Fault | None:
    for team, size in TEAM_SIZES.items():
        men = [catalog.men[who] for who in row.data[team]]
        leader = TEAM_LEADERS.get(team)
        led = leader is None or sum(man.rank == leader for man in men) == 1
        if len(set(row.data[team])) != size or not led or any(man.team != team for man in men):
            wrong = say("wrong.squad", row=row.id, team=team)
            return Fault(
                "squad", row.file, row.place(team), wrong, say("expected.squad", team=team, size=size)
            )
    return None


def check_counter_ids(catalog: Catalog) -> Iterable[Fault | None]:
    """Check that an enemy counter's id is its team and number."""
    for row in catalog.store.table("germans").values():
        right = row.id == f"{row.data['team']}:{row.data['number']}" and row.data["team"] in ENEMY
        wrong = say("wrong.counter", id=row.id)
        yield None if right else Fault("squad", row.file, row.place("id"), wrong, say("expected.counter"))


CHECKS = Checks(
    needed={
        "figures": ("figures",),
        "checks": ("mc", "rc", "wmc", "tqc"),
        "squads": ("1", "2", "3", "4", "5", "6"),
        "weapons": ("mk2", "m18", "stielhandgranate"),
        "teams": (*FRIENDLY, *ENEMY),
    },
    targets=list_targets,
    references=list_references,
    visible=list_visible,
    following={"squad": check_squads, "counter": check_counter_ids},
)
