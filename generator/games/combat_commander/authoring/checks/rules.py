"""Modules, night and handicap: C36, C42, C46."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.messages import say

from ..card_facts import Reading
from .base import Fix, Problem, check, set_to, take_away


@check("C36", "error", "ST-T2, ST-T5.1, NO-2, NO-6", "/rules")
def modules_complete(reading: Reading) -> Iterator[Problem]:
    """ST-T2, ST-T5, NO-6, NO-2: markers only with their module; Normandy buildings are counted.

    Players can count them on a printed map; a custom map must state the number.
    """
    for index, marker in enumerate(reading.card.get("markers", ())):
        if marker["type"] in ("factory", "sewer") and "stalingrad" not in reading.modules:
            yield Problem(
                f"/markers/{index}",
                say("finding.C36.stalingrad", marker=marker["type"], hex=marker["hex"]),
                _with_module(reading, "stalingrad"),
            )
        if marker["type"] == "starshell" and not reading.night:
            yield Problem(
                f"/markers/{index}",
                say("finding.C36.night", marker=marker["type"], hex=marker["hex"]),
                take_away(f"/markers/{index}", say("fix.remove_starshell")),
            )
    if "normandy" not in reading.modules or reading.card["map"].get("multi_hex_buildings") is not None:
        return
    place = "/map/multi_hex_buildings"
    if reading.card["map"]["number"] is not None:
        yield Problem(place, say("finding.C36.may_count"), severity="note")
    else:
        yield Problem(place, say("finding.C36.count"), _counted(reading))


def _with_module(reading: Reading, module: str) -> Fix:
    modules = [*reading.card["rules"].get("modules", ()), module]
    return set_to("/rules/modules", modules, say(f"fix.use_{module}"))


def _counted(reading: Reading) -> Fix | None:
    """NO-2: count the buildings of a custom map."""
    if not reading.terrain:
        return None
    size: dict[str, int] = {}
    for ground in reading.terrain.values():
        if ground.get("building"):
            size[ground["building"]] = size.get(ground["building"], 0) + 1
    count = sum(hexes > 1 for hexes in size.values())
    return set_to("/map/multi_hex_buildings", count, say("fix.set", value=count))


@check("C42", "note", "NO-5.4, NO-5.5, PA-18.4")
def night(reading: Reading) -> Iterator[Problem]:
    """NO-5.4, NO-5.5: a reminder on every night card."""
    if reading.night:
        yield Problem("/rules/night", say("finding.C42.night"))


@check("C46", "error", "Handicap", "/base")
def base_named(reading: Reading) -> Iterator[Problem]:
    """Handicap: the base card is named, and is another card."""
    base, own = reading.card.get("base"), reading.card.get("id")
    if base is None and "handicap" in reading.card["settings"]:
        yield Problem("/base", say("finding.C46.none"))
    elif base is not None and (not base["id"].strip() or base["id"] == own):
        yield Problem(
            "/base/id",
            say("finding.C46.itself"),
            take_away("/base", say("fix.remove_reference"))
            if "handicap" not in reading.card["settings"]
            else None,
        )
