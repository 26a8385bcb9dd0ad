"""Limits of the idealized kernels: gaps, violations, roundings, spans."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from gramcheck.reference import idealized
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import dual, metric, xing
from gramcheck.reference.idealized.engines import certificate, solver
from gramcheck.verify.definitions import idealized as definitions
from tests.reference.limits import ABOVE, BELOW, X, not_converged, refused, where

SIMILAR, DISSIMILAR = np.array([[0, 1], [2, 3]]), np.array([[0, 2], [1, 4], [3, 4]])


def gap_of_a_metric(alpha: Any, C_S: float, C_D: float, nu: float, M: Any) -> tuple[float, ...]:
    """The primal at (11) less (14), exactly; the primal, (14), and the size of the terms."""
    pairs = X, SIMILAR, DISSIMILAR
    alpha = np.split(alpha, [len(SIMILAR)])
    sigma = definitions.metric_from_multipliers(*pairs, *alpha)
    distances = definitions.distances(*pairs, sigma, M)
    norm = definitions.norm_squared(sigma)
    primal = definitions.lowest_cost(distances, norm, C_S, C_D, nu)
    dual_value = definitions.dual_objective(*alpha, *pairs, M)
    # one term of the primal is negative
    terms = primal + 2 * Fraction(C_D * nu) * definitions.best_gammas(distances, nu)[0]
    if M is not None and not M.any():  # alphas may cancel in (11): what it is without that
        added = definitions.metric_from_multipliers(*pairs, -alpha[0], alpha[1])
        terms += definitions.norm_squared(added) / 2
    return tuple(map(float, (primal - dual_value, primal, dual_value, terms)))


def gaps_of_a_printed_dual(patch: pytest.MonkeyPatch) -> None:
    """Multipliers on the way from the optimum to the upper ends of their boxes."""
    for C in (1e-3, 1.0, 1e3):  # whatever the sizes of the boxes are
        arguments = X, SIMILAR, DISSIMILAR, C, 2 * C, 0.5
        learned = idealized.learn_metric(*arguments)
        best = np.concatenate([learned.alpha_S, learned.alpha_D])
        ends = np.repeat([C / 2, 2 * C / 3], [2, 3])

        def at(t: float, best: Any = best, ends: Any = ends) -> Any:
            return best + t * (ends - best)

        def relative(t: float, at: Any = at, C: float = C) -> float:
            gap, _, _, terms = gap_of_a_metric(at(t), C, 2 * C, 0.5, None)
            return gap / terms

        def solve(a: Any) -> Any:
            answer = {"x": a, "status": "optimal"}
            patch.setattr(dual.solvers, "qp", lambda *_, **__: answer)
            return idealized.solve_dual(*arguments)  # noqa: B023

        solve(at(where(relative, BELOW * 1e-6)))
        with not_converged() as told:
            solve(at(where(relative, ABOVE * 1e-6)))
        assert list(told.value.residuals.values()) == [0.0]
        patch.undo()


def violations_of_a_printed_dual(patch: pytest.MonkeyPatch) -> None:
    """An optimum whose multipliers leave their boxes by a part of these."""
    patch.setattr(dual, "_gap", lambda *_: (0.0, 1.0))
    for C in (1e-3, 1.0, 1e3):
        ends = np.repeat([C / 2, 2 * C / 3], [2, 3])

        def solve(part: float, C: float = C, ends: Any = ends) -> Any:
            answer = {"x": (1 + part) * ends, "status": "optimal"}
            patch.setattr(dual.solvers, "qp", lambda *_, **__: answer)
            return idealized.solve_dual(X, SIMILAR, DISSIMILAR, C, 2 * C, 0.5)

        solve(BELOW * 1e-6)
        with pytest.raises(ConvergenceError) as told:
            solve(ABOVE * 1e-6)
        assert list(told.value.residuals.values()) == [pytest.approx(ABOVE * 1e-6)]


def gaps_of_a_learned_metric(patch: pytest.MonkeyPatch) -> None:
    """The same of the program that has no units; a gap of roundings is left alone.

    It is relative to the objective, or to 1 where that is less, or to the terms.
    """
    patch.setattr(certificate, "GAP_AIMED_AT", np.inf)
    usual = solver.polish
    for C, M in product((1e-3, 1.0, 1e3), (None, np.zeros((2, 2)))):
        ends = np.repeat([C / 2, 2 * C / 3], [2, 3])

        def learn(wanted: float, C: float = C, M: Any = M, ends: Any = ends) -> Any:
            def polish(program: Any, *given: Any) -> Any:
                best, _ = usual(program, *given)

                def at(t: float) -> Any:
                    return best + t * (1 - best)

                def relative(t: float) -> float:
                    gap, primal, value, terms = gap_of_a_metric(at(t) * ends, C, 2 * C, 0.5, M)
                    return max(gap / max(1.0, abs(primal), abs(value)), gap / terms)

                return (at(where(relative, wanted)),) * 2

            patch.setattr(solver, "polish", polish)
            return idealized.learn_metric(X, SIMILAR, DISSIMILAR, C, 2 * C, 0.5, M)

        learn(BELOW * 1e-7)
        with not_converged():
            learn(ABOVE * 1e-7)


def roundings_of_a_learned_metric(patch: pytest.MonkeyPatch) -> None:
    """A gap of 16 roundings of the squared norm of (11) counts for none; so large a correction."""
    seen: list[Any] = []
    usual = solver.judge

    def judge(program: Any, beta: Any, cone: bool, status: str) -> Any:
        seen.append((program, beta))
        return usual(program, beta, cone, status)

    patch.setattr(solver, "judge", judge)
    idealized.learn_metric(X, SIMILAR, DISSIMILAR, 1.0, 2.0, 0.5)
    problem, beta = seen[0]
    uncancelled = (problem.Z.T * (problem.upper * beta)) @ problem.Z
    norm, eps, sigma = np.linalg.norm(uncancelled), np.finfo(float).eps, problem.metric(beta)
    primal = certificate._judge_matrix(problem, beta, sigma, 0.0, False, "").primal
    primal /= problem.unit**4
    for part in (BELOW, ABOVE):
        dual_value = primal - part * 16 * eps * norm**2
        judged = certificate._judge_matrix(problem, beta, sigma, dual_value, False, "")
        assert (judged.residuals.gap > 0) == (part > 1)
        change = np.zeros_like(sigma)
        change[0, 0] = part * 1024 * eps * norm
        calls: list[Any] = []
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(certificate, "GAP_AIMED_AT", -1.0)
            inner.setattr(certificate, "_correction", lambda *_, change=change: change)
            inner.setattr(
                certificate,
                "_judge_matrix",
                lambda *_, judged=judged, calls=calls: calls.append(1) or judged,
            )
            certificate.judge(problem, beta, False)
        assert len(calls) == (2 if part < 1 else 1)


def eigenvalues_of_a_metric(patch: pytest.MonkeyPatch) -> None:
    """Factors are the roots of eigenvalues."""
    unit, zero = np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]])
    metric.Metric(unit, BELOW * 1e-5 * zero).transform()
    with refused():
        metric.Metric(unit, ABOVE * 1e-5 * zero).transform()


def multipliers_inside_the_box(patch: pytest.MonkeyPatch) -> None:
    alpha = np.array([BELOW * 1e-4, ABOVE * 1e-4, 1 - ABOVE * 1e-4, 1 - BELOW * 1e-4]) / 2
    gamma = idealized.average_gamma(np.array([1.0, 2.0, 4.0, 8.0]), alpha, 2.0)
    assert gamma == pytest.approx(3.0)


def spans_of_similar_pairs(patch: pytest.MonkeyPatch) -> None:
    """A direction that is there beyond rounding, 8 times the dimension."""
    limit, across, nowhere = 16 * np.finfo(float).eps, np.array([[0.0, 1.0]]), np.zeros(1)
    for unit in (1e-30, 1.0, 1e30):
        xing._whitening(unit * np.diag([1.0, ABOVE * limit]), across, nowhere)
        with refused():
            xing._whitening(unit * np.diag([1.0, BELOW * limit]), across, nowhere)
