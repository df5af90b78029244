"""9.0-9.8, 10.0: which order an enemy gets. The player reads a line of his card; the rest follows by rule."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_solitaire.model import MOVES, EnemyCard, Line
from generator.table import Choose, Note, Report
from generator.table import Procedure as Steps

from .asking import cover, number, seen_by
from .checks import fastest, tqc
from .state import PLAYER, State

TYPED, EVENT = "typed", "event"
NOTHING_PRINTED = EnemyCard(TYPED, None, {}, None, None)
LETTERS = {"C": "charge", "G": "grenade"}
SLOW = {"rapid": "aimed", "suppressive": "slow_suppressive"}
WAYS = {"type": "integer", "minimum": 0, "maximum": 6}


def card(s: State, team: str) -> Steps[tuple[State, EnemyCard]]:
    """9.1: the card that was drawn: one of the catalogues, or any other, whose lines are typed when needed.

    5.1.3: the Event card without initiative is laid aside, and another card drawn; its event falls due when
    this man has his order.
    """
    options = (*s.catalog.enemy_cards, TYPED, EVENT)
    while True:
        drawn = yield Choose("9.1", "enemy_card", PLAYER, "enemy_card", options, context={"team": team})
        if drawn != EVENT:
            return s, s.catalog.enemy_cards.get(str(drawn), NOTHING_PRINTED)
        s = replace(s, due=(*s.due, "enemy"))


def initiative_of(s: State, found: EnemyCard, team: str) -> Steps[int]:
    if found.initiative is not None:
        return found.initiative
    return (yield from number("9.1", "initiative", 0, 99, team=team))


def assign(s: State, who: str, found: EnemyCard) -> Steps[State]:
    """9.0-9.8: the order of an alert man, in the order of the rules; it stands on him at the end."""
    man = s.soldiers[who]
    if not man.alert or man.prisoner or not man.here:
        return s
    if man.order == "melee":
        return s
    if man.guard:
        return (yield from _moves(s, who, found, "rout", 3, "17.4"))
    if man.morale == "rout":
        return (yield from _routed(s, who, found))
    if man.morale == "berserk":
        return (yield from _berserk(s, who, found))
    s, sheltered = yield from cover(s, man.hex)
    place = "cover" if sheltered else "open"
    line = found.lines.get((place, man.morale))
    if line is None:
        line = yield from _typed_line(s, who, place)
    s, order = yield from _lettered(s, who, line)
    if not s.soldiers[who].here:
        return s
    if order != line.order:
        return (yield from given(s, who, Line(order), "9.6"))
    return (yield from _able(s, who, line))


def _typed_line(s: State, who: str, place: str) -> Steps[Line]:
    """A line of the owner's card: order, one or two directions (0 for none), letters."""
    man = s.soldiers[who]
    orders = ["aimed", "rapid", "suppressive", "hide", "rally", "reload", *MOVES]
    properties = {
        "order": {"enum": orders},
        "first": WAYS,
        "second": WAYS,
        "letters": {"enum": ["", "C", "G", "CG", "GC"]},
    }
    form = {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }
    context = {"who": man.called, "place": place, "morale": man.morale}
    told = yield Report("9.1", "card_line", PLAYER, form, context=context)
    ways = tuple(way for way in (told["first"], told["second"]) if way)
    if told["order"] in MOVES and not ways:
        ways = (1,)
    return Line(told["order"], ways if told["order"] in MOVES else (), told["letters"])


def _lettered(s: State, who: str, line: Line) -> Steps[tuple[State, str]]:
    """9.6: C and G in their order, if a Spotted Friendly is near; sight is not needed."""
    man = s.soldiers[who]
    near = s.near(man.hex, s.spotted(), s.catalog.figures["near"])
    for letter in line.letters if near else "":
        s, passed = yield from tqc(s, who, "9.6")
        if not s.soldiers[who].here:
            return s, line.order
        if passed:
            return s, LETTERS[letter]
    return s, line.order


def _able(s: State, who: str, line: Line) -> Steps[State]:
    """10.10, 14.1, 10.0: no ammunition, a slow weapon that is known, and moves that wounds forbid."""
    man = s.soldiers[who]
    if man.ammo == "none" and s.catalog.orders[line.order].fires:
        return (yield from given(s, who, Line("reload"), "10.10"))
    if line.order in SLOW and man.seen and is_slow(s, who):
        return (yield from given(s, who, Line(SLOW[line.order]), "14.1"))
    if line.order in MOVES:
        s, best = yield from fastest(s, who)
        wanted = MOVES.index(line.order) + 1
        if best > len(MOVES):
            return (yield from given(s, who, Line("hide"), "10.0"))
        if best > wanted:
            return (yield from given(s, who, Line(MOVES[best - 1], line.directions), "10.0"))
    return (yield from given(s, who, line, s.catalog.orders[line.order].rule_enemy or "9.1"))


def is_slow(s: State, who: str) -> bool:
    counter = s.catalog.germans.get(s.soldiers[who].who)
    weapon = s.catalog.weapons.get(counter.weapon or "") if counter else None
    return bool(weapon and weapon.slow)


def _routed(s: State, who: str, found: EnemyCard) -> Steps[State]:
    """17.3, 10.12: in cover and out of sight a plain TQC lets him rally; otherwise he runs.

    The text leaves out a man in the open whom nobody sees: he runs too.
    """
    man = s.soldiers[who]
    s, sheltered = yield from cover(s, man.hex)
    sees = yield from seen_by(s, man, s.spotted(), "sees", "man")
    if sheltered and not sees:
        s, passed = yield from tqc(s, who, "10.12", plain=True)
        if passed or not s.soldiers[who].here:
            return (yield from given(s, who, Line("rally"), "10.12")) if passed else s
    return (yield from _moves(s, who, found, "rout", 1, "17.3"))


def _berserk(s: State, who: str, found: EnemyCard) -> Steps[State]:
    """17.2: a Spotted Friendly within four hexes is charged; one in sight calls for Run & Gun."""
    man = s.soldiers[who]
    if s.near(man.hex, s.spotted(), s.catalog.figures["near"]):
        return (yield from given(s, who, Line("charge"), "17.2"))
    sees = yield from seen_by(s, man, s.spotted(), "sees", "man")
    return (yield from _moves(s, who, found, "berserk", 2 if sees else 1, "17.2"))


def _moves(s: State, who: str, found: EnemyCard, way: str, wanted: int, rule: str) -> Steps[State]:
    """The fastest move that wounds allow, no faster than wanted, the way that the card says."""
    ways = yield from ways_of(s, who, found, way)
    s, best = yield from fastest(s, who)
    speed = max(best, wanted)
    if speed > len(MOVES):
        return (yield from given(s, who, Line("hide"), rule))
    return (yield from given(s, who, Line(MOVES[speed - 1], ways), rule))


def ways_of(s: State, who: str, found: EnemyCard, way: str) -> Steps[tuple[int, ...]]:
    """9.1: the directions in the rout or berserk line of a card; where it is blank the player reads them."""
    ways: tuple[int, ...] | None = getattr(found, way)
    if ways is not None:
        return ways
    form = {
        "type": "object",
        "additionalProperties": False,
        "required": ["first", "second"],
        "properties": {"first": {**WAYS, "minimum": 1}, "second": WAYS},
    }
    context = {"who": s.soldiers[who].called}
    told = yield Report("9.1", f"way_{way}", PLAYER, form, context=context)
    return tuple(one for one in (told["first"], told["second"]) if one)


def given(s: State, who: str, line: Line, rule: str) -> Steps[State]:
    """The marker is put on him; he acts on it from now on unless told otherwise."""
    facts = {"who": s.soldiers[who].called, "order": line.order, "ways": "/".join(map(str, line.directions))}
    yield Note(rule, "order_way" if line.directions else "order", facts)
    return s.change(who, order=line.order, ways=line.directions, armed=False, aim=None)
