"""Say what the estimate thinks of the sides: ``python -m docs.sides --cards 400 --fought FILE``.

A study that swaps one thing at a time (``horah study sides``) fights every battle eleven times. Here the
estimate judges the same swaps without a fight, over the battles of the seeds ``sides-1`` ...; FILE keeps
fights of ``docs.estimate`` and gives the share that the Axis won. Writes the part ``sides`` of docs/odds.md.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from catalogs.games.combat_commander import Catalog, load
from docs.estimate import FoughtCard, make_public_card, read_fought
from docs.parts import replace_part
from generator.games.combat_commander.balance.estimate import estimate_odds
from generator.games.combat_commander.studies.sides import (
    AS_IT_IS,
    SIGNIFICANT_ERRORS,
    SWAPS,
    make_swapped_card,
)

#: Swaps that a card shows; decks are no part of a card.
JUDGED = tuple(swap for swap in SWAPS if swap not in ("swap_decks", "swap_everything"))


def estimate_swaps(catalog: Catalog, cards: int) -> dict[str, list[float]]:
    """Return the estimated shares of the Axis under each swap, battle by battle."""
    shares: dict[str, list[float]] = {swap: [] for swap in JUDGED}
    for number in count(1):
        if len(shares[AS_IT_IS]) >= cards:
            return shares
        card = make_public_card(catalog, f"sides-{number}")
        found = {swap: estimate_odds(make_swapped_card(card, swap), catalog) for swap in JUDGED}
        if all(found.values()):
            for swap, estimate in found.items():
                shares[swap].append(estimate.axis if estimate else 0.0)
    raise AssertionError


def list_shares(catalog: Catalog, fought: Sequence[FoughtCard]) -> list[str]:
    """Return how often each side, posture and nation won, with standard errors; battles are observations."""
    shares: dict[str, list[float]] = {}
    for battle in fought:
        if not battle.fights:
            continue
        sides = make_public_card(catalog, battle.seed)["sides"]
        axis = battle.wins / battle.fights
        for side, share in (("axis", axis), ("allied", 1 - axis)):
            posture = sides[side]["posture"]
            names = [side, posture, f"{side}, {posture}", sides[side]["faction"]]
            for name in names if posture != "recon" else (side, f"{side}, recon", sides[side]["faction"]):
                shares.setdefault(name, []).append(share)
    lines = ["| who | battles | won | standard error |", "|---|---|---|---|"]
    for name, own in sorted(shares.items(), key=lambda pair: -len(pair[1])):
        error = pstdev(own) / sqrt(len(own))
        mark = " *" if abs(fmean(own) - 0.5) > SIGNIFICANT_ERRORS * error else ""
        lines.append(f"| {name} | {len(own)} | {100 * fmean(own):.1f} %{mark} | {100 * error:.1f} |")
    return lines


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cards", type=int, default=400)
    parser.add_argument("--fought", type=Path, required=True)
    options = parser.parse_args()
    catalog = load()
    shares = estimate_swaps(catalog, options.cards)
    lines = [
        "Fought between regulars (* more than two standard errors from half):",
        "",
        *list_shares(catalog, read_fought(options.fought)),
        "",
        f"Estimated over {options.cards} other battles, each with one thing swapped between the sides:",
        "",
        "| swapped | Axis wins | change |",
        "|---|---|---|",
    ]
    base = fmean(shares[AS_IT_IS])
    for swap, own in shares.items():
        name = swap.removeprefix("swap_").replace("_", " ")
        lines.append(f"| {name} | {100 * fmean(own):.1f} % | {100 * (fmean(own) - base):+.1f} |")
    text = "\n".join(lines)
    replace_part("sides", text)
    print(text)


if __name__ == "__main__":
    main()
