"""One fight from its seed to its end: what came out of it, and as a film what happened on the way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.chance import below, open_part, rolled
from generator.table import NO_ANSWER, Ask, Choose, Draw, Note, Roll, Stand

from .begin import Document
from .fight import course, new
from .move import DROP
from .bot import Plain
from .state import SIDES, Fight

COMMANDERS = ("plain", "random")
SELDOM = 0.01
Commander = Callable[[Choose], Any]


class Anything:
    """Any legal answer; but a weapon is thrown away seldom, or nobody would have one for long (11.3)."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def __call__(self, prompt: Choose) -> Any:
        options = prompt.options
        if prompt.single:
            one = options[int(self.random.random() * len(options))]
            if one.startswith(DROP) and self.random.random() >= SELDOM:
                options = [each for each in options if not each.startswith(DROP)]
                one = options[int(self.random.random() * len(options))]
            return one
        number = prompt.least + int(self.random.random() * (prompt.most - prompt.least + 1))
        left = list(options)
        return [left.pop(int(self.random.random() * len(left))) for _ in range(number)]


def commander(kind: str, fight: Fight, side: Side, seed: str) -> Commander:
    """Who answers for a side, with a source of chance of his own."""
    key = f"{seed}/{side}"
    return Plain(fight, side, fight.catalog.plain_commander, key) if kind == "plain" else Anything(key)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of a fight."""

    winner: Side
    ending: str
    marker: int
    advances: int
    turns: int
    lost: Mapping[Side, int]
    sources: Mapping[str, Mapping[Side, int]]
    fallen: Mapping[str, int]  # hex -> units that fell there
    changed: Mapping[str, int]  # objective -> how often it changed hands
    answers: int
    lookups: int = field(compare=False)  # how often sight was asked for


def outcome_from(data: Mapping[str, Any]) -> Outcome:
    """An outcome that was kept as JSON."""
    return Outcome(**data)


def play_out(card: Document, catalog: Catalog, seed: str, kinds: Mapping[Side, str] | None = None) -> Outcome:
    """A fight by two commanders, without a log: the same as a table with the same seed would play."""
    fight = new(card, catalog)
    answers = drive(fight, course(fight, card), seed, kinds or dict.fromkeys(SIDES, "plain"))
    return outcome(fight, answers)


def drive(fight: Fight, running: Generator[Ask, Any, Any], seed: str, kinds: Mapping[Side, str]) -> int:
    """Answer everything that is asked, the dice as the documented stream has them; the number of answers."""
    players = {side: commander(kind, fight, side, seed) for side, kind in kinds.items()}
    public = open_part(seed)
    count = 0
    answer: Any = None
    try:
        while True:
            asked = running.send(answer)
            if isinstance(asked, Choose):
                answer = players[asked.seat](asked)  # type: ignore[index]
            elif isinstance(asked, Roll):
                answer = rolled(f"{public}/{count}", asked.dice)
            elif isinstance(asked, Draw):
                answer = asked.cup[below(f"{seed if asked.secret else public}/{count}", len(asked.cup))]
            else:
                answer = None
                continue
            count += 1
    except StopIteration:
        return count


def outcome(fight: Fight, answers: int) -> Outcome:
    assert fight.winner is not None
    names = fight.ground.names
    return Outcome(
        winner=fight.winner,
        ending=fight.ending,
        marker=fight.marker,
        advances=fight.advances,
        turns=fight.turns,
        lost={side: len(fight.camps[side].lost) for side in SIDES},
        sources=fight.sources,
        fallen={names[hex_]: count for hex_, count in sorted(fight.fallen.items())},
        changed={str(number): count for number, count in sorted(fight.changed.items())},
        answers=answers,
        lookups=fight.lookups,
    )


def told(card: Document, catalog: Catalog) -> Generator[Ask, Any, Fight]:
    """The procedure over the table: the course of a fight with its notes in the log."""
    fight = new(card, catalog)
    fight.telling = True
    yield Stand(fight)
    running = course(fight, card)
    answer: Any = None
    while True:
        try:
            asked = running.send(answer)
        except StopIteration as stop:
            yield from _notes(fight)
            state: Fight = stop.value
            return state
        yield from _notes(fight)
        answer = yield asked


def _notes(fight: Fight) -> Generator[Ask, Any, None]:
    for line in fight.told:
        yield Note(line.rule, f"fight_{line.what}", line.facts)
    fight.told.clear()


class Seats:
    """The commanders of a fight at a table."""

    by = "commander"

    def __init__(self, kinds: Mapping[Side, str], seed: str) -> None:
        self.kinds, self.seed = kinds, seed
        self._players: dict[str, Commander] = {}

    def __call__(self, table: Any, prompt: Any) -> Any:
        if not isinstance(prompt, Choose):
            return NO_ANSWER
        if prompt.seat not in self._players:
            fight = table.stands[0].state
            self._players = {s: commander(kind, fight, s, self.seed) for s, kind in self.kinds.items()}
        return self._players[prompt.seat](prompt)


Frame = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Film:
    """A fight step by step: what happened, and how the map looked when it had."""

    outcome: Outcome
    steps: tuple[tuple[str, str, Mapping[str, Any]], ...]
    frames: tuple[Frame, ...]  # after each step of a kind that changes the map
    shown: tuple[int, ...]  # for each step, its frame


CHANGES = (
    "order",
    "turn",
    "moved",
    "advanced",
    "eliminated",
    "broke",
    "rallied",
    "objective",
    "entered",
    "over",
    "time",
    "rubble",
)


def film(card: Document, catalog: Catalog, seed: str, kinds: Mapping[Side, str] | None = None) -> Film:
    """The fight of a seed with everything that happened in it."""
    fight = new(card, catalog)
    fight.telling = True
    frames: list[Frame] = []
    steps: list[tuple[str, str, Mapping[str, Any]]] = []
    shown: list[int] = []
    pause = _watch(fight, course(fight, card), steps, frames, shown)
    answers = drive(fight, pause, seed, kinds or dict.fromkeys(SIDES, "plain"))
    return Film(outcome(fight, answers), tuple(steps), tuple(frames), tuple(shown))


def _watch(
    fight: Fight,
    running: Generator[Ask, Any, Fight],
    steps: list[tuple[str, str, Mapping[str, Any]]],
    frames: list[Frame],
    shown: list[int],
) -> Generator[Ask, Any, Fight]:
    answer: Any = None
    while True:
        try:
            asked = running.send(answer)
        except StopIteration as stop:
            _take(fight, steps, frames, shown)
            state: Fight = stop.value
            return state
        _take(fight, steps, frames, shown)
        answer = yield asked


def _take(
    fight: Fight, steps: list[tuple[str, str, Mapping[str, Any]]], frames: list[Frame], shown: list[int]
) -> None:
    if not fight.told:
        return
    if not frames or any(line.what in CHANGES for line in fight.told):
        frames.append(frame(fight))
    for line in fight.told:
        steps.append((line.rule, line.what, line.facts))
        shown.append(len(frames) - 1)
    fight.told.clear()


def frame(fight: Fight) -> Frame:
    """The map as everybody sees it."""
    names = fight.ground.names
    return {
        "units": [
            {
                "hex": names[unit.hex],
                "side": side,
                "ref": unit.ref,
                "soldiers": unit.soldiers,
                "broken": unit.broken,
                "suppressed": unit.suppressed,
                "weapon": unit.weapon.counter.ref if unit.weapon else None,
            }
            for side in SIDES
            for unit in fight.camps[side].units
            if unit.hex >= 0
        ],
        "works": {names[hex_]: kind for hex_, kind in sorted(fight.works.items())},
        "smoke": {names[hex_]: value for hex_, value in sorted(fight.smoke.items())},
        "blaze": [names[hex_] for hex_ in sorted(fight.blaze)],
        "rubble": sorted(fight.special.lay.rubble),
        "control": {str(number): owner for number, owner in fight.control.items()},
        "marker": fight.marker,
        "time": fight.time,
    }


def seed_of(seed: str, number: int) -> str:
    """The seed of one fight of a rehearsal; a secret part stays behind the dot."""
    first, dot, secret = seed.partition(".")
    return f"{first}~{number}{dot}{secret}"
