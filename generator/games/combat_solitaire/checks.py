"""2.0, 17.0, 19.0: troop quality with its modifiers, the four checks, the Rule of Zero, and Duck Back."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire.model import MOVES, German
from generator.table import Choose, Note
from generator.table import Procedure as Steps

from .prompts import choose_one, get_or_ask, roll_d10
from .rules import change_morale, confirm_zero_against, resolve_check
from .settings import LOOK
from .state import PLAYER, Grenade, Soldier, State

KEEP, REROLL, PASS = "keep", "reroll", "pass"  # 5.1.2: what a discarded card does to a failed check
GRENADES = {"friendly": "mk2", "enemy": "stielhandgranate"}
SPEEDS = {move: place for place, move in enumerate((*MOVES, "none"), start=1)}
FASTEST_MOVE_BY_WEIGHT = {
    "heavy": "run_gun",
    "very_heavy": "evade",
}  # the fastest move allowed with a weapon of this weight (14.1)


def get_printed_tq(s: State, who: str) -> Steps[tuple[State, int]]:
    """8.1, 8.2: return the TQ printed on the counter.

    The TQ of an unspotted enemy is used without being shown. If the catalogue has none, the player must look
    at the counter, unless the settings fix a number for such counters.
    """
    man = s.soldiers[who]
    if man.friendly:
        known = s.catalog.men[who].tq if who in s.catalog.men else None
        s, printed = yield from get_or_ask(s, f"tq.{who}", known, "8.1", "tq", 0, 9, who=man.label)
        return s, printed + _get_promotion(s, who)
    counter = s.catalog.germans.get(man.who)
    known = counter.tq if counter else None
    sealed = not (man.seen or man.looked_at)
    if known is None and sealed and f"tq.{who}" not in s.typed:
        if s.settings.sealed_tq != LOOK:
            return s, int(s.settings.sealed_tq)
        s = yield from look_at(s, who)
        man = s.soldiers[who]
    return (yield from get_or_ask(s, f"tq.{who}", known, "8.2", "tq", 0, 9, who=man.label))


def _get_promotion(s: State, who: str) -> int:
    """Return what a promotion of the service record adds to a TQ; a house rule."""
    promoted = (s.scenario["friendly_force"].get("carried") or {}).get("promoted", ())
    return sum(entry["tq"] for entry in promoted if entry["man"] == who)


def look_at(s: State, who: str) -> Steps[State]:
    """9.6: look at a face-down counter without spotting it."""
    s = s.change(who, looked_at=True)
    yield Note("9.6", "looked_at", {"who": s.soldiers[who].label})
    return s


def sum_modifiers(
    s: State, who: str, what: str, *, wounds: bool = True, morale: bool = True
) -> Steps[tuple[State, int]]:
    """16.0, 17.1: sum the modifiers of a soldier's markers to TQ, WS or LDR."""
    man, total = s.soldiers[who], 0
    if wounds:
        for wound in man.wounds:
            known = getattr(s.catalog.wounds[wound], what)
            s, value = yield from get_or_ask(
                s, f"wound.{wound}.{what}", known, "16.0", f"marker_{what}", -9, 9, marker=wound, kind="wound"
            )
            total += value
    if morale:
        known = getattr(s.catalog.morale[man.morale], what)
        s, value = yield from get_or_ask(
            s,
            f"morale.{man.morale}.{what}",
            known,
            "17.1",
            f"marker_{what}",
            -9,
            9,
            marker=man.morale,
            kind="morale",
        )
        total += value
    return s, total


def tqc(
    s: State, who: str, rule: str, *, plain: bool = False, bonus: int = 0, morale: bool = True
) -> Steps[tuple[State, bool]]:
    """19.0: make a Troop Quality Check; ``plain`` ignores wounds and morale."""
    if s.soldiers[who].decoy:
        return (yield from remove_decoy(s, who)), False
    s, printed = yield from get_printed_tq(s, who)
    if plain:
        total = 0
    else:
        s, total = yield from sum_modifiers(s, who, "tq", morale=morale)
    tq = printed + total + bonus + get_card_tq(s, who)
    die = yield from roll_d10(rule, "tqc")
    s, passed = yield from check_success(s, rule, die, tq, printed)
    while not passed and (card := (yield from _ask_discard(s, who, rule, "tqc"))) != KEEP:
        s = yield from spend_card(s)
        if card == PASS:
            passed = True
            break
        die = yield from roll_d10(rule, "tqc")
        s, passed = yield from check_success(s, rule, die, tq, printed)
    yield Note(rule, "tqc_passed" if passed else "tqc_failed", {"who": s.soldiers[who].label, "die": die})
    return s, passed


def get_card_tq(s: State, who: str) -> int:
    """5.1.1: return what this turn's card adds to the troop quality of a Friendly."""
    return s.tq if s.soldiers[who].friendly else 0


def roll_attack(
    s: State, who: str, rule: str, ask: str, chance: int, *, misses_at: int | None = None
) -> Steps[tuple[State, int, bool]]:
    """13.0, 14.2: roll a shot or a throw; ``misses_at`` is the die that always misses.

    5.1.2: a card of the hand repeats or passes a failed roll of a Friendly.
    """
    s, printed = yield from get_printed_tq(s, who)
    while True:
        die = yield from roll_d10(rule, ask)
        struck = False
        if die != misses_at:
            s, struck = yield from check_success(s, "2.0", die, chance, printed)
        card = KEEP if struck else (yield from _ask_discard(s, who, rule, ask))
        if card == KEEP:
            return s, die, struck
        s = yield from spend_card(s)
        if card == PASS:
            return s, die, True


def _ask_discard(s: State, who: str, rule: str, check: str) -> Steps[str]:
    """5.1.2: ask whether a card of the hand repeats or passes a failed roll of a Friendly."""
    man = s.soldiers[who]
    if not man.friendly or not s.hand or not s.settings.discards:
        return KEEP
    context = {"who": man.label, "check": check}
    return str(
        (yield Choose("5.1.2", "discard_check", PLAYER, "discard", (KEEP, REROLL, PASS), context=context))
    )


def spend_card(s: State) -> Steps[State]:
    """5.1.2: discard one card of the hand."""
    yield Note("5.1.2", "discarded", {"left": max(0, s.hand - 1)})
    return replace(s, hand=max(0, s.hand - 1))


def check_success(s: State, rule: str, die: int, chance: int, printed: int) -> Steps[tuple[State, bool]]:
    """2.0: succeed at or under the chance; below zero only with a 0 that a second roll confirms."""
    if chance >= 0:
        return s, die <= chance
    against = confirm_zero_against(chance, printed)
    if die or against is None:
        return s, False
    again = yield from roll_d10(rule, "zero")
    return s, again <= against


def remove_decoy(s: State, who: str) -> Steps[State]:
    """12.0: remove a decoy that has been looked at."""
    yield Note("12.0", "decoy", {"who": s.soldiers[who].label})
    return s.change(who, fate="decoy", order=None)


def check_morale(s: State, who: str, kind: str, rule: str, *, bonus: int = 0) -> Steps[State]:
    """19.0: make an MC, RC or WMC. A failed MC causes Duck Back (7.19, 10.13); an RC ignores morale."""
    man = s.soldiers[who]
    if man.decoy:
        return (yield from remove_decoy(s, who))
    if s.companion and man.friendly:
        yield Note(rule, "check_on_board", {"who": man.label, "check": kind})
        return s
    s, printed = yield from get_printed_tq(s, who)
    s, total = yield from sum_modifiers(s, who, "tq", morale=kind != "rc")
    check = s.catalog.checks[kind]
    top, tq = s.catalog.figures["die_top"], printed + total + bonus + get_card_tq(s, who)
    die = yield from roll_d10(rule, kind)
    levels = resolve_check(check, die, tq, top)
    while levels < 0 and (card := (yield from _ask_discard(s, who, rule, kind))) != KEEP:
        s = yield from spend_card(s)
        if card == PASS:
            levels = max(0, check.up_to)
            break
        die = yield from roll_d10(rule, kind)
        levels = resolve_check(check, die, tq, top)
    if levels < 0 and man.steady:
        yield Note("22.0", "steady", {"who": man.label})
        return s.change(who, steady=False)
    morale = change_morale(s.catalog, man.morale, levels, berserk=check.berserk and die == 0)
    s = s.change(who, morale=morale)
    facts = {"who": s.soldiers[who].label, "check": kind, "die": die, "morale": morale}
    yield Note(rule, "morale_stays" if morale == man.morale else "morale_now", facts)
    return (yield from duck_back(s, who, rule)) if kind == "mc" and levels < 0 else s


def duck_back(s: State, who: str, rule: str) -> Steps[State]:
    """7.19, 10.13: replace the order by Duck Back, except in melee, and drop a live grenade."""
    man = s.soldiers[who]
    if not man.on_board or man.order in ("melee", "duck_back") or _is_charging_in_melee(s, man):
        return s
    s = yield from drop_grenade(s, who, near=(who,))
    yield Note(rule, "ducks", {"who": man.label})
    return s.change(who, order="duck_back", ways=(), armed=False, aim=None)


def _is_charging_in_melee(s: State, man: Soldier) -> bool:
    """15.0: tell whether the soldier keeps a Charge order in a melee."""
    return man.order == "charge" and s.is_in_melee(man)


def drop_grenade(s: State, who: str, near: tuple[str, ...] = ()) -> Steps[State]:
    """10.09, 14.2: drop a live grenade: near the ids in ``near``, far from all others in the hex."""
    man = s.soldiers[who]
    if not man.armed:
        return s
    others = tuple(soldier.id for soldier in s.soldiers_at(man.hex) if soldier.id != who)
    yield Note("10.09", "dropped", {"who": man.label, "hex": man.hex})
    return replace(s, grenades=(*s.grenades, Grenade(man.hex, GRENADES[man.side], near, others)))


def raise_morale(s: State, who: str, rule: str) -> Steps[State]:
    """13.0 step 7: raise the shooter's morale after a natural 0, but not to Berserk."""
    man = s.soldiers[who]
    morale = change_morale(s.catalog, man.morale, 1)
    if morale != man.morale:
        yield Note(rule, "morale_now", {"who": man.label, "check": "shot", "die": 0, "morale": morale})
    return s.change(who, morale=morale)


def find_fastest_speed(s: State, who: str) -> Steps[tuple[State, int]]:
    """10.0, 17.3: return the speed of the fastest move that wounds and weapon allow (1 is the fastest)."""
    man: Soldier = s.soldiers[who]
    speed = SPEEDS[_find_weapon_limit(s, man)]
    for wound in man.wounds:
        best = s.catalog.wounds[wound].fastest or s.typed.get(f"wound.{wound}.fastest")
        if best is None:
            best = yield from choose_one("16.0", "fastest", "move", tuple(SPEEDS), marker=wound, kind="wound")
            s = replace(s, typed={**s.typed, f"wound.{wound}.fastest": best})
        speed = max(speed, SPEEDS[best])
    return s, speed


def _find_weapon_limit(s: State, man: Soldier) -> str:
    """14.1, 14.3: return the fastest move that the weapon allows; an enemy's weapon counts only once it is
    known."""
    source = (
        s.catalog.men.get(man.id) if man.friendly else s.catalog.germans.get(man.who) if man.seen else None
    )
    weapon = s.catalog.weapons.get(source.weapon or "") if source else None
    if isinstance(source, German) and source.belt_fed and not _has_assistant(s, man):
        return "sneak"
    return FASTEST_MOVE_BY_WEIGHT.get(weapon.weight or "", MOVES[0]) if weapon else MOVES[0]


def _has_assistant(s: State, man: Soldier) -> bool:
    return any("bad" not in soldier.wounds for soldier in s.assistants_of(man.id))
