"""Equilibrium of a zero-sum game of two: how often to choose each answer, and the value of the game.

Linear programming finds for each side a mixture of answers against which no answer of the opponent does
better than the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from schemas.errors import HorahError

Matrix = Sequence[Sequence[float]]  # the row side's payoff for each pair of answers


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixtures of both sides, and the value for the row side."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve_game(matrix: Matrix) -> Equilibrium:
    """Return the equilibrium in mixed strategies."""
    value, rows = _solve_mixture([list(row) for row in matrix])
    _, columns = _solve_mixture([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    return Equilibrium(value, rows, columns)


def _solve_mixture(matrix: list[list[float]]) -> tuple[float, tuple[float, ...]]:
    """Return the mixture of rows with the best worst case: maximise v with sum of x = 1 and x·A >= v."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise HorahError("NO_PARQUET") from None
    count = len(matrix)
    worst = [[*(-matrix[row][column] for row in range(count)), 1.0] for column in range(len(matrix[0]))]
    solution: Any = linprog(
        [0.0] * count + [-1.0],
        A_ub=worst,
        b_ub=[0.0] * len(worst),
        A_eq=[[1.0] * count + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * count + [(None, None)],
        method="highs",
    )
    assert solution.success, solution.message
    shares = [max(0.0, float(share)) for share in solution.x[:count]]
    total = sum(shares)
    return float(solution.x[count]), tuple(share / total for share in shares)


def row_costs(matrix: Matrix, equilibrium: Equilibrium) -> tuple[float, ...]:
    """Return how much each answer of the row side loses against the other side's mixture."""
    return tuple(
        equilibrium.value - sum(share * entry for share, entry in zip(equilibrium.columns, row, strict=True))
        for row in matrix
    )


def column_costs(matrix: Matrix, equilibrium: Equilibrium) -> tuple[float, ...]:
    """Return how much each answer of the column side loses against the row side's mixture."""
    columns = zip(*matrix, strict=True)
    return tuple(
        sum(share * entry for share, entry in zip(equilibrium.rows, column, strict=True)) - equilibrium.value
        for column in columns
    )
