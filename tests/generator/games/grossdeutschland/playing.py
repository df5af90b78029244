"""A player that answers everything legally by a key, for complete plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.chance import Chance, open_part
from generator.games.grossdeutschland.procedure import PLAY
from generator.session import Session, begin
from generator.table import NO_ANSWER, Answer, Choose, Prompt, Report, Roll, Table

SPOTS = 50  # attempts to find a place without a noted bridge
BUSY = 3  # one answer in this many is that nothing more happens


class RandomPlayer:
    """Chooses among the options; fills forms with random valid values."""

    by = "german"

    def __init__(self, key: str, turns: int = 3) -> None:
        self.key = key
        self.turns = turns

    def __call__(self, table: Table[Any], prompt: Prompt) -> Answer:
        chance = Chance(f"{self.key}/anybody/{len(table.entries)}")
        if isinstance(prompt, Choose):
            return self._chosen(table, prompt, chance)
        if isinstance(prompt, Report):
            return self._told(table, prompt, chance)
        if isinstance(prompt, Roll):
            return [chance(faces) + 1 for faces in prompt.dice]
        return NO_ANSWER

    def _chosen(self, table: Table[Any], prompt: Choose, chance: Chance) -> Answer:
        if prompt.ask == "last_turn":
            return "yes" if table.stands[-1].state.number + 1 >= self.turns else "no"
        if prompt.ask == "act" and chance(BUSY) == 0:
            return "done"
        if prompt.single:
            return prompt.options[chance(len(prompt.options))]
        count = min(prompt.most, prompt.least + chance(3))
        left = list(prompt.options)
        return [left.pop(chance(len(left))) for _ in range(count)]

    def _told(self, table: Table[Any], prompt: Report, chance: Chance) -> Answer:
        if prompt.ask in ("demolish", "pontoon", "clear"):
            spots = (f"{10 + chance(40)}{10 + chance(40)}" for _ in range(SPOTS))
            return next(spot for spot in spots if not (prompt.check and prompt.check(spot)))
        if prompt.ask == "companion":
            return self._doing(table, prompt, chance)
        answer = fill_form(prompt.form, chance)
        if prompt.ask == "attack" and answer["column"] is None:
            answer = {**answer, "attack": 1 + chance(30), "defence": 1 + chance(30)}
        if prompt.ask == "barrage" and prompt.check and prompt.check(answer):
            return {**answer, "distance": 1}
        if prompt.ask == "anti_air" and prompt.check and prompt.check(answer):
            return []
        return answer

    def _doing(self, table: Table[Any], prompt: Report, chance: Chance) -> Answer:
        """Let the next chit come most of the time, and the battle end after some turns."""
        doings = prompt.form["properties"]["do"]["enum"]
        if chance(BUSY):
            late = table.stands[-1].state.number + 1 >= self.turns and "last" in doings
            return {"do": "last" if late and chance(4) == 0 else "next"}
        doing = doings[chance(len(doings) - 1)]  # all but the last turn
        return {"do": doing, "modifier": chance(9) - 4} if doing.startswith("attack") else {"do": doing}


def fill_form(form: Mapping[str, Any], chance: Chance) -> Any:
    """Return a value that fits a form."""
    if "enum" in form:
        return form["enum"][chance(len(form["enum"]))]
    kinds = form["type"] if isinstance(form["type"], list) else [form["type"]]
    kind = kinds[chance(len(kinds))]
    if kind == "integer":
        low, high = form["minimum"], min(form["maximum"], form["minimum"] + 20)
        return low + chance(high - low + 1)
    if kind == "boolean":
        return bool(chance(2))
    if kind == "array":
        items = [fill_form(form["items"], chance) for _ in range(chance(3))]
        return list(dict.fromkeys(items)) if form.get("uniqueItems") else items
    if kind == "object":
        return {name: fill_form(inner, chance) for name, inner in form["properties"].items()}
    return None


def play_random(catalog: Catalog, seed: str, turns: int = 3, **settings: Any) -> Session:
    """Play a battle from beginning to end with random answers."""
    session = begin(PLAY, catalog, PLAY.read(catalog, {"mode": "strict", **settings}), seed)
    session.table.fill([*session.answerers, RandomPlayer(open_part(seed), turns)])
    return session
