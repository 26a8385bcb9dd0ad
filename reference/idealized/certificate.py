"""Judging multipliers by the data alone: primal and dual values, and the conditions (15)-(20).

Whoever found the alphas: the metric follows from (11), the best gamma and slacks follow from the
metric, and with them the primal objective, which no feasible point of the primal undercuts by more
than the gap to the dual objective.

Large alphas cancel in (11), and what is left of their roundings comes out as slack, which large
constants multiply. But any matrix has a primal objective that bounds the minimum. So, where that is
better, the metric is (11) corrected, by no more than such roundings, to meet exactly what pairs
strictly inside the box have to meet: dt^2 = d^2 on S, dt^2 = d^2 + gamma on D.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy import linalg

from gramcheck.reference.idealized.program import (
    Array,
    Program,
    features_of,
    positive_part,
    quadratic_forms,
)

GAP_AIMED_AT = 1e-10
_INTERIOR = 1e-4  # of the upper bound, how far inside the box an alpha counts as inside
_ROUNDING = 16 * np.finfo(float).eps  # of the squared norm of (11) without its cancellation
_CORRECTION = 1024 * np.finfo(float).eps  # of that norm, the largest correction of (11)
_AT_BOUND = 1e-6  # of the box, how near a bound an alpha is no reason for an equation


class Residuals(NamedTuple):
    """What a solution violates, relative to the sizes of what is multiplied or compared.

    The box (16) and the feasibility of the primal hold by construction. ``gap`` leaves out what
    rounding the multipliers costs where the sum (11) cancels; the metric's own gap leaves out
    nothing.
    """

    sum_of_alpha: float  # (15)
    similar: float  # (17)
    dissimilar: float  # (18)
    slack: float  # (19)
    gamma: float  # (20)
    gap: float  # (primal - dual - rounding) / (sum of the sizes of the primal's terms)


@dataclass(frozen=True)
class Problem:
    """Formulation of Section 3.2 in few coordinates: differences Z, the matrix M, constants."""

    Z: Array
    M: Array
    n_similar: int
    C_S: float
    C_D: float
    nu: float

    @cached_property
    def squared_distances(self) -> Array:
        """The forms z'Mz of all pairs."""
        return np.maximum(quadratic_forms(self.Z, self.M), 0.0)

    @property
    def upper(self) -> Array:
        """Upper bounds of (16)."""
        n_S, n = self.n_similar, len(self.Z)
        return np.repeat([self.C_S / n_S, self.C_D / (n - n_S)], [n_S, n - n_S])

    @property
    def signs(self) -> Array:
        """-1 for similar pairs, +1 for dissimilar ones."""
        return np.repeat([-1.0, 1.0], [self.n_similar, len(self.Z) - self.n_similar])


@dataclass(frozen=True)
class Judged:
    """A feasible alpha with all that follows from it."""

    alpha: Array
    sigma: Array  # the right side of (11), in the coordinates of the pairs
    metric: Array  # the same, or its projection onto the cone
    gamma: float
    gamma_average: float
    slack: Array
    primal: float
    dual: float
    residuals: Residuals

    @property
    def gap(self) -> float:
        """The larger of two relative gaps: to the objective, or 1 if that is less, and to terms."""
        size = max(1.0, abs(self.primal), abs(self.dual))
        return max((self.primal - self.dual) / size, self.residuals.gap)


def judge(problem: Problem, alpha: Array, cone: bool) -> Judged:
    """All that follows from feasible multipliers."""
    sigma = (problem.Z.T * (problem.signs * alpha)) @ problem.Z
    sigma = (sigma + sigma.T) / 2
    X = positive_part(sigma)[0] if cone else sigma
    # sum of alpha d^2 in (14) is <M, sigma>, whose roundings cancel those of the square
    dual = float(np.vdot(problem.M, sigma) - np.vdot(X, X) / 2)
    judged = _judge_matrix(problem, alpha, sigma, dual, cone)
    if judged.gap > GAP_AIMED_AT:
        corrected = sigma + _correction(problem, judged, cone)
        uncancelled = np.linalg.norm((problem.Z.T * alpha) @ problem.Z)
        if np.linalg.norm(corrected - sigma) <= _CORRECTION * uncancelled:
            other = _judge_matrix(problem, alpha, corrected, dual, cone)
            judged = other if other.primal < judged.primal else judged
    return judged


def _correction(problem: Problem, judged: Judged, cone: bool) -> Array:
    """The least matrix to add to the metric for the equations of the pairs inside the box.

    With the cone it lies in the face of the metric, which is then as positive as it was.
    """
    inside = np.abs(judged.alpha / problem.upper - 0.5) < 0.5 - _AT_BOUND
    if not inside.any():
        return np.zeros_like(judged.sigma)
    basis = np.eye(len(judged.sigma))
    if cone:
        eigenvalues, U = np.linalg.eigh(judged.sigma)
        basis = U[:, eigenvalues > 0]
    wanted = judged.gamma * (problem.signs > 0) + problem.squared_distances
    missing = (wanted - quadratic_forms(problem.Z, judged.metric))[inside]
    # gamma moves too, unless it is 0, in units in which it is as large as the distances
    unit = problem.squared_distances.max() if judged.gamma > 0 else 0.0
    equations = np.column_stack(
        [features_of(problem.Z[inside] @ basis), -unit * (problem.signs[inside] > 0)]
    )
    solution = linalg.lstsq(equations, missing, lapack_driver="gelsy")[0][:-1]
    first, second = np.triu_indices(basis.shape[1])
    change = np.zeros((basis.shape[1],) * 2)
    change[first, second] = solution / np.where(first == second, 1.0, np.sqrt(2.0))
    change = np.triu(change) + np.triu(change, 1).T
    return basis @ change @ basis.T


def _judge_matrix(problem: Problem, alpha: Array, sigma: Array, dual: float, cone: bool) -> Judged:
    """The metric is sigma or its projection, with the best gamma and slacks for it."""
    d2, n_S, upper = problem.squared_distances, problem.n_similar, problem.upper
    X = positive_part(sigma)[0] if cone else sigma
    learned = quadratic_forms(problem.Z, X)
    margin = learned - d2
    gamma = best_gamma(margin[n_S:], problem.nu)
    slack = np.maximum(np.concatenate([margin[:n_S], gamma - margin[n_S:]]), 0.0)

    # the primal's four terms
    terms = np.array(
        [
            np.vdot(X, X) / 2,
            upper[:n_S] @ slack[:n_S],
            -problem.C_D * problem.nu * gamma,
            upper[n_S:] @ slack[n_S:],
        ]
    )
    primal = float(terms.sum())

    # conditions
    beta = alpha / upper
    sizes = np.abs(learned) + d2
    sizes[n_S:] += gamma
    total = float(np.abs(terms).sum())
    # (11) may cancel, and what rounds alpha moves the gap by eps of the squared norm without that
    uncancelled = (problem.Z.T * alpha) @ problem.Z
    norm_squared = float(np.vdot(uncancelled, uncancelled))
    if not d2.any():  # M is 0 on the pairs: the solution can be 0, and cancels to it
        sizes += quadratic_forms(problem.Z, uncancelled)
        total += norm_squared / 2
    largest = sizes.max() or 1.0
    mean = float(alpha[n_S:].sum()) / problem.C_D
    constraint = np.concatenate([-margin[:n_S], margin[n_S:] - gamma]) + slack
    residuals = Residuals(
        sum_of_alpha=max(0.0, problem.nu - mean),
        similar=float(np.abs(beta * constraint)[:n_S].max() / largest),
        dissimilar=float(np.abs(beta * constraint)[n_S:].max() / largest),
        slack=float(np.abs((1 - beta) * slack).max() / largest),
        gamma=float(abs(mean - problem.nu) * gamma / largest),
        gap=max(0.0, primal - dual - _ROUNDING * norm_squared) / (total or 1.0),
    )
    inside = (beta[n_S:] > _INTERIOR) & (beta[n_S:] < 1 - _INTERIOR)
    average = float(margin[n_S:][inside].mean()) if inside.any() else np.nan
    return Judged(alpha, sigma, X, gamma, average, slack, primal, dual, residuals)


def best_gamma(margins: Array, nu: float) -> float:
    """Minimizer gamma >= 0 of -nu gamma + mean of max(0, gamma - margin), margins on D.

    The slope is -nu left of all margins and rises by 1 / N_D at each, so it is 0 at one of them,
    or between two neighbors if nu N_D is an integer; then their middle is taken. It is the
    multiplier of (15), and the margin of the pairs whose alpha is inside the box.
    """
    margins = np.sort(margins)
    position = nu * len(margins)
    nearest = round(position)
    if 0 < nearest < len(margins) and abs(position - nearest) < 1e-12 * len(margins):
        return max(0.0, float(margins[nearest - 1] + margins[nearest]) / 2)
    return max(0.0, float(margins[min(int(position), len(margins) - 1)]))


def scaled_gap(program: Program, beta: Array, cone: bool) -> tuple[float, float]:
    """Gap of a feasible beta in the units of the program, with the best gamma for it.

    It is a sum of terms that are not negative, so that nothing cancels in it.
    """
    X = program.metric(beta)
    slope = program.pulled_back(positive_part(X)[0] if cone else X) - program.linear
    gamma, dissimilar = 0.0, program.v > 0
    if program.b > 0:
        v = program.v[dissimilar]
        gamma = best_gamma(slope[dissimilar] / v, float(program.b / v.sum()))
        slope = slope - gamma * program.v
    spare = max(0.0, float(program.v @ beta) - program.b)
    return float(np.where(slope > 0, beta, beta - 1) @ slope + gamma * spare), gamma
