"""Calculators of the game, calculated from typed fields: activation, line of sight, pace, skeleton."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from exports.games.schwerpunkt.messages import MessageFormatter
from generator.chance import check_seed
from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.battle import HQ, SIDES, Battle, Unit
from generator.games.schwerpunkt.contest import (
    Bid,
    Footing,
    compute_loser_points,
    compute_points,
    compute_points_with_enemy,
    count_boxes,
    list_modifiers,
    may_activate_enemy,
)
from generator.games.schwerpunkt.house_battle import (
    ATTACKERS,
    HQ_BOUNDS,
    HouseOptions,
    count_points,
    make_house_battle,
)
from generator.games.schwerpunkt.pace import MAX_LEAN, SIMULATION_RUNS, compute_pace
from generator.games.schwerpunkt.sight import Crossed, find_blocking_hex
from generator.games.schwerpunkt.skeleton import BOUNDS, SkeletonOptions, make_skeleton
from generator.games.schwerpunkt.supply import SUPPLY_ROUTES, compute_movement, count_supply_distance
from schemas.errors import HorahError
from web.games.calculators import (
    Answer,
    Calculator,
    Calculators,
    Input,
    Typed,
    find_choice,
    number,
    pick,
    text_input,
    tick,
)

from .sketch_battle import DEFAULT_CLOCK, DEFAULT_FACTORS, sketch_battle


def calculate_contest(typed: Typed, formatter: MessageFormatter) -> Answer:
    """5.2-5.8: return both totals, the winner's points, the clock, and the loser's points."""
    totals = {
        side: typed[f"{side}_die"] + sum(_list_modifiers(typed, formatter, side).values()) for side in SIDES
    }
    rows = [(formatter.name("seat", side), _format_working(typed, formatter, side)) for side in SIDES]
    blue, red = (totals[side] for side in SIDES)
    if blue == red:
        return Answer(formatter.sentence("aid.tie", {"total": blue}), tuple(rows))
    winner, loser = SIDES if blue < red else reversed(SIDES)
    figures, die = formatter.catalog.figures, typed[f"{winner}_die"]
    won = compute_points(figures, die, typed[f"{winner}_bonus"], typed[f"{winner}_reserves"])
    facts = {"side": winner, "own": totals[winner], "enemy": totals[loser], "points": won}
    rows.append((formatter.term("aid.clock"), str(count_boxes(totals[winner]))))
    left = compute_loser_points(figures, typed[f"{loser}_reserves"])
    if left:
        rows.append((formatter.sentence("aid.loser", {"side": loser}), str(left)))
    if may_activate_enemy(figures, totals[winner], totals[loser], die):
        rows.append((formatter.term("aid.turned"), str(compute_points_with_enemy(figures, die))))
    return Answer(formatter.sentence("aid.won", facts), tuple(rows))


def _list_modifiers(typed: Typed, formatter: MessageFormatter, side: str) -> dict[str, int]:
    hq = HQ(side, side, side, typed[f"{side}_command"], None, None, None, None, None, "deployed", None)
    trains = tuple(map(str, range(typed[f"{side}_trains"])))
    bid = Bid(side, typed[f"{side}_reserves"], trains)
    back = typed[f"{side}_returning"]
    footing = Footing(typed.on(f"{side}_just"), in_the_clock=back > 0, good_order=back)
    return list_modifiers(formatter.catalog, hq, bid, footing)


def _format_working(typed: Typed, formatter: MessageFormatter, side: str) -> str:
    """Return the die and every modifier of a side."""
    parts = [str(typed[f"{side}_die"])]
    parts += [
        f"{value:+d} ({formatter.term(f'why.{why}')})"
        for why, value in _list_modifiers(typed, formatter, side).items()
    ]
    return " ".join(parts)


def _make_inputs(side: str) -> tuple[Input, ...]:
    return (
        number(f"{side}_die", 1, 10, 5),
        number(f"{side}_command", -6, 6, 0),
        number(f"{side}_bonus", 0, 20, 0),
        number(f"{side}_reserves", 0, 9, 0),
        number(f"{side}_trains", 0, 9, 0),
        number(f"{side}_returning", 0, 30, 0),
        tick(f"{side}_just"),
    )


CROSSED_PATTERN = re.compile(r"\s*([^/]*[^/\s])\s*/\s*([0-9]{1,4})(?=[\s,;]|$)[\s,;]*")
MAX_HEIGHT = 999
BETWEEN = text_input("between", choice_kind="terrain", choices=lambda catalog: catalog.terrain)


def calculate_sight(typed: Typed, formatter: MessageFormatter) -> Answer:
    """9.2.D: check a line of sight; ``wood/125 clear/100`` are the hexes it crosses, with heights."""
    between = parse_crossed(typed.text("between"), formatter)
    hex_ = find_blocking_hex(
        typed["own_height"], typed["target_height"], between, adjacent=typed.on("adjacent")
    )
    if hex_ is None:
        return Answer(formatter.term("aid.sight_free"))
    facts = {"terrain": hex_.terrain, "height": hex_.height}
    return Answer(formatter.sentence("aid.sight_blocked", facts), wrong=True)


def parse_crossed(text: str, formatter: MessageFormatter) -> list[Crossed]:
    """Parse the hexes of a line: a terrain, by its name in any language, and a height."""
    hexes, position = [], 0
    while position < len(text.rstrip()):
        match = CROSSED_PATTERN.match(text, position)
        terrain = find_choice(formatter, BETWEEN, match[1]) if match else None
        if match is None or terrain is None:
            raise HorahError(
                "BAD_CROSSED",
                given=text[position:].strip(),
                known=tuple(BETWEEN.choice_names(formatter).values()),
            )
        hexes.append(Crossed(terrain, int(match[2])))
        position = match.end()
    return hexes


TERRAIN_WORDS = text_input(
    "way", "road wood", choice_kind="terrain", choices=lambda catalog: (*catalog.terrain, *SUPPLY_ROUTES)
)


def calculate_supply(typed: Typed, formatter: MessageFormatter) -> Answer:
    """15.4: count the supply distance over the hexes from a train to the counter."""
    names = []
    for word in typed.text("way").replace(",", " ").split():
        terrain = find_choice(formatter, TERRAIN_WORDS, word)
        if terrain is None:
            raise HorahError(
                "BAD_CROSSED", given=word, known=tuple(TERRAIN_WORDS.choice_names(formatter).values())
            )
        names.append(terrain)
    far = count_supply_distance(formatter.catalog, names)
    reached = far <= typed["reach"]
    key = "aid.supplied" if reached else "aid.not_supplied"
    return Answer(formatter.sentence(key, {"far": far, "reach": typed["reach"]}), wrong=not reached)


def _list_types(catalog: Catalog) -> list[str]:
    return list(dict.fromkeys(type_ for type_, _ in catalog.formations))


def calculate_movement(typed: Typed, formatter: MessageFormatter) -> Answer:
    """3.2, 8.4-8.6: calculate the movement points of a unit by the formation in which it ends."""
    type_ = typed.word("type", _list_types(formatter.catalog))
    formations = [formation for known, formation in formatter.catalog.formations if known == type_]
    blank: dict[str, Any] = dict.fromkeys(field.name for field in fields(Unit))
    unit = replace(
        Unit(**blank),
        type=type_,
        carried="trucks" if typed.on("carried") else "foot",
        mp=typed["mp"],
        deployed_mp=typed["deployed_mp"] or None,
    )
    rows = []
    for formation in formations:
        points = [
            compute_movement(formatter.catalog, unit, formation, changes=changes) for changes in (False, True)
        ]
        facts = {"stays": points[0], "changes": points[1]}
        rows.append((formatter.term(f"formation.{formation}"), formatter.sentence("aid.movement_row", facts)))
    return Answer(formatter.sentence("aid.movement", {"type": type_}), tuple(rows))


def calculate_pace(typed: Typed, formatter: MessageFormatter) -> Answer:
    """Calculate how many activations each side gets, from a document or a typed clock and command factors."""
    texts = {name: typed.text(name) for name in ("start", "end", "blue_hqs", "red_hqs")}
    lean = {side: typed[f"{side}_lean"] for side in SIDES}
    document = typed.document or sketch_battle(formatter.catalog, minutes=typed["minutes"], **texts)
    pace = compute_pace(formatter.catalog, Battle(dict(document)), lean)
    rows = []
    for side in SIDES:
        seat = formatter.name("seat", side)
        rows.append((seat, formatter.decimal(pace.mean[side], 2)))
        rows += [(f"{seat}: {n}", formatter.percent(chance)) for n, chance in pace.chances[side].items()]
    line = formatter.sentence("page.contests", formatter.pace(pace))
    return Answer(f"{line} {formatter.sentence('page.pace_how', {'runs': SIMULATION_RUNS})}", tuple(rows))


def calculate_skeleton(typed: Typed, formatter: MessageFormatter) -> Answer:
    """Make a skeleton by seed for authors; no rule of the game."""
    options = SkeletonOptions(**{name: typed[name] for name in BOUNDS}, air=typed.on("air"))
    skeleton = make_skeleton(formatter.catalog, options, check_seed(typed.text("seed")))
    clock = skeleton["clock"]
    rows = [(formatter.term("input.start"), clock["start"]), (formatter.term("input.end"), clock["end"])]
    rows += [(formatter.name("due", mark["kind"]), mark["box"]) for mark in clock["marks"]]
    return Answer(formatter.term("origin.skeleton"), tuple(rows), document=skeleton)


def calculate_random(typed: Typed, formatter: MessageFormatter) -> Answer:
    """Make a complete battle of our own by seed; a house rule."""
    wish = HouseOptions(typed["hqs"], typed.word("attacker", ATTACKERS))
    battle = make_house_battle(formatter.catalog, wish, check_seed(typed.text("seed")))
    points = count_points(formatter.catalog, battle)
    rows = [(formatter.term("input.start"), battle["clock"]["start"])]
    rows += [(formatter.term("input.end"), battle["clock"]["end"])]
    rows += [(formatter.name("seat", side), str(points[side])) for side in SIDES]
    return Answer(formatter.term("origin.house"), tuple(rows), document=battle)


CALCULATORS: Calculators = {
    "random": Calculator(
        (
            number("hqs", *HQ_BOUNDS, HouseOptions().hqs),
            pick("attacker", "attacker", lambda _: dict.fromkeys(ATTACKERS), HouseOptions().attacker),
            text_input("seed", "1940"),
        ),
        calculate_random,
    ),
    "contest": Calculator(
        tuple(input_ for side in SIDES for input_ in _make_inputs(side)), calculate_contest
    ),
    "sight": Calculator(
        (
            number("own_height", 0, MAX_HEIGHT, 100),
            number("target_height", 0, MAX_HEIGHT, 100),
            BETWEEN,
            tick("adjacent"),
        ),
        calculate_sight,
    ),
    "supply": Calculator((TERRAIN_WORDS, number("reach", 0, 30, 6)), calculate_supply),
    "movement": Calculator(
        (
            pick(
                "type",
                "type",
                lambda catalog: dict.fromkeys(type_ for type_, _ in catalog.formations),
                "infantry",
            ),
            number("mp", 0, 30, 4),
            number("deployed_mp", 0, 30, 0),
            tick("carried"),
        ),
        calculate_movement,
    ),
    "pace": Calculator(
        (
            text_input("start", DEFAULT_CLOCK["start"]),
            text_input("end", DEFAULT_CLOCK["end"]),
            number("minutes", *BOUNDS["minutes"], int(DEFAULT_CLOCK["minutes"])),
            *(text_input(f"{side}_hqs", DEFAULT_FACTORS[side]) for side in SIDES),
            *(number(f"{side}_lean", -MAX_LEAN, MAX_LEAN, 0) for side in SIDES),
        ),
        calculate_pace,
        document_kind=BATTLE,
    ),
    "skeleton": Calculator(
        (
            *(number(name, *bounds, getattr(SkeletonOptions(), name)) for name, bounds in BOUNDS.items()),
            tick("air"),
            text_input("seed", "1"),
        ),
        calculate_skeleton,
    ),
}
