"""A game of two with opposite interests: how often each answer should be chosen, and what it is worth.

By linear programming each side finds a mixture of its answers against which no answer of the other does
better than the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from schemas.errors import HorahError

Matrix = Sequence[Sequence[float]]  # what the row's side has of each pair of answers


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The mixtures of both sides, and what the row's side has by them."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solved(matrix: Matrix) -> Equilibrium:
    """The equilibrium in mixed strategies."""
    value, rows = _mixture([list(row) for row in matrix])
    _, columns = _mixture([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    return Equilibrium(value, rows, columns)


def _mixture(matrix: list[list[float]]) -> tuple[float, tuple[float, ...]]:
    """The mixture of rows whose worst case is best: maximise v with sum of x = 1 and x·A >= v."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise HorahError("NO_PARQUET") from None
    count = len(matrix)
    worst = [[*(-matrix[row][column] for row in range(count)), 1.0] for column in range(len(matrix[0]))]
    found: Any = linprog(
        [0.0] * count + [-1.0],
        A_ub=worst,
        b_ub=[0.0] * len(worst),
        A_eq=[[1.0] * count + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * count + [(None, None)],
        method="highs",
    )
    assert found.success, found.message
    shares = [max(0.0, float(share)) for share in found.x[:count]]
    whole = sum(shares)
    return float(found.x[count]), tuple(share / whole for share in shares)


def row_costs(matrix: Matrix, found: Equilibrium) -> tuple[float, ...]:
    """How much each answer of the row's side gives away against the other's mixture."""
    return tuple(
        found.value - sum(share * entry for share, entry in zip(found.columns, row, strict=True))
        for row in matrix
    )


def column_costs(matrix: Matrix, found: Equilibrium) -> tuple[float, ...]:
    """The same for the other side."""
    columns = zip(*matrix, strict=True)
    return tuple(
        sum(share * entry for share, entry in zip(found.rows, column, strict=True)) - found.value
        for column in columns
    )
