"""Rehearse random battles by posture and write the table of docs/odds.md: ``python -m docs.odds``.

The battles are those of the seeds 1, 2, 3 ...: the first N with an attacker and the first N in which both
sides are on recon. With ``--keep FILE`` results are stored line by line, and a second run continues there.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from os import devnull
from pathlib import Path
from time import monotonic
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from docs.parts import replace_part
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.fight_builder import list_unsupported_rules
from generator.games.combat_commander.rehearsal.outcome import make_fight_seed, simulate_fight
from generator.intervals import wilson_interval

KINDS = ("attack", "recon")
SIDES = ("axis", "allied")
LEVEL = "regular"  # of both commanders
SIZES = ("company", "detachment", "platoon")


def battles(catalog: Catalog, each: int) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield seed, kind and card of every battle to rehearse."""
    found: Counter[str] = Counter()
    for seed in count(1):
        if all(found[kind] >= each for kind in KINDS):
            return
        card = make(catalog, Settings(), str(seed)).card()
        postures = {force["posture"] for force in card["sides"].values()}
        kind = "attack" if "defend" in postures else "recon"
        if found[kind] < each and not list_unsupported_rules(card, catalog):
            found[kind] += 1
            yield seed, kind, card


def fought(catalog: Catalog, seed: int, kind: str, card: dict[str, Any], fights: int) -> dict[str, Any]:
    """Return the results of one battle for the attacker, or for the side that moves first."""
    sides = card["sides"]
    first = next((side for side in sides if sides[side]["posture"] == "attack"), card["first_turn"])
    outcomes = [
        simulate_fight(card, catalog, make_fight_seed(str(seed), number), dict.fromkeys(SIDES, LEVEL))
        for number in range(fights)
    ]
    sign = 1 if first == "axis" else -1
    return {
        "seed": seed,
        "kind": kind,
        "size": sides[first]["size"],
        "start": card["marker"] * sign,
        "won": sum(each.winner == first for each in outcomes),
        "fights": fights,
        "endings": Counter(
            f"{'first' if each.winner == first else 'second'}:{each.ending}" for each in outcomes
        ),
        "marker": sum(each.marker for each in outcomes) * sign,
        "turns": sum(each.turns for each in outcomes),
    }


def row(name: str, lines: Sequence[dict[str, Any]]) -> str:
    """Render a row of the table; the interval counts battles, not fights, as observations."""
    fights, won = sum(line["fights"] for line in lines), sum(line["won"] for line in lines)
    shares = [line["won"] / line["fights"] for line in lines]
    low, high = wilson_interval(sum(shares), len(shares))
    start = sum(line["start"] for line in lines) / len(lines)
    marker = sum(line["marker"] for line in lines) / fights
    fair = sum(0.4 <= share <= 0.6 for share in shares)
    cells = (
        name,
        len(lines),
        fights,
        f"{100 * won / fights:.0f} %",
        f"{100 * low:.0f}-{100 * high:.0f} %",
        f"{start:+.1f}",
        f"{marker:+.1f}",
        fair,
    )
    return f"| {' | '.join(map(str, cells))} |"


HEAD = """{attack} random battles with an attacker and {recon} in which both sides are on recon, each fought
{fights} times by two computer players of the level `{level}`.

| side | battles | fights | won | interval | marker at start | marker at end | battles won 40 to 60 % |
|---|---|---|---|---|---|---|---|
"""


def render_table(lines: Sequence[dict[str, Any]], fights: int) -> str:
    """Render the table, and how the fights with an attacker end."""
    attack, recon = ([line for line in lines if line["kind"] == kind] for kind in KINDS)
    rows = [row("attacker", attack)]
    rows += [
        row(f"attacker, {size}", [line for line in attack if line["size"] == size])
        for size in SIZES
        if any(line["size"] == size for line in attack)
    ]
    rows += [row("defender", [_turned(line) for line in attack]), row("recon, moves first", recon)]
    rows += [row("recon, moves second", [_turned(line) for line in recon])]
    head = HEAD.format(attack=len(attack), recon=len(recon), fights=fights, level=LEVEL)
    return head + "\n".join(rows) + f"\n\n{_ends(attack)}"


def _turned(line: dict[str, Any]) -> dict[str, Any]:
    """Return the results as the other side sees them."""
    lost = line["fights"] - line["won"]
    return {**line, "won": lost, "start": -line["start"], "marker": -line["marker"]}


def _ends(lines: Sequence[dict[str, Any]]) -> str:
    total: Counter[str] = Counter()
    for line in lines:
        total.update(line["endings"])
    all_ = sum(total.values())
    names = {"first": "the attacker wins by", "second": "the defender wins by"}
    parts = [
        f"{names[key.partition(':')[0]]} {key.partition(':')[2].replace('_', ' ')} {100 * n / all_:.0f} %"
        for key, n in total.most_common(6)
    ]
    return f"Fights with an attacker end like this: {'; '.join(parts)}."


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--fights", type=int, default=10)
    parser.add_argument("--keep", type=Path, default=Path(devnull), help="file with finished fights")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    wish = parser.parse_args()
    end = monotonic() + wish.seconds
    text = wish.keep.read_text() if wish.keep.exists() else ""
    kept = [line for line in map(json.loads, text.splitlines()) if line["fights"] == wish.fights]
    known = {line["seed"] for line in kept}
    catalog = load()
    with wish.keep.open("a") as file:
        for seed, kind, card in battles(catalog, wish.battles):
            if seed not in known:
                if monotonic() > end:
                    break
                line = fought(catalog, seed, kind, card, wish.fights)
                file.write(json.dumps(line) + "\n")
                file.flush()
                kept.append(line)
    replace_part("posture", render_table(kept, wish.fights))


if __name__ == "__main__":
    main()
