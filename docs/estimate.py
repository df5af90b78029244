"""Fit the estimate of odds: fight random battles, fit a logistic model, write the catalogue and its figures.

``python -m docs.estimate --cards 5000 --fights 4 --held 100 --held-fights 200 --keep FILE`` does everything.
Results are stored in FILE line by line, so a run that was stopped continues there; ``--only-fights``
collects without fitting, ``--minutes`` stops after that time.

Training battles are those of the seeds ``fit-1``, ``fit-2`` ..., held-out battles those of ``held-1`` ...,
with default settings and as everyone may see them. Fight *n* of seed *S* has the seed ``S~n``.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp, pi, sqrt
from pathlib import Path
from statistics import fmean, pstdev
from time import monotonic
from typing import Any

from catalogs.games.combat_commander import Catalog, load
from docs.parts import replace_part
from generator.games.combat_commander.balance.estimate import (
    ATTACK,
    CONSTANT,
    ERROR,
    MARKER,
    MARKER_ON_RECON,
    measure_card,
)
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.rehearsal.check import find_rehearsal_error
from generator.games.combat_commander.rehearsal.outcome import make_fight_seed, simulate_fight
from generator.games.combat_commander.rehearsal.summary import ENDINGS_BY_POINTS
from generator.intervals import Z_95
from generator.regression import fit_logistic
from generator.table import EVERYONE

TRAINING, HELD_OUT = "fit", "held"
COMMANDER = "the level regular"
CATALOGUE = Path(__file__).parent.parent / "catalogs/data/combat_commander/odds_estimate.json"
FOLDS, BANDS = 10, 10
EARLIER = "earlier"  # figures of fights by earlier commanders, which the estimate does not use
NEAR_VP = 5  # a final marker so near to 0 tells how often a point more would change the winner
PENALTIES = (10.0, 40.0)


@dataclass(frozen=True, slots=True)
class FoughtCard:
    """A battle by its seed, with its fights and the axis wins; a battle that cannot be fought has none.

    ``near`` counts the fights that points decided with the final marker near 0.
    """

    seed: str
    fights: int
    wins: int
    near: int | None = None
    near_of: int = 0  # fights among which they were counted


def make_public_card(catalog: Catalog, seed: str) -> dict[str, Any]:
    """Return the battle of a seed as everyone may see it."""
    return view_card(make(catalog, Settings(), seed).card(), EVERYONE)


def fight_card(catalog: Catalog, seed: str, fights: int) -> FoughtCard:
    card = make_public_card(catalog, seed)
    if find_rehearsal_error(card, catalog):
        return FoughtCard(seed, 0, 0)
    outcomes = [simulate_fight(card, catalog, make_fight_seed(seed, number)) for number in range(fights)]
    near = sum(o.ending in ENDINGS_BY_POINTS and abs(o.marker) <= NEAR_VP for o in outcomes)
    return FoughtCard(seed, fights, sum(outcome.winner == "axis" for outcome in outcomes), near, fights)


def list_wanted(options: Namespace) -> Iterator[tuple[str, int]]:
    """Yield seed and number of fights of every battle; held-out battles are spread among the others."""
    held = iter(range(1, options.held + 1))
    every = max(1, options.cards // options.held) if options.held else options.cards + 1
    for number in range(1, options.cards + 1):
        yield f"{TRAINING}-{number}", options.fights
        if number % every == 0 and (other := next(held, None)) is not None:
            yield f"{HELD_OUT}-{other}", options.held_fights


def collect(catalog: Catalog, options: Namespace) -> list[FoughtCard]:
    """Fight every battle that is not stored yet."""
    kept = options.keep
    fought = {card.seed: card for card in read_fought(kept)}
    until = monotonic() + 60 * options.minutes
    with kept.open("a", encoding="utf-8") as file:
        for seed, fights in list_wanted(options):
            if seed in fought:
                continue
            if monotonic() > until:
                break
            fought[seed] = fight_card(catalog, seed, fights)
            file.write(json.dumps(asdict(fought[seed])) + "\n")
            file.flush()
    return [fought[seed] for seed, _ in list_wanted(options) if seed in fought]


def read_fought(path: Path) -> list[FoughtCard]:
    """Return the battles that a file keeps."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [FoughtCard(**json.loads(line)) for line in lines]


@dataclass(frozen=True, slots=True)
class Sample:
    """A fought battle with its figures."""

    figures: dict[str, float]
    fights: int
    wins: int
    near: int | None = None
    near_of: int = 0
    seed: str = ""


def mark_earlier(samples: Sequence[Sample]) -> list[Sample]:
    """Return fights of earlier commanders with figures of their own for what attacking was worth to them."""
    return [
        replace(s, figures={**s.figures, EARLIER: 1.0, f"{EARLIER}.{ATTACK}": s.figures[ATTACK]})
        for s in samples
    ]


def measure(catalog: Catalog, fought: Sequence[FoughtCard], kind: str) -> list[Sample]:
    """Return the battles of a kind that were fought, with their figures."""
    return [
        Sample(
            measure_card(make_public_card(catalog, card.seed), catalog),
            card.fights,
            card.wins,
            card.near,
            card.near_of,
            card.seed,
        )
        for card in fought
        if card.fights and card.seed.startswith(f"{kind}-")
    ]


def measure_marker_worth(samples: Sequence[Sample]) -> dict[str, float]:
    """4.1.1: return what a VP is worth in log-odds, from how often points decide by a narrow margin.

    A regression cannot tell: in random battles the marker goes with the forces that were paid for.
    """
    worth: dict[bool, float] = {}
    for on_recon in (False, True):
        own = [s for s in samples if (s.figures[ATTACK] == 0) is on_recon and s.fights > 1]
        counted = [s for s in own if s.near is not None]
        # Of two fights of a battle, the chance that each side wins one is twice p(1-p).
        spread = fmean(s.wins * (s.fights - s.wins) / (s.fights * (s.fights - 1)) for s in own)
        near = sum(s.near or 0 for s in counted) / sum(s.near_of for s in counted)
        worth[on_recon] = near / (2 * NEAR_VP + 1) / spread
    return {MARKER: worth[False], MARKER_ON_RECON: worth[True] - worth[False]}


def fit(samples: Sequence[Sample], penalty: float, known: Mapping[str, float]) -> dict[str, float]:
    """Return the weight of each figure, and the constant; figures are scaled before they are shrunk.

    The weights of some figures are known beforehand.
    """
    names = sorted({name for sample in samples for name in sample.figures} - set(known))
    offsets = [sum(weight * s.figures[name] for name, weight in known.items()) for s in samples]
    columns = {name: [sample.figures.get(name, 0.0) for sample in samples] for name in names}
    scales = {name: pstdev(values) or 1.0 for name, values in columns.items()}
    rows = [
        ([sample.figures.get(name, 0.0) / scales[name] for name in names], sample.wins, sample.fights)
        for sample in samples
    ]
    constant, *effects = fit_logistic(rows, penalty, offsets)
    weights = {name: effect.by / scales[name] for name, effect in zip(names, effects, strict=True)}
    return {CONSTANT: constant.by, **weights, **known}


def predict(weights: dict[str, float], sample: Sample) -> float:
    logit = weights[CONSTANT] + sum(weights.get(name, 0.0) * value for name, value in sample.figures.items())
    return 1 / (1 + exp(-logit))


def cross_validate(
    samples: Sequence[Sample], penalty: float, known: Mapping[str, float], earlier: Sequence[Sample]
) -> list[tuple[float, Sample]]:
    """Return each battle with the share predicted from the other folds; a battle stands in one fold only."""
    predicted: list[tuple[float, Sample]] = []
    for fold in range(FOLDS):
        others = [sample for sample in (*samples, *earlier) if _get_fold(sample) != fold]
        weights = fit(others, penalty, known)
        predicted += [(predict(weights, sample), sample) for sample in samples if _get_fold(sample) == fold]
    return predicted


def _get_fold(sample: Sample) -> int:
    return int(sample.seed.rpartition("-")[2]) % FOLDS


def compute_brier(predicted: Sequence[tuple[float, Sample]]) -> float:
    """Return the mean squared error of the prediction over all fights."""
    errors = (s.wins * (1 - share) ** 2 + (s.fights - s.wins) * share**2 for share, s in predicted)
    return sum(errors) / sum(sample.fights for _, sample in predicted)


def list_reliability(predicted: Sequence[tuple[float, Sample]]) -> list[tuple[str, int, float, float]]:
    """Return for each band of predictions: the fights, the mean prediction and the share won."""
    rows = []
    for band in range(BANDS):
        low, high = band / BANDS, (band + 1) / BANDS
        inside = [(share, s) for share, s in predicted if low <= share < high or (share == high == 1)]
        fights = sum(s.fights for _, s in inside)
        if fights:
            mean = sum(share * s.fights for share, s in inside) / fights
            won = sum(s.wins for _, s in inside) / fights
            rows.append((f"{100 * low:.0f}-{100 * high:.0f}", fights, mean, won))
    return rows


def compute_error(predicted: Sequence[tuple[float, Sample]]) -> tuple[float, float]:
    """Return the mean error against measured odds, and the same without the noise of the fights.

    The noise of a share is known, so it is taken off the mean square; for errors that are normal the mean
    is 0.8 of the root.
    """
    errors = [abs(share - s.wins / s.fights) for share, s in predicted]
    squares = [error**2 for error in errors]
    noise = [share * (1 - share) / s.fights for share, s in predicted]
    beyond = max(0.0, fmean(squares) - fmean(noise))
    return fmean(errors), sqrt(2 / pi) * sqrt(beyond)


def compute_error_from_pairs(predicted: Sequence[tuple[float, Sample]]) -> tuple[float, float]:
    """Return the mean error against the true odds and its upper 95 % limit, from battles fought repeatedly.

    Two fights of a battle are independent, so the mean product of their errors is the square of the error of
    the prediction, without the noise of the fights.
    """
    squares = [
        ((s.wins - s.fights * share) ** 2 - s.wins * (1 - share) ** 2 - (s.fights - s.wins) * share**2)
        / (s.fights * (s.fights - 1))
        for share, s in predicted
        if s.fights > 1
    ]
    mean, error = fmean(squares), pstdev(squares) / sqrt(len(squares))
    low, high = (sqrt(2 / pi) * sqrt(max(0.0, each)) for each in (mean, mean + Z_95 * error))
    return low, high


def write_catalogue(weights: dict[str, float], error: float, note: str) -> None:
    rows = {CONSTANT: weights[CONSTANT], ERROR: error, **weights}
    lines = [json.dumps({"id": name, "weight": round(value, 5)}) for name, value in rows.items()]
    head = {"format": "hora-h/catalog/odds_estimate/1", "rule": "-", "provenance": "house", "note": note}
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2]
    CATALOGUE.write_text(
        text + ',\n  "rows": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n", encoding="utf-8"
    )


def parse_options(words: Sequence[str] | None = None) -> Namespace:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cards", type=int, default=5000)
    parser.add_argument("--fights", type=int, default=4)
    parser.add_argument("--held", type=int, default=100)
    parser.add_argument("--held-fights", type=int, default=200)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only-fights", action="store_true")
    parser.add_argument("--earlier", type=Path, nargs="*", default=[], help="fights of earlier commanders")
    return parser.parse_args(words)


def main() -> None:
    options = parse_options()
    catalog = load()
    fought = collect(catalog, options)
    print(f"{len(fought)} battles, {sum(card.fights for card in fought)} fights")
    if options.only_fights:
        return
    old = [card for path in options.earlier for card in read_fought(path)]
    earlier = mark_earlier(measure(catalog, old, TRAINING))
    training, held = (measure(catalog, fought, kind) for kind in (TRAINING, HELD_OUT))
    known = measure_marker_worth(training)
    tried = {penalty: cross_validate(training, penalty, known, earlier) for penalty in PENALTIES}
    penalty = min(tried, key=lambda each: compute_brier(tried[each]))
    weights, crossed = fit([*training, *earlier], penalty, known), tried[penalty]
    weights = {name: weight for name, weight in weights.items() if not name.startswith(EARLIER)}
    old_fights = sum(sample.fights for sample in earlier)
    predicted = [(predict(weights, sample), sample) for sample in held]
    error, beyond = compute_error(predicted) if held else (0.0, 0.0)
    pairs, most = compute_error_from_pairs(crossed)
    share = sum(s.wins for s in training) / sum(s.fights for s in training)
    base = compute_brier([(share, sample) for sample in training])
    fights = sum(sample.fights for sample in training)
    note = (
        f"Fitted by python -m docs.estimate on {fights} fights of {COMMANDER} over {len(training)} random "
        f"battles (seeds fit-1 ...); ridge penalty {penalty:g} by {FOLDS}-fold cross-validation. "
        + (f"Helped by {old_fights} fights of earlier versions of the level. " if old_fights else "")
        + "No rule of the game."
    )
    write_catalogue(weights, round(most, 3), note)
    held_lines = [
        f"| Brier score, held-out battles | {compute_brier(predicted) if held else 0:.3f} |",
        f"| mean error against measured odds, held-out battles | {100 * error:.1f} points |",
        f"| the same without the noise of the fights | {100 * beyond:.1f} points |",
    ]
    lines = [
        f"Fitted on {fights} fights of {COMMANDER} over {len(training)} random battles"
        + (
            f"; checked on {len(held)} other battles, fought {options.held_fights} times each."
            if held
            else "."
        )
        + (f" Helped by {old_fights} fights of earlier versions of the level." if old_fights else ""),
        "",
        "| figure | value |",
        "|---|---|",
        f"| Brier score, cross-validated ({FOLDS} folds of battles) | {compute_brier(crossed):.3f} |",
        f"| Brier score of always saying {100 * share:.0f} % | {base:.3f} |",
        "| mean error against true odds (pairs of fights, cross-validated) "
        f"| {100 * pairs:.1f} points, at most {100 * most:.1f} |",
        *(held_lines if held else ()),
        "",
        "| predicted for the Axis | fights | mean prediction | won |",
        "|---|---|---|---|",
        *(
            f"| {band} % | {count} | {100 * mean:.0f} % | {100 * won:.0f} % |"
            for band, count, mean, won in list_reliability(crossed)
        ),
    ]
    replace_part("estimate", "\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
