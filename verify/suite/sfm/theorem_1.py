"""Theorem 1: mean, exact variance and tail of z(x)'z(y), over draws of the hash.

Draws come all from one call: pairs of rows on coordinates of their own, whose words in the two
arrays are independent, are as good as pairs under hashes drawn one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify import tails
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.types import Array

PLACE = "Theorem 1"
NEEDS = ("sfm.sfm", "sfm.sample_hash")
MISS = 1e-3
X, Y = np.array([3, 0, 1, 2, 0]), np.array([1, 1, 1, 0, 1])  # at distance 6
BETA = 9.0
K = definitions.laplacian_kernel(X.tolist(), Y.tolist(), BETA)  # exp(-2/3)


def estimates(
    target: Any, rng: np.random.Generator, n: int, D: int, x: Any = X, y: Any = Y
) -> Array:
    """``n`` independent draws of z(x)'z(y)."""
    d = len(x)
    array1, array2 = target.sfm.sample_hash(n * d, rng)
    first, second = (scipy.sparse.kron(scipy.sparse.identity(n), v[None], "csr") for v in (x, y))
    z = [np.asarray(target.sfm.sfm(V, D, BETA, array1, array2)) for V in (first, second)]
    return np.asarray((z[0] * z[1]).sum(axis=1), dtype=float)


def described(outcome: Outcome, values: Array) -> Outcome:
    """The outcome with the kurtosis of the errors, 3 for a normal distribution."""
    error = values - K
    kurtosis = float(np.mean(error**4) / np.mean(error**2) ** 2)
    detail = f"{outcome.detail}; kurtosis {kurtosis:.2f}"
    return Outcome(outcome.measured, outcome.bound, outcome.ratio, detail)


@check("sfm/unbiased", place=f"{PLACE}; Section IV", needs=NEEDS, since="0.1", statistical=True)
def inner_products_have_the_kernel_as_mean(target: Any, run: Any) -> Outcome:
    """E z(x)'z(y) = exp(-||x - y||_1 / beta); a scale wrong by a twentieth, up or down, is seen."""
    D = 32
    variance = float(definitions.variance_of_inner_product(K, D))
    wrong = min(abs(K**scale - K) for scale in (0.95, 1.05))
    n = tails.samples_needed_for_mean(wrong, -1.01, 1.01, run.alpha, variance=variance, beta=MISS)
    values = estimates(target, run.rng, n, D)
    outcome = tails.assert_true_mean_equals(
        values, K, -1.01, 1.01, run.alpha, variance=variance, beta=MISS
    )
    return described(outcome, values)


@check(
    "sfm/theorem-1",
    place=f"{PLACE}; erratum S2",
    needs=NEEDS,
    since="0.1",
    statistical=True,
)
def variance_is_exact(target: Any, run: Any) -> Iterator[Outcome]:
    """Var z(x)'z(y) = (1 - k^2) / D, for one pair of features, two and eight, to a tenth of it.

    A hash whose values at different i depend on each other fails at the second and third one.
    """
    for D in (2, 4, 16):
        expected = float(definitions.variance_of_inner_product(K, D))
        most, alpha = (1.01 + K) ** 2, run.alpha / 3
        # the fourth moment is not fixed by pairwise independence; for [0, most] this bounds it
        spread = most * expected
        n = tails.samples_needed_for_mean(
            expected / 10, 0.0, most, alpha, variance=spread, beta=MISS
        )
        values = estimates(target, run.rng, n, D)
        outcome = tails.assert_true_mean_equals(
            np.minimum((values - K) ** 2, most),
            expected,
            0.0,
            most,
            alpha,
            variance=spread,
            beta=MISS,
        )
        yield described(outcome, values)


@check(
    "sfm/variance-at-most-1",
    place=f"{PLACE}, proof; erratum S1",
    needs=NEEDS,
    since="0.1",
    statistical=True,
)
def one_summand_has_variance_below_one_half(target: Any, run: Any) -> Outcome:
    """Z = cos r'(x - y) has variance (1 - k^2) / 2, so at most 1: here far apart, with k = 0."""
    far, near = 1000 * X, 0 * X
    n = tails.samples_needed_for_mean(0.05, 0.0, 1.01, run.alpha, beta=MISS)
    squares = estimates(target, run.rng, n, 2, far, near) ** 2
    return tails.assert_true_mean_equals(squares, 0.5, 0.0, 1.01, run.alpha, beta=MISS)


@check(
    "sfm/theorem-1",
    place=f"{PLACE}; erratum S2",
    needs=NEEDS,
    since="0.1",
    statistical=True,
)
def deviations_are_as_rare_as_stated(target: Any, run: Any) -> Iterator[Outcome]:
    """Pr[|z(x)'z(y) - k| >= eps] <= 2 / (eps^2 D), and half of it, by exact binomial tests."""
    n, alpha = 2000, run.alpha / 6
    for D in (16, 128):
        values = estimates(target, run.rng, n, D)
        for bound in (0.5, 0.25, 0.1):
            epsilon = math.sqrt(1 / (bound * D))  # where the halved bound is this one
            assert math.isclose(definitions.chebyshev_bound(epsilon, D, "halved"), bound)
            count = int(np.count_nonzero(np.abs(values - K) >= epsilon))
            yield described(tails.assert_rate_at_most(count, n, bound, alpha, beta=MISS), values)
