"""19.0, 2.0, 17.0: troop quality with its modifiers, the four checks, the Rule of Zero, and Duck Back."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire.model import MOVES, German
from generator.table import Note
from generator.table import Procedure as Steps

from .asking import d10, one_of, remembered
from .rules import changed, outcome, zero
from .settings import LOOK
from .state import Grenade, Soldier, State

GRENADES = {"friendly": "mk2", "enemy": "stielhandgranate"}
SPEEDS = {move: place for place, move in enumerate((*MOVES, "none"), start=1)}
WEIGHTS = {"heavy": "run_gun", "very_heavy": "evade"}  # the fastest move with such a weapon (14.1)


def printed_tq(s: State, who: str) -> Steps[tuple[State, int]]:
    """8.1, 8.2: the number on the counter.

    Of an enemy whom nobody has spotted it is used without being shown. Where it is blank his counter must be
    looked at, as on the board, unless the players have settled a number for such men.
    """
    man = s.soldiers[who]
    if man.friendly:
        known = s.catalog.men[who].tq if who in s.catalog.men else None
        return (yield from remembered(s, f"tq.{who}", known, "8.1", "tq", 0, 9, who=man.called))
    counter = s.catalog.germans.get(man.who)
    known = counter.tq if counter else None
    sealed = not (man.seen or man.looked_at)
    if known is None and sealed and f"tq.{who}" not in s.typed:
        if s.settings.sealed_tq != LOOK:
            return s, int(s.settings.sealed_tq)
        s = yield from look_at(s, who)
        man = s.soldiers[who]
    return (yield from remembered(s, f"tq.{who}", known, "8.2", "tq", 0, 9, who=man.called))


def look_at(s: State, who: str) -> Steps[State]:
    """9.6: the counter is turned and put back; he is no more spotted than before."""
    s = s.change(who, looked_at=True)
    yield Note("9.6", "looked_at", {"who": s.soldiers[who].called})
    return s


def modifiers(
    s: State, who: str, what: str, *, wounds: bool = True, morale: bool = True
) -> Steps[tuple[State, int]]:
    """16.0, 17.1: what the markers of a man do to his TQ, WS or LDR."""
    man, total = s.soldiers[who], 0
    if wounds:
        for wound in man.wounds:
            known = getattr(s.catalog.wounds[wound], what)
            s, value = yield from remembered(
                s, f"wound.{wound}.{what}", known, "16.0", f"marker_{what}", -9, 9, marker=wound, kind="wound"
            )
            total += value
    if morale:
        known = getattr(s.catalog.morale[man.morale], what)
        s, value = yield from remembered(
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
    """19.0: a Troop Quality Check; ``plain`` is one that wounds and morale do not modify."""
    if s.soldiers[who].decoy:
        return (yield from unmasked(s, who)), False
    s, printed = yield from printed_tq(s, who)
    if plain:
        total = 0
    else:
        s, total = yield from modifiers(s, who, "tq", morale=morale)
    tq = printed + total + bonus
    die = yield from d10(rule, "tqc")
    s, passed = yield from succeeded(s, rule, die, tq, printed)
    yield Note(rule, "tqc_passed" if passed else "tqc_failed", {"who": s.soldiers[who].called, "die": die})
    return s, passed


def succeeded(s: State, rule: str, die: int, chance: int, printed: int) -> Steps[tuple[State, bool]]:
    """2.0: at or under the chance; below zero only by a 0 that is confirmed."""
    if chance >= 0:
        return s, die <= chance
    against = zero(chance, printed)
    if die or against is None:
        return s, False
    again = yield from d10(rule, "zero")
    return s, again <= against


def unmasked(s: State, who: str) -> Steps[State]:
    """12.0: a counter that is looked at and is a decoy leaves the board."""
    yield Note("12.0", "decoy", {"who": s.soldiers[who].called})
    return s.change(who, fate="decoy", order=None)


def check_morale(s: State, who: str, kind: str, rule: str, *, bonus: int = 0) -> Steps[State]:
    """19.0: MC, RC or WMC. A failed MC is a Duck Back (7.19, 10.13); a rally is not modified by morale."""
    man = s.soldiers[who]
    if man.decoy:
        return (yield from unmasked(s, who))
    s, printed = yield from printed_tq(s, who)
    s, total = yield from modifiers(s, who, "tq", morale=kind != "rc")
    check = s.catalog.checks[kind]
    die = yield from d10(rule, kind)
    levels = outcome(check, die, printed + total + bonus, s.catalog.figures["die_top"])
    morale = changed(s.catalog, man.morale, levels, berserk=check.berserk and die == 0)
    s = s.change(who, morale=morale)
    facts = {"who": s.soldiers[who].called, "check": kind, "die": die, "morale": morale}
    yield Note(rule, "morale_stays" if morale == man.morale else "morale_now", facts)
    return (yield from duck(s, who, rule)) if kind == "mc" and levels < 0 else s


def duck(s: State, who: str, rule: str) -> Steps[State]:
    """7.19, 10.13: the order gives way to Duck Back, not in melee; a live grenade falls at his feet."""
    man = s.soldiers[who]
    if not man.here or man.order in ("melee", "duck_back") or _charging(s, man):
        return s
    s = yield from drop(s, who, near=(who,))
    yield Note(rule, "ducks", {"who": man.called})
    return s.change(who, order="duck_back", ways=(), armed=False, aim=None)


def _charging(s: State, man: Soldier) -> bool:
    """15.0: whoever keeps his Charge in a melee is as much in it as the others."""
    return man.order == "charge" and s.locked(man)


def drop(s: State, who: str, near: tuple[str, ...] = ()) -> Steps[State]:
    """10.09, 14.2: a live grenade falls at the feet of the man who held it; far from all others there."""
    man = s.soldiers[who]
    if not man.armed:
        return s
    others = tuple(each.id for each in s.at(man.hex) if each.id != who)
    yield Note("10.09", "dropped", {"who": man.called, "hex": man.hex})
    return replace(s, grenades=(*s.grenades, Grenade(man.hex, GRENADES[man.side], near, others)))


def raised(s: State, who: str, rule: str) -> Steps[State]:
    """13.0 step 7: a natural 0 raises the shooter's morale, not to Berserk."""
    man = s.soldiers[who]
    morale = changed(s.catalog, man.morale, 1)
    if morale != man.morale:
        yield Note(rule, "morale_now", {"who": man.called, "check": "shot", "die": 0, "morale": morale})
    return s.change(who, morale=morale)


def fastest(s: State, who: str) -> Steps[tuple[State, int]]:
    """10.0, 17.3: the speed (1 the fastest) of the best move that his wounds allow; the last where none."""
    man: Soldier = s.soldiers[who]
    speed = SPEEDS[_burden(s, man)]
    for wound in man.wounds:
        best = s.catalog.wounds[wound].fastest or s.typed.get(f"wound.{wound}.fastest")
        if best is None:
            best = yield from one_of("16.0", "fastest", "move", tuple(SPEEDS), marker=wound, kind="wound")
            s = replace(s, typed={**s.typed, f"wound.{wound}.fastest": best})
        speed = max(speed, SPEEDS[best])
    return s, speed


def _burden(s: State, man: Soldier) -> str:
    """14.1, 14.3: the fastest move that his weapon leaves him; of an enemy only once the weapon is known."""
    source = (
        s.catalog.men.get(man.id) if man.friendly else s.catalog.germans.get(man.who) if man.seen else None
    )
    weapon = s.catalog.weapons.get(source.weapon or "") if source else None
    if isinstance(source, German) and source.belt_fed and not _assisted(s, man):
        return "sneak"
    return WEIGHTS.get(weapon.weight or "", MOVES[0]) if weapon else MOVES[0]


def _assisted(s: State, man: Soldier) -> bool:
    return any("bad" not in each.wounds for each in s.helpers(man.id))
