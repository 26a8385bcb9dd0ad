"""KCR, Eq. (9): the smallest objective between two numbers, by weak duality.

With HKH = ZZ' (H = I - 11'/n, rows z_i) the program is one over W positive semidefinite,
d_ij = (z_i - z_j)'W(z_i - z_j) and the penalty lam tr W. By [c + s]_+ = max_{0<=u<=1} u (c + s) its
dual is

    maximize  sum_i u_i (2 - n_i+) + sum_ij v_ij - eps sum_ij v_ij tau_ij
    over      0 <= v_ij <= u_i <= 1,  sum_ij v_ij tau_ij <= 0,
              lam I + sum_ij v_ij tau_ij (z_i - z_j)(z_i - z_j)' positive semidefinite.

A feasible point of either program bounds the other, however it was found.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from cvxopt import matrix, solvers
from numpy.typing import ArrayLike

from gramcheck.verify.definitions.kcr.bounds import sign
from gramcheck.verify.types import AnyArray, Array

__all__ = [
    "Optimum",
    "dual_value",
    "optimum",
    "primal_value",
]


class Optimum(NamedTuple):
    """The smallest objective lies in [lower, upper]; ``upper`` is that of W and h2."""

    lower: float
    upper: float
    W: Array
    h2: float
    v: Array  # multipliers of the inner hinges


def points(K: ArrayLike) -> Array:
    """Rows z_i with z_i'z_j = (HKH)_ij."""
    K = np.asarray(K, dtype=np.float64)
    H = np.eye(len(K)) - 1 / len(K)
    values, vectors = np.linalg.eigh(H @ (K + K.T) @ H / 2)
    return vectors * np.sqrt(np.maximum(values, 0.0))


def _signs(y: Sequence | AnyArray) -> Array:
    n = len(y)
    return np.array([[float(sign(y, i, j)) for j in range(n)] for i in range(n)])


def primal_value(W: Array, h2: float, Z: Array, y: Sequence | AnyArray, lam: float) -> float:
    """The objective of Eq. (9) at a positive semidefinite W."""
    tau, total = _signs(y), lam * float(np.trace(W))
    for i, z in enumerate(Z):
        inner = 0.0
        for j, w in enumerate(Z):
            inner += max(0.0, 1 + tau[i, j] * (float((z - w) @ W @ (z - w)) - h2))
        total += max(0.0, 2 - float((tau[i] == 1).sum()) + inner)
    return total


def dual_value(
    v: Array, K: ArrayLike, y: Sequence | AnyArray, lam: float, eps: float = 1e-6
) -> float:
    """The dual's value at multipliers v, with the best u: -inf unless they are feasible."""
    v, tau, Z = np.asarray(v, dtype=np.float64), _signs(y), points(K)
    if v.min() < 0 or v.max() > 1 or (v * tau).sum() > 0:
        return -np.inf
    S = lam * np.eye(Z.shape[1])
    for i, z in enumerate(Z):
        for j, w in enumerate(Z):
            S += v[i, j] * tau[i, j] * np.outer(z - w, z - w)
    if np.linalg.eigvalsh(S)[0] < 0:
        return -np.inf
    value = float(v.sum()) - eps * float((v * tau).sum())
    for i in range(len(Z)):  # u_i = 1 where it pays, else as small as v allows
        constant = 2 - float((tau[i] == 1).sum())
        value += constant if constant > 0 else constant * float(v[i].max())
    return value


def _made_feasible(v: Array, Z: Array, tau: Array, lam: float) -> Array:
    """Clipped to [0, 1], the own class' weights cut to the other ones', then all scaled down."""
    v = np.clip(v, 0.0, 1.0)
    within, between = v[tau > 0].sum(), v[tau < 0].sum()
    if within > between * (1 - 1e-12):
        v = np.where(tau > 0, v * (between / within) * (1 - 1e-12), v)
    weights = v * tau + (v * tau).T
    laplacian = np.diag(weights.sum(axis=1)) - weights
    # the terms may be much longer than their sum, which is near -lam at an optimum of full rank
    gaps = ((Z[:, None] - Z) ** 2).sum(axis=2)
    roundings = 4 * len(v) * np.finfo(float).eps * float((np.abs(weights) * gaps).sum())
    smallest = float(np.linalg.eigvalsh(Z.T @ laplacian @ Z)[0]) - roundings
    return v * min(1.0, lam / -smallest) if smallest < 0 else v


def _cone_program(Z: Array, tau: Array, lam: float, eps: float) -> tuple[Any, ...]:
    """c, G, h, dims of cvxopt: x = (lower triangle of W, h2, slack a pair, own slack, rows')."""
    n, r = Z.shape
    pairs = [(i, j) for i in range(n) for j in range(i)]
    low = [(a, b) for b in range(r) for a in range(b, r)]
    nw, m = len(low), len(pairs)
    h2, slack, own, row = nw, nw + 1, nw + 1 + m, nw + 2 + m
    size = row + n
    c = np.zeros(size)
    c[[k for k, (a, b) in enumerate(low) if a == b]] = lam
    c[row:] = 1.0
    G, right = [], []

    def add(entries: dict[int, float], bound: float) -> None:
        line = np.zeros(size)
        for k, value in entries.items():
            line[k] = value
        G.append(line)
        right.append(bound)

    for p, (i, j) in enumerate(pairs):  # 1 + tau (d - h2) <= slack
        z = Z[i] - Z[j]
        entries = {
            k: tau[i, j] * z[a] * z[b] * (1 if a == b else 2) for k, (a, b) in enumerate(low)
        }
        add(entries | {h2: -tau[i, j], slack + p: -1.0}, -1.0)
    add({h2: -1.0, own: -1.0}, -1.0)
    for i in range(n):  # 2 - n_i+ + sum_j slack_ij <= row slack
        entries = {slack + p: 1.0 for p, pair in enumerate(pairs) if i in pair}
        add(entries | {own: 1.0, row + i: -1.0}, float((tau[i] == 1).sum()) - 2)
    for k in range(slack, size):
        add({k: -1.0}, 0.0)
    add({h2: -1.0}, -eps)
    cone = np.zeros((r * r, size))
    for k, (a, b) in enumerate(low):
        cone[a + b * r, k] = cone[b + a * r, k] = -1.0
    G_all, h_all = np.vstack([*G, cone]), np.append(right, np.zeros(r * r))
    return pairs, low, c, G_all, h_all, {"l": len(G), "q": [], "s": [r]}


def optimum(K: ArrayLike, y: Sequence | AnyArray, lam: float, eps: float = 1e-6) -> Optimum:
    """The smallest objective of Eq. (9), certified; ArithmeticError if the solver gets nowhere.

    Whatever the cone solver returns is made feasible on both sides, and only then believed.
    """
    K = np.asarray(K, dtype=np.float64)
    return _optimum(K.tobytes(), len(K), tuple(np.asarray(y).tolist()), float(lam), float(eps))


@lru_cache(maxsize=512)  # slow, and asked again for every implementation
def _optimum(kernel: bytes, n: int, y: tuple, lam: float, eps: float) -> Optimum:
    K = np.frombuffer(kernel).reshape(n, n)
    Z, tau = points(K), _signs(y)
    lengths = np.linalg.norm(Z, axis=0)
    kept = Z[:, lengths > 1e-5 * lengths.max()]  # the primal gives up what costs most
    best: Optimum | None = None
    for tolerance in (1e-9, 1e-8, 1e-7, 1e-6):
        found = _from_solver(kept, Z, tau, K, y, lam, eps, tolerance)
        if found and (best is None or found.upper - found.lower < best.upper - best.lower):
            best = found
        if best and best.upper - best.lower <= 1e-6 * best.upper:
            return best
    if best is None or best.upper - best.lower > 1e-4 * best.upper:
        raise ArithmeticError(f"the cone solver leaves the optimum open: {best}")
    return best


def _from_solver(
    kept: Array,
    Z: Array,
    tau: Array,
    K: Array,
    y: Sequence,
    lam: float,
    eps: float,
    tolerance: float,
) -> Optimum | None:
    n, r = kept.shape
    pairs, low, c, G, h, dims = _cone_program(kept, tau, lam, eps)
    options: dict[str, float] = {"show_progress": False, "maxiters": 100}
    options |= dict.fromkeys(("abstol", "reltol", "feastol"), tolerance)
    try:
        found = solvers.conelp(matrix(c), matrix(G), matrix(h), dims, options=options)
    except (ArithmeticError, ValueError):
        return None
    x, z = np.array(found["x"]).ravel(), np.array(found["z"]).ravel()
    W = np.zeros((r, r))
    for value, (a, b) in zip(x, low, strict=False):
        W[a, b] = W[b, a] = value
    values, vectors = np.linalg.eigh(W)
    W = (vectors * np.maximum(values, 0.0)) @ vectors.T
    h2 = max(eps, float(x[len(low)]))
    m = len(pairs)
    rows = np.clip(z[m + 1 : m + 1 + n], 1e-12, 1.0)
    v = np.diag(np.minimum(rows, z[m] * rows / rows.sum()))
    for value, (i, j) in zip(z, pairs, strict=False):  # a pair's multiplier is shared by its rows
        for a, b in ((i, j), (j, i)):
            v[a, b] = min(rows[a], value * rows[a] / (rows[a] + rows[b]))
    v = _made_feasible(v, Z, tau, lam)
    return Optimum(dual_value(v, K, y, lam, eps), primal_value(W, h2, kept, y, lam), W, h2, v)
