"""Scenarios that people write: the card's rules with the units that the owner copies from his counters."""

from __future__ import annotations

from generator.game import Authored

from .checks import check
from .document import FORMAT, blank, shelf

SCENARIO = Authored(
    format=FORMAT,
    kind="scenario",
    schema="urn:hora-h:thunder_at_cassino:scenario:1",
    blank=blank,
    check=check,
    view=lambda document, seat: document,
    columns=("first_turn", "last_turn"),
    shelf=shelf,
)
