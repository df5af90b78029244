"""4.0-1e, 5.1.3, 22.0: an event of the scenario, and men who come out of the cup later."""

from __future__ import annotations

from dataclasses import replace

from generator.table import Draw, Note, Report
from generator.table import Procedure as Steps

from .asking import d10
from .explosions import barrage
from .state import ENEMY, PLAYER, Soldier, State

SIDES = ("friendly", "enemy")


def event(s: State, side: str) -> Steps[State]:
    """1D10 on the table of a side. The generic tables are not in the text: the player reads his own."""
    table = s.scenario["event_tables"].get(side) or ()
    die = yield from d10("4.0", f"event_{side}")
    row = next((each for each in table if each["roll"] == die), None)
    if row is None:
        yield Note("22.0", "event_elsewhere", {"die": die})
        return s
    yield Note("22.0", "event", {"title": row["title"], "text": row["text"], "die": die})
    if row.get("artillery"):
        s = yield from barrage(s, row["artillery"])
    for hex_ in row.get("draws", ()):
        s = yield from arrival(s, hex_)
    return s


def settle(s: State) -> Steps[State]:
    """5.1.3: the Event cards without initiative that were drawn meanwhile."""
    while s.due:
        side, s = s.due[0], replace(s, due=s.due[1:])
        s = yield from event(s, side)
    return s


def arrival(s: State, hex_: str) -> Steps[State]:
    """22.0: one counter out of the cup, blind, face down to a hex. Only its team can be seen."""
    name = f"e{sum(not each.friendly for each in s.soldiers.values()) + 1}"
    if not s.cup or (s.settings.cup == "sealed" and not _left(s)):
        yield Note("22.0", "cup_empty", {"hex": hex_})
        return s
    if s.settings.cup == "sealed":
        who = str((yield Draw("22.0", "cup", ENEMY, _left(s), secret=True)))
        team = who.partition(":")[0]
    else:
        teams = sorted({one.partition(":")[0] for one in s.cup})
        form = {
            "type": "object",
            "additionalProperties": False,
            "required": ["team"],
            "properties": {"team": {"enum": teams}},
        }
        team, who = (yield Report("22.0", "cup_team", PLAYER, form, context={"hex": hex_}))["team"], ""
    yield Note("22.0", "placed", {"hex": hex_, "team": team})
    alert = s.scenario["enemy_default_alert"] == "alert"
    morale = s.scenario["enemy_default_morale"]
    return s.put(Soldier(name, "enemy", team, hex_, morale, who=who, alert=alert))


def _left(s: State) -> tuple[str, ...]:
    """What the cup still holds."""
    drawn = {each.who for each in s.soldiers.values()}
    return tuple(one for one in s.cup if one not in drawn)
