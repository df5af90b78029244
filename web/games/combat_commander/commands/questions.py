"""Questions of a battle in the terminal, with Combat Commander's names and explanations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.purchase_options import currency_term
from exports.games.combat_commander.questions import shelf_lines
from exports.games.combat_commander.reroll_reason import ROLL_OFF, explain_tie
from exports.kit.numbered_options import format_options
from generator.table import Buy, Choose, Prompt, Roll
from generator.table.visibility import view_prompt
from web.cli import interactive
from web.cli.i18n import say


@dataclass(frozen=True)
class Teller(interactive.Teller):
    """Terminal output of a battle."""

    formatter: MessageFormatter

    def thing(self, kind: str, name: str) -> str:
        return self.formatter.thing(name)

    def why(self, prompt: Prompt) -> str:
        """RS.15: explain the repeated roll that no note explains."""
        if prompt.ask != ROLL_OFF:
            return ""
        entries = [entry.json() for entry in self.session.table.entries]
        return explain_tie(entries, view_prompt(prompt, 0), self.formatter.catalog, self.formatter.lang)

    def shown(self, prompt: Prompt) -> Iterator[str]:
        if isinstance(prompt, Choose):
            values = prompt.context.get("values", {})
            prices = {
                option: f"  [{values[option]}]" if option in values else "" for option in prompt.options
            }
            yield from format_options(
                {one: f"{self.thing(prompt.of, one)}{prices[one]}" for one in prompt.options}
            )
        elif isinstance(prompt, Buy):
            yield from shelf_lines(view_prompt(prompt, 0), self.formatter.catalog, self.formatter.lang)
            if prompt.budget is not None:
                points = self.formatter.term(currency_term(prompt.ask))
                yield say("table.budget", budget=f"{prompt.budget} {points}")
        else:
            yield from super().shown(prompt)

    def how(self, prompt: Prompt) -> str:
        return say("battle.how_dice") if isinstance(prompt, Roll) else super().how(prompt)
