"""Rebuilding a Stalingrad campaign of thirteen battles from its transcript, beside rolling up one battle."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.campaign.document import campaign_from, text_of
from generator.games.combat_commander.campaign.play import Campaign, answerers, replay, state_of
from generator.games.combat_commander.campaign.results import Chance, random_result
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.state import RESULT
from generator.table import NO_ANSWER, Prompt, Table

LIMIT = 50.0  # a whole campaign against one battle, at most
ROUNDS = 15
BATTLES = 50  # different ones


def longest() -> Campaign:
    """Thirteen battles: the front is kept in the middle, and every campaign Sudden Death roll is twelve."""
    catalog = load()
    campaign = replay(catalog, "stalingrad", "bench.long", AUTO, ())
    order = catalog.campaigns["stalingrad"].figures.graph.order  # type: ignore[union-attr]
    middle = len(order) // 2

    def steer(table: Table[Any], prompt: Prompt) -> Any:
        if prompt.ask == "campaign_sudden_death":
            return [6, 6]
        if prompt.ask == "next_position":
            return min(prompt.options, key=lambda end: abs(order.index(end) - middle))  # type: ignore[union-attr]
        if prompt.ask == RESULT:
            position = state_of(table).json()["position"]
            result = random_result(catalog, prompt.context, Chance(str(len(table.entries))))  # type: ignore[union-attr]
            winner = "axis" if order.index(position) <= middle else "allied"
            return {**result, "winner": winner, "ended": "forfeit"}
        return NO_ANSWER

    campaign.table.fill([steer, *answerers(catalog, campaign.settings, campaign.seed)])
    return campaign


def milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def run() -> None:
    catalog, campaign = load(), longest()
    entries = list(campaign.table.entries)
    text = text_of(campaign)

    def rebuild() -> None:
        replay(catalog, campaign.name, campaign.seed, campaign.settings, entries)

    def battles() -> None:
        for number in range(BATTLES):
            make(catalog, Settings(), f"bench-{number}")

    pairs = [(milliseconds(rebuild), milliseconds(battles) / BATTLES) for _ in range(ROUNDS)]
    whole, one = (min(times) for times in zip(*pairs, strict=True))
    ratio = whole / one
    verdict = "ok" if ratio <= LIMIT else "TOO SLOW"
    print(f"  {len(campaign.state.history)} battles, {len(entries)} answers")
    print(f"  one battle {one:.3f} ms, the campaign from its transcript {whole:.2f} ms")
    print(f"  {ratio:.1f}x, at most {LIMIT:g}x: {verdict}")
    reading = min(milliseconds(lambda: campaign_from(catalog, text)) for _ in range(5))
    print(f"  read from its file, checks included: {reading:.1f} ms")


if __name__ == "__main__":
    run()
