"""A play for tests: answers by prompt name, with typed dice."""

from __future__ import annotations

from typing import Any

from catalogs.games.thunder_at_cassino import Catalog, load
from generator.game import Procedure
from generator.games.thunder_at_cassino.play.state import State
from generator.games.thunder_at_cassino.procedures import PLAY
from generator.session import Session, begin
from generator.table import EVERYONE, Prompt

CATALOG = load()
CALM = {"prolong": "no", "close_area": "done", "reroll": "no"}  # unused unless a test answers


class Play:
    """A session with people and typed dice."""

    def __init__(
        self, scenario: str = "campaign", kind: Procedure = PLAY, catalog: Catalog = CATALOG, **settings: Any
    ) -> None:
        mode = {"mode": "strict"} if kind is PLAY else {}
        values = {"scenario": scenario, "dice": "typed", "allied_guns": "ready", **mode, **settings}
        self.session: Session = begin(kind, catalog, kind.read(catalog, values), "1")
        self.session.fill()

    @property
    def prompt(self) -> Prompt:
        return self.session.table.pending[0]

    @property
    def state(self) -> State:
        result: State = self.session.table.stands[-1].state
        return result

    def say(self, ask: str, answer: Any, seat: str | None = None) -> None:
        """Answer a prompt, which must be the current one."""
        prompt = self.prompt
        assert prompt.ask == ask, f"{prompt.ask} is asked, not {ask}"
        who = seat or ("german" if prompt.seat == EVERYONE else prompt.seat)
        self.session.answer(who, answer)
        self.session.fill()

    def skip(self, until: str) -> None:
        """Answer with the least effect until a given prompt."""
        for _ in range(200):
            if self.session.finished or self.prompt.ask == until:
                return
            self.skip_one()
        raise AssertionError(f"{until} was never asked")

    def skip_one(self) -> None:
        """Answer the current prompt with the least effect."""
        prompt = self.prompt
        if prompt.kind == "roll":
            answer: Any = [1] * len(prompt.dice)
        elif prompt.kind == "buy":
            answer = {}
        elif prompt.kind == "report":
            answer = prompt.context["example"]
        elif prompt.ask in CALM:
            answer = CALM[prompt.ask]
        elif not prompt.single:
            answer = []
        else:
            answer = "pass" if "pass" in prompt.options else prompt.options[0]
        self.say(prompt.ask, answer)

    def to_turn(self, turn: int) -> None:
        """Continue to the first impulse of a turn."""
        while self.state.turn < turn or self.prompt.ask != "impulse":
            self.skip("impulse")
            if self.state.turn < turn:
                self.say("impulse", "pass")

    def notes(self, what: str) -> list[dict[str, Any]]:
        return [line["facts"] for line in self.session.log(EVERYONE) if line.get("what") == what]
