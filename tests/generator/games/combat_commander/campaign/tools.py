"""Campaigns played by script; prompts that a test does not plan get a plain legal answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import load
from generator.games.combat_commander.campaign.play import Campaign, get_state, make_answerers, replay
from generator.games.combat_commander.campaign.random_results import Chance, random_result, random_spaces
from generator.games.combat_commander.campaign.settings import CampaignSettings
from generator.games.combat_commander.campaign.state import RESULT
from generator.table import NO_ANSWER, Buy, Choose, Draw, Note, Prompt, Report, Roll

CATALOG = load()
PLAIN_ROLL = [3, 4]


def won(winner: str, ended: str = "surrender", marker: int = 0, **more: Any) -> dict[str, Any]:
    """Return a report; with survivors only if the test gives them."""
    return {"winner": winner, "ended": ended, "marker": marker, "initiative": winner, **more}


class Steering:
    """Answerer that keeps the front of Stalingrad in the middle, and rolls twelve for Sudden Death."""

    by = "script"

    def __call__(self, table: Any, prompt: Prompt) -> Any:
        if prompt.ask == "campaign_sudden_death":
            return [6, 6]
        if isinstance(prompt, Choose) and prompt.ask == "next_position":
            return min(prompt.options, key=lambda end: abs(ORDER.index(end) - ORDER.index("O")))
        if isinstance(prompt, Report) and prompt.ask == RESULT:
            winner = "axis" if ORDER.index(get_state(table).where) <= ORDER.index("O") else "allied"
            chance = random_result(CATALOG, prompt.context, Chance(f"long/{len(table.entries)}"))
            return won(winner, "forfeit", survivors=chance["survivors"])
        return NO_ANSWER


def longest() -> Campaign:
    """Return a Stalingrad campaign of thirteen battles, with the front kept in the middle."""
    commanders = CampaignSettings(axis_commander="random", allied_commander="random", results="random")
    campaign = replay(CATALOG, "stalingrad", "long", commanders, ())

    campaign.table.fill([Steering(), *make_answerers(CATALOG, campaign.settings, campaign.seed)])
    return campaign


ORDER = ("G2", "G1", "O", "R1", "R2")


class ScriptedCampaign:
    """A campaign answered by script, by ask and in order."""

    def __init__(
        self,
        name: str,
        readings: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        chosen = CampaignSettings(readings=dict(readings or {}), **settings)
        self.campaign: Campaign = replay(CATALOG, name, "desk", chosen, ())
        self.script: dict[str, list[Any]] = {}

    @property
    def table(self) -> Any:
        return self.campaign.table

    @property
    def state(self) -> Any:
        return self.campaign.state

    @property
    def asked(self) -> Prompt:
        return self.table.pending[0]

    def plan(self, **answers: list[Any]) -> ScriptedCampaign:
        """Set answers for the next prompts of these asks."""
        for ask, given in answers.items():
            self.script.setdefault(ask, []).extend(given)
        return self

    def until(self, ask: str, seat: str | None = None) -> Prompt:
        """Answer everything until this ask is pending."""
        while self.table.pending:
            for prompt in self.table.pending:
                if prompt.ask == ask and seat in (None, prompt.seat):
                    return prompt
            self.step()
        raise AssertionError(f"{ask} is never asked")

    def step(self) -> None:
        prompt = self.asked
        planned = self.script.get(prompt.ask)
        self.table.answer(prompt.seat, planned.pop(0) if planned else self._plain(prompt))

    def give(self, answer: Any, seat: str | None = None) -> ScriptedCampaign:
        self.table.answer(seat or self.asked.seat, answer)
        return self

    def report(self, winner: str, ended: str = "surrender", **more: Any) -> ScriptedCampaign:
        """Play on to the report of the current battle, and report it."""
        prompt = self.until(RESULT)
        if prompt.context["brought"] is not None:
            more.setdefault("survivors", {"axis": [], "allied": []})
        return self.give(won(winner, ended, **more))

    def to_battle(self, number: int) -> ScriptedCampaign:
        """Play on until the forces of a battle are to be formed."""
        while not (self.state.stage == "forces" and self.state.battle == number):
            self.step()
        return self

    def notes(self, what: str) -> list[Mapping[str, Any]]:
        return [line.facts for line, _ in self.table.log if isinstance(line, Note) and line.what == what]

    def _plain(self, prompt: Prompt) -> Any:
        if isinstance(prompt, Roll):
            return PLAIN_ROLL
        if isinstance(prompt, Draw):
            drawn = [entry.answer for entry in self.table.entries if entry.ask == prompt.ask]
            return next(
                (one for one in prompt.cup if one not in drawn), prompt.cup[len(drawn) % len(prompt.cup)]
            )
        if isinstance(prompt, Choose):
            if not prompt.single:
                return list(prompt.options[: prompt.least])
            plain = {"yes_no": "no", "quality_change": "no_change"}.get(prompt.of)
            return plain if plain in prompt.options else prompt.options[0]
        if isinstance(prompt, Buy):
            cheapest = min(prompt.shelf, key=lambda ware: ware.price)
            return {cheapest.id: 1} if prompt.least else {}
        assert isinstance(prompt, Report)
        if prompt.ask == "reinforcement_spaces":
            return random_spaces(prompt.context, Chance("desk"))
        assert prompt.ask == RESULT
        survivors = {} if prompt.context["brought"] is None else {"survivors": {"axis": [], "allied": []}}
        return won("axis", **survivors)
