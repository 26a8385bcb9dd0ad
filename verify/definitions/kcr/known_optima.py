"""KCR, Eq. (9): smallest objectives that are known from the problem: by symmetry, or on a line."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import scipy  # scipy.optimize, slow to import, is loaded when it is used

from gramcheck.verify.types import Array

__all__ = ["clustered_kernel", "clustered_optimum", "line_optimum", "two_point_optimum"]


def two_point_optimum(K: Sequence[Sequence[float]], lam: float) -> float:
    """Two points of different classes, delta = K_11 + K_22 - 2 K_12.

    Both at one place, d = 0, costs 6 whatever h2 <= 1 is. d = 2 and h2 = 1 cost 2 and the penalty
    lam w with d = delta w. In between the objective is linear.
    """
    delta = Fraction(K[0][0]) + Fraction(K[1][1]) - 2 * Fraction(K[0][1])
    return float(min(Fraction(6), 2 + 2 * Fraction(lam) / delta)) if delta else 6.0


def clustered_kernel(
    sizes: Sequence[int], within: Sequence[float], between: float, constant: float = 1.0
) -> Array:
    """A kernel that only knows the classes.

    Eigenvalue within[c] on the contrasts inside class c, ``between`` on the contrasts of class
    means, ``constant`` on (1, ..., 1). Two classes of any sizes, or more of one size.
    """
    n, label = sum(sizes), np.repeat(np.arange(len(sizes)), sizes).tolist()
    K = np.full((n, n), constant / n)
    means = np.array([[float(a == b) / sizes[a] for b in label] for a in label])
    K += between * (means - 1 / n)
    for c, size in enumerate(sizes):
        member = np.equal(label, c).astype(float)
        K += within[c] * (np.diag(member) - np.outer(member, member) / size)
    return (K + K.T) / 2


def clustered_optimum(
    sizes: Sequence[int],
    within: Sequence[float],
    between: float,
    lam: float,
    eps: float = 1e-6,
) -> float:
    """The smallest objective for :func:`clustered_kernel`, by a linear program of a few variables.

    The program is convex and does not change when points of a class change places, nor do classes
    of one size, so some optimum is as symmetric: ZWZ' = a on the contrasts of class means and b_c
    inside class c. Then d = 2 b_c inside, and
    d = a (1/m_c + 1/m_k) + b_c (1 - 1/m_c) + b_k (1 - 1/m_k) between classes, and the penalty is
    lam (a (classes - 1) / between + sum_c b_c (m_c - 1) / within[c]).
    """
    C, n = len(sizes), sum(sizes)
    # x = (a, b_1, ..., b_C, h2, slacks of pairs of classes (c <= k), own slack, slacks of rows)
    pairs = [(c, k) for c in range(C) for k in range(c, C)]
    h2, slack = 1 + C, 2 + C
    own, row = slack + len(pairs), slack + len(pairs) + 1
    cost = np.zeros(row + C)
    cost[0] = lam * (C - 1) / between
    for c, size in enumerate(sizes):
        cost[1 + c] = lam * (size - 1) / within[c]
        cost[row + c] = size
    A, b = [], []
    for p, (c, k) in enumerate(pairs):
        line, tau = np.zeros(len(cost)), 1.0 if c == k else -1.0
        if c == k:
            line[1 + c] = 2.0
        else:
            line[0] = -(1 / sizes[c] + 1 / sizes[k])
            line[1 + c] = -(1 - 1 / sizes[c])
            line[1 + k] = -(1 - 1 / sizes[k])
        line[h2], line[slack + p] = -tau, -1.0
        A.append(line)
        b.append(-1.0)
    line = np.zeros(len(cost))
    line[[h2, own]] = -1.0
    A.append(line)
    b.append(-1.0)
    for c, size in enumerate(sizes):
        line = np.zeros(len(cost))
        for p, pair in enumerate(pairs):
            if c in pair:
                other = pair[0] if pair[1] == c else pair[1]
                line[slack + p] = sizes[other] - (other == c)
        line[own], line[row + c] = 1.0, -1.0
        A.append(line)
        b.append(size - 2.0)
    bounds = [(0.0, None)] * len(cost)
    bounds[h2] = (eps, None)
    found = scipy.optimize.linprog(cost, A_ub=np.array(A), b_ub=np.array(b), bounds=bounds)
    if found.status != 0 or n < 2:
        raise ArithmeticError(found.message)
    return float(found.fun)


def line_optimum(
    points: Sequence[float], y: Sequence[object], lam: float, eps: float = 1e-6
) -> float:
    """The smallest objective for points on a line and K = x x', by a linear program.

    Every Sigma gives the distances s (x_i - x_j)^2 with s = x' Sigma x, and the penalty lam s;
    every s >= 0 is that of a Sigma with 1' Sigma 1 = 0, as long as x is not constant.
    """
    n = len(points)
    if len(set(points)) < 2:
        raise ValueError("the points must not all be one")
    # x = (s, h2, inner slacks row by row, outer slacks)
    size = 2 + n * n + n
    cost = np.zeros(size)
    cost[0], cost[2 + n * n :] = lam, 1.0
    A, b = [], []
    for i in range(n):
        outer = np.zeros(size)
        for j in range(n):
            inner, tau = np.zeros(size), 1.0 if y[i] == y[j] else -1.0
            inner[0] = tau * (points[i] - points[j]) ** 2
            inner[1], inner[2 + i * n + j] = -tau, -1.0
            A.append(inner)
            b.append(-1.0)
            outer[2 + i * n + j] = 1.0
        outer[2 + n * n + i] = -1.0
        A.append(outer)
        b.append(sum(y[i] == each for each in y) - 2.0)
    bounds = [(0.0, None)] * size
    bounds[1] = (eps, None)
    found = scipy.optimize.linprog(cost, A_ub=np.array(A), b_ub=np.array(b), bounds=bounds)
    if found.status != 0:
        raise ArithmeticError(found.message)
    return float(found.fun)
