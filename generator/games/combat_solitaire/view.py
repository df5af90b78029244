"""Views of a game by seat; everything shown goes through this module.

An unspotted enemy is a face-down counter in a hex: only its team and visible actions are shown, even to the
player.
"""

from __future__ import annotations

from typing import Any

from generator.table import REFEREE, Seat, Table

from .rules import count_lowered_levels, count_points, find_victory_level
from .settings import Settings
from .state import Soldier, State

FORMAT = "hora-h/combat-play/1"


def get_latest_state(table: Table[State]) -> State | None:
    """Return the final state, or the last one shown on the way."""
    return table.state or (table.stands[-1].state if table.stands else None)


def make_document(s: State, settings: Settings) -> dict[str, Any]:
    """Return the whole game as a document, secrets included: show only a :func:`view` of it."""
    total = count_points(s.scenario, s.score)
    band = find_victory_level(s.scenario, total, count_lowered_levels(s.scenario, s.score, s.options))
    return {
        "format": FORMAT,
        "catalog": s.catalog.version,
        "scenario": dict(s.scenario),
        "cup": settings.cup,
        "mode": settings.mode,
        "turn": s.turn,
        "step": s.step,
        "impulse": s.impulse,
        "ended": s.ended,
        "squad": s.squad,
        "options": list(s.options),
        "hand": s.hand,
        "card": s.card,
        "card_text": s.card_text,
        "aside": s.aside,
        "sequence": list(s.sequence),
        "initiative": dict(s.initiative),
        "men": [
            {**_describe_soldier(soldier), "carried_by": soldier.carried_by}
            for soldier in s.soldiers.values()
            if soldier.friendly
        ],
        "enemies": [_describe_enemy(soldier) for soldier in s.soldiers.values() if not soldier.friendly],
        "smoke": [
            {"weapon": entry.weapon, "hexes": list(entry.hexes), "fading": entry.fading, "value": entry.value}
            for entry in s.plumes
        ],
        "lights": [entry.hex for entry in s.lights],
        "night": s.night,
        "flares": s.flares,
        "terrain": dict(s.terrain),
        "typed": dict(s.typed),
        "score": dict(s.score),
        "points": total,
        "level": band["title"] if band else None,
        "commends": bool(band and band.get("commends")),
    }


def _describe_soldier(man: Soldier) -> dict[str, Any]:
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


def _describe_enemy(man: Soldier) -> dict[str, Any]:
    plain = _describe_soldier(man)
    del plain["spotted"], plain["papers"]
    return {
        **plain,
        "who": man.who,
        "known": man.seen,
        "looked_at": man.looked_at,
        "alert": man.alert,
        "ways": list(man.ways),
    }


def view_document(document_: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """Return the document as a seat may see it: only the referee sees face-down counters."""
    if seat == REFEREE or "enemies" not in document_:
        return document_
    return {**document_, "enemies": [_seal(enemy) for enemy in document_["enemies"]]}


def _seal(enemy: dict[str, Any]) -> dict[str, Any]:
    open_ = enemy["known"] or enemy["looked_at"] or enemy["fate"] in ("decoy", "dead")
    return enemy if open_ else {**enemy, "who": None}
