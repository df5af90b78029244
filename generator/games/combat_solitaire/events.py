"""4.0-1e, 5.1.3, 22.0: scenario events and later arrivals from the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from generator.table import Draw, Note, Report
from generator.table import Procedure as Steps

from .alerts import alert_enemy
from .checks import check_morale, spend_card
from .explosions import resolve_barrage
from .hexes import distance, neighbours
from .prompts import (
    ask_yes_no,
    choose_one,
    choose_some,
    draw_lot,
    label_soldiers,
    make_form,
    roll_d10,
)
from .smoke import Plume
from .spotting import spot
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
    if row.get("effect"):
        s = yield from EFFECTS[row["effect"]](s)
    return s


def ask_event_drawn(s: State, count: int) -> Steps[State]:
    """5.1.3: ask whether an Event card without initiative was drawn."""
    if (yield from ask_yes_no("5.1.3", "event_drawn", count=count)):
        s = yield from s.draw_event_card("friendly")
    return s


# Effects of event rows


def draw_friendly_card(s: State) -> Steps[State]:
    """Draw a card into the hand, up to its limit."""
    s = yield from ask_event_drawn(s, 1)
    s = replace(s, hand=min(s.hand + 1, s.catalog.figures["hand_limit"]))
    yield Note("22.0", "hand_now", {"count": s.hand})
    return s


def _choose_man(s: State, men: Iterable[Soldier], ask: str) -> Steps[str | None]:
    ids = [soldier.id for soldier in men]
    if not ids:
        yield Note("22.0", "nobody", {})
        return None
    return (yield from choose_one("22.0", ask, "man", ids))


def _spot_again(s: State) -> Steps[State]:
    who = yield from _choose_man(s, s.soldiers_of("friendly"), "event_man")
    hidden = [soldier for soldier in s.soldiers_of("enemy") if not soldier.seen]
    if who is None or not hidden:
        return s
    places = label_soldiers(hidden)
    label = s.soldiers[who].label
    for target in (
        yield from choose_some("12.0", "looks_at", "enemy", list(places), places=places, who=label)
    ):
        s = yield from spot(s, who, target)
    return s


def _rally_man(s: State) -> Steps[State]:
    who = yield from _choose_man(s, s.soldiers_of("friendly"), "event_man")
    return s if who is None else (yield from check_morale(s, who, "rc", "22.0"))


def _find_ammunition(s: State) -> Steps[State]:
    who = yield from _choose_man(
        s, (man for man in s.soldiers_of("friendly") if man.ammo == "low"), "event_man"
    )
    if who is None:
        return s
    yield Note("22.0", "reloaded", {"who": who})
    return s.change(who, ammo="full")


def place_smoke_marker(s: State) -> Steps[State]:
    """18.0: place one smoke marker next to a Friendly."""
    who = yield from _choose_man(s, s.soldiers_of("friendly"), "event_man")
    if who is None:
        return s
    hex_ = yield from choose_one("18.0", "smoke_hex", "hex", neighbours(s.soldiers[who].hex))
    yield Note("18.0", "smoke", {"hex": hex_, "value": 1})
    return replace(s, plumes=(*s.plumes, Plume("m18", 1, (hex_,), turn=s.turn)))


def _steady_man(s: State) -> Steps[State]:
    who = yield from _choose_man(s, s.soldiers_of("friendly"), "event_man")
    return s if who is None else s.change(who, steady=True)


def _alert_nearest(s: State) -> Steps[State]:
    friends = list(s.soldiers_of("friendly"))
    waiting = [soldier for soldier in s.soldiers_of("enemy") if not soldier.alert]
    if not waiting or not friends:
        return s
    far = {enemy.id: min(distance(enemy.hex, man.hex) for man in friends) for enemy in waiting}
    nearest = [name for name, hexes in far.items() if hexes == min(far.values())]
    return (yield from alert_enemy(s, (yield from draw_lot("22.0", "target", nearest)), "event"))


def _rally_enemies(s: State) -> Steps[State]:
    normal = s.catalog.ladder.index("normal")
    for who in [enemy.id for enemy in s.known_enemies() if s.catalog.ladder.index(enemy.morale) < normal]:
        s = yield from check_morale(s, who, "rc", "22.0")
    return s


def _check_spotted_man(s: State) -> Steps[State]:
    spotted = [man.id for man in s.spotted_friendlies()]
    return (
        (yield from check_morale(s, (yield from draw_lot("22.0", "target", spotted)), "mc", "22.0"))
        if spotted
        else s
    )


def _lower_enemy_ammunition(s: State) -> Steps[State]:
    known = [enemy.id for enemy in s.known_enemies() if enemy.ammo == "full"]
    if not known:
        return s
    who = yield from draw_lot("22.0", "target", known)
    yield Note("22.0", "ammo_low", {"who": s.soldiers[who].label})
    return s.change(who, ammo="low")


EFFECTS: Mapping[str, Callable[[State], Steps[State]]] = {
    "draw_card": draw_friendly_card,
    "spot": _spot_again,
    "rally": _rally_man,
    "ammunition": _find_ammunition,
    "smoke": place_smoke_marker,
    "steady": _steady_man,
    "alert_nearest": _alert_nearest,
    "rally_enemies": _rally_enemies,
    "check_spotted": _check_spotted_man,
    "enemy_low": _lower_enemy_ammunition,
}


CARD_EFFECTS = ("draw_card", "spot", "rally", "ammunition", "smoke", "steady")
OTHER_TEXT = "other"
DISCARDS = (*CARD_EFFECTS, OTHER_TEXT)


def discard_card(s: State) -> Steps[State]:
    """5.1.2: ask for the effect of a card that is discarded, and apply it."""
    if not s.hand:
        yield Note("5.1.2", "no_cards", {})
        return s
    effect = yield from choose_one("5.1.2", "discard_effect", "card_effect", DISCARDS)
    return (yield from apply_discard(s, effect))


def apply_discard(s: State, effect: str) -> Steps[State]:
    """5.1.2: discard a card; an effect of another kind is applied with the tools of the menu."""
    s = yield from spend_card(s)
    if effect == OTHER_TEXT:
        yield Note("5.1.2", "card_by_hand", {})
        return s
    return (yield from EFFECTS[effect](s))


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
