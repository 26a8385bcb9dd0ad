"""What a learned metric says of itself beside its certificate: its parts, its problem, its work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true, largest
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.idealized.kernel_version import FROM_KERNEL
from gramcheck.verify.suite.idealized.problems import (
    COLLINEAR,
    INDEFINITE,
    LEARN,
    PSD,
    SECTION,
    Array,
    Problem,
    gram,
    learn,
    learn_from_kernel,
    matrix_speck,
    same_matrices,
)
from gramcheck.verify.suite.idealized.xing import HARD, LINE, ONE_PAIR, OPTIMAL, XING, learn_xing
from gramcheck.verify.suite.idealized.xing import PLACE as OF_XING

# With the cone the alphas are 5 each, C_S / 2, and 4, C_D nu. So (11) is 4 11' - 5 diag(1, 1, 0),
# which has the eigenvalue -5 along (1, -1, 0) and -2.18 across it: the multiplier has rank 2.
TWO_WAYS_DOWN = Problem(
    np.vstack([np.zeros(3), np.eye(3)[:2], np.ones(3)]), [(0, 1), (0, 2)], [(0, 3)], 10.0, 8.0, 0.5
)
PROBLEMS = (INDEFINITE, TWO_WAYS_DOWN, COLLINEAR)  # of COLLINEAR the multiplier is 0


def product(metric: Any) -> Array:
    """What the factors multiply to."""
    P, N = (np.asarray(each, dtype=float) for each in (metric.positive, metric.negative))
    return P @ P.T - N @ N.T


def none(name: str, value: Any) -> Outcome:
    """An attribute that there is nothing to say of."""
    return is_true(value is None, f"got {name}={value!r:.200}, should be None")


def as_given(metric: Any, problem: Problem, psd: str) -> Iterator[Outcome]:
    """The pairs and the constants of the problem, the form, and what the solver said of its end."""
    yield equal(problem.S, [*map(tuple, np.asarray(metric.similar).tolist())])
    yield equal(problem.D, [*map(tuple, np.asarray(metric.dissimilar).tolist())])
    constants = problem.C_S, problem.C_D, problem.nu
    yield close_to(constants, [metric.C_S, metric.C_D, metric.nu], ulps=1)
    yield equal(psd, metric.psd)
    said = metric.status
    yield is_true(isinstance(said, str) and said != "", f"got status={said!r}, should be a word")


def of_the_cone(metric: Any, psd: str, problem: Problem) -> Iterator[Outcome]:
    """The factor of the cone's multiplier, whose square it is; None without the cone."""
    factor = metric.multiplier_factor
    if psd == "constrained":
        F = np.asarray(factor, dtype=float)
        known = {"rtol": 1e-9, "atol": matrix_speck(problem), "scale": float(np.square(F).sum())}
        yield close_to(metric.cone_multiplier, F @ F.T, **known)
    else:
        yield none("multiplier_factor", factor)


@check("idealized/eq-4", place=SECTION, needs=LEARN, since="0.3")
def metrics_are_their_parts(target: Any, run: Any) -> Iterator[Outcome]:
    """One factor's square less the other's, of which none is left without negative eigenvalues.

    Coefficients are of the kernel version alone. What was given is what is told.
    """
    for problem in PROBLEMS:
        for psd in PSD:
            metric = learn(target, problem, psd)
            yield same_matrices(metric.matrix, product(metric), 1e-9, matrix_speck(problem))
            if psd != "as-printed":
                yield equal((problem.X.shape[1], 0), np.shape(metric.negative))
            yield from of_the_cone(metric, psd, problem)
            yield none("coefficients", metric.coefficients)
            yield from as_given(metric, problem, psd)


@check("idealized/kernel-version", place="Section 3.3", needs=FROM_KERNEL, since="0.3")
def kernel_metrics_are_their_parts(target: Any, run: Any) -> Iterator[Outcome]:
    """Between rows of kernel values, where the coefficients as printed act as their factors do."""
    for problem in PROBLEMS:
        K = gram(problem.X)
        for psd in PSD:
            metric = learn_from_kernel(target, problem, psd)
            size = largest(metric.matrix) * float(np.abs(K).sum(axis=0).max()) ** 2
            yield close_to(metric.kernel(K), K @ product(metric) @ K, rtol=1e-9, scale=size)
            if psd != "as-printed":
                yield equal((len(K), 0), np.shape(metric.negative))
            yield from of_the_cone(metric, psd, problem)
            if psd == "as-printed":
                yield equal(np.asarray(metric.matrix), np.asarray(metric.coefficients))
            else:
                yield none("coefficients", metric.coefficients)
            yield from as_given(metric, problem, psd)


@check("idealized/xing", place=OF_XING, needs=XING, since="0.3")
def xing_metric_is_its_positive_part(target: Any, run: Any) -> Iterator[Outcome]:
    """Nothing is subtracted; bound and objective are told as they were given."""
    for data in (LINE, ONE_PAIR, HARD):
        for t, objective in ((2.0, "sqrt"), (0.5, "log")):
            metric = learn_xing(target, data, t=t, objective=objective)
            yield same_matrices(metric.matrix, product(metric), 1e-9)
            yield equal((data[0].shape[1], 0), np.shape(metric.negative))
            yield close_to(t, metric.t, ulps=1)
            yield equal(objective, metric.objective)


@check("idealized/xing", place=OF_XING, needs=XING, since="0.3")
def xing_counts_its_iterations(target: Any, run: Any) -> Iterator[Outcome]:
    """At most what is allowed, and all of that where it was not enough.

    However many a result took, at least one, are enough again for the same; with one less allowed,
    no more are made.
    """
    for limit in (1, 2):
        stopped = learn_xing(target, HARD, max_iterations=limit, tol=1e-12, on_failure="return")
        yield at_most(float(limit), float(stopped.iterations))
        if not stopped.converged:
            yield equal(limit, int(stopped.iterations))
    found = learn_xing(target, HARD)
    needed = int(found.iterations)
    yield at_least(1.0, float(needed))
    again = learn_xing(target, HARD, max_iterations=max(1, needed), on_failure="return")
    yield equal((needed, True), (int(again.iterations), bool(again.converged)))
    yield close_to(found.value, again.value, rtol=OPTIMAL)
    if needed > 1:
        less = learn_xing(target, HARD, max_iterations=needed - 1, on_failure="return")
        yield at_most(needed - 1.0, float(less.iterations))
