"""Time to generate a battle, against drawing the same number of dice from the same source."""

from __future__ import annotations

from collections.abc import Callable

from bench.timing import best_cpu_seconds
from catalogs.games.combat_commander import load
from generator.chance import draw_below, roll_dice
from generator.games.combat_commander.battle.make import make, make_state
from generator.games.combat_commander.battle.settings import Settings

BATTLES = 2000
ROUNDS = 3
LIMIT_STATE = 20
LIMIT_RECORD = 40
LIMIT_CARD = 100


def run() -> None:
    """Time battles with random players and default settings."""
    catalog, settings = load(), Settings()
    made = [make(catalog, settings, str(seed)) for seed in range(BATTLES)]
    rolls = sum(entry.kind == "roll" for battle in made for entry in battle.table.entries)
    draws = sum(entry.kind == "draw" for battle in made for entry in battle.table.entries)
    floor = best_cpu_seconds(lambda: _bare_dice(rolls, draws), ROUNDS) / BATTLES
    alone = _seconds_per_battle(lambda seed: make_state(catalog, settings, seed))
    record = _seconds_per_battle(lambda seed: make(catalog, settings, seed))
    card = _seconds_per_battle(lambda seed: make(catalog, settings, seed).card())
    drawn = f"{rolls / BATTLES:.1f} rolls, {draws / BATTLES:.1f} draws"
    print(f"dice of a battle        {floor * 1e6:9.1f} µs   ({drawn})")
    print(f"battle, state alone     {alone * 1e6:9.1f} µs   {alone / floor:6.1f} x (limit {LIMIT_STATE})")
    print(f"battle with its record  {record * 1e6:9.1f} µs   {record / floor:6.1f} x (limit {LIMIT_RECORD})")
    print(f"battle, card document   {card * 1e6:9.1f} µs   {card / floor:6.1f} x (limit {LIMIT_CARD})")
    print(f"battles per second      {1 / alone:9.0f} (state)   {1 / card:6.0f} (card)")


def _bare_dice(rolls: int, draws: int) -> None:
    for number in range(rolls):
        roll_dice(f"floor/{number}", (6, 6))
    for number in range(draws):
        draw_below(f"floor/{number}", 22)


def _seconds_per_battle(make_one: Callable[[str], object]) -> float:
    return best_cpu_seconds(lambda: [make_one(str(seed)) for seed in range(BATTLES)], ROUNDS) / BATTLES
