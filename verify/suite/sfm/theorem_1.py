"""Section IV-B: formulas of Theorem 1, and mean, variance and tail of z(x)'z(y) over draws.

Draws come all from one call: pairs of rows on coordinates of their own, whose words in the two
arrays are independent, are as good as pairs under hashes drawn one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import close_to
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.types import Array

PLACE = "Theorem 1"
NEEDS = ("sfm.sfm", "sfm.sample_hash")
MISS = 1e-3
X, Y = np.array([3, 0, 1, 2, 0]), np.array([1, 1, 1, 0, 1])  # at distance 6
BETA = 9.0
DIMENSIONS = (128, 512, 2048, 8192, 16384)  # D of Tables IV and V
K = definitions.laplacian_kernel(X.tolist(), Y.tolist(), BETA)  # exp(-2/3)


@check("sfm/theorem-1", place="Theorem 1; erratum S2", needs="sfm.concentration_bound", since="0.1")
@for_all(
    epsilon=strategies.log_uniform(1e-3, 2),
    D=st.integers(1, 10**5).map(lambda k: 2 * k),
    examples=[{"epsilon": 0.5, "D": 128}],
)
def concentration_bound_is_its_formula(target: Any, epsilon: float, D: int) -> Iterator[Outcome]:
    """Printed 2 / (epsilon^2 D), corrected 1 / (epsilon^2 D); not cut at 1."""
    for form in ("printed", "corrected"):
        expected = definitions.concentration_bound(epsilon, D, form)
        yield close_to(expected, target.sfm.concentration_bound(epsilon, D, form=form), ulps=4)


@check(
    "sfm/variance-at-most-1",
    place="Theorem 1, proof; erratum S2",
    needs="sfm.feature_variance",
    since="0.1",
)
@for_all(
    k=st.lists(st.floats(0, 1), min_size=1, max_size=4),
    D=st.integers(1, 10**4).map(lambda k: 2 * k),
    examples=[{"k": [0.0, 1e-9, 0.5, 1.0], "D": 128}],
)
def variance_of_features_is_exact(target: Any, k: list[float], D: int) -> Iterator[Outcome]:
    """(1 - k^2) / D of a number, and elementwise of a vector and of a matrix."""
    expected = [float(definitions.feature_variance(value, D)) for value in k]
    for values, want in ((np.array(k), expected), (np.array([k, k]), [expected] * 2)):
        yield close_to(want, target.sfm.feature_variance(values, D), ulps=4, scale=1 / D)
    yield close_to(expected[0], target.sfm.feature_variance(k[0], D), ulps=4, scale=1 / D)


@check(
    "sfm/average-error",
    place="Section VII-B, Tables IV and V; erratum S16",
    needs="sfm.predicted_average_error",
    since="0.1",
)
@for_all(
    n=st.integers(1, 5),
    D=st.sampled_from((2, *DIMENSIONS)),
    seed=strategies.seeds(),
    examples=[{"n": 3, "D": D, "seed": 0} for D in DIMENSIONS],
)
def average_error_is_predicted_from_the_kernel(
    target: Any, n: int, D: int, seed: int
) -> Iterator[Outcome]:
    """Mean and deviation of |N(0, (1 - k^2) / D)| over all i <= j, the diagonal among them."""
    points = np.random.default_rng(seed).exponential(size=n)
    K = np.exp(-np.abs(np.subtract.outer(points, points)))
    expected = definitions.predicted_average_error(K.tolist(), D)
    # the deviation is the root of a difference: of one that is 0 the roundings' root is left
    yield close_to(expected, target.sfm.predicted_average_error(K, D), rtol=1e-12, atol=1e-7 / D)
    far = np.zeros((n, n))  # where it is a root of 1 - 2 / pi
    expected = definitions.predicted_average_error(far.tolist(), D)
    yield close_to(expected, target.sfm.predicted_average_error(far, D), ulps=30)


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
    variance = float(definitions.feature_variance(K, D))
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
        expected = float(definitions.feature_variance(K, D))
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
    """Pr[|z(x)'z(y) - k| >= eps] <= 2 / (eps^2 D), and half of it, by exact binomial tests.

    A rate above the bound by a half of it shows, and by a tenth where that is more.
    """
    alpha = run.alpha / 6
    for D in (16, 128):
        for bound in (0.5, 0.25, 0.1):
            excess = max(bound / 2, 0.1)
            n = tails.samples_needed_for_rate_at_most(excess, bound, alpha, beta=MISS)
            values = estimates(target, run.rng, n, D)
            epsilon = math.sqrt(definitions.concentration_bound(1.0, D, "corrected") / bound)
            count = int(np.count_nonzero(np.abs(values - K) >= epsilon))
            yield described(tails.assert_rate_at_most(count, n, bound, alpha, beta=MISS), values)
