"""Run rule steps with given answers and record notes and prompts."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from catalogs import load as load_any
from catalogs.games.combat_solitaire import Catalog
from generator.games.combat_solitaire.events import resolve_event
from generator.games.combat_solitaire.settings import Settings
from generator.games.combat_solitaire.state import Soldier, State
from generator.table import Note, Prompt, Roll, Shuffle, Stand
from generator.table.answers import check_answer


@cache
def catalog() -> Catalog:
    result = load_any("combat_solitaire")
    assert isinstance(result, Catalog)
    return result


def scenario(**changes: Any) -> dict[str, Any]:
    return {**catalog().scenarios["crossroads"], **changes}


def man(who: str, hex_: str, **fields: Any) -> Soldier:
    team = catalog().men[who].team
    return Soldier(who, "friendly", team, hex_, **{"morale": "normal", "seen": True, **fields})


def enemy(name: str, hex_: str, team: str = "red", **fields: Any) -> Soldier:
    return Soldier(name, "enemy", team, hex_, **{"morale": "normal", "who": "red:14", **fields})


MARKERS = {
    f"{kind}.{name}.{what}": 0
    for kind, names in (("morale", catalog().morale), ("wound", catalog().wounds))
    for name in names
    for what in ("tq", "ws", "ldr")
}


def state(*soldiers: Soldier, settings: Settings | None = None, **fields: Any) -> State:
    """Return a state in which every marker is worth nothing, unless ``typed`` says otherwise."""
    typed = {**MARKERS, **fields.pop("typed", {})}
    result = State(
        catalog(),
        settings or Settings(mode="strict"),
        fields.pop("scenario", scenario()),
        typed=typed,
        resolve_event=resolve_event,
        **fields,
    )
    return replace(result, soldiers={soldier.id: soldier for soldier in soldiers})


@dataclass
class Played:
    """Result, notes and prompts of a step."""

    value: Any
    notes: list[tuple[str, Mapping[str, Any]]]
    asked: list[str]

    @property
    def state(self) -> State:
        result = self.value[0] if isinstance(self.value, tuple) else self.value
        assert isinstance(result, State)
        return result

    def noted(self, what: str) -> list[Mapping[str, Any]]:
        return [facts for name, facts in self.notes if name == what]


def played(steps: Generator[Any, Any, Any], answers: Mapping[str, Sequence[Any]] | None = None) -> Played:
    """Run a step. ``answers`` are by prompt, in order; ten-sided dice are given from 0 to 9."""
    left = {ask: list(given) for ask, given in (answers or {}).items()}
    notes: list[tuple[str, Mapping[str, Any]]] = []
    asked: list[str] = []
    answer: Any = None
    while True:
        try:
            prompt = steps.send(answer)
        except StopIteration as stop:
            rest = {ask: given for ask, given in left.items() if given}
            assert not rest, f"never asked: {rest}"
            return Played(stop.value, notes, asked)
        if isinstance(prompt, Note | Stand | Shuffle):
            notes += [(prompt.what, prompt.facts)] if isinstance(prompt, Note) else []
            answer = None
            continue
        asked.append(prompt.ask)
        assert left.get(prompt.ask), f"no answer for {prompt.ask} ({prompt})"
        answer = check_answer(prompt, _given(prompt, left[prompt.ask].pop(0)))


def _given(prompt: Prompt, value: Any) -> Any:
    if not isinstance(prompt, Roll):
        return value
    dice = value if isinstance(value, list) else [value]
    return [10 if faces == 10 and die == 0 else die for die, faces in zip(dice, prompt.dice, strict=True)]
