"""What the rules work out from what is typed: who wins an activation, and what he has of it."""

from __future__ import annotations

import re

from exports.games.schwerpunkt.scribe import Scribe
from generator.games.schwerpunkt.battle import HQ, SIDES
from generator.games.schwerpunkt.contest import (
    Bid,
    Footing,
    advance,
    may_turn,
    modifiers,
    points,
    points_of_loser,
    points_turned,
)
from generator.games.schwerpunkt.sight import Crossed, blocked
from schemas.errors import HorahError
from web.aids import Aid, Aids, Answer, Input, Typed, number, tick, written


def contest(typed: Typed, words: Scribe) -> Answer:
    """5.2-5.8: both totals, who wins, his points, the clock, and what the loser has."""
    totals = {side: typed[f"{side}_die"] + sum(_changes(typed, words, side).values()) for side in SIDES}
    rows = [(words.name("seat", side), _working(typed, words, side)) for side in SIDES]
    blue, red = (totals[side] for side in SIDES)
    if blue == red:
        return Answer(words.sentence("aid.tie", {"total": blue}), tuple(rows))
    winner, loser = SIDES if blue < red else reversed(SIDES)
    figures, die = words.catalog.figures, typed[f"{winner}_die"]
    won = points(figures, die, typed[f"{winner}_bonus"], typed[f"{winner}_reserves"])
    facts = {"side": winner, "own": totals[winner], "enemy": totals[loser], "points": won}
    rows.append((words.term("aid.clock"), str(advance(totals[winner]))))
    left = points_of_loser(figures, typed[f"{loser}_reserves"])
    if left:
        rows.append((words.sentence("aid.loser", {"side": loser}), str(left)))
    if may_turn(figures, totals[winner], totals[loser], die):
        rows.append((words.term("aid.turned"), str(points_turned(figures, die))))
    return Answer(words.sentence("aid.won", facts), tuple(rows))


def _changes(typed: Typed, words: Scribe, side: str) -> dict[str, int]:
    hq = HQ(side, side, side, typed[f"{side}_command"], None, None, None, None, None, "deployed", None)
    trains = tuple(map(str, range(typed[f"{side}_trains"])))
    bid = Bid(side, typed[f"{side}_reserves"], trains)
    return modifiers(words.catalog, hq, bid, Footing(just_activated=typed.on(f"{side}_just")))


def _working(typed: Typed, words: Scribe, side: str) -> str:
    """The die and everything that is added to it."""
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
        tick(f"{side}_just"),
    )


CROSSED = re.compile(r"([a-z_]+)/([0-9]{1,4})")
HIGH = 999


def look(typed: Typed, words: Scribe) -> Answer:
    """9.2.D: is the line free? ``wood/125 clear/100`` are the hexes that it crosses, with their heights."""
    between = []
    for word in typed.text("between").split():
        found = CROSSED.fullmatch(word)
        if found is None or found[1] not in words.catalog.terrain:
            raise HorahError("BAD_CROSSED", given=word, known=tuple(words.catalog.terrain))
        between.append(Crossed(found[1], int(found[2])))
    hex_ = blocked(typed["own_height"], typed["target_height"], between, adjacent=typed.on("adjacent"))
    if hex_ is None:
        return Answer(words.term("aid.sight_free"))
    facts = {"terrain": hex_.terrain, "height": hex_.height}
    return Answer(words.sentence("aid.sight_blocked", facts), wrong=True)


AIDS: Aids = {
    "contest": Aid(tuple(each for side in SIDES for each in _of(side)), contest),
    "sight": Aid(
        (
            number("own_height", 0, HIGH, 100),
            number("target_height", 0, HIGH, 100),
            written("between"),
            tick("adjacent"),
        ),
        look,
    ),
}
