"""Axioms of a metric and symmetries, each with the points that violate it.

Results are about a distance matrix over finitely many points. The slack, what roundings may do, is
always stated by the caller. ValueError for what is no square matrix of finite numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.verify.compare import at_most, close_to
from gramcheck.verify.record import Outcome
from gramcheck.verify.types import Array


@dataclass(frozen=True)
class Violation:
    """How far an axiom is from holding at its worst points; nothing is violated when ``by`` <= 0.

    ``points`` are indices: (x, y), or (x, via, z) for the triangle inequality.
    """

    axiom: str
    points: tuple[int, ...]
    by: float


def negativity(D: ArrayLike) -> Violation:
    """The smallest distance: d(x, y) >= 0."""
    D = _square(D)
    x, y = _place(-D)
    return Violation("nonnegative", (x, y), float(-D[x, y]))


def self_distance(D: ArrayLike) -> Violation:
    """The largest |d(x, x)|: d(x, x) = 0."""
    own = np.abs(_square(D).diagonal())
    x = int(np.argmax(own))
    return Violation("zero to itself", (x, x), float(own[x]))


def asymmetry(D: ArrayLike) -> Violation:
    """The largest |d(x, y) - d(y, x)|."""
    D = _square(D)
    gap = np.abs(D - D.T)
    x, y = _place(gap)
    return Violation("symmetric", (x, y), float(gap[x, y]))


def triangle_excess(D: ArrayLike) -> Violation:
    """The largest d(x, z) - d(x, y) - d(y, z), with the triple (x, y, z)."""
    D = _square(D)
    worst = Violation("triangle", (0, 0, 0), -math.inf)
    for y in range(len(D)):
        excess = D - (D[:, y, None] + D[None, y])
        x, z = _place(excess)
        if excess[x, z] > worst.by:
            worst = Violation("triangle", (x, y, z), float(excess[x, z]))
    return worst


def indiscernible_pairs(D: ArrayLike) -> list[tuple[int, int]]:
    """The pairs x < y of different points at distance 0; none in a metric."""
    x, y = np.nonzero(np.triu(_square(D) == 0, 1))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def violations(D: ArrayLike, slack: float, identity: bool = True) -> list[Violation]:
    """The axioms that fail by more than ``slack``, each at its worst points.

    Parameters
    ----------
    D : (n, n)
        Distances of n different points.
    slack : float
        Excess to be blamed on roundings; 0 for integer distances.
    identity : bool
        Whether different points must be apart; False asks for a pseudometric only.
    """
    found = [negativity(D), self_distance(D), asymmetry(D), triangle_excess(D)]
    found = [violation for violation in found if violation.by > slack]
    if identity and (pairs := indiscernible_pairs(D)):
        found.append(Violation("different points apart", pairs[0], math.inf))
    return found


def is_metric(
    D: ArrayLike, slack: float, identity: bool = True, objects: Sequence[Any] | None = None
) -> Outcome:
    """The axioms as one outcome, which names the worst axiom and its points."""
    try:
        found = violations(D, slack, identity)
    except ValueError as error:
        return Outcome(math.nan, slack, math.inf, f"got {error}, should be a distance matrix")
    if not found:
        within = max(v.by for v in (negativity(D), self_distance(D), asymmetry(D)))
        within = max(0.0, within, triangle_excess(D).by)
        ratio = within / slack if slack else 0.0
        return Outcome(within, slack, ratio, f"got an excess of {within!r}, should be a metric")
    worst = max(found, key=lambda violation: violation.by)
    where = worst.points if objects is None else tuple(objects[i] for i in worst.points)
    detail = f"got an excess of {worst.by!r} at {where!r}, should be {worst.axiom}"
    return Outcome(worst.by, slack, math.inf if slack == 0 else worst.by / slack, detail)


def symmetric(x: Any, y: Any, distance: Callable[[Any, Any], Any], slack: float) -> Outcome:
    """d(x, y) and d(y, x) agree to ``slack``."""
    there, back = float(distance(x, y)), distance(y, x)
    return close_to(there, back, atol=slack) if slack else at_most(0.0, abs(there - float(back)))


def permutation_invariant(
    function: Callable[[Array], Any], x: ArrayLike, order: Sequence[int], **tolerance: Any
) -> Outcome:
    """The order of the rows of ``x`` does not matter; ``tolerance`` as in ``close_to``."""
    x = np.asarray(x)
    return close_to(np.asarray(function(x)), function(x[list(order)]), **tolerance)


def permutation_equivariant(
    matrix: Callable[[list[Any]], Any],
    objects: Sequence[Any],
    order: Sequence[int],
    **tolerance: Any,
) -> Outcome:
    """The matrix of permuted objects is the permuted matrix; ``tolerance`` as in ``close_to``."""
    before = np.asarray(matrix(list(objects)))
    expected = before[np.ix_(list(order), list(order))]
    return close_to(expected, matrix([objects[i] for i in order]), **tolerance)


def _square(D: ArrayLike) -> Array:
    D = np.asarray(D, dtype=np.float64)
    if D.ndim != 2 or D.shape[0] != D.shape[1] or D.size == 0:
        raise ValueError(f"D of shape {D.shape}, not a square matrix")
    if not np.isfinite(D).all():
        raise ValueError(f"D with {int(np.sum(~np.isfinite(D)))} entries that are not finite")
    return D


def _place(values: Array) -> tuple[int, int]:
    """Row and column of the largest value."""
    row, column = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(row), int(column)
