"""Program (9) of KCR and its solvers, beside plain forms, one eigh, and the compared algorithms.

The data are halves of balance and less, in [0, 1]; the gap is the one that a fit certifies.
"""

import numpy as np

from gramcheck.reference.kcr import (
    gaussian_kernel,
    klmca,
    kmlcc,
    lmnn,
    lower_bound,
    project,
    solve_by_splitting,
    solve_exactly,
    subgradient,
)
from gramcheck.reference.kcr.engines.centered import checked_problem
from gramcheck.reference.kcr.engines.cutting_planes import cut
from gramcheck.reference.kcr.engines.result import certified

from ..data import patterns
from ..side_by_side import megabytes_beyond_output, ratio


class Subgradient:
    """Lines 3 to 7 of Algorithm 1 as a Laplacian product, beside the sum of outer products."""

    param_names = ("n",)
    params = ([50, 200],)

    def setup(self, n):
        X, self.y = patterns(n)
        self.K = gaussian_kernel(X)
        A = np.random.default_rng(2).normal(size=(n, 3))
        A -= A.mean(axis=0)
        self.Sigma = A @ A.T / n**2
        self.h2 = 1.0

    def ours(self):
        return subgradient(self.Sigma, self.h2, self.K, self.y, 0.1)[0]

    def naive(self):
        K, y, n = self.K, self.y, len(self.y)
        G = 0.1 * K
        for i in range(n):
            D = K[i] - K
            tau = np.where(y == y[i], 1.0, -1.0)
            inner = 1 + tau * (np.einsum("ja,ab,jb->j", D, self.Sigma, D) - self.h2)
            if 2 + np.maximum(inner, 0).sum() > np.sum(y == y[i]):
                for j in np.flatnonzero(inner > 0):
                    G = G + tau[j] * np.outer(D[j], D[j])
        return G

    def time_subgradient(self, n):
        self.ours()

    def track_ratio_to_outer_products(self, n):
        calls = 50  # one alone is too short to be measured

        def ours():
            for _ in range(calls):
                self.ours()

        return ratio(ours, self.naive) / calls

    track_ratio_to_outer_products.unit = "ours / outer products"

    def track_difference(self, n):
        expected = self.naive()
        return float(np.abs(self.ours() - expected).max() / np.abs(expected).max())

    track_difference.unit = "largest difference from the loop, relative"
    track_difference.bound = 1e-8

    def track_memory_in_matrices(self, n):
        """Peak beyond the output, in matrices (n, n) of float64: O(n^2) where it is constant."""
        return megabytes_beyond_output(self.ours) * 2**20 / self.K.nbytes

    track_memory_in_matrices.unit = "matrices"


class Projection:
    """Line 6: center and clip, beside one eigendecomposition."""

    param_names = ("n",)
    params = ([50, 200, 400],)

    def setup(self, n):
        A = np.random.default_rng(3).normal(size=(n, n))
        self.S = A + A.T

    def time_project(self, n):
        project(self.S)

    def track_ratio_to_eigh(self, n):
        return ratio(lambda: project(self.S), lambda: np.linalg.eigh(self.S), repeats=25)

    track_ratio_to_eigh.unit = "ours / one eigh"

    def track_residual(self, n):
        """How far the nearest point leaves the variational conditions, relative to S."""
        P, S = project(self.S), self.S
        left = S - P
        H = np.eye(n) - 1 / n
        above = np.linalg.eigvalsh(H @ left @ H)[-1]
        size = np.linalg.norm(S)
        return float(max(abs(np.vdot(left, P)) / size**2, above / size, abs(P.sum()) / size))

    track_residual.unit = "largest violation, relative"
    track_residual.bound = 1e-12


class Splitting:
    """A fit to a certified gap of 10 %, within 300 iterations."""

    param_names = ("n", "s", "lam")
    params = ([75, 150, 312], [1 / 16, 1.0], [1.0, 100.0])
    timeout = 120

    def setup(self, n, s, lam):
        X, self.y = patterns(n)
        self.K = gaussian_kernel(X, s=s)

    def fit(self, lam):
        return solve_by_splitting(self.K, self.y, lam, tol=0.1, max_iterations=300)

    def time_fit(self, n, s, lam):
        self.fit(lam)

    def track_gap(self, n, s, lam):
        return self.fit(lam).gap

    track_gap.unit = "certified relative gap"
    track_gap.bound = 0.1

    def track_iterations(self, n, s, lam):
        return self.fit(lam).iterations

    track_iterations.unit = "iterations"

    def track_memory_in_matrices(self, n, s, lam):
        """Peak of what ten iterations allocate, in matrices (n, n) of float64."""

        def few():
            return solve_by_splitting(self.K, self.y, lam, max_iterations=10).Sigma

        return megabytes_beyond_output(few) * 2**20 / self.K.nbytes

    track_memory_in_matrices.unit = "matrices"


class CuttingPlanes:
    """A fit of a linear kernel of four coordinates to a gap of 1e-3, where splitting crawls."""

    param_names = ("n", "lam")
    params = ([75, 150, 312], [0.01, 1.0])
    timeout = 120

    def setup(self, n, lam):
        X, self.y = patterns(n)
        self.K = X @ X.T

    def fit(self, lam):
        problem = checked_problem(self.K, self.y, lam, eps=1e-6)
        return certified(problem, cut(problem, tol=1e-3, max_iterations=100, before=0), tol=1e-3)

    def time_fit(self, n, lam):
        self.fit(lam)

    def track_gap(self, n, lam):
        return self.fit(lam).gap

    track_gap.unit = "relative"
    track_gap.bound = 1e-3

    def track_gap_of_splitting(self, n, lam):
        """After as many iterations as it does by itself, before it calls cutting planes."""
        return solve_by_splitting(self.K, self.y, lam, tol=1e-3, max_iterations=999).gap

    track_gap_of_splitting.unit = "relative"
    track_gap_of_splitting.bound = np.inf  # it crawls

    def track_shortfall(self, n, lam):
        """How far the objective lies below a bound that holds for every metric, relative."""
        found = self.fit(lam)
        bound = lower_bound(found.multipliers, self.K, self.y, lam)
        return max(0.0, 1 - found.objective / bound)

    track_shortfall.unit = "objective below a bound, relative"
    track_shortfall.bound = 1e-3


class SplittingBesideConeProgram:
    """Both solvers at n = 20, to 1e-3."""

    param_names = ("lam",)
    params = ([0.1, 1.0],)

    def setup(self, lam):
        X, self.y = patterns(20)
        self.K = gaussian_kernel(X)

    def track_ratio_to_cvxopt(self, lam):
        return ratio(
            lambda: solve_by_splitting(self.K, self.y, lam),
            lambda: solve_exactly(self.K, self.y, lam),
            repeats=3,
        )

    track_ratio_to_cvxopt.unit = "splitting / cone program"

    def track_excess(self, lam):
        exact = solve_exactly(self.K, self.y, lam).objective
        return solve_by_splitting(self.K, self.y, lam).objective / exact - 1

    track_excess.unit = "objective above the exact one, relative"
    track_excess.bound = 1e-3


class Compared:
    """LMNN, KMLCC and KLMCA at n = 150, with what each certifies."""

    param_names = ("system",)
    params = (["LMNN", "KMLCC", "KLMCA"],)
    timeout = 120

    def setup(self, system):
        self.X, self.y = patterns(150)
        self.K = gaussian_kernel(self.X)

    def fit(self, system):
        if system == "LMNN":
            return lmnn(self.X, self.y, max_iterations=200, tol=1e-2)
        if system == "KMLCC":
            return kmlcc(self.K, self.y, lam=1.0, max_iterations=100, tol=1e-2)
        return klmca(self.K, self.y, d=4, max_iterations=50, tol=1e-2)

    def time_fit(self, system):
        self.fit(system)

    def track_gap_or_residual(self, system):
        found = self.fit(system)
        return found.residual if system == "KLMCA" else found.gap

    track_gap_or_residual.unit = "certified gap, for KLMCA the residual"
    track_gap_or_residual.bound = 1e-2
