r"""The two closed forms inside the splitting method: rows of the loss, and the consensus.

Both are O(n^2). The letters are those of :mod:`.splitting`.
"""

from __future__ import annotations

import numpy as np

from gramcheck.reference.types import Array

_ROUNDING = 4  # of n eps, the change of theta below which it stands still


def row_multipliers(p: Array, offsets: Array, rho: float, theta: Array) -> tuple[Array, Array]:
    r"""The multipliers of the nested hinges at their proximal point, row by row.

    .. math:: \min_x \Big[ a_i + \sum_j [x_j]_+ \Big]_+ + \frac{\rho}{2} \|x - p\|^2

    The minimizer is x = p - m / rho with m_j = min(max(rho p_j, 0), theta), where theta in [0, 1]
    is the multiplier of the outer hinge: 0 or 1 if the sum has that sign there, otherwise the
    root of a_i + sum_j [p_j - theta / rho]_+. That falls with theta and is convex, so Newton's
    method comes to the left of the root in one step from anywhere, rises from there, and ends
    after finitely many steps.

    Parameters
    ----------
    p : (n, n)
        The arguments of the inner hinges.
    offsets : (n,)
        a_i.
    rho : float
    theta : (n,)
        Where to start, in [0, 1]: the last solution saves most of the steps.

    Returns
    -------
    m (n, n), in [0, 1], and theta (n,)
    """
    scaled, theta = rho * p, theta.copy()
    least = _ROUNDING * p.shape[1] * np.finfo(float).eps
    rows, left, first = np.arange(len(p)), scaled, True
    while len(rows):
        last = theta[rows]
        above = np.maximum(left - last[:, None], 0.0)
        value = rho * offsets[rows] + above.sum(axis=1)
        # without slope the value is the offset, whose sign decides; at 0 any theta is a solution
        with np.errstate(divide="ignore", invalid="ignore"):
            change = value / np.count_nonzero(above, axis=1)
        theta[rows] = np.clip(last + np.nan_to_num(change), 0.0, 1.0)
        rises = theta[rows] - last
        going = ((np.abs(rises) if first else rises) > least) & (theta[rows] < 1)
        rows, left, first = rows[going], left[going], False
    m = np.maximum(scaled, 0.0, out=scaled)
    return np.minimum(m, theta[:, None], out=m), theta


def consensus(R: Array, C: Array, g: float, eps: float) -> tuple[Array, Array, float]:
    r"""The Gram matrix and bandwidth nearest to what the two copies ask for.

    .. math:: \min_{B, \, h \ge \epsilon} \; \sum_{ij} (d_{ij} - h - R_{ij})^2
              + g \sum_{ij} (B_{ij} - C_{ij})^2, \qquad d_{ij} = B_{ii} + B_{jj} - 2 B_{ij}

    Stationary in B_ij: g (B_ij - C_ij) = 2 E_ij with E = d - h - R (symmetric part), hence
    E_ij = k (B_ii + B_jj - 2 C_ij - h - R_ij) off the diagonal, k = g / (g + 4). Stationary in
    B_ii: g (B_ii - C_ii) = -2 sum_{j != i} E_ij, in which B_ii, their sum and h appear; summed
    over i, and with sum E = 0 for h, two equations for the sum and h are left.

    Parameters
    ----------
    R : (n, n)
        Its symmetric part counts.
    C : (n, n)
        Symmetric.
    g : float
        Positive.
    eps : float
        Lower bound on h.

    Returns
    -------
    B (n, n), the squared distances d (n, n), and h
    """
    n = len(R)
    k = g / (g + 4)
    wanted = 2 * C + (R + R.T) / 2
    c = C.diagonal()
    rows = wanted.sum(axis=1) - wanted.diagonal()

    # unknowns: sum of the diagonal of B, and h
    of_diagonal = np.array([g + 4 * k * (n - 1), -2 * k * n * (n - 1)])
    of_h = np.array([2 * k * (n - 1), -(k * n * (n - 1) + n)])
    right = np.array([g * c.sum() + 2 * k * rows.sum(), k * rows.sum() + R.trace()])
    total, h = np.linalg.solve(np.array([of_diagonal, of_h]), right)
    if h < eps:
        h = eps
        total = (right[0] - of_diagonal[1] * h) / of_diagonal[0]

    b = (g * c + 2 * k * (rows - total + (n - 1) * h)) / (g + 2 * k * (n - 2))
    sums = b[:, None] + b
    B = sums - wanted
    B -= h
    B *= 2 * k / g
    B += C
    np.fill_diagonal(B, b)
    sums -= 2 * B
    return B, sums, float(h)
