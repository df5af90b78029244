"""Aids of the game, calculated from typed fields: activation, line of sight, pace, skeleton."""

from __future__ import annotations

import re

from exports.games.schwerpunkt.messages import MessageFormatter
from generator.chance import check_seed
from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.battle import HQ, SIDES, Battle
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
from generator.games.schwerpunkt.pace import MAX_LEAN, SIMULATION_RUNS, compute_pace
from generator.games.schwerpunkt.sight import Crossed, find_blocking_hex
from generator.games.schwerpunkt.skeleton import BOUNDS, SkeletonOptions, make_skeleton
from schemas.errors import HorahError
from web.games.calculators import Aid, Aids, Answer, Input, Typed, find_choice, number, text_input, tick

from .sketch_battle import CLOCK, FACTORS, sketched


def contest(typed: Typed, words: MessageFormatter) -> Answer:
    """5.2-5.8: return both totals, the winner's points, the clock, and the loser's points."""
    totals = {side: typed[f"{side}_die"] + sum(_changes(typed, words, side).values()) for side in SIDES}
    rows = [(words.name("seat", side), _working(typed, words, side)) for side in SIDES]
    blue, red = (totals[side] for side in SIDES)
    if blue == red:
        return Answer(words.sentence("aid.tie", {"total": blue}), tuple(rows))
    winner, loser = SIDES if blue < red else reversed(SIDES)
    figures, die = words.catalog.figures, typed[f"{winner}_die"]
    won = compute_points(figures, die, typed[f"{winner}_bonus"], typed[f"{winner}_reserves"])
    facts = {"side": winner, "own": totals[winner], "enemy": totals[loser], "points": won}
    rows.append((words.term("aid.clock"), str(count_boxes(totals[winner]))))
    left = compute_loser_points(figures, typed[f"{loser}_reserves"])
    if left:
        rows.append((words.sentence("aid.loser", {"side": loser}), str(left)))
    if may_activate_enemy(figures, totals[winner], totals[loser], die):
        rows.append((words.term("aid.turned"), str(compute_points_with_enemy(figures, die))))
    return Answer(words.sentence("aid.won", facts), tuple(rows))


def _changes(typed: Typed, words: MessageFormatter, side: str) -> dict[str, int]:
    hq = HQ(side, side, side, typed[f"{side}_command"], None, None, None, None, None, "deployed", None)
    trains = tuple(map(str, range(typed[f"{side}_trains"])))
    bid = Bid(side, typed[f"{side}_reserves"], trains)
    back = typed[f"{side}_returning"]
    footing = Footing(typed.on(f"{side}_just"), in_the_clock=back > 0, good_order=back)
    return list_modifiers(words.catalog, hq, bid, footing)


def _working(typed: Typed, words: MessageFormatter, side: str) -> str:
    """Return the die and every modifier of a side."""
    parts = [str(typed[f"{side}_die"])]
    parts += [
        f"{value:+d} ({words.term(f'why.{why}')})" for why, value in _changes(typed, words, side).items()
    ]
    return " ".join(parts)


def _of(side: str) -> tuple[Input, ...]:
    return (
        number(f"{side}_die", 1, 10, 5),
        number(f"{side}_command", -6, 6, 0),
        number(f"{side}_bonus", 0, 20, 0),
        number(f"{side}_reserves", 0, 9, 0),
        number(f"{side}_trains", 0, 9, 0),
        number(f"{side}_returning", 0, 30, 0),
        tick(f"{side}_just"),
    )


CROSSED = re.compile(r"\s*([^/]*[^/\s])\s*/\s*([0-9]{1,4})(?=[\s,;]|$)[\s,;]*")
HIGH = 999
BETWEEN = text_input("between", of="terrain", picks=lambda catalog: catalog.terrain)


def look(typed: Typed, words: MessageFormatter) -> Answer:
    """9.2.D: check a line of sight; ``wood/125 clear/100`` are the hexes it crosses, with heights."""
    between = crossed(typed.text("between"), words)
    hex_ = find_blocking_hex(
        typed["own_height"], typed["target_height"], between, adjacent=typed.on("adjacent")
    )
    if hex_ is None:
        return Answer(words.term("aid.sight_free"))
    facts = {"terrain": hex_.terrain, "height": hex_.height}
    return Answer(words.sentence("aid.sight_blocked", facts), wrong=True)


def crossed(text: str, words: MessageFormatter) -> list[Crossed]:
    """Parse the hexes of a line: a terrain, by its name in any language, and a height."""
    found, at = [], 0
    while at < len(text.rstrip()):
        part = CROSSED.match(text, at)
        terrain = find_choice(words, BETWEEN, part[1]) if part else None
        if part is None or terrain is None:
            raise HorahError(
                "BAD_CROSSED", given=text[at:].strip(), known=tuple(BETWEEN.things(words).values())
            )
        found.append(Crossed(terrain, int(part[2])))
        at = part.end()
    return found


def _pace(typed: Typed, words: MessageFormatter) -> Answer:
    """Calculate how many activations each side gets, from a document or a typed clock and command factors."""
    told = {name: typed.text(name) for name in ("start", "end", "blue_hqs", "red_hqs")}
    lean = {side: typed[f"{side}_lean"] for side in SIDES}
    document = typed.document or sketched(words.catalog, minutes=typed["minutes"], **told)
    found = compute_pace(words.catalog, Battle(dict(document)), lean)
    rows = []
    for side in SIDES:
        seat = words.name("seat", side)
        rows.append((seat, words.decimal(found.mean[side], 2)))
        rows += [(f"{seat}: {n}", words.percent(chance)) for n, chance in found.chances[side].items()]
    line = words.sentence("page.contests", words.pace(found))
    return Answer(f"{line} {words.sentence('page.pace_how', {'runs': SIMULATION_RUNS})}", tuple(rows))


def _skeleton(typed: Typed, words: MessageFormatter) -> Answer:
    """Make a skeleton by seed for authors; no rule of the game."""
    wish = SkeletonOptions(**{name: typed[name] for name in BOUNDS}, air=typed.on("air"))
    found = make_skeleton(words.catalog, wish, check_seed(typed.text("seed")))
    clock = found["clock"]
    rows = [(words.term("input.start"), clock["start"]), (words.term("input.end"), clock["end"])]
    rows += [(words.name("due", mark["kind"]), mark["box"]) for mark in clock["marks"]]
    return Answer(words.term("origin.skeleton"), tuple(rows), document=found)


AIDS: Aids = {
    "contest": Aid(tuple(each for side in SIDES for each in _of(side)), contest),
    "sight": Aid(
        (
            number("own_height", 0, HIGH, 100),
            number("target_height", 0, HIGH, 100),
            BETWEEN,
            tick("adjacent"),
        ),
        look,
    ),
    "pace": Aid(
        (
            text_input("start", CLOCK["start"]),
            text_input("end", CLOCK["end"]),
            number("minutes", *BOUNDS["minutes"], int(CLOCK["minutes"])),
            *(text_input(f"{side}_hqs", FACTORS[side]) for side in SIDES),
            *(number(f"{side}_lean", -MAX_LEAN, MAX_LEAN, 0) for side in SIDES),
        ),
        _pace,
        takes=BATTLE,
    ),
    "skeleton": Aid(
        (
            *(number(name, *bounds, getattr(SkeletonOptions(), name)) for name, bounds in BOUNDS.items()),
            tick("air"),
            text_input("seed", "1"),
        ),
        _skeleton,
    ),
}
