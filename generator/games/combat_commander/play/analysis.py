"""Analysis of a finished fight: the chance to win at every turn, and the turns that swung it."""

from __future__ import annotations

from typing import Any

from generator.game import Document
from generator.session import Session
from generator.table import Choose, Note, Stand

from ..rehearsal.fight import new_fight
from ..rehearsal.state import Fight
from ..rehearsal.veteran.position import estimate_chance
from .run import PREFIX, run_play
from .settings import FightSettings
from .state import Play, get_play

#: Events that explain a swing, the telling ones first.
TELLING_EVENTS = (
    "fight_objective",
    "fight_eliminated",
    "fight_left",
    "fight_open_chit",
    "fight_broke",
    "fight_vp",
)
MAX_SWINGS, MAX_EVENTS = 5, 4
LEAST_SWING = 0.05  # of the chance to win


def estimate_axis_chance(fight: Fight) -> float:
    """Return the chance of the axis to win, the mean of what both sides would estimate."""
    weights = fight.catalog.veteran_commander
    own, other = (estimate_chance(fight, side, weights) for side in ("axis", "allied"))
    return (own + 1 - other) / 2


def analyse(session: Session) -> Document:
    """Play a finished fight again and return the chance of the axis at each turn, and the swings.

    It tells what the weights of the commanders make of the fight, so it is no part of the result.
    """
    settings: FightSettings = session.settings
    assert settings.card is not None
    play = Play(new_fight(settings.card, get_play(session.table).fight.catalog), settings.card)
    opening = settings.film_answers if settings.film else 0
    procedure = run_play(play, opening)
    points: list[Document] = []
    told: list[list[Document]] = []
    answers = iter(session.table.entries)
    answer: Any = None
    count, turn = 0, 0
    try:
        while True:
            asked = procedure.send(answer)
            answer = None
            if isinstance(asked, Note):
                if told:
                    told[-1].append({"rule": asked.rule, "what": asked.what, "facts": dict(asked.facts)})
                continue
            if isinstance(asked, Stand):
                continue
            if isinstance(asked, Choose) and asked.ask == f"{PREFIX}order" and play.fight.turns > turn:
                turn = play.fight.turns
                chance = estimate_axis_chance(play.fight)
                points.append({"n": count, "turn": turn, "side": asked.seat, "axis": round(chance, 3)})
                told.append([])
            answer = next(answers).answer
            count += 1
    except StopIteration:
        pass
    if play.fight.winner is not None:
        end = float(play.fight.winner == "axis")
        points.append({"n": count, "turn": play.fight.turns, "side": play.fight.turn_of, "axis": end})
    return {"analysis": points, "swings": list_swings(points, told)}


def list_swings(points: list[Document], told: list[list[Document]]) -> list[Document]:
    """Return the turns after which the chance had changed most, in order, with what happened in them."""
    swings = [
        {
            "n": before["n"],
            "turn": before["turn"],
            "side": before["side"],
            "from": before["axis"],
            "to": after["axis"],
            "events": _pick_events(events),
        }
        for before, after, events in zip(points, points[1:], told, strict=False)
        if abs(after["axis"] - before["axis"]) >= LEAST_SWING
    ]
    largest = sorted(swings, key=lambda swing: -abs(swing["to"] - swing["from"]))[:MAX_SWINGS]
    return sorted(largest, key=lambda swing: swing["n"])


def _pick_events(events: list[Document]) -> list[Document]:
    telling = [event for event in events if event["what"] in TELLING_EVENTS]
    chosen = sorted(telling, key=lambda event: TELLING_EVENTS.index(event["what"]))[:MAX_EVENTS]
    return [event for event in telling if event in chosen]
