"""Special rules between set-up and the first turn."""

from __future__ import annotations

from .. import artillery
from ..cards import Steps
from ..pieces import Radio
from ..smoke import place_random_smoke
from ..state import Fight
from . import night
from .card_rules import Document


def run_opening(fight: Fight, card: Document) -> Steps[None]:
    """Place smoke of the card (T94), light starshells (NO-6.2) and fire bombardments.

    Tabla de Recursos: a preliminary bombardment is a number of requests, each by any leader.
    """
    for marker in card.get("markers", ()):
        if marker["type"] == "smoke":
            yield from place_random_smoke(fight, fight.initiative, fight.board.numbers[marker["hex"]])
    if fight.special.starshells and night.is_dark(fight):
        night.update_light(fight)
    for side, radio, count in fight.special.barrages:
        for _ in range(count):
            if artillery.list_observers(fight, side):
                yield from artillery.fire_for_effect(
                    fight, side, Radio(fight.catalog.counters[radio]), smoke=False
                )
            for unit in fight.camps[side].units:
                unit.active = False
