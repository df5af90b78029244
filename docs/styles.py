"""Measure the strength of every style against the regular and write it into docs/odds.md.

``python -m docs.styles --cards 100 --keep FILE`` fights each style over the same random cards, twice a card
with sides swapped. Results are stored in FILE line by line, so a run that was stopped continues there;
``--minutes`` stops after that time and writes what there is.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from time import monotonic

from catalogs.games.combat_commander import Catalog, load
from docs.parts import replace_part
from generator.games.combat_commander.rehearsal.commander_names import DEFAULT_LEVEL
from generator.games.combat_commander.rehearsal.duel import (
    DuelFight,
    SequentialTest,
    run_duel,
    summarise_duel,
)

FIRST_SEED = 730_000


def fight_all(catalog: Catalog, options: Namespace) -> list[DuelFight]:
    """Fight every style against the regular, as far as it is not stored yet; styles advance together."""
    kept: Path = options.keep
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    fights = [DuelFight(**json.loads(line)) for line in lines]
    until = monotonic() + 60 * options.minutes
    with kept.open("a", encoding="utf-8") as file:
        for cards in range(options.step, options.cards + 1, options.step):
            for style in catalog.commander_styles:
                if monotonic() > until:
                    return fights
                for pair in run_duel(
                    catalog, (style, DEFAULT_LEVEL), start=FIRST_SEED, cards=cards, known=fights
                ):
                    fights += pair
                    file.write("".join(json.dumps(asdict(fight)) + "\n" for fight in pair))
                    file.flush()
    return fights


def format_table(catalog: Catalog, fights: Sequence[DuelFight]) -> str:
    """Return the score of each style against the regular."""
    lines = ["| style | fights | won against the regular | 95 % | Elo |", "|---|---|---|---|---|"]
    for style in catalog.commander_styles:
        own = [fight for fight in fights if {fight.axis, fight.allied} == {style, DEFAULT_LEVEL}]
        if not own:
            continue
        found = summarise_duel(own, (style, DEFAULT_LEVEL), SequentialTest())
        low, high = (100 * end for end in found["interval"])
        lines.append(
            f"| `{style}` | {found['fights']} | {100 * found['score']:.1f} % | {low:.0f}-{high:.0f} % "
            f"| {found['elo']:+.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cards", type=int, default=100)
    parser.add_argument("--step", type=int, default=10, help="cards per style before the next has its turn")
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=1e9)
    options = parser.parse_args()
    catalog = load()
    table = format_table(catalog, fight_all(catalog, options))
    replace_part("styles", table)
    print(table)


if __name__ == "__main__":
    main()
