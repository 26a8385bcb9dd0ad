"""Idealized kernels: the reduced quadratic program beside a plain dense one, large problems, Xing.

Beside peers: `beside.solvers`.
"""

import numpy as np
from cvxopt import matrix, solvers

from gramcheck.reference.idealized import learn_metric, learn_metric_from_kernel, xing_metric

from ..data import CONSTANTS, problem
from ..side_by_side import ratio, slow


def dense(X, S, D, C_S, C_D, nu):
    """Eq. (14)-(16) with the whole Hessian, pairs x pairs, given to cvxopt as it stands.

    Variables are in units of their bounds. Returns the matrix of (11).
    """
    pairs = np.concatenate([S, D])
    Z = X[pairs[:, 0]] - X[pairs[:, 1]]
    bounds = np.concatenate([np.full(len(S), -C_S / len(S)), np.full(len(D), C_D / len(D))])
    H = np.outer(bounds, bounds) * (Z @ Z.T) ** 2
    linear = -bounds * np.sum(Z**2, axis=1)
    N = len(pairs)
    total = np.where(bounds > 0, -1 / len(D), 0.0)
    G = np.vstack([np.eye(N), -np.eye(N), total])
    h = np.concatenate([np.ones(N), np.zeros(N), [-nu]])
    options = {"show_progress": False, "abstol": 1e-10, "reltol": 1e-10, "feastol": 1e-10}
    solution = solvers.qp(matrix(H), matrix(linear), matrix(G), matrix(h), options=options)
    alpha = bounds * np.array(solution["x"]).ravel()
    return (Z.T * alpha) @ Z


class ReducedBesideDense:
    """The same program, its Hessian factored or whole."""

    param_names = ("size",)
    params = (["300 pairs, p = 11", "700 pairs, p = 13", "700 pairs, p = 35"],)
    sizes = ((300, 60, 11), (700, 120, 13), (700, 120, 35))

    def setup(self, size):
        n_pairs, n, p = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.problem = problem(n_pairs, n, p, seed=1)

    def ours(self):
        return learn_metric(*self.problem, **CONSTANTS)

    def peer(self):
        return dense(*self.problem, **CONSTANTS)

    def time_learn_metric(self, size):
        self.ours()

    def track_ratio_to_dense(self, size):
        return ratio(self.ours, self.peer)

    track_ratio_to_dense.unit = "ours / dense quadratic program"

    def track_difference(self, size):
        matrix_of_dense = self.peer()
        difference = np.abs(self.ours().matrix - matrix_of_dense).max()
        return float(difference / np.abs(matrix_of_dense).max())

    track_difference.unit = "largest difference of the metrics, relative"
    track_difference.bound = 1e-7  # both are solved to tolerances of their own


class ManyPairs:
    """5,000 pairs of 35 features, and 1,000 pairs of 4,026 features: time, memory, gap."""

    param_names = ("size",)
    params = (["5000 pairs, p = 35", "1000 pairs, p = 4026"],)
    sizes = ((5000, 200, 35), (1000, 96, 4026))
    timeout = 600

    def setup(self, size):
        slow()
        n_pairs, n, p = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.problem = problem(n_pairs, n, p, seed=2)

    def learn(self):
        return learn_metric(*self.problem, **CONSTANTS)

    def time_learn_metric(self, size):
        self.learn()

    def peakmem_learn_metric(self, size):
        self.learn()

    def track_gap(self, size):
        return abs(self.learn().gap)

    track_gap.unit = "relative duality gap"
    track_gap.bound = 1e-3


class WithTheCone:
    """The semidefinite program, beside the quadratic one that leaves the cone out."""

    param_names = ("size",)
    params = (["300 pairs, p = 11", "700 pairs, p = 13", "300 pairs, 60 patterns, kernel"],)
    sizes = ((300, 60, 11), (700, 120, 13), (300, 60, 100))

    def setup(self, size):
        n_pairs, n, p = dict(zip(self.params[0], self.sizes, strict=True))[size]
        X, S, D = problem(n_pairs, n, p, seed=3)
        kernel = size.endswith("kernel")
        self.learn = learn_metric_from_kernel if kernel else learn_metric
        self.problem = (X @ X.T if kernel else X, S, D)

    def ours(self):
        return self.learn(*self.problem, **CONSTANTS, psd="constrained")

    def without(self):
        return self.learn(*self.problem, **CONSTANTS)

    def time_constrained(self, size):
        self.ours()

    def track_ratio_to_as_printed(self, size):
        return ratio(self.ours, self.without)

    track_ratio_to_as_printed.unit = "with the cone / without"

    def track_gap(self, size):
        return abs(self.ours().gap)

    track_gap.unit = "relative duality gap"
    track_gap.bound = 1e-3


class Xing:
    """The metric of Xing et al. on all pairs of 60 and of 120 patterns."""

    param_names = ("size",)
    params = (["60 patterns, p = 11", "120 patterns, p = 13"],)
    sizes = ((1700, 60, 11), (7000, 120, 13))

    def setup(self, size):
        n_pairs, n, p = dict(zip(self.params[0], self.sizes, strict=True))[size]
        self.problem = problem(n_pairs, n, p, seed=4)

    def time_xing_metric(self, size):
        xing_metric(*self.problem)

    def peakmem_xing_metric(self, size):
        xing_metric(*self.problem)

    def track_residual(self, size):
        return xing_metric(*self.problem).residual

    track_residual.unit = "stationarity residual"
    track_residual.bound = 1e-12
