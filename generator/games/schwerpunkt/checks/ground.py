"""S9, S11: checks of observation, barrage and victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.findings import Finding
from schemas.messages import say

Document = Mapping[str, Any]


def check_observation(_: Catalog, document: Document) -> Iterator[Finding]:
    """S9 (9.2.B.ii, 9.2.D.iv, 9.4.B): observers, visibility and barrage, if any unit fires indirectly."""
    sides = sorted({row["side"] for row in document["units"] if row["indirect"]})
    for side in sides:
        if not document["sides"][side]["observers"]:
            place = ("sides", side, "observers")
            yield Finding("warning", "S9", place, say("check.no_observers", side=side))
    if not sides:
        return
    if document["barrage"]["units"] is None:
        yield Finding("warning", "S9", ("barrage", "units"), say("check.no_barrage"))
    seen = {row["weather"] for row in document["visibility"]}
    states = [row["id"] for row in document["weather"]["states"]]
    lack = [
        row["name"] for row in document["weather"]["states"] if row["id"] not in seen and None not in seen
    ]
    if lack:
        yield Finding("warning", "S9", ("visibility",), say("check.no_visibility", states=tuple(lack)))
    elif not states and not document["visibility"]:
        yield Finding("warning", "S9", ("visibility",), say("check.no_visibility_at_all"))


def check_victory(_: Catalog, document: Document) -> Iterator[Finding]:
    """S11 (0.I, 0.III): victory is possible, and the battle says whether units forced off the map count."""
    victory_ = document["victory"]
    if not victory_["items"] and not victory_["text"]:
        yield Finding("warning", "S11", ("victory", "items"), say("check.no_victory"))
    if victory_["off_map"] is None:
        yield Finding("warning", "S11", ("victory", "off_map"), say("check.no_off_map"))
