"""Run one fight from its seed to its end: outcome, film and table procedure."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.chance import draw_below, open_part, roll_dice
from generator.table import NO_ANSWER, Ask, Choose, Draw, Note, Roll, Stand

from .commander_names import DEFAULT_LEVEL
from .fight import new_fight, run_fight
from .fight_builder import Document
from .levels import Commander, make_commander
from .state import SIDES, Fight


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a fight."""

    winner: Side
    ending: str
    marker: int
    advances: int
    turns: int
    lost: Mapping[Side, int]
    sources: Mapping[str, Mapping[Side, int]]
    fallen: Mapping[str, int]  # hex -> units eliminated there
    changed: Mapping[str, int]  # objective -> changes of control
    answers: int
    lookups: int = field(default=0, compare=False)  # number of sight checks
    idle: Mapping[Side, int] = field(default_factory=dict)  # turns without an order
    longest_idle: int = 0  # most turns in a row without an order
    time: int = 0  # Time space at the end
    discarded: Mapping[Side, int] = field(default_factory=dict)  # cards


def load_outcome(data: Mapping[str, Any]) -> Outcome:
    """Return an outcome from its JSON form."""
    return Outcome(**data)


def simulate_fight(
    card: Document,
    catalog: Catalog,
    seed: str,
    kinds: Mapping[Side, str] | None = None,
    prepare: Callable[[Fight], None] = lambda fight: None,
) -> Outcome:
    """Simulate a fight between two commanders without a log; a table with the same seed plays the same.

    A study may ``prepare`` the fight before set-up.
    """
    fight = new_fight(card, catalog)
    prepare(fight)
    answers = answer_all(fight, run_fight(fight, card), seed, kinds or dict.fromkeys(SIDES, DEFAULT_LEVEL))
    return make_outcome(fight, answers)


def answer_all(
    fight: Fight, procedure: Generator[Ask, Any, Any], seed: str, kinds: Mapping[Side, str]
) -> int:
    """Answer every question, with dice from the documented stream; return the number of answers."""
    players = {side: make_commander(kind, fight, side, seed) for side, kind in kinds.items()}
    public = open_part(seed)
    answers = 0
    answer: Any = None
    try:
        while True:
            question = procedure.send(answer)
            if isinstance(question, Choose):
                answer = players[question.seat](question)  # type: ignore[index]
            elif isinstance(question, Roll):
                answer = roll_dice(f"{public}/{answers}", question.dice)
            elif isinstance(question, Draw):
                answer = question.cup[
                    draw_below(f"{seed if question.secret else public}/{answers}", len(question.cup))
                ]
            else:
                answer = None
                continue
            answers += 1
    except StopIteration:
        return answers


def make_outcome(fight: Fight, answers: int) -> Outcome:
    assert fight.winner is not None
    names = fight.board.names
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
        idle=fight.idle_turns,
        longest_idle=fight.longest_idle,
        lookups=fight.lookups,
        time=fight.time,
        discarded=fight.discarded,
    )


def run_at_table(card: Document, catalog: Catalog) -> Generator[Ask, Any, Fight]:
    """Run a fight as a table procedure with its notes in the log."""
    fight = new_fight(card, catalog)
    fight.log_enabled = True
    yield Stand(fight)
    procedure = run_fight(fight, card)
    answer: Any = None
    while True:
        try:
            question = procedure.send(answer)
        except StopIteration as stop:
            yield from _flush_notes(fight)
            state: Fight = stop.value
            return state
        yield from _flush_notes(fight)
        answer = yield question


def _flush_notes(fight: Fight) -> Generator[Ask, Any, None]:
    for line in fight.log:
        yield Note(line.rule, f"fight_{line.what}", line.facts)
    fight.log.clear()


class TableCommanders:
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
            self._players = {s: make_commander(kind, fight, s, self.seed) for s, kind in self.kinds.items()}
        return self._players[prompt.seat](prompt)


Frame = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Film:
    """A fight step by step: its events and the map after each."""

    outcome: Outcome
    steps: tuple[tuple[str, str, Mapping[str, Any]], ...]
    frames: tuple[Frame, ...]  # the map after each step that changes it
    shown: tuple[int, ...]  # index of the frame for each step


FRAME_EVENTS = (
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
    "placed",
    "retreated",
    "fled",
    "exchanged",
    "work",
    "work_gone",
    "smoke",
    "smoke_gone",
    "blaze",
)


def make_film(card: Document, catalog: Catalog, seed: str, kinds: Mapping[Side, str] | None = None) -> Film:
    """Simulate the fight of a seed and record every step."""
    fight = new_fight(card, catalog)
    fight.log_enabled = True
    frames: list[Frame] = []
    steps: list[tuple[str, str, Mapping[str, Any]]] = []
    shown: list[int] = []
    pause = _record(fight, run_fight(fight, card), steps, frames, shown)
    answers = answer_all(fight, pause, seed, kinds or dict.fromkeys(SIDES, DEFAULT_LEVEL))
    return Film(make_outcome(fight, answers), tuple(steps), tuple(frames), tuple(shown))


def _record(
    fight: Fight,
    procedure: Generator[Ask, Any, Fight],
    steps: list[tuple[str, str, Mapping[str, Any]]],
    frames: list[Frame],
    shown: list[int],
) -> Generator[Ask, Any, Fight]:
    answer: Any = None
    while True:
        try:
            question = procedure.send(answer)
        except StopIteration as stop:
            _record_step(fight, steps, frames, shown)
            state: Fight = stop.value
            return state
        _record_step(fight, steps, frames, shown)
        answer = yield question


def _record_step(
    fight: Fight, steps: list[tuple[str, str, Mapping[str, Any]]], frames: list[Frame], shown: list[int]
) -> None:
    if not fight.log:
        return
    if not frames or any(line.what in FRAME_EVENTS for line in fight.log):
        frames.append(make_frame(fight))
    for line in fight.log:
        steps.append((line.rule, line.what, line.facts))
        shown.append(len(frames) - 1)
    fight.log.clear()


def make_frame(fight: Fight) -> Frame:
    """Return the public state of the map."""
    names = fight.board.names
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
        "rubble": sorted(fight.special.overlay.rubble),
        "control": {str(number): owner for number, owner in fight.control.items()},
        "marker": fight.marker,
        "time": fight.time,
    }


def make_fight_seed(seed: str, number: int) -> str:
    """Return the seed of one fight of a rehearsal; the secret part stays behind the dot."""
    first, dot, secret = seed.partition(".")
    return f"{first}~{number}{dot}{secret}"
