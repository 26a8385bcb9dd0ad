"""Probes of limits: what the reference accepts and refuses by a number of its own.

A limit is the gap at which a result is refused, or the size of an input. Each has a probe that
holds for it, and for none a tenth less or more: what comes 3 percent below the limit is taken, what
comes 3 percent above it is not. What the gap of a metric is, and what it is relative to, is written
down here from the definitions. Estimates of memory are held by ``test_memory.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import comb
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.optimize

from gramcheck.reference import d2ke, idealized, kcr
from gramcheck.reference.d2ke import analysis, pseudo_euclidean, random_objects
from gramcheck.reference.d2ke.engines import losses
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import dual, metric, xing
from gramcheck.reference.idealized.engines import certificate, solver
from gramcheck.reference.kcr import algorithm1, program
from gramcheck.reference.kcr.engines import centered
from gramcheck.reference.kcr.engines import certificate as kcr_certificate
from gramcheck.reference.sfm import mismatch
from gramcheck.verify.definitions import idealized as definitions

BELOW, ABOVE = 0.97, 1.03  # of a limit
X = np.array([[0.0, 0.0], [1.0, 0.25], [0.5, 2.0], [-1.0, 1.0], [2.0, -1.0]])
SIMILAR, DISSIMILAR = np.array([[0, 1], [2, 3]]), np.array([[0, 2], [1, 4], [3, 4]])


@contextmanager
def refused() -> Iterator[None]:
    """What is inside raises."""
    with pytest.raises(ValueError, match=r"must .* got|indefinite"):
        yield


@contextmanager
def not_converged() -> Iterator[pytest.ExceptionInfo[ConvergenceError]]:
    """What is inside raises, and tells a gap that is as far above the limit."""
    with pytest.raises(ConvergenceError) as told:
        yield told
    assert told.value.gap == pytest.approx(ABOVE * told.value.wanted, rel=1e-4)


def where(value: Callable[[float], float], wanted: float) -> float:
    """The part t of the way from 0 to 1 at which a function that rises has this value."""
    return float(scipy.optimize.brentq(lambda t: value(t) - wanted, 0.0, 1.0, xtol=1e-300))


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
                best = usual(program, *given)

                def at(t: float) -> Any:
                    return best + t * (1 - best)

                def relative(t: float) -> float:
                    gap, primal, value, terms = gap_of_a_metric(at(t) * ends, C, 2 * C, 0.5, M)
                    return max(gap / max(1.0, abs(primal), abs(value)), gap / terms)

                return at(where(relative, wanted))

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


def roundings_of_a_lower_bound(patch: pytest.MonkeyPatch) -> None:
    """The smallest eigenvalue is less by 10 n roundings of the norms than as it is computed."""
    rng, n = np.random.default_rng(0), 8
    for unit in (1e-3, 1.0, 1e3):
        K, L = (A @ A.T for A in rng.normal(size=(2, n, n)))
        problem = program.checked_problem(unit * K, np.arange(n) % 2, 1.0, 1e-6)
        Z = problem.centered.Z
        computed = np.linalg.eigvalsh(2 * Z.T @ L @ Z)[0]
        size = 2 * problem.centered.s[0] * np.abs(L).sum(axis=1).max()
        lost = computed - kcr_certificate._smallest_eigenvalue(L, problem)
        assert BELOW < lost / (10 * n * np.finfo(float).eps * size) < ABOVE


def gaps_of_a_fit(patch: pytest.MonkeyPatch) -> None:
    losses.certify("hinge", BELOW * 2e-9, 2.0)
    with not_converged():
        losses.certify("hinge", ABOVE * 2e-9, 2.0)


def gaps_of_a_plain_fit(patch: pytest.MonkeyPatch) -> None:
    """Weights on the way from the best ones to none."""
    y, mu = np.array([1.0, -1.0, 1.0, 1.0, -1.0]), 0.5
    best = d2ke.plain_fit(X, y, mu, "logistic", intercept=False)

    def relative(t: float) -> float:
        w = (1 - t) * best
        alpha = losses.MARGIN_LOSSES["logistic"].dual(losses.margins(X, y, w, 0.0))
        gap = losses.duality_gap(X, y, w, 0.0, alpha, mu, "logistic", False)
        return gap / d2ke.objective(X, y, w, mu, "logistic")

    def fit(part: float) -> None:
        found = SimpleNamespace(x=(1 - where(relative, part * 1e-9)) * best)
        patch.setattr(scipy.optimize, "minimize", lambda *_, **__: found)
        d2ke.plain_fit(X, y, mu, "logistic", intercept=False)

    fit(BELOW)
    with not_converged():
        fit(ABOVE)


def gaps_of_a_risk_minimizer(patch: pytest.MonkeyPatch) -> None:
    def minimize(part: float) -> Any:
        patch.setattr(analysis.balls, "minimize", lambda *_: (np.zeros(2), part * 4e-6))
        return d2ke.risk_minimizer(np.eye(2), [2.0, -2.0], 1.0)  # the risk of 0 is 4

    minimize(BELOW)
    with not_converged():
        minimize(ABOVE)


def gaps_of_a_cone_program(patch: pytest.MonkeyPatch) -> None:
    """Converged is what is within a hundred tolerances."""
    K, y = np.exp(-np.square(np.subtract.outer(X[:, 0], X[:, 0]))), np.arange(5) % 2
    rough = kcr.solve_by_splitting(K, y, 0.1, max_iterations=3)
    point = program.exact.Point(rough.Sigma, rough.h2, rough.multipliers, 3)
    patch.setattr(program.exact, "solve", lambda *_: point)
    assert rough.gap > 1e-3
    for part in (BELOW, ABOVE):
        result = kcr.solve_exactly(K, y, 0.1, tol=rough.gap / (100 * part))
        assert result.converged == (part < 1)


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
    limit, across = 16 * np.finfo(float).eps, np.array([[0.0, 1.0]])
    for unit in (1e-30, 1.0, 1e30):
        xing._whitening(unit * np.diag([1.0, ABOVE * limit]), across)
        with refused():
            xing._whitening(unit * np.diag([1.0, BELOW * limit]), across)


def lists_of_strings(patch: pytest.MonkeyPatch) -> None:
    """As many characters, of one length."""
    patch.setattr(random_objects.itertools, "product", lambda *_, **__: ["listed"])
    few, many = ("".join(map(chr, range(round((part * 2**25) ** 0.5)))) for part in (BELOW, ABOVE))
    d2ke.enumerate_strings(few, (2, 2))
    with refused():
        d2ke.enumerate_strings(many, (2, 2))


def digits_of_a_bound(patch: pytest.MonkeyPatch) -> None:
    d2ke.multiset_covering_bound(2, round(BELOW * 2**20))
    with refused():
        d2ke.multiset_covering_bound(2, round(ABOVE * 2**20))


def kernel_values_of_a_variance(patch: pytest.MonkeyPatch) -> None:
    """A value above 1, and values of which the variance is below 0."""
    for first, second, sign in (([1.0], 1.0, 1), ([0.5], 0.25, -1)):
        d2ke.random_feature_variance([second + sign * BELOW * 1e-12], first, 2)
        with refused():
            d2ke.random_feature_variance([second + sign * ABOVE * 1e-12], first, 2)


def largest_entries_of_a_vector(patch: pytest.MonkeyPatch) -> None:
    for part, sign in ((BELOW, 1.0), (ABOVE, -1.0)):
        column = np.array([[1.0], [-1 - part * 1e-8]])
        assert np.sign(pseudo_euclidean._with_fixed_signs(column))[0, 0] == sign


def values_of_a_mismatch_kernel(patch: pytest.MonkeyPatch) -> None:
    """The words around a k-mer, or the sets of positions that are sampled, times the pairs."""
    cases = (
        (300, 150, 2, False, comb(300, 150)),
        (100, 30, 20, False, comb(100, 30) * 19**30),
        (400, 40, 2, True, comb(400, 80)),
        (300, 100, 2, True, comb(300, 150)),
    )
    for k, m, size, sampled, largest in cases:
        few, many = (round((part * 1e100 / largest) ** 0.5) for part in (BELOW, ABOVE))
        mismatch._refuse_beyond_range(k, m, size, few, sampled)
        with refused():
            mismatch._refuse_beyond_range(k, m, size, many, sampled)


def sums_of_a_start(patch: pytest.MonkeyPatch) -> None:
    """A matrix that sums to 0 but for a part of its entries' number and size."""
    Sigma = np.array([[1.0, -1.0], [-1.0, 1.0]])
    problem = program.checked_problem(np.diag([1.0, 2.0]), [0, 1], 1.0, 1e-6)
    algorithm1.first_point(problem, Sigma + BELOW * 1e-8, 1.0, None)
    with refused():
        algorithm1.first_point(problem, Sigma + ABOVE * 1e-8, 1.0, None)


def other_kernels_of_a_start(patch: pytest.MonkeyPatch) -> None:
    K, y = np.diag([1.0, 2.0, 4.0]), [0, 1, 0]
    start = kcr.solve_by_splitting(K, y, 1.0)
    kcr.solve_by_splitting(K + BELOW * 4e-8 * np.eye(3), y, 1.0, start=start)
    with refused():
        kcr.solve_by_splitting(K + ABOVE * 4e-8 * np.eye(3), y, 1.0, start=start)


def rank_of_a_metric(patch: pytest.MonkeyPatch) -> None:
    for part, rank in ((BELOW, 1), (ABOVE, 2)):
        assert len(kcr.coefficients_from_sigma(np.diag([1.0, part * 1e-12]))) == rank


def directions_of_a_kernel(patch: pytest.MonkeyPatch) -> None:
    """Eigenvalues beside the largest, of a kernel without a mean."""
    sums = scipy.linalg.helmert(5)
    for unit in (1e-3, 1.0, 1e3):
        eigenvalues = unit * np.array([1.0, 0.5, ABOVE * 1e-8, BELOW * 1e-8])
        centered_kernel = centered.center_kernel((sums.T * eigenvalues) @ sums)
        assert len(centered_kernel.strong().s) == 3
