"""9.0-9.8, 10.0: assign orders to enemies from a line of an enemy card that the player reads."""

from __future__ import annotations

from catalogs.games.combat_solitaire.model import MOVES, EnemyCard, Line
from generator.table import Choose, Draw, Note, Report
from generator.table import Procedure as Steps

from .checks import find_fastest_speed, tqc
from .prompts import ask_number, ask_seen, is_cover, make_form
from .state import PLAYER, State

TYPED, EVENT = "typed", "event"
BLANK_CARD = EnemyCard(TYPED, None, {}, None, None)
LETTER_ORDERS = {"C": "charge", "G": "grenade"}
SLOW_FIRE_ORDERS = {"rapid": "aimed", "suppressive": "slow_suppressive"}
DIRECTION_FORM = {"type": "integer", "minimum": 0, "maximum": 6}


def draw_card(s: State, team: str) -> Steps[tuple[State, EnemyCard]]:
    """9.1: ask for the drawn card: one of the catalogue, or another one whose lines are typed when needed.

    The companion draws for the player from the cards that are known whole.

    5.1.3: an Event card without initiative stops play for its event; then another card is drawn.
    """
    if s.companion:
        deck = tuple(name for name, card in s.catalog.enemy_cards.items() if card.complete)
        drawn = yield Draw("9.1", "enemy_card", PLAYER, deck)
        return s, s.catalog.enemy_cards[str(drawn)]
    options = (*s.catalog.enemy_cards, TYPED, EVENT)
    while True:
        drawn = yield Choose("9.1", "enemy_card", PLAYER, "enemy_card", options, context={"team": team})
        if drawn != EVENT:
            return s, s.catalog.enemy_cards.get(str(drawn), BLANK_CARD)
        s = yield from s.draw_event_card("enemy")


def get_initiative(s: State, enemy_card: EnemyCard, team: str) -> Steps[int]:
    if enemy_card.initiative is not None:
        return enemy_card.initiative
    return (yield from ask_number("9.1", "initiative", 0, 99, team=team))


def assign_order(s: State, who: str, enemy_card: EnemyCard) -> Steps[State]:
    """9.0-9.8: assign an order to an alert enemy, checking the rules in order."""
    man = s.soldiers[who]
    if not man.alert or not man.free or man.order == "melee":
        return s
    if man.guard:
        return (yield from _assign_move(s, who, enemy_card, "rout", 3, "17.4"))
    if man.morale == "rout":
        return (yield from _assign_rout_order(s, who, enemy_card))
    if man.morale == "berserk":
        return (yield from _assign_berserk_order(s, who, enemy_card))
    s, sheltered = yield from is_cover(s, man.hex)
    place = "cover" if sheltered else "open"
    line = enemy_card.lines.get((place, man.morale))
    if line is None:
        line = yield from _ask_card_line(s, who, place)
    s, order = yield from _apply_letters(s, who, line)
    if not s.soldiers[who].on_board:
        return s
    if order != line.order:
        return (yield from give_order(s, who, Line(order), "9.6"))
    return (yield from _limit_order(s, who, line))


def _ask_card_line(s: State, who: str, place: str) -> Steps[Line]:
    """Ask for a line of the player's card: order, one or two directions (0 for none), letters."""
    man = s.soldiers[who]
    orders = ["aimed", "rapid", "suppressive", "hide", "rally", "reload", *MOVES]
    properties = {
        "order": {"enum": orders},
        "first": DIRECTION_FORM,
        "second": DIRECTION_FORM,
        "letters": {"enum": ["", "C", "G", "CG", "GC"]},
    }
    form = make_form(properties, *properties)
    context = {"who": man.label, "place": place, "morale": man.morale}
    answer = yield Report("9.1", "card_line", PLAYER, form, context=context)
    ways = tuple(way for way in (answer["first"], answer["second"]) if way)
    if answer["order"] in MOVES and not ways:
        ways = (1,)
    return Line(answer["order"], ways if answer["order"] in MOVES else (), answer["letters"])


def _apply_letters(s: State, who: str, line: Line) -> Steps[tuple[State, str]]:
    """9.6: try C and G in the order of the letters if a Spotted Friendly is near; line of sight is not
    needed."""
    man = s.soldiers[who]
    near = s.filter_near(man.hex, s.spotted_friendlies(), s.catalog.figures["near"])
    for letter in line.letters if near else "":
        s, passed = yield from tqc(s, who, "9.6")
        if not s.soldiers[who].on_board:
            return s, line.order
        if passed:
            return s, LETTER_ORDERS[letter]
    return s, line.order


def _limit_order(s: State, who: str, line: Line) -> Steps[State]:
    """10.0, 10.10, 14.1: replace an order that lacks ammunition, a fast enough weapon or the mobility."""
    man = s.soldiers[who]
    if man.ammo == "none" and s.catalog.orders[line.order].fires:
        return (yield from give_order(s, who, Line("reload"), "10.10"))
    if line.order in SLOW_FIRE_ORDERS and man.seen and is_slow(s, who):
        return (yield from give_order(s, who, Line(SLOW_FIRE_ORDERS[line.order]), "14.1"))
    if line.order in MOVES:
        s, best = yield from find_fastest_speed(s, who)
        wanted = MOVES.index(line.order) + 1
        if best > len(MOVES):
            return (yield from give_order(s, who, Line("hide"), "10.0"))
        if best > wanted:
            return (yield from give_order(s, who, Line(MOVES[best - 1], line.directions), "10.0"))
    return (yield from give_order(s, who, line, s.catalog.orders[line.order].rule_enemy or "9.1"))


def is_slow(s: State, who: str) -> bool:
    counter = s.catalog.germans.get(s.soldiers[who].who)
    weapon = s.catalog.weapons.get(counter.weapon or "") if counter else None
    return bool(weapon and weapon.slow)


def _assign_rout_order(s: State, who: str, enemy_card: EnemyCard) -> Steps[State]:
    """17.3, 10.12: rally in cover and out of sight after a plain TQC; otherwise run.

    The rules omit an unseen enemy in the open: it runs too.
    """
    man = s.soldiers[who]
    s, sheltered = yield from is_cover(s, man.hex)
    sees = yield from ask_seen(s, man, s.spotted_friendlies(), "sees", "man")
    if sheltered and not sees:
        s, passed = yield from tqc(s, who, "10.12", plain=True)
        if passed or not s.soldiers[who].on_board:
            return (yield from give_order(s, who, Line("rally"), "10.12")) if passed else s
    return (yield from _assign_move(s, who, enemy_card, "rout", 1, "17.3"))


def _assign_berserk_order(s: State, who: str, enemy_card: EnemyCard) -> Steps[State]:
    """17.2: charge a Spotted Friendly within four hexes; use Run & Gun if one is in sight."""
    man = s.soldiers[who]
    if s.filter_near(man.hex, s.spotted_friendlies(), s.catalog.figures["near"]):
        return (yield from give_order(s, who, Line("charge"), "17.2"))
    sees = yield from ask_seen(s, man, s.spotted_friendlies(), "sees", "man")
    return (yield from _assign_move(s, who, enemy_card, "berserk", 2 if sees else 1, "17.2"))


def _assign_move(s: State, who: str, enemy_card: EnemyCard, way: str, wanted: int, rule: str) -> Steps[State]:
    """Order the fastest move that wounds allow, no faster than ``wanted``, in the card's directions."""
    ways = yield from get_directions(s, who, enemy_card, way)
    s, best = yield from find_fastest_speed(s, who)
    speed = max(best, wanted)
    if speed > len(MOVES):
        return (yield from give_order(s, who, Line("hide"), rule))
    return (yield from give_order(s, who, Line(MOVES[speed - 1], ways), rule))


def get_directions(s: State, who: str, enemy_card: EnemyCard, way: str) -> Steps[tuple[int, ...]]:
    """9.1: return the directions of a card's rout or berserk line; ask the player if it is blank."""
    ways: tuple[int, ...] | None = getattr(enemy_card, way)
    if ways is not None:
        return ways
    directions = {"first": {**DIRECTION_FORM, "minimum": 1}, "second": DIRECTION_FORM}
    form = make_form(directions, *directions)
    context = {"who": s.soldiers[who].label}
    answer = yield Report("9.1", f"way_{way}", PLAYER, form, context=context)
    return tuple(number for number in (answer["first"], answer["second"]) if number)


def give_order(s: State, who: str, line: Line, rule: str) -> Steps[State]:
    """Put an order marker on an enemy."""
    facts = {"who": s.soldiers[who].label, "order": line.order, "ways": "/".join(map(str, line.directions))}
    yield Note(rule, "order_way" if line.directions else "order", facts)
    return s.change(who, order=line.order, ways=line.directions, armed=False, aim=None)
