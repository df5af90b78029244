"""A random start for an author: headquarters, reserves and a clock with marks, by seed.

Not a rule of the game; the document's kind and sheets say so. Values printed on counters stay blank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Chance, check_seed
from generator.game import Document
from schemas.errors import HorahError

from .authored import make_blank
from .battle import SIDES
from .clock import DAY_MINUTES, HOUR_MINUTES

DAWN, MORNING, EVENING, DARK = "05:00", "06:00", "20:00", "21:00"
START_HOURS = (5, 6, 7, 8)  # possible start hours
END_HOUR = 20  # hour at which the last day ends
BOUNDS = {"days": (1, 5), "hqs": (1, 8), "units": (0, 12), "reserves": (0, 8), "minutes": (10, 30)}


@dataclass(frozen=True, slots=True)
class SkeletonOptions:
    """Parameters of a skeleton."""

    days: int = 1
    minutes: int = 20
    hqs: int = 3
    units: int = 4
    reserves: int = 3
    air: bool = False


def make_skeleton(catalog: Catalog, wish: SkeletonOptions, seed: str) -> Document:
    """Make a battle with names, hours and marks to be filled in."""
    check_seed(seed)
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(wish, name) <= most:
            raise HorahError("SKELETON", field=name, least=least, most=most, given=getattr(wish, name))
    chance = Chance(f"{seed}/skeleton")
    document = make_blank(catalog)
    begins = START_HOURS[chance(len(START_HOURS))] * HOUR_MINUTES
    ends = (wish.days - 1) * DAY_MINUTES + END_HOUR * HOUR_MINUTES
    document |= {"id": "skeleton", "title": f"Skeleton {seed}"[:120], "kind": "skeleton"}
    document["clock"] = {
        "minutes": wish.minutes,
        "start": _format_moment(begins),
        "end": _format_moment(begins + (ends - begins) // wish.minutes * wish.minutes),
        "periods": [
            {"hour": DAWN, "period": "dawn"},
            {"hour": MORNING, "period": "day"},
            {"hour": EVENING, "period": "dusk"},
            {"hour": DARK, "period": "night"},
        ],
        "marks": _draw_marks(wish, begins, ends, chance),
    }
    for side in SIDES:
        document["sides"][side]["reserves"] = wish.reserves
        if wish.air:
            document["sides"][side]["air"] = {"factor": None, "keeps": False, "table": []}
        for number in range(1, wish.hqs + 1):
            _add_formation(document, side, number, wish.units)
    return document


def _format_moment(at: int) -> str:
    return f"{at // DAY_MINUTES + 1} {at % DAY_MINUTES // HOUR_MINUTES:02}:{at % HOUR_MINUTES:02}"


def _draw_marks(wish: SkeletonOptions, begins: int, ends: int, chance: Chance) -> list[dict[str, Any]]:
    """Return marks for weather about every six hours and air about every four, on boxes of the clock."""
    last = (ends - begins) // wish.minutes
    marks = []
    for kind, hours in (("weather", 6), *((("air", 4),) if wish.air else ())):
        step = hours * HOUR_MINUTES // wish.minutes
        for box in range(step, last + 1, step):
            moved = max(1, min(last, box - chance(max(1, step // 3))))
            marks.append(
                {
                    "box": _format_moment(begins + moved * wish.minutes),
                    "kind": kind,
                    "side": None,
                    "text": None,
                }
            )
    return sorted(marks, key=lambda mark: str(mark["box"]))


def _add_formation(document: Document, side: str, number: int, units: int) -> None:
    """Add a headquarters with its organic units; every printed value is blank."""
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
    for index in range(1, units + 1):
        document["units"].append(
            {
                "id": f"{hq}-{index}",
                "side": side,
                "name": f"{index}/{number}",
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
