"""Logistic regression of grouped wins by Newton's method, with intervals from the information matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.intervals import Z_95
from schemas.errors import HorahError

MAX_STEPS, CONVERGED_BELOW = 50, 1e-10


@dataclass(frozen=True, slots=True)
class Effect:
    """Change of the log-odds per unit of a figure, with its 95 % interval."""

    by: float
    low: float
    high: float


def fit_logistic(
    rows: Sequence[tuple[Sequence[float], int, int]],
    penalty: float = 0.0,
    offsets: Sequence[float] | None = None,
) -> tuple[Effect, ...]:
    """Fit rows of (figures, wins, cases); return the effect of the constant, then of each figure.

    A ridge penalty shrinks all effects but the constant; with it, figures may depend on each other. Offsets
    are the part of the log-odds of each row that is known beforehand.
    """
    try:
        import numpy as np
    except ImportError:
        raise HorahError("NO_PARQUET") from None
    x = np.array([[1.0, *figures] for figures, _, _ in rows])
    wins = np.array([float(won) for _, won, _ in rows])
    cases = np.array([float(of) for _, _, of in rows])
    beta: Any = np.zeros(x.shape[1])
    known: Any = np.zeros(len(rows)) if offsets is None else np.array(offsets)
    ridge = np.diag([0.0] + [penalty] * (x.shape[1] - 1))
    for _ in range(MAX_STEPS):
        share = 1 / (1 + np.exp(-(x @ beta + known)))
        weight = cases * share * (1 - share)
        information = x.T @ (x * weight[:, None]) + ridge
        step = np.linalg.solve(information, x.T @ (wins - cases * share) - ridge @ beta)
        beta = beta + step
        if float(np.abs(step).max()) < CONVERGED_BELOW:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(information)))
    pairs = zip(beta.tolist(), spread.tolist(), strict=True)
    return tuple(Effect(by, by - Z_95 * error, by + Z_95 * error) for by, error in pairs)
