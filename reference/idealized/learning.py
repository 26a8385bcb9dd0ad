"""Section 3.2.1: learning the metric, from the program (14)-(16) to a certified result.

The paper's program leaves out that AA' is positive semidefinite. With that constraint the metric is
the projection of (11) onto the cone of such matrices, and the dual has the norm of the projection
in place of that of (11). The argument ``psd`` chooses between the two programs, "as-printed" and
"constrained". A third choice, "clip", projects the solution of the first, which does not make it
the solution of the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.idealized.conditions import (
    SupportPairs,
    mean_inside,
    pairs_by_multiplier,
)
from gramcheck.reference.idealized.engines.certificate import Judged, Residuals, relative_gap
from gramcheck.reference.idealized.engines.program import Program
from gramcheck.reference.idealized.engines.solver import optimum
from gramcheck.reference.idealized.engines.span import span_of_pairs
from gramcheck.reference.idealized.lagrangian import eta_from_multipliers, mu_from_multipliers
from gramcheck.reference.idealized.metric import Metric, frozen
from gramcheck.reference.idealized.primal import constants, original_metric
from gramcheck.reference.types import Array, Integers


@dataclass(frozen=True, eq=False)
class IdealizedMetric(Metric):
    """Solution of the program of Section 3.2.1, with all multipliers and its certificate.

    A result of :func:`learn_metric` acts on patterns of p features. A result of
    :func:`learn_metric_from_kernel` acts on rows of n kernel values against the training patterns:
    its ``matrix`` is the (n, n) coefficient matrix B with Kt(a, b) = k_a'B k_b, and eigenvalues and
    norms are those of the operator in feature space.

    Attributes
    ----------
    gamma : float
        Margin between dissimilar and similar pairs, the multiplier of (15).
    gamma_average : float
        The mean of Section 3.2.3, see :func:`.average_gamma`; NaN if no dissimilar pair has its
        alpha inside the box.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers, in the order of the pairs. The matrix is unique, but they need not be.
    slack_S, slack_D : (N_S,), (N_D,)
        The primal's xi.
    similar, dissimilar : (N_S, 2), (N_D, 2)
        The pairs.
    smallest_eigenvalue : float
        That of the right side of (11) before any clipping, or with ``psd="constrained"`` that of
        the matrix.
    primal, dual : float
        Objective values. With ``psd="clip"`` they are those of the program as printed, to which
        gamma, the alphas and the slacks belong too.
    residuals : Residuals
        Violations of (15) and (17)-(20), and the gap, in relative terms.
    C_S, C_D, nu, psd
        As given.
    status : str
        What cvxopt said.
    multiplier_factor : (p, r) or None
        Factor of ``cone_multiplier``.
    coefficients : (n, n) or None
        B as Section 3.3 prints it, of the kernel version as printed. It may differ from what the
        factors multiply to, but not in how it acts on rows of kernel values.
    """

    gamma: float
    gamma_average: float
    alpha_S: Array = field(repr=False)
    alpha_D: Array = field(repr=False)
    slack_S: Array = field(repr=False)
    slack_D: Array = field(repr=False)
    similar: Integers = field(repr=False)
    dissimilar: Integers = field(repr=False)
    smallest_eigenvalue: float
    primal: float
    dual: float
    residuals: Residuals
    C_S: float
    C_D: float
    nu: float
    psd: str
    status: str
    multiplier_factor: Array | None = field(repr=False)
    coefficients: Array | None = field(repr=False)

    @cached_property
    def matrix(self) -> Array:
        """The matrix AA' of (11), or the coefficients B; formed when it is first asked for."""
        if self.coefficients is not None:
            return self.coefficients
        return super().matrix

    @cached_property
    def eta_S(self) -> Array:
        """Multipliers (N_S,) of xi >= 0 on S, by (13)."""
        return frozen(eta_from_multipliers(self.alpha_S, self.alpha_D, self.C_S, self.C_D)[0])

    @cached_property
    def eta_D(self) -> Array:
        """Multipliers (N_D,) of xi >= 0 on D, by (13)."""
        return frozen(eta_from_multipliers(self.alpha_S, self.alpha_D, self.C_S, self.C_D)[1])

    @property
    def mu(self) -> float:
        """The multiplier of gamma >= 0, by (12)."""
        return mu_from_multipliers(self.alpha_D, self.C_D, self.nu)

    @property
    def gap(self) -> float:
        """(primal - dual) / max(1, |primal|, |dual|).

        It says nothing where the objectives are far below 1, as they are for a small M. There
        results have a gap up to 1e-7 relative to the objectives or to that of M, |M|^2 / 2, too.
        """
        return relative_gap(self.primal, self.dual)

    @cached_property
    def cone_multiplier(self) -> Array | None:
        """What the cone adds to the right side of (11); None without the cone."""
        factor = self.multiplier_factor
        return None if factor is None else frozen(factor @ factor.T)

    def support_pairs(self, tol: float = 1e-4) -> SupportPairs:
        """Support pairs (alpha above 0) and error pairs (alpha at its bound), Proposition 2.

        Parameters
        ----------
        tol : float
            What "above" and "at" mean, as a fraction of the bound, strictly between 0 and 1/2.
        """
        return pairs_by_multiplier(self.alpha_S, self.alpha_D, self.C_S, self.C_D, tol)


def learn_metric(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
    psd: str = "as-printed",
) -> IdealizedMetric:
    """The metric of Section 3.2.1 from pairs of patterns, certified by its duality gap.

    Parameters
    ----------
    X : (n, p) or (n,)
        Patterns, or points on a line.
    similar, dissimilar : (N_S, 2), (N_D, 2) integers
        Pairs of rows of X, in any order, none in both.
    C_S, C_D : float
        Positive weights of the errors on S and on D.
    nu : float
        Strictly between 0 and 1. By Proposition 3 at least this fraction of D are support pairs
        and, if gamma > 0, at most this fraction are error pairs. At 0 gamma would be 0, at 1 it
        would be arbitrary, and above 1 the dual is infeasible.
    M : (p, p), optional
        Symmetric positive semidefinite, of the original squared distances z'Mz; by default the
        identity. The metric learned does not contain it: for small C_D it is nearly 0, and not
        nearly M.
    psd : "as-printed", "clip" or "constrained"
        The paper's program; its solution with negative eigenvalues set to 0; the program with the
        cone constraint.

    Returns
    -------
    IdealizedMetric

    Raises
    ------
    ValueError
        Pairs out of range, repeated, contradictory or with i = j; an empty set of pairs; a constant
        out of range; an M that is not symmetric and positive semidefinite; C_S or C_D times the
        largest squared distance, or the largest entry of M, not between 1e-100 and 1e100; so many
        pairs that memory cannot hold the program.
    ConvergenceError
        No solution with a relative gap up to 1e-7 was found; every result that is returned has
        one. Digits run out, because large multipliers cancel in (11), where (C_S + C_D) times a
        squared distance is above some 1e9 times the metric. An optimum of 0 and, with the cone, a
        C_S of 1e6 times C_D can be refused below that.
    """
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    C_S, C_D, nu = constants(C_S, C_D, nu)
    M, psd = original_metric(M, X.shape[1]), form(psd)
    check.spread("X", X)

    # The program (14)-(16), in coordinates on the span of the pairs.
    span = span_of_pairs(X, np.concatenate([S, D]))
    program = Program(span.Z, span.restricted(M), len(S), C_S, C_D, nu)
    # Its solution, and from it the metric (11), gamma and the certificate.
    solution = optimum(program, cone=psd == "constrained")
    return result(program, solution, S, D, psd, span.lift)


def form(psd: Any) -> str:
    """The name of the problem to be solved, checked."""
    return check.choice("psd", psd, ("as-printed", "clip", "constrained"))


def result(
    program: Program,
    solution: Judged,
    S: Integers,
    D: Integers,
    psd: str,
    lift: Callable[[Array], Array],
    coefficients: Array | None = None,
) -> IdealizedMetric:
    """The learned metric, of the linear version and the kernel version alike.

    ``lift`` maps columns of coordinates on the span of the pairs to those that act on patterns.
    """
    # The metric (11), its eigenvalues split by sign; those at rounding level go.
    eigenvalues, U = np.linalg.eigh(solution.sigma)
    rounding = len(U) * np.finfo(float).eps * np.abs(eigenvalues).max()
    above, below = eigenvalues > rounding, eigenvalues < -rounding
    positive = lift(U[:, above] * np.sqrt(eigenvalues[above]))
    negative = lift(U[:, below] * np.sqrt(-eigenvalues[below]))
    least = float(eigenvalues[0]) if abs(eigenvalues[0]) > rounding else 0.0
    n_S = len(S)
    return IdealizedMetric(
        positive=positive,
        negative=negative if psd == "as-printed" else negative[:, :0],
        multiplier_factor=negative if psd == "constrained" else None,
        coefficients=coefficients,
        smallest_eigenvalue=max(least, 0.0) if psd == "constrained" else least,
        # The value of gamma, Section 3.2.3.
        gamma=solution.gamma,
        gamma_average=mean_inside(solution.margins[n_S:], solution.beta[n_S:]),
        # The certificate: multipliers, slacks, both objectives, and the conditions.
        alpha_S=solution.alpha[:n_S],
        alpha_D=solution.alpha[n_S:],
        slack_S=solution.slack[:n_S],
        slack_D=solution.slack[n_S:],
        similar=S,
        dissimilar=D,
        primal=solution.primal,
        dual=solution.dual,
        residuals=solution.residuals,
        C_S=program.C_S,
        C_D=program.C_D,
        nu=program.nu,
        psd=psd,
        status=solution.status,
    )
