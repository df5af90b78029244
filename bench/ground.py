"""Time of lines of sight over whole maps against a bare walk, and of map pages against bare drawing."""

from __future__ import annotations

from functools import partial

from bench.printing import _bare, _counted
from bench.timing import best_cpu_seconds
from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.ground.map_pdf import render_one_page
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground.line_of_sight import compute_sight_table, get_trace
from generator.games.combat_commander.ground.los_map import LosMap, build_los_map

LIMIT = 20.0
PAGE_LIMIT = 4.0
HEAVIEST = 250  # KiB
ROUNDS = 5


def run() -> None:
    """Compare each map's sight table with the bare walk; the slowest map must meet the limit."""
    catalog = load()
    worst = 0.0
    for number, ground in sorted(catalog.ground.items(), key=lambda line: int(line[0])):
        ready = build_los_map(catalog, ground)
        compute_sight_table(ready)  # the paths of the strings are the same on every map and computed once
        ours = best_cpu_seconds(partial(compute_sight_table, ready), ROUNDS)
        floor = best_cpu_seconds(partial(_walk, ready), ROUNDS)
        worst = max(worst, ours / floor)
        figures = f"walk {floor * 1e3:6.1f} ms   table {ours * 1e3:6.1f} ms   {ours / floor:5.2f} x"
        print(f"map {number:>2}   {figures}")
    held = "held" if worst <= LIMIT else "NOT HELD"
    print(f"dearest map              {worst:6.2f} x (limit {LIMIT:.0f}): {held}")
    _pages(catalog)


def _pages(catalog: Catalog) -> None:
    """Time a page with a map and its legend against drawing as many strings, lines and polygons."""
    formatter, maps = MessageFormatter(catalog, "en"), list(catalog.ground.values())
    bodies = [render_one_page(ground, f"Map {ground.id}", "", formatter) for ground in maps]
    drawn = [_counted(body) for body in bodies]
    floor = best_cpu_seconds(lambda: [_bare(*counts) for counts in drawn], ROUNDS) / len(maps)
    ours = best_cpu_seconds(
        lambda: [render_one_page(ground, f"Map {ground.id}", "", formatter) for ground in maps], ROUNDS
    ) / len(maps)
    strings, lines, polygons = (sum(one[kind] for one in drawn) / len(maps) for kind in range(3))
    held = "held" if ours / floor <= PAGE_LIMIT else "NOT HELD"
    print(f"drawn on a page          {strings:.0f} strings, {lines:.0f} lines, {polygons:.0f} polygons")
    print(f"page  bare {floor * 1e3:6.1f} ms   ours {ours * 1e3:6.1f} ms   {ours / floor:5.2f} x ({held})")
    print(f"heaviest page            {max(map(len, bodies)) / 1024:6.0f} KiB (limit {HEAVIEST})")


def _walk(ready: LosMap) -> int:
    """Walk every string of the map hex by hex and only count."""
    met = 0
    spots = ready.hex_profiles
    for first, start in enumerate(ready.hexes):
        for end in ready.hexes[first + 1 :]:
            for one in get_trace(start, end).hexes:
                if spots[start + one.step] is not None:
                    met += 1
    return met
