"""Time to rebuild a Stalingrad campaign of thirteen battles, against generating one battle."""

from __future__ import annotations

from typing import Any

from bench.timing import best_cpu_seconds
from catalogs.games.combat_commander import Catalog, load
from generator.chance import Chance
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.campaign.document import read_campaign, write_text
from generator.games.combat_commander.campaign.play import Campaign, get_state, make_answerers, replay
from generator.games.combat_commander.campaign.random_results import random_result
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.state import RESULT
from generator.table import NO_ANSWER, Choose, Prompt, Report, Table

LIMIT = 50.0  # maximum ratio of a whole campaign to one battle
ROUNDS = 15
BATTLES = 50  # different battles per measurement


class Steering:
    """Keep the front in the middle, and roll twelve for every campaign Sudden Death."""

    by = "bench"

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.order = catalog.campaigns["stalingrad"].figures.graph.order  # type: ignore[union-attr]
        self.middle = len(self.order) // 2

    def __call__(self, table: Table[Any], prompt: Prompt) -> Any:
        if prompt.ask == "campaign_sudden_death":
            return [6, 6]
        if isinstance(prompt, Choose) and prompt.ask == "next_position":
            return min(prompt.options, key=lambda end: abs(self.order.index(end) - self.middle))
        if isinstance(prompt, Report) and prompt.ask == RESULT:
            position = get_state(table).where
            result = random_result(self.catalog, prompt.context, Chance(str(len(table.entries))))
            winner = "axis" if self.order.index(position) <= self.middle else "allied"
            return {**result, "winner": winner, "ended": "forfeit"}
        return NO_ANSWER


def longest() -> Campaign:
    """Return a campaign of thirteen battles."""
    catalog = load()
    campaign = replay(catalog, "stalingrad", "bench.long", AUTO, ())
    campaign.table.fill([Steering(catalog), *make_answerers(catalog, campaign.settings, campaign.seed)])
    return campaign


def run() -> None:
    catalog, campaign = load(), longest()
    entries = list(campaign.table.entries)
    text = write_text(campaign)

    def rebuild() -> None:
        replay(catalog, campaign.name, campaign.seed, campaign.settings, entries)

    def battles() -> None:
        for number in range(BATTLES):
            make(catalog, Settings(), f"bench-{number}")

    whole = 1000 * best_cpu_seconds(rebuild, ROUNDS)
    one = 1000 * best_cpu_seconds(battles, ROUNDS) / BATTLES
    ratio = whole / one
    verdict = "ok" if ratio <= LIMIT else "TOO SLOW"
    print(f"  {len(campaign.state.history)} battles, {len(entries)} answers")
    print(f"  one battle {one:.3f} ms, the campaign from its transcript {whole:.2f} ms")
    print(f"  {ratio:.1f}x, at most {LIMIT:g}x: {verdict}")
    reading = 1000 * best_cpu_seconds(lambda: read_campaign(catalog, text), 5)
    print(f"  read from its file, checks included: {reading:.1f} ms")


if __name__ == "__main__":
    run()
