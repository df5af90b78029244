"""A beginning for an author: headquarters, reserves, a clock with marks, by seed. No rule of the game.

The series rules generate nothing; whatever comes from here says so in its kind and on its sheets. Values that
are printed on counters stay blank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Chance, check_seed
from generator.game import Document
from schemas.errors import HorahError

from .authored import blank
from .battle import SIDES
from .clock import DAY, HOUR

DAWN, MORNING, EVENING, DARK = "05:00", "06:00", "20:00", "21:00"
BEGINS = (5, 6, 7, 8)  # hours at which a battle may begin
ENDS = 20  # the hour at which the last day ends
BOUNDS = {"days": (1, 5), "hqs": (1, 8), "units": (0, 12), "reserves": (0, 8), "minutes": (10, 30)}


@dataclass(frozen=True, slots=True)
class Wish:
    """What an author settles before the seed does the rest."""

    days: int = 1
    minutes: int = 20
    hqs: int = 3
    units: int = 4
    reserves: int = 3
    air: bool = False


def skeleton(catalog: Catalog, wish: Wish, seed: str) -> Document:
    """A battle with names, hours and marks to be filled in."""
    check_seed(seed)
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(wish, name) <= most:
            raise HorahError("SKELETON", field=name, least=least, most=most, given=getattr(wish, name))
    chance = Chance(f"{seed}/skeleton")
    document = blank(catalog)
    begins = BEGINS[chance(len(BEGINS))] * HOUR
    ends = (wish.days - 1) * DAY + ENDS * HOUR
    document |= {"id": "skeleton", "title": f"Skeleton {seed}"[:120], "kind": "skeleton"}
    document["clock"] = {
        "minutes": wish.minutes,
        "start": _label(begins),
        "end": _label(begins + (ends - begins) // wish.minutes * wish.minutes),
        "periods": [
            {"hour": DAWN, "period": "dawn"},
            {"hour": MORNING, "period": "day"},
            {"hour": EVENING, "period": "dusk"},
            {"hour": DARK, "period": "night"},
        ],
        "marks": _marks(wish, begins, ends, chance),
    }
    for side in SIDES:
        document["sides"][side]["reserves"] = wish.reserves
        for number in range(1, wish.hqs + 1):
            _formation(document, side, number, wish.units)
    return document


def _label(at: int) -> str:
    return f"{at // DAY + 1} {at % DAY // HOUR:02}:{at % HOUR:02}"


def _marks(wish: Wish, begins: int, ends: int, chance: Chance) -> list[dict[str, Any]]:
    """A weather check about every six hours, and an air check about every four, on boxes of the clock."""
    last = (ends - begins) // wish.minutes
    found = []
    for kind, hours in (("weather", 6), *((("air", 4),) if wish.air else ())):
        step = hours * HOUR // wish.minutes
        for box in range(step, last + 1, step):
            moved = max(1, min(last, box - chance(max(1, step // 3))))
            found.append(
                {"box": _label(begins + moved * wish.minutes), "kind": kind, "side": None, "text": None}
            )
    return sorted(found, key=lambda mark: str(mark["box"]))


def _formation(document: Document, side: str, number: int, units: int) -> None:
    """A headquarters with its organic units; every printed value is blank."""
    hq = f"{side}-hq-{number}"
    document["hqs"].append(
        {
            "id": hq,
            "side": side,
            "name": f"HQ {number}",
            "colour": None,
            **dict.fromkeys(("command", "range", "march_range", "assault", "bonus", "morale")),
            "chit": True,
            "formation": "deployed",
            "hex": None,
        }
    )
    for each in range(1, units + 1):
        document["units"].append(
            {
                "id": f"{hq}-{each}",
                "side": side,
                "name": f"{each}/{number}",
                "hq": hq,
                "permitted": [],
                "sub": None,
                "type": "infantry",
                "carried": "foot",
                "armoured": False,
                **dict.fromkeys(("ap", "at", "range", "armour", "assault", "cohesion", "mp", "deployed_mp")),
                "indirect": False,
                "formation": "open",
                "mode": "good",
                "hex": None,
                "zone": None,
            }
        )
