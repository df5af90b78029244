"""What a seat may see of a game: everything that is said leaves through here.

An enemy whom nobody has spotted is a face-down counter in a hex: its team and what it visibly does. Who he is
stays sealed from the player himself.
"""

from __future__ import annotations

from typing import Any

from generator.table import REFEREE, Seat, Table

from .rules import level, points
from .settings import Settings
from .state import Soldier, State

FORMAT = "hora-h/combat-play/1"


def latest(table: Table[State]) -> State | None:
    """The last state that was shown on the way, or the last of all."""
    return table.state or (table.stands[-1].state if table.stands else None)


def document(s: State, settings: Settings) -> dict[str, Any]:
    """The game as it stands, secrets included: show a :func:`view` of it."""
    total = points(s.scenario, s.score)
    band = level(s.scenario, total)
    return {
        "format": FORMAT,
        "catalog": s.catalog.version,
        "scenario": dict(s.scenario),
        "cup": settings.cup,
        "turn": s.turn,
        "step": s.step,
        "impulse": s.impulse,
        "ended": s.ended,
        "squad": s.squad,
        "options": list(s.options),
        "hand": s.hand,
        "aside": s.aside,
        "sequence": list(s.sequence),
        "initiative": dict(s.initiative),
        "men": [
            {**_man(each), "carried_by": each.carried_by} for each in s.soldiers.values() if each.friendly
        ],
        "enemies": [_enemy(each) for each in s.soldiers.values() if not each.friendly],
        "smoke": [
            {"weapon": one.weapon, "hexes": list(one.hexes), "fading": one.fading, "value": one.value}
            for one in s.plumes
        ],
        "lights": [one.hex for one in s.lights],
        "night": s.night,
        "flares": s.flares,
        "terrain": dict(s.terrain),
        "score": dict(s.score),
        "points": total,
        "level": band["title"] if band else None,
        "commends": bool(band and band.get("commends")),
    }


def _man(man: Soldier) -> dict[str, Any]:
    return {
        "id": man.id,
        "team": man.team,
        "hex": man.hex,
        "spotted": man.seen,
        "morale": man.morale,
        "wounds": list(man.wounds),
        "ammo": man.ammo,
        "order": man.order,
        "fate": man.fate,
        "prisoner": man.prisoner,
        "guard": man.guard,
        "papers": man.papers,
    }


def _enemy(man: Soldier) -> dict[str, Any]:
    plain = _man(man)
    del plain["spotted"], plain["papers"]
    return {
        **plain,
        "who": man.who,
        "known": man.seen,
        "looked_at": man.looked_at,
        "alert": man.alert,
        "ways": list(man.ways),
    }


def view(found: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """As a seat may see it: who a face-down counter is, is for the referee alone."""
    if seat == REFEREE or "enemies" not in found:
        return found
    return {**found, "enemies": [_sealed(each) for each in found["enemies"]]}


def _sealed(enemy: dict[str, Any]) -> dict[str, Any]:
    open_ = enemy["known"] or enemy["looked_at"] or enemy["fate"] in ("decoy", "dead")
    return enemy if open_ else {**enemy, "who": None}
