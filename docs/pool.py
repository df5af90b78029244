"""Fill the pool of fair battles: ``python -m docs.pool --minutes 60 --keep FILE``.

Random battles with default settings (seeds ``pool-1``, ``pool-2`` ...) are sorted by nations, years and size.
Each group is filled in turn: battles whose estimate is far from even are passed over, the others are fought
between regulars until they are clearly unfair or have all their fights; those that are fair are then fought
between veterans (``--veteran N`` fights, 0 for none). Everything that was fought stands in FILE line by line,
so a run that was stopped continues there; a change of the commanders needs a new FILE. At the end the
catalogue ``fair_battles`` is written.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from catalogs.games.combat_commander.model import Side
from docs.parts import replace_part
from generator.games.combat_commander.balance.estimate import estimate_odds
from generator.games.combat_commander.balance.pool import POOL_SETTINGS, digest_tables, judge_measured
from generator.games.combat_commander.battle.make import make_from_seed
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.rehearsal.balance_search import RULE, SEED, STAGES, get_fair_band
from generator.games.combat_commander.rehearsal.check import find_rehearsal_error
from generator.games.combat_commander.rehearsal.outcome import make_fight_seed, simulate_fight
from generator.games.combat_commander.rehearsal.public_card import digest_card, make_public_card
from generator.intervals import wilson_interval

CATALOGUE = Path(__file__).parent.parent / "catalogs/data/combat_commander/fair_battles.json"
REGULAR, VETERAN = "regular", "veteran"
YEAR_RANGES = ((1936, 1941), (1942, 1943), (1944, 1945))
ESTIMATE_LIMIT = 0.2  # estimates farther from even than this are not fought
FIRST_LENGTH = 8  # fights whose winners are kept one by one
SCOUTED_SEEDS = 400  # battles that are rolled up before the groups are filled


@dataclass(frozen=True, slots=True)
class Candidate:
    """A battle that could be fought."""

    seed: str
    facts: Mapping[str, Any]  # as in the catalogue
    card: dict[str, Any]
    estimate: float

    @property
    def group(self) -> tuple[str, str, int, str]:
        """Return nations, first year of the range, and size of the Axis."""
        first = next(low for low, high in YEAR_RANGES if low <= self.facts["year"] <= high)
        return self.facts["axis"], self.facts["allied"], first, self.facts["sizes"]["axis"]


@dataclass(frozen=True, slots=True)
class Line:
    """The fights of a battle at one level."""

    seed: str
    level: str
    fights: int
    wins: int
    first: str
    tables: str


def scout(catalog: Catalog, seed: str) -> Candidate | None:
    """Roll up a battle; None if it cannot be fought."""
    card = make_from_seed(catalog, POOL_SETTINGS, seed).card()
    public = make_public_card(card)
    estimate = None if find_rehearsal_error(public, catalog) else estimate_odds(public, catalog)
    if estimate is None:
        return None
    sides = card["sides"]
    facts = {
        **{side: sides[side]["faction"] for side in SIDES},
        "year": card["year"],
        "map": card["map"]["number"],
        "sizes": {side: sides[side]["size"] for side in SIDES},
        "qualities": {side: sides[side]["quality"] for side in SIDES},
        "card": digest_card(card),
    }
    return Candidate(seed, facts, public, estimate.axis)


def fight(catalog: Catalog, candidate: Candidate, level: str, stages: tuple[int, ...]) -> Line:
    """Fight a battle in stages; stop as soon as its odds are clearly outside the fair band."""
    low, high = (end / 100 for end in get_fair_band(catalog))
    kinds: dict[Side, str] = dict.fromkeys(SIDES, level)
    won = ""
    for stage in stages:
        for number in range(len(won), stage):
            outcome = simulate_fight(candidate.card, catalog, make_fight_seed(SEED, number), kinds)
            won += "1" if outcome.winner == "axis" else "0"
        least, most = wilson_interval(won.count("1"), len(won))
        if most < low or least > high:
            break
    tables = digest_tables(catalog, level)
    return Line(candidate.seed, level, len(won), won.count("1"), won[:FIRST_LENGTH], tables)


def is_inside(catalog: Catalog, line: Line, fights: int) -> bool:
    """Tell whether a battle had all its fights and is fair by them."""
    low, high = get_fair_band(catalog)
    return line.fights >= fights and low <= 100 * line.wins / line.fights <= high


def iterate_candidates(catalog: Catalog, filled: Counter[Any], wanted: int) -> Iterator[Candidate]:
    """Yield promising battles, those of the emptiest groups first; scout more seeds when they run out."""
    waiting: list[Candidate] = []
    numbers = count(1)
    while True:
        while len(waiting) < SCOUTED_SEEDS:
            candidate = scout(catalog, f"pool-{next(numbers)}")
            if (
                candidate
                and abs(candidate.estimate - 0.5) <= ESTIMATE_LIMIT
                and filled[candidate.group] < wanted
            ):
                waiting.append(candidate)
        waiting.sort(key=lambda each: (filled[each.group], abs(each.estimate - 0.5)))
        if waiting:
            yield waiting.pop(0)


def fill(catalog: Catalog, options: Namespace) -> tuple[dict[str, Candidate], dict[tuple[str, str], Line]]:
    """Fight battles until the time is over; return those that are fair between regulars, and all fights."""
    kept: Path = options.keep
    rows = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    lines = {(line.seed, line.level): line for line in (Line(**json.loads(row)) for row in rows)}
    figures = catalog.fight[RULE].figures
    stages = tuple(figures[stage] for stage in STAGES)
    until = monotonic() + 60 * options.minutes
    fair: dict[str, Candidate] = {}
    filled: Counter[Any] = Counter()
    with kept.open("a", encoding="utf-8") as file:

        def measure(candidate: Candidate, level: str, stages: tuple[int, ...]) -> Line:
            key = candidate.seed, level
            if key not in lines or lines[key].tables != digest_tables(catalog, level):
                lines[key] = fight(catalog, candidate, level, stages)
                file.write(json.dumps(asdict(lines[key])) + "\n")
                file.flush()
            return lines[key]

        for seed in dict.fromkeys(seed for seed, level in lines if level == REGULAR):
            candidate = scout(catalog, seed)
            if candidate and is_inside(catalog, measure(candidate, REGULAR, stages), stages[-1]):
                fair[seed] = candidate
                filled[candidate.group] += 1
        for candidate in iterate_candidates(catalog, filled, options.wanted):
            if monotonic() > until:
                break
            known = (candidate.seed, REGULAR) in lines
            if not known and is_inside(catalog, measure(candidate, REGULAR, stages), stages[-1]):
                fair[candidate.seed] = candidate
                filled[candidate.group] += 1
                if options.veteran:
                    measure(candidate, VETERAN, (options.veteran // 2, options.veteran))
    return fair, lines


def write_catalogue(
    catalog: Catalog, fair: Mapping[str, Candidate], lines: Mapping[tuple[str, str], Line]
) -> list[dict[str, Any]]:
    """Write the battles that are even or fair; one that veterans find unfair stays out."""
    rows = []
    for seed, candidate in fair.items():
        own = [line for (other, _), line in lines.items() if other == seed]
        measured = {
            line.level: {n: getattr(line, n) for n in ("fights", "wins", "first", "tables")} for line in own
        }
        if judge_measured(catalog, {line.level: line for line in own}) in ("fair", "even"):  # type: ignore[misc]
            rows.append({"id": seed, **candidate.facts, "measured": measured})
    head = {
        "format": "hora-h/catalog/fair_battles/1",
        "rule": "-",
        "provenance": "house",
        "note": "Random battles with default settings, fought by python -m docs.pool; no rule of the game.",
    }
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2]
    body = ",\n    ".join(json.dumps(row) for row in rows)
    CATALOGUE.write_text(f'{text},\n  "rows": [{f"{chr(10)}    {body}{chr(10)}  " if rows else ""}]\n}}\n')
    return rows


def describe(rows: list[dict[str, Any]]) -> str:
    """Return what the pool holds, for docs/odds.md."""
    if not rows:
        return "The pool is empty."
    pairs = Counter((row["axis"], row["allied"]) for row in rows)
    sizes = Counter(row["sizes"]["axis"] for row in rows)
    both = sum(VETERAN in row["measured"] for row in rows)
    fights = sum(odds["fights"] for row in rows for odds in row["measured"].values())
    lines = [
        f"The pool holds {len(rows)} battles of {len(pairs)} pairings, with {fights} fights; {both} of "
        "them were also fought between veterans. "
        f"By size of the Axis: {', '.join(f'{number} {size}' for size, number in sizes.most_common())}.",
        "",
        "| Axis | Allies | battles | fought between veterans too |",
        "|---|---|---|---|",
    ]
    for (axis, allied), number in sorted(pairs.items()):
        known = [row for row in rows if (row["axis"], row["allied"]) == (axis, allied)]
        lines.append(f"| {axis} | {allied} | {number} | {sum(VETERAN in row['measured'] for row in known)} |")
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--wanted", type=int, default=24, help="battles of each group")
    parser.add_argument("--veteran", type=int, default=40, help="fights between veterans of each fair battle")
    options = parser.parse_args()
    catalog = load()
    rows = write_catalogue(catalog, *fill(catalog, options))
    replace_part("pool", describe(rows))
    print(f"{len(rows)} battles")


if __name__ == "__main__":
    main()
