"""GD.1, GD.6, GD.7, GD.12: checks of formations, counters, first picks and event cups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.findings import GONE, Finding
from schemas.messages import say

from ..battle import HQ, SIDES, Battle

Document = dict[str, Any]


def check_headquarters(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.1, 2.4: every formation has exactly one HQ."""
    for formation in battle.formations.values():
        heads = [
            place
            for place, row in enumerate(document["units"])
            if f"{row['side']}:{row['formation']}" == formation.key and row["unit"] == HQ
        ]
        if not heads:
            first = next(
                row for row in document["units"] if f"{row['side']}:{row['formation']}" == formation.key
            )
            added = {**first, "unit": HQ, "spent": False}
            yield Finding(
                "error",
                "GD.1",
                ("units",),
                say("check.gd_no_hq", formation=formation.key),
                ((("units", len(document["units"])), added),),
                say("fix.gd_add_hq", formation=formation.key),
            )
        for extra in heads[1:]:
            place = ("units", extra)
            yield Finding(
                "error",
                "GD.1",
                place,
                say("check.gd_two_hqs", formation=formation.key),
                ((place, GONE),),
                say("fix.gd_take_away"),
            )


def check_duplicates(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.1, 2.3: a counter begins once; a second one of its name is called #2."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for place, row in enumerate(document["units"]):
        key = (row["side"], row["formation"], row["unit"])
        seen[key] += 1
        if seen[key] > 1 and row["unit"] != HQ:
            at = ("units", place, "unit")
            yield Finding(
                "error",
                "GD.1",
                at,
                say("check.gd_counter_twice", counter=":".join(key)),
                ((("units", place), GONE),),
                say("fix.gd_take_away"),
            )


def check_manifest(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.12: warn about counters that the four set-up tables do not have."""
    for place, row in enumerate(document["units"]):
        key = f"{row['side']}:{row['formation']}:{row['unit']}"
        if key not in catalog.counters:
            yield Finding("warning", "GD.12", ("units", place, "unit"), say("check.gd_unproved", counter=key))


def check_picks(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.6, 18.1: no more first picks than chits of that side in the first cup."""
    rule, first = document["picks"], battle.first
    available = sum(
        formation.arrives is None or (first is not None and formation.arrives <= first)
        for formation in battle.formations_of(rule["side"])
    )
    if rule["chits"] > available:
        place = ("picks", "chits")
        message = say("check.gd_picks", chits=rule["chits"], there=available, side=rule["side"])
        yield Finding("error", "GD.6", place, message, ((place, available),))


def check_cups(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.7, 10.3: black chits exist and are assigned once; each colour has enough chits."""
    black = {chit.id for chit in catalog.chits.values() if chit.colour == "black"}
    assigned: set[str] = set()
    for side in SIDES:
        for number, chit in enumerate(document["cups"][side]["assigned"]):
            place = ("cups", side, "assigned", number)
            away = ((place, GONE),)
            if chit not in black:
                message = say("check.gd_no_black", chit=chit)
                yield Finding("error", "GD.7", place, message, away, say("fix.gd_take_away"))
            elif chit in assigned:
                message = say("check.gd_black_twice", chit=chit)
                yield Finding("error", "GD.7", place, message, away, say("fix.gd_take_away"))
            elif catalog.chits[chit].cancels is None:
                yield Finding("warning", "GD.7", place, say("check.gd_black_blank", chit=chit))
            assigned.add(chit)
    yield from _check_pool(catalog, document, len(black) - len(assigned & black))


def _check_pool(catalog: Catalog, document: Document, black: int) -> Iterator[Finding]:
    """Check that the remaining black chits and the pool of red and blue chits suffice."""
    pool = Counter(chit.colour for chit in catalog.chits.values())
    for side in SIDES:
        wanted = document["cups"][side]["random"]
        if wanted > black:
            place = ("cups", side, "random")
            message = say("check.gd_black_short", wanted=wanted, left=black)
            yield Finding("error", "GD.7", place, message, ((place, max(black, 0)),))
        black -= min(wanted, max(black, 0))
    for colour in ("blue", "red"):
        wanted = sum(document["cups"][side][colour] for side in SIDES)
        if wanted > pool[colour]:
            message = say("check.gd_chits_short", colour=colour, wanted=wanted, pool=pool[colour])
            yield Finding("warning", "GD.7", ("cups", SIDES[0], colour), message)
