"""What special rules do between the set-up and the first turn."""

from __future__ import annotations

from .. import artillery
from ..cards import Steps
from ..pieces import Radio
from ..smoke import random_smoke
from ..state import Fight
from . import night
from .card import Document


def before_play(fight: Fight, card: Document) -> Steps[None]:
    """Smoke that the card lays, of a strength from the cup (T94); starshells shine (NO-6.2).

    Tabla de Recursos: a preliminary bombardment is as many requests, each by any leader.
    """
    for marker in card.get("markers", ()):
        if marker["type"] == "smoke":
            yield from random_smoke(fight, fight.initiative, fight.ground.numbers[marker["hex"]])
    if fight.special.starshells and night.dark(fight):
        night.shine(fight)
    for side, radio, count in fight.special.barrages:
        for _ in range(count):
            if artillery.observers(fight, side):
                yield from artillery.effect(fight, side, Radio(fight.catalog.counters[radio]), smoke=False)
            for unit in fight.camps[side].units:
                unit.active = False
