"""The ratings page of 10,000 results, in passes over the rows.

One pass reads every row once and counts victories by side, nation, map and player, as a diary does. The page
may take 20 passes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from generator.diary.figures import count_club_figures
from generator.diary.model import Battle, Diary, Fighter
from generator.results import Result, Results
from web.app import create_app
from web.config import Config
from web.pages.ratings import render_ratings

ROWS, ROUNDS = 10_000, 5
PLAYERS = (20, 60, 200)
GAME = "combat_commander"


def make_results(players: int) -> Results:
    """Return results of players whose strengths are drawn."""
    random = Random(players)
    strengths = {f"Player {number}": random.gauss(0, 1) for number in range(players)}
    rows = []
    for number in range(ROWS):
        first, second = random.sample(sorted(strengths), 2)
        won = random.random() < 1 / (1 + exp(strengths[second] - strengths[first]))
        day = f"20{10 + number // 1000}-{1 + number // 90 % 12:02}-{1 + number // 4 % 28:02}"
        title, winner = f"Scenario {number % 30}", "first" if won else "second"
        battle = Battle(Fighter(first), Fighter(second), day=day, title=title, winner=winner, odds=0.55)
        rows.append(Result(battle))
    return Results(GAME, "Bench", tuple(rows))


def run() -> None:
    """Print the time of one pass, of the page, and their ratio."""
    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{Path(folder) / 'horah.db'}", rate=0))
        for players in PLAYERS:
            results = make_results(players)
            diary = Diary(GAME, "", tuple(row.battle for row in results.rows))
            floor = _time(lambda diary=diary: count_club_figures(diary))
            with app.test_request_context("/ratings"):
                page = _time(lambda results=results: render_ratings(results, "/"))
            print(
                f"{players:4d} players   one pass {floor * 1e3:5.0f} ms   page {page * 1e3:5.0f} ms"
                f"   {page / floor:4.1f} passes (20 allowed)"
            )


def _time(act: Callable[[], object]) -> float:
    """Return the best time of several rounds, in seconds."""
    act()
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        act()
        times.append(process_time() - start)
    return min(times)
