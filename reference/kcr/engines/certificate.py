r"""Lower bounds on the optimum of (9) from any multipliers, by weak duality.

The loss of row i is the largest value of theta a_i + sum_j m_j x_ij over 0 <= m_j <= theta <= 1,
with a_i = 2 - n_i^+ and x_ij = 1 + tau_ij (d_ij^2 - h~). So for every M with entries in [0, 1]
and theta_i between the largest entry of its row and 1, the objective of (9) is at least

.. math:: \sum_i \theta_i a_i + \sum_{ij} M_{ij} - \tilde h \sum_{ij} \tau_{ij} M_{ij}
          + \operatorname{tr} W (\lambda I + 2 Z' L Z), \qquad L = \operatorname{diag}(w 1) - w,

where w is the symmetric part of tau M, and W and Z are those of :mod:`.centered`. If
sum tau M <= 0 and lambda I + 2 Z'LZ >= 0, the last term is at least 0, and the one before is at
least -eps sum tau M. What is then left is a number, the bound. Any M is made to fit in three steps:

- its entries are clipped to [0, 1];
- if sum tau M > 0, the multipliers of pairs of one class are scaled down until the sum is 0;
- all are scaled by t, the largest number for which t M <= 1 and t times the negative part of 2 Z'LZ
  is at most lambda. The bound is linear in t except in the rows with a_i > 0, whose theta_i is 1
  whatever M is, so that either this t or t = 0 is the best.

Z has the whole kernel, not only the part in which (9) is solved; what is below n eps of its largest
eigenvalue is nothing but rounding of its entries, or may be, and counts as 0. The roundings of the
computed eigenvalue and of the sums are counted against the bound.
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference.kcr.engines.centered import Point, Problem
from gramcheck.reference.kcr.engines.pairs import least_eigenvalue
from gramcheck.reference.types import Array

_ROUNDING = 10  # of n eps times its terms, by which a computed sum may be off


def gap(point: Point, problem: Problem) -> float:
    """The certified gap of a point, relative to its objective."""
    reached = problem.objective(point.Sigma, point.h2)
    return relative_gap(reached, dual_bound(point.multipliers, problem))


def relative_gap(reached: float, bound: float) -> float:
    """(reached - bound) / reached, and 0 where rounding puts them the other way round."""
    apart = (reached - bound) / reached if reached != 0 else 0.0
    return apart if not apart < 0 else 0.0  # NaN stays NaN, which is within no tolerance


def dual_bound(M: Array, problem: Problem) -> float:
    """The lower bound that the multipliers M (n, n) give."""
    tau, offsets = problem.tau, problem.offsets
    always = np.maximum(offsets, 0.0).sum()
    M = np.clip(M, 0.0, 1.0)
    M = _balanced(M / (M.max() or 1.0), tau)
    largest = M.max()
    if largest < np.finfo(float).tiny:  # t = 0
        return float(always)

    t = 1 / largest
    smallest = least_eigenvalue(tau * M, problem.centered.Z)
    if smallest < 0:
        t = min(t, problem.lam / -smallest)
    rows = np.minimum(offsets, 0.0) * M.max(axis=1)
    gained = M.sum() + rows.sum() - problem.eps * (tau * M).sum()
    lost = _ROUNDING * len(M) * np.finfo(float).eps * (M.sum() - rows.sum())
    return float(always + max(0.0, t * (gained - lost)))


def _balanced(M: Array, tau: Array) -> Array:
    """M with the pairs of one class scaled down so that sum tau M <= 0."""
    same, other = M[tau > 0].sum(), M[tau < 0].sum()
    if same <= other:
        return M
    # a little further, so that rounding leaves the sum below 0
    factor = other / same * (1 - _ROUNDING * len(M) * np.finfo(float).eps)
    return np.where(tau > 0, factor * M, M)
