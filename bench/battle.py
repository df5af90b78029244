"""Time to generate a battle, against drawing the same number of dice from the same source."""

from __future__ import annotations

from time import process_time

from catalogs.games.combat_commander import load
from generator.chance import draw_below, roll_dice
from generator.games.combat_commander.battle.make import make, make_state
from generator.games.combat_commander.battle.settings import Settings

BATTLES = 2000
LIMIT_STATE = 20
LIMIT_RECORD = 40
LIMIT_CARD = 100


def run() -> None:
    """Time battles with random players and default settings."""
    catalog, settings = load(), Settings()
    made = [make(catalog, settings, str(seed)) for seed in range(BATTLES)]
    rolls = sum(entry.kind == "roll" for battle in made for entry in battle.table.entries)
    draws = sum(entry.kind == "draw" for battle in made for entry in battle.table.entries)
    floor = _floor(rolls, draws) / BATTLES
    alone = _timed(lambda seed: make_state(catalog, settings, seed))
    record = _timed(lambda seed: make(catalog, settings, seed))
    card = _timed(lambda seed: make(catalog, settings, seed).card())
    drawn = f"{rolls / BATTLES:.1f} rolls, {draws / BATTLES:.1f} draws"
    print(f"dice of a battle        {floor * 1e6:9.1f} µs   ({drawn})")
    print(f"battle, state alone     {alone * 1e6:9.1f} µs   {alone / floor:6.1f} x (limit {LIMIT_STATE})")
    print(f"battle with its record  {record * 1e6:9.1f} µs   {record / floor:6.1f} x (limit {LIMIT_RECORD})")
    print(f"battle, card document   {card * 1e6:9.1f} µs   {card / floor:6.1f} x (limit {LIMIT_CARD})")
    print(f"battles per second      {1 / alone:9.0f} (state)   {1 / card:6.0f} (card)")


def _floor(rolls: int, draws: int) -> float:
    best = float("inf")
    for _ in range(3):
        start = process_time()
        for number in range(rolls):
            roll_dice(f"floor/{number}", (6, 6))
        for number in range(draws):
            draw_below(f"floor/{number}", 22)
        best = min(best, process_time() - start)
    return best


def _timed(make_one: object) -> float:
    assert callable(make_one)
    best = float("inf")
    for _ in range(3):
        start = process_time()
        for seed in range(BATTLES):
            make_one(str(seed))
        best = min(best, (process_time() - start) / BATTLES)
    return best
