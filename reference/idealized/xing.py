r"""Section 4: the baseline of Xing, Ng, Jordan and Russell (2003), with a full matrix.

.. math:: \max_{A \succeq 0} \; \sum_{D} \|x_i - x_j\|_A \quad \text{subject to} \quad
          \sum_{S} \|x_i - x_j\|_A^2 \le t, \qquad \|z\|_A = \sqrt{z'Az}.

The original climbs the gradient and projects in turn onto the half-space and onto the cone, until
steps are short, which can be far from the maximum. Here the constraint goes first: with
W = sum_S zz' = RR' and A = t R^-T B R^-1 it reads tr B <= 1. The sum, concave in B, is maximized
over the factor F of B = FF' by a quasi-Newton method, and whatever that finds is certified by the
gradient G of the sum f in B: by concavity, and by homogeneity of degree 1/2,

.. math:: \max f \le \sqrt{2 \lambda_{\max}(G) f(B)} .

How far this is above f(B), relative to it, is the stationarity residual, 0 exactly at the maximum.
Where B is nearly of rank one, the line search sees no more progress long before: the sum is flat to
roundings. From there the generalized power method goes on, which needs the gradient alone: the sum
is convex in F, so that GF, scaled to the size of F, is never worse (Journée, Nesterov, Richtárik
and Sepulchre, JMLR 2010).

The maximum does not depend on the units of a column, which A takes up. So each column is brought to
the size of 1 before it is asked which directions the similar pairs span.

The problem is unbounded if a direction lies in no similar pair's difference but in a dissimilar
one's: stretching it costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.engines.span import differences_in_blocks, span_of_pairs
from gramcheck.reference.idealized.metric import Metric
from gramcheck.reference.types import Array, Integers

_OBJECTIVES = ("sqrt", "log")
_ROUNDING = 8 * np.finfo(float).eps  # times the dimension and a norm: what may come of roundings
_FAILURES = ("raise", "return")


@dataclass(frozen=True, eq=False)
class XingMetric(Metric):
    """The metric of Xing et al., with its certificate.

    Attributes
    ----------
    value : float
        sum_D ||x_i - x_j||_A, its logarithm with ``objective="log"``.
    constraint : float
        sum_S ||x_i - x_j||_A^2, at most t.
    residual : float
        Upper bound on (maximum - sum_D ||.||_A) / sum_D ||.||_A, computed from the data, and what
        roundings may hide: those of the differences times the condition number of the similar ones.
    iterations : int
        Of the quasi-Newton method and of the power method after it, together.
    converged : bool
        ``residual`` is at most ``tol``.
    t, objective
        As given.
    """

    value: float
    constraint: float
    residual: float
    iterations: int
    converged: bool
    t: float
    objective: str


def xing_metric(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    t: float = 1.0,
    objective: str = "sqrt",
    max_iterations: int = 5000,
    tol: float = 1e-6,
    on_failure: str = "raise",
) -> XingMetric:
    """The metric of Xing et al. (2003) with a full matrix.

    Parameters
    ----------
    X : (n, p) or (n,)
        Patterns, or points on a line.
    similar, dissimilar : (N_S, 2), (N_D, 2) integers
        Pairs of rows of X, in any order, none in both.
    t : float
        Bound on the sum over S, positive. It scales the matrix and nothing else; Xing et al. write
        1, their program 1 / 100 of what the Euclidean metric gives.
    objective : "sqrt" or "log"
        The sum over D of distances, or its logarithm as their program has it. The maximizers are
        the same; ``value`` differs.
    max_iterations : int
        Of both methods together, at least 1.
    tol : float
        Largest ``residual`` that counts as converged, positive.
    on_failure : "raise" or "return"
        What to do when it is not reached.

    Returns
    -------
    XingMetric

    Raises
    ------
    ValueError
        The differences of similar pairs do not span those of dissimilar ones, so that the problem
        is unbounded, or do so only by what is a rounding of the longest of them; dissimilar pairs
        without a difference; pairs as in :func:`learn_metric`; a column whose squared differences
        are above 0 and all below 1e-100.
    ConvergenceError
        The residual stays above ``tol``.
    """
    X = check.patterns("X", X)
    S, D = check.similar_and_dissimilar(similar, dissimilar, len(X))
    t = check.positive("t", t)
    objective = check.choice("objective", objective, _OBJECTIVES)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    on_failure = check.choice("on_failure", on_failure, _FAILURES)
    check.spread("X", X)

    # Coordinates in which the constraint is tr B <= 1.
    pairs = np.concatenate([S, D])
    units = _units(X, pairs)
    space = span_of_pairs(X / units, pairs)
    Z_S, Z_D = space.Z[: len(S)], space.Z[len(S) :]
    sizes = np.linalg.norm((X / units)[D], axis=2).max(axis=1)
    whitening, rounding = _whitening(Z_S, Z_D, sizes)
    Z = Z_D @ whitening
    size = float(np.sqrt(np.einsum("kr,kr->k", Z, Z).max()))
    if size == 0:
        raise ValueError("dissimilar must have a pair of different patterns, got none")

    Z /= size
    F, iterations = _largest_sum(Z, max_iterations)
    F, residual, further = _polished(Z, F, tol - rounding, max_iterations - iterations)
    residual, iterations = residual + rounding, iterations + further
    factor = np.sqrt(t) * whitening @ F
    total = float(np.linalg.norm(Z_D @ factor, axis=1).sum())
    if not residual <= tol and on_failure == "raise":
        raise ConvergenceError(
            f"the metric of Xing et al. after {iterations} iterations",
            residual * total,
            tol * total,
            residuals={"stationarity": residual},
        )
    return XingMetric(
        positive=space.lift(factor) / units[:, None],
        negative=np.empty((space.dimension, 0)),
        value=float(np.log(total)) if objective == "log" else total,
        constraint=float(np.square(Z_S @ factor).sum()),
        residual=residual,
        iterations=iterations,
        converged=bool(residual <= tol),
        t=t,
        objective=objective,
    )


def _units(X: Array, pairs: Integers) -> Array:
    """(p,), powers of 2 near the largest difference in each column, 1 where there is none.

    Raises
    ------
    ValueError
        A column whose squared differences are no numbers.
    """
    widest = np.zeros(X.shape[1])
    for z in differences_in_blocks(X, pairs):
        np.maximum(widest, np.abs(z).max(axis=0), out=widest)
    for column in np.flatnonzero(widest):
        name = f"the largest squared difference in column {column} of X"
        check.positive(name, float(widest[column]) ** 2)
    return np.exp2(np.frexp(widest)[1])


def _whitening(Z_S: Array, Z_D: Array, sizes: Array) -> tuple[Array, float]:
    """R^-T on the span of the similar differences, (r, k) with R^-1 W R^-T = I, and its roundings.

    ``sizes`` are those of the patterns of each dissimilar pair, which had roundings before.

    Raises
    ------
    ValueError
        A dissimilar difference sticks out of that span.
    """
    _, singular, Vt = np.linalg.svd(Z_S, full_matrices=False)
    rounding = _ROUNDING * Z_S.shape[1]
    kept = singular > rounding * singular.max(initial=0.0)
    basis = Vt[kept].T
    # The span turns by roundings over the least of its singular values.
    turned = rounding * singular[0] / singular[kept][-1] if kept.any() else 0.0
    outside = np.linalg.norm(Z_D - (Z_D @ basis) @ basis.T, axis=1)
    allowed = turned * np.linalg.norm(Z_D, axis=1) + rounding * sizes
    beyond = int((outside > allowed).sum())
    if beyond:
        raise ValueError(
            "similar must span the differences of dissimilar pairs, got a span of "
            f"{int(kept.sum())} dimensions, to roundings of the longest difference, and {beyond} "
            "dissimilar pairs that stick out of it: the sum of their distances is unbounded"
        )
    return basis / singular[kept], float(turned)


def _largest_sum(Z: Array, max_iterations: int) -> tuple[Array, int]:
    """Maximizer F of sum ||F'z|| with ||F||_F = 1, and iterations.

    The quasi-Newton method minimizes -log(sum ||F'z||) + log ||F||_F, which does not depend on the
    size of F.
    """
    k = Z.shape[1]

    def objective(flat: Array) -> tuple[float, Array]:
        F = flat.reshape(k, k)
        moved = Z @ F
        lengths = np.linalg.norm(moved, axis=1)
        total, square = lengths.sum(), np.vdot(F, F)
        slopes = Z.T @ np.divide(moved, lengths[:, None], out=moved, where=lengths[:, None] > 0)
        value = np.log(square) / 2 - np.log(total)
        return value, (F / square - slopes / total).ravel()

    result = sp.optimize.minimize(
        objective,
        np.eye(k).ravel(),
        jac=True,
        method="L-BFGS-B",
        options={
            "maxiter": max_iterations,
            "maxfun": 20 * max_iterations,
            "maxcor": 30,
            "ftol": 0.0,
            "gtol": 1e-12,
        },
    )
    F = result.x.reshape(k, k)
    return F / np.linalg.norm(F), result.nit


def _polished(Z: Array, F: Array, wanted: float, max_iterations: int) -> tuple[Array, float, int]:
    """F, no worse, with its residual, and iterations of the power method until that is as wanted.

    Nothing is done where roundings alone are beyond the tolerance, which no F can mend.
    """
    gradient, residual = _gradient(Z, F)
    iterations = 0
    while 0 < wanted < residual and iterations < max_iterations:
        F = gradient @ F
        F /= np.linalg.norm(F)
        gradient, residual = _gradient(Z, F)
        iterations += 1
    return F, residual, iterations


def _gradient(Z: Array, F: Array) -> tuple[Array, float]:
    """G = sum zz' / (2 ||F'z||) at B = FF' with trace 1, and how far the maximum may lie above f.

    The residual is relative to f. <G, B> is half the sum, and the bound by the tangent at B holds
    at any multiple of B; it is best at one where it reads sqrt(2 lambda_max(G) f).
    """
    lengths = np.linalg.norm(Z @ F, axis=1)
    lengths = np.maximum(lengths, np.finfo(float).tiny)
    gradient = (Z.T / (2 * lengths)) @ Z
    largest = np.linalg.eigvalsh(gradient)[-1]
    return gradient, float(max(0.0, np.sqrt(2 * largest / lengths.sum()) - 1))
