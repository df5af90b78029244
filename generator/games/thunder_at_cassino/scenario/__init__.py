"""Authored scenarios: the card's rules with the owner's units."""

from __future__ import annotations

from generator.game import Authored

from .checks import check
from .document import FORMAT, list_shelf, make_blank

SCENARIO = Authored(
    format=FORMAT,
    kind="scenario",
    schema="urn:hora-h:thunder_at_cassino:scenario:1",
    blank=make_blank,
    check=check,
    view=lambda document, seat: document,
    columns=("first_turn", "last_turn"),
    shelf=list_shelf,
)
