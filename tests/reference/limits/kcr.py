"""Limits of KCR: gaps, roundings, starts, ranks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.linalg

from gramcheck.reference import kcr
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.kcr import algorithm1, program
from gramcheck.reference.kcr.engines import centered, exact, pairs, smoothing, splitting
from gramcheck.reference.kcr.engines import certificate as kcr_certificate
from tests.reference.limits import ABOVE, BELOW, X, refused


def roundings_of_a_lower_bound(patch: pytest.MonkeyPatch) -> None:
    """The smallest eigenvalue is less by 10 n roundings of the norms than as it is computed."""
    rng, n = np.random.default_rng(0), 8
    for unit in (1e-3, 1.0, 1e3):
        weights, rows = rng.normal(size=(2, n, n)) * unit
        rows -= rows.mean(axis=0)
        L = pairs.laplacian(weights)
        computed = np.linalg.eigvalsh(2 * rows.T @ L @ rows)[0]
        size = 2 * np.abs(L).sum(axis=1).max() * np.abs(rows.T @ rows).sum(axis=1).max()
        lost = computed - pairs.least_eigenvalue(weights, rows)
        assert BELOW < lost / (10 * n * np.finfo(float).eps * size) < ABOVE


def roundings_of_balanced_multipliers(patch: pytest.MonkeyPatch) -> None:
    """Those of one class sum to less than the others by as much; 64 patterns, 40 of one class."""
    y = np.repeat([0, 1], [40, 24])
    tau = np.where(y[:, None] == y, 1.0, -1.0)
    sums = kcr_certificate._balanced(np.ones((64, 64)), tau)[tau > 0]
    others = 2 * 40 * 24
    assert BELOW < (1 - math.fsum(sums) / others) / (10 * 64 * np.finfo(float).eps) < ABOVE


def roundings_of_a_gain(patch: pytest.MonkeyPatch) -> None:
    """What multipliers gain is less by 10 n roundings of its terms."""
    patch.setattr(kcr_certificate, "least_eigenvalue", lambda *_: 0.0)
    problem = program.checked_problem(np.eye(8), np.arange(8) % 2, 1.0, 1e-6)
    terms = 64 - np.minimum(problem.offsets, 0.0).sum()
    gained = 64 + problem.offsets.sum()
    lost = gained - kcr_certificate.dual_bound(np.ones((8, 8)), problem)
    assert BELOW < lost / (10 * 8 * np.finfo(float).eps * terms) < ABOVE


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


def sums_of_a_start(patch: pytest.MonkeyPatch) -> None:
    """A matrix that sums to 0 but for a part of its entries' number and size."""
    Sigma = np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    problem = program.checked_problem(np.diag([1.0, 2.0, 4.0]), [0, 1, 0], 1.0, 1e-6)
    corner = np.diag([0.0, 0.0, 9e-8])
    algorithm1.first_point(problem, Sigma + BELOW * corner, 1.0, None)
    with refused():
        algorithm1.first_point(problem, Sigma + ABOVE * corner, 1.0, None)


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


def unknowns_of_a_metric_of_patterns(patch: pytest.MonkeyPatch) -> None:
    """Cutting planes come after 1,000 iterations, in 13 dimensions and not in 14.

    Iterations do nothing here: they are only counted.
    """
    patch.setattr(splitting, "cut", begin)
    patch.setattr(splitting._Splitting, "iterate", lambda *_: None)
    A, y = np.random.default_rng(0).normal(size=(28, 14)), np.arange(28) % 2
    small, large = A[:, :13] @ A[:, :13].T, A @ A.T
    with pytest.raises(BegunError, match="before=1000"):
        kcr.solve_by_splitting(small, y, 0.1, tol=1e-99, max_iterations=1001)
    kcr.solve_by_splitting(large, y, 0.1, tol=1e-99, max_iterations=1001)


def unknowns_of_a_metric_of_points(patch: pytest.MonkeyPatch) -> None:
    """In 13 dimensions and not in 14."""
    patch.setattr(smoothing, "_by_cuts", begin)
    A, y = np.random.default_rng(0).normal(size=(28, 14)), np.arange(28) % 2
    with pytest.raises(BegunError):
        kcr.lmnn(A[:, :13], y, tol=1e-99, max_iterations=3)
    kcr.lmnn(A, y, tol=1e-99, max_iterations=3)


class BegunError(Exception):
    """Cutting planes have begun, with what the message says."""


def begin(*_: Any, **named: Any) -> None:
    raise BegunError(" ".join(f"{name}={value}" for name, value in named.items()))


def tolerances_that_are_tried(patch: pytest.MonkeyPatch) -> None:
    """Eight, each ten times looser than the one before, but none above a hundredth."""
    asked = []

    def breaks_down(*given: Any, options: dict[str, Any]) -> None:
        asked.append(options["reltol"])
        raise ArithmeticError

    patch.setattr(exact.solvers, "conelp", breaks_down)
    for tol, loosest in ((1e-12, -5), (1e-8, -2), (1e-4, -2)):
        asked.clear()
        with pytest.raises(ConvergenceError):
            kcr.solve_exactly(np.diag([1.0, 2.0, 4.0]), [0, 1, 0], 1.0, tol=tol)
        tried = 10.0 ** np.arange(round(np.log10(tol)), loosest + 1)
        assert asked == pytest.approx(tried, rel=1e-9, abs=0)
