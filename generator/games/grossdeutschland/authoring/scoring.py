"""GD.11, 18.3-21.3: what is scored can be scored, and the battle can be won and lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.finding import GONE, Finding
from schemas.said import say

from ..battle import Battle
from ..victory import EACH, attainable

Document = dict[str, Any]


def victory(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.11: places exist and stand once; the threshold lies between 1 and what can be had."""
    rules = document["victory"]
    known = {each["id"] for each in document["places"]}
    seen: Counter[str] = Counter()
    for number, location in enumerate(rules["locations"]):
        place = ("victory", "locations", number)
        seen[location["place"]] += 1
        if location["place"] not in known:
            said = say("check.gd_no_place", place=location["place"])
            yield Finding(
                "error", "GD.11", (*place, "place"), said, ((place, GONE),), say("fix.gd_take_away")
            )
        elif seen[location["place"]] > 1:
            said = say("check.gd_scored_twice", place=location["place"])
            yield Finding("error", "GD.11", place, said, ((place, GONE),), say("fix.gd_take_away"))
    most = attainable(battle, EACH)
    at = ("victory", "win")
    if not 1 <= rules["win"] <= most:
        said = say("check.gd_threshold", win=rules["win"], most=most)
        fix = ((at, min(max(rules["win"], 1), most)),) if most >= 1 else None
        yield Finding("error", "GD.11", at, said, fix)
    if rules["draw"] is not None and rules["draw"] >= rules["win"]:
        said = say("check.gd_draw", draw=rules["draw"], win=rules["win"])
        drawn = ("victory", "draw")
        yield Finding("error", "GD.11", drawn, said, ((drawn, None),))
    if battle.first and battle.last and battle.last < battle.first:
        last = ("last_turn",)
        yield Finding("error", "GD.5", last, say("check.gd_ends_early"), ((last, None),))
