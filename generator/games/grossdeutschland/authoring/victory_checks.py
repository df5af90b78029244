"""GD.11, 18.3-21.3: checks of victory points and thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.findings import GONE, Finding
from schemas.messages import say

from ..battle import Battle
from ..victory import EACH, compute_max_points

Document = dict[str, Any]


def check_victory(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.11: locations exist and are listed once; the threshold is attainable."""
    rules = document["victory"]
    known = {place_["id"] for place_ in document["places"]}
    seen: Counter[str] = Counter()
    for number, location in enumerate(rules["locations"]):
        place = ("victory", "locations", number)
        seen[location["place"]] += 1
        if location["place"] not in known:
            message = say("check.gd_no_place", place=location["place"])
            yield Finding(
                "error", "GD.11", (*place, "place"), message, ((place, GONE),), say("fix.gd_take_away")
            )
        elif seen[location["place"]] > 1:
            message = say("check.gd_scored_twice", place=location["place"])
            yield Finding("error", "GD.11", place, message, ((place, GONE),), say("fix.gd_take_away"))
    max_points = compute_max_points(battle, EACH)
    win_place = ("victory", "win")
    if not 1 <= rules["win"] <= max_points:
        message = say("check.gd_threshold", win=rules["win"], most=max_points)
        fix = ((win_place, min(max(rules["win"], 1), max_points)),) if max_points >= 1 else None
        yield Finding("error", "GD.11", win_place, message, fix)
    if rules["draw"] is not None and rules["draw"] >= rules["win"]:
        message = say("check.gd_draw", draw=rules["draw"], win=rules["win"])
        draw_place = ("victory", "draw")
        yield Finding("error", "GD.11", draw_place, message, ((draw_place, None),))
    if battle.first and battle.last and battle.last < battle.first:
        last_place = ("last_turn",)
        yield Finding("error", "GD.5", last_place, say("check.gd_ends_early"), ((last_place, None),))
