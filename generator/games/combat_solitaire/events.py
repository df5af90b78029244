"""4.0-1e, 5.1.3, 22.0: scenario events and later arrivals from the cup."""

from __future__ import annotations

from dataclasses import replace

from generator.table import Draw, Note, Report
from generator.table import Procedure as Steps

from .explosions import resolve_barrage
from .prompts import make_form, roll_d10
from .state import ENEMY, PLAYER, Soldier, State


def resolve_event(s: State, side: str) -> Steps[State]:
    """22.0: roll on a side's event table. Generic tables are not in the rules; the player reads them."""
    table = s.scenario["event_tables"].get(side) or ()
    die = yield from roll_d10("4.0", f"event_{side}")
    row = next((entry for entry in table if entry["roll"] == die), None)
    if row is None:
        yield Note("22.0", "event_elsewhere", {"die": die})
        return s
    yield Note("22.0", "event", {"title": row["title"], "text": row["text"], "die": die})
    if row.get("artillery"):
        s = yield from resolve_barrage(s, row["artillery"])
    for hex_ in row.get("draws", ()):
        s = yield from place_arrival(s, hex_)
    return s


def resolve_due_events(s: State) -> Steps[State]:
    """5.1.3: resolve the Event cards without initiative drawn since the last call."""
    while s.due:
        side, s = s.due[0], replace(s, due=s.due[1:])
        s = yield from resolve_event(s, side)
    return s


def place_arrival(s: State, hex_: str) -> Steps[State]:
    """22.0: draw one counter from the cup, face down, into a hex. Only its team is visible."""
    name = f"e{sum(not soldier.friendly for soldier in s.soldiers.values()) + 1}"
    if not s.cup or (s.settings.cup == "sealed" and not _list_remaining_cup(s)):
        yield Note("22.0", "cup_empty", {"hex": hex_})
        return s
    if s.settings.cup == "sealed":
        who = str((yield Draw("22.0", "cup", ENEMY, _list_remaining_cup(s), secret=True)))
        team = who.partition(":")[0]
    else:
        teams = sorted({counter.partition(":")[0] for counter in s.cup})
        form = make_form({"team": {"enum": teams}}, "team")
        team, who = (yield Report("22.0", "cup_team", PLAYER, form, context={"hex": hex_}))["team"], ""
    yield Note("22.0", "placed", {"hex": hex_, "team": team})
    alert = s.scenario["enemy_default_alert"] == "alert"
    morale = s.scenario["enemy_default_morale"]
    return s.with_soldier(Soldier(name, "enemy", team, hex_, morale, who=who, alert=alert))


def _list_remaining_cup(s: State) -> tuple[str, ...]:
    """Return the counters still in the cup."""
    drawn = {soldier.who for soldier in s.soldiers.values()}
    return tuple(counter for counter in s.cup if counter not in drawn)
