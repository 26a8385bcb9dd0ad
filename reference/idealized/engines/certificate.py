"""Judging multipliers by the data alone: primal and dual values, and the conditions (15)-(20).

Whoever found the alphas, the metric follows from (11), the best gamma and slacks follow from the
metric, and the primal objective from all of them. No feasible point of the primal undercuts it by
more than the gap to the dual objective.

Large alphas cancel in (11). What is left of their roundings comes out as slack, which large
constants multiply. But the primal objective of any matrix bounds the minimum. So, where that is
better, the metric is corrected by no more than such roundings, to meet exactly what pairs
strictly inside the box have to meet: dt^2 = d^2 on S and dt^2 = d^2 + gamma on D.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy as sp

from gramcheck.reference.idealized.conditions import quantile
from gramcheck.reference.idealized.engines.program import (
    Program,
    features_of,
    positive_part,
    quadratic_forms,
)
from gramcheck.reference.types import Array

GAP_AIMED_AT = 1e-10
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
class Judged:
    """Feasible multipliers with all that follows from them, in the units that the data had."""

    beta: Array  # over their upper bounds
    alpha: Array
    sigma: Array  # the right side of (11), in the coordinates of the pairs
    margins: Array  # dt^2 - d^2
    gamma: float
    slack: Array
    primal: float
    dual: float
    size: float  # what a gap is relative to: the objectives, or that of a small M
    terms: float  # the sum of the sizes of the primal's terms
    residuals: Residuals
    status: str  # what the solver said of itself

    @property
    def gap(self) -> float:
        """The larger of two relative gaps: to the objective and to terms.

        A dual above the primal is that far off by roundings, which are relative to terms.
        """
        gap = self.primal - self.dual
        return max(gap / self.size, -gap / max(self.size, self.terms), self.residuals.gap)


def relative_gap(primal: float, dual: float) -> float:
    """(primal - dual) / max(1, |primal|, |dual|)."""
    return (primal - dual) / max(1.0, abs(primal), abs(dual))


def judge(program: Program, beta: Array, cone: bool, status: str = "") -> Judged:
    """All that follows from feasible multipliers."""
    sigma = program.metric(beta)
    X = positive_part(sigma)[0] if cone else sigma
    # The linear term of (14) is <M, sigma>, whose roundings cancel those of the square.
    dual = float(np.vdot(program.M, sigma) - np.vdot(X, X) / 2)
    judged = _judge_matrix(program, beta, sigma, dual, cone, status)
    if judged.gap > GAP_AIMED_AT:
        corrected = sigma + _correction(program, beta, sigma, cone)
        change = (positive_part(corrected)[0] if cone else corrected) - X
        uncancelled = np.linalg.norm((program.Z.T * (program.upper * beta)) @ program.Z)
        if np.linalg.norm(change) <= _CORRECTION * uncancelled:
            other = _judge_matrix(program, beta, corrected, dual, cone, status)
            judged = other if other.primal < judged.primal else judged
    return judged


def _correction(program: Program, beta: Array, sigma: Array, cone: bool) -> Array:
    """The least matrix to add to (11) for the equations of the pairs inside the box.

    With the cone it is the metric, the projection of (11), that has to meet them, to first order.
    """
    inside = np.abs(beta - 0.5) < 0.5 - _AT_BOUND
    X, U, omega = sigma, np.eye(len(sigma)), np.ones_like(sigma)
    if cone:
        X, U, omega = positive_part(sigma)
    margins = quadratic_forms(program.Z, X) - program.squared_distances
    gamma = quantile(margins[program.n_similar :], program.nu)
    missing = (gamma * (program.signs > 0) - margins)[inside]
    # Gamma moves too, unless it is 0, in units in which it is as large as the distances.
    unit = np.abs(program.squared_distances).max() if gamma > 0 else 0.0
    first, second = np.triu_indices(len(U))
    features = features_of(program.Z[inside] @ U) * omega[first, second]
    equations = np.column_stack([features, -unit * (program.signs[inside] > 0)])
    solution = sp.linalg.lstsq(equations, missing, lapack_driver="gelsy")[0][:-1]
    change = np.zeros_like(sigma)
    change[first, second] = solution / np.where(first == second, 1.0, np.sqrt(2.0))
    change = np.triu(change) + np.triu(change, 1).T
    return U @ change @ U.T


def _judge_matrix(
    program: Program, beta: Array, sigma: Array, dual: float, cone: bool, status: str
) -> Judged:
    """The metric is sigma or its projection, with the best gamma and slacks for it."""
    d2, n_S, upper = program.squared_distances, program.n_similar, program.upper
    X = positive_part(sigma)[0] if cone else sigma
    learned = quadratic_forms(program.Z, X)
    margins = learned - d2
    gamma = quantile(margins[n_S:], program.nu)
    slack = np.maximum(np.concatenate([margins[:n_S], gamma - margins[n_S:]]), 0.0)

    # The four terms of the primal.
    terms = np.array(
        [
            np.vdot(X, X) / 2,
            upper[:n_S] @ slack[:n_S],
            -program.C_D * program.nu * gamma,
            upper[n_S:] @ slack[n_S:],
        ]
    )
    primal = float(terms.sum())

    # The conditions.
    sizes = np.abs(learned) + np.abs(d2)
    sizes[n_S:] += gamma
    total = float(np.abs(terms).sum())
    # (11) may cancel, and then roundings of alpha move the gap by eps of this squared norm.
    uncancelled = (program.Z.T * (upper * beta)) @ program.Z
    norm_squared = float(np.vdot(uncancelled, uncancelled))
    if not d2.any():  # M is 0 on the pairs, so that the solution can cancel to 0
        sizes += quadratic_forms(program.Z, uncancelled)
        total += norm_squared / 2
    largest = sizes.max() or 1.0
    mean = float(beta[n_S:].mean())
    constraint = np.concatenate([-margins[:n_S], margins[n_S:] - gamma]) + slack
    residuals = Residuals(
        sum_of_alpha=max(0.0, program.nu - mean),
        similar=float(np.abs(beta * constraint)[:n_S].max() / largest),
        dissimilar=float(np.abs(beta * constraint)[n_S:].max() / largest),
        slack=float(np.abs((1 - beta) * slack).max() / largest),
        gamma=float(abs(mean - program.nu) * gamma / largest),
        gap=max(0.0, primal - dual - _ROUNDING * norm_squared) / (total or 1.0),
    )
    area = program.unit**2
    # The objective of M itself, which for a small M is far below 1; without M it may be 0.
    of_M = float(np.vdot(program.M, program.M)) / 2 * area**2
    smallest = min(1.0, of_M) or 1.0
    return Judged(
        beta=beta,
        alpha=beta * upper,
        sigma=sigma * area,
        margins=margins * area**2,
        gamma=gamma * area**2,
        slack=slack * area**2,
        primal=primal * area**2,
        dual=dual * area**2,
        size=max(smallest, abs(primal) * area**2, abs(dual) * area**2),
        terms=total * area**2,
        residuals=residuals,
        status=status,
    )


def scaled_gap(program: Program, beta: Array, cone: bool) -> tuple[float, float]:
    """Gap of a feasible beta in the units of the program, and the best multiplier of (15) for it.

    The gap is a sum of terms that are not negative, so that nothing cancels in it.
    """
    X = program.metric(beta)
    X = positive_part(X)[0] if cone else X
    margins = quadratic_forms(program.Z, X) - program.squared_distances
    multiplier = program.C_D * quantile(margins[program.n_similar :], program.nu)
    slope = program.w * margins - multiplier * program.v
    spare = max(0.0, float(program.v @ beta) - program.nu)
    return float(np.where(slope > 0, beta, beta - 1) @ slope + multiplier * spare), multiplier
