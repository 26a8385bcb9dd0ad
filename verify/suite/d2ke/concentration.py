"""Propositions 1 and 2: features are Lipschitz where d is a metric, and their mean concentrates."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy  # scipy.stats, slow to import, is loaded when it is used

from gramcheck.verify import bounds, strategies, tails
from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import is_lipschitz, lipschitz_constant
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import Array, all_levenshtein, all_strings, exact_cdist
from gramcheck.verify.suite.d2ke.random_objects import miscounted

PROPOSITION_1 = "Section 4.2, Proposition 1"
PROPOSITION_2 = "Section 4.3, Proposition 2"
MISS = 1e-3  # probability with which a fault of a tenth may pass

# A finite Omega: exact kernels at gamma and 2 gamma give the mean and variance of one summand.
LETTERS, LENGTHS, GAMMA = "ab", (0, 3), 0.3
X, Y = "abb", "ba"


def summand() -> tuple[Array, Array]:
    """Every value of phi_w(x) phi_w(y), with its probability."""
    omegas, weights = definitions.enumerate_strings(LETTERS, LENGTHS)
    detours = exact_cdist([X], omegas, "levenshtein") + exact_cdist([Y], omegas, "levenshtein")
    return np.exp(-GAMMA * detours[0]), np.array(weights, dtype=np.float64)


def moments() -> tuple[float, float]:
    """Mean and variance of one summand: k_gamma, and k_2gamma - k_gamma^2."""
    omegas, weights = definitions.enumerate_strings(LETTERS, LENGTHS)
    mean = definitions.kernel([X], [Y], omegas, GAMMA, "levenshtein", weights)[0][0]
    return mean, definitions.kernel_variance(X, Y, omegas, GAMMA, "levenshtein", weights)


@check("d2ke/proposition-1", place=PROPOSITION_1, needs="d2ke.feature_map", since="0.1")
@for_all(
    gamma=strategies.log_uniform(1e-4, 1e2),
    omegas=strategies.string_collections(max_size=8),
    examples=[{"gamma": 1e-3, "omegas": ["aaaaa", "bbbbbb"]}, {"gamma": 1.0, "omegas": ["a"]}],
)
def features_of_a_metric_are_lipschitz(target: Any, gamma: float, omegas: list[str]) -> Outcome:
    """|<w, Phi(x)> - <w, Phi(y)>| <= gamma ||w|| d(x, y) for every w: ||Phi(x)-Phi(y)|| <= gamma d.

    On all strings over two letters up to length 5. The constant is attained as gamma tends to 0 by
    an omega on the line through x and y, so a gamma larger by a tenth is seen.
    """
    strings = list(all_strings("ab", 5))
    D = all_levenshtein("ab", 6)[: len(strings), : len(strings)]
    phi = target.d2ke.feature_map(strings, omegas, gamma, "levenshtein")
    # what roundings do to features of at most 1 / sqrt(R), in Euclidean norm
    resolution = 8 * unit()
    bound = gamma * (1 + 1e-9) + resolution
    return is_lipschitz(bound, phi, D, resolution)


@check(
    "d2ke/proposition-1",
    place=f"{PROPOSITION_1}; errata D2, D3",
    needs=("d2ke.feature_map", "d2ke.cdist"),
    since="0.1",
)
def without_a_metric_no_constant_will_do(target: Any, run: Any) -> Iterator[Outcome]:
    """DTW and modified Hausdorff have objects at distance 0 whose features differ.

    (0, 1) and (0, 1, 1) under DTW, {0, 1} and {0, 0, 1} under modified Hausdorff; omega is (0).
    """
    for distance, objects in (
        ("dtw", [np.array([0.0, 1.0]), np.array([0.0, 1.0, 1.0])]),
        ("modified_hausdorff", [np.array([0.0, 1.0]), np.array([0.0, 0.0, 1.0])]),
    ):
        objects.append(np.array([0.0]))
        D = np.asarray(target.d2ke.cdist(objects, objects, distance), dtype=float)
        phi = np.asarray(target.d2ke.feature_map(objects, objects[-1:], 1.0, distance))
        found = lipschitz_constant(phi, D, resolution=1e-12)
        yield equal((math.inf, (0, 1)), (found.constant, found.pair))
        a, b = exact_cdist(objects[:2], objects[-1:], distance).ravel()
        yield equal(round(abs(math.exp(-a) - math.exp(-b)), 12), round(found.change, 12))


@check(
    "d2ke/proposition-2",
    place=f"{PROPOSITION_2}, Eq. (12)",
    needs=("d2ke.kernel", "d2ke.random_strings"),
    since="0.1",
    statistical=True,
)
def random_feature_kernel_is_unbiased(target: Any, run: Any) -> Outcome:
    """E k_R = k: one estimate with many random strings, against Bentkus's bound.

    The variance (k_2gamma - k^2) / R is known exactly. R is such that a kernel a tenth too large
    is seen: its summands reach up to 1.1, with 1.21 times the variance.
    """
    mean, variance = moments()
    R = tails.samples_needed_for_mean(
        mean / 10, 0.0, 1.1, run.alpha, variance=1.21 * variance, beta=MISS
    )
    omegas = target.d2ke.random_strings(R, LETTERS, LENGTHS, run.rng)
    if complaint := miscounted(omegas, R):
        return complaint
    K = np.asarray(target.d2ke.kernel([X], [Y], omegas, GAMMA, "levenshtein"), dtype=float)
    allowed = bounds.radius(R, 1.0, run.alpha / 2, variance)
    error = abs(float(K.item()) - mean) if K.size == 1 else math.nan
    detail = f"got k_R={K.tolist()} with R={R}, should be {mean!r}"
    detail += f" (alpha={run.alpha:.3g}; detects {mean / 10:.3g} with probability 1 - {MISS:g})"
    return Outcome(error, allowed, error / allowed, detail)


@check(
    "d2ke/proposition-2",
    place=f"{PROPOSITION_2}, Eq. (12)",
    needs=("d2ke.feature_map", "d2ke.random_strings"),
    since="0.1",
    statistical=True,
)
def variance_is_that_of_the_kernel_at_twice_gamma(target: Any, run: Any) -> Iterator[Outcome]:
    """Var of one summand is k_2gamma - k_gamma^2, and of a mean of four a quarter of it.

    The second one fails if the random strings of a call depend on each other. Samples are enough
    for squared deviations a tenth too large, which have 1.21 times the variance.
    """
    mean, variance = moments()
    values, weights = summand()
    fourth, alpha = float(weights @ (values - mean) ** 4), run.alpha / 2
    largest = max(mean, 1 - mean) ** 2
    # what is averaged is the squared deviation of a mean of m summands; of that, too, the mean
    # and the variance are known exactly
    wanted = []
    for m in (1, 4):
        expected = variance / m
        spread = (m * fourth + 3 * m * (m - 1) * variance**2) / m**4 - expected**2
        n = tails.samples_needed_for_mean(
            expected / 10, 0.0, 1.1 * largest, alpha, variance=1.21 * spread, beta=MISS
        )
        wanted.append((m, n, expected, spread))
    R = 4 * max(math.ceil(m * n / 4) for m, n, *_ in wanted)
    omegas = target.d2ke.random_strings(R, LETTERS, LENGTHS, run.rng)
    if complaint := miscounted(omegas, R):
        yield complaint
        return
    phi = np.asarray(target.d2ke.feature_map([X, Y], omegas, GAMMA, "levenshtein"), dtype=float)
    if phi.shape != (2, R):
        yield is_true(False, f"got features of shape {phi.shape}, should be {(2, R)}")
        return
    summands = R * phi[0] * phi[1]
    for m, _, expected, spread in wanted:
        squares = (summands.reshape(-1, m).mean(axis=1) - mean) ** 2
        yield tails.assert_true_mean_equals(
            squares, expected, 0.0, largest, alpha, variance=spread, beta=MISS
        )


@check(
    "d2ke/proposition-2",
    place=f"{PROPOSITION_2}, proof, pointwise step; erratum D7",
    needs=("d2ke.feature_map", "d2ke.random_strings"),
    since="0.1",
    statistical=True,
)
def deviations_have_the_binomial_tail(target: Any, run: Any) -> Iterator[Outcome]:
    """P(|Delta| >= t) as counted is the exact binomial tail, which is below 2 exp(-2 R t^2).

    With one-letter strings over two letters and gamma = 60 a summand is 1 for the same letter and
    exp(-120) for the other, so that R times the estimate is a binomial variable.
    """
    R, t, gamma = 10, 0.2, 60.0
    # |successes - 5| >= 2; half an event more or less leaves no room for a rounding
    exact = 2 * float(scipy.stats.binom.cdf(3, R, 0.5))
    alpha = run.alpha / 2
    runs = tails.samples_needed_for_rate(exact / 10, exact, alpha, beta=MISS)
    omegas = target.d2ke.random_strings(R * runs, "ab", (1, 1), run.rng)
    if complaint := miscounted(omegas, R * runs):
        yield complaint
        return
    phi = np.asarray(target.d2ke.feature_map(["a"], omegas, gamma, "levenshtein"), dtype=float)
    if phi.shape != (1, R * runs):
        yield is_true(False, f"got features of shape {phi.shape}, should be {(1, R * runs)}")
        return
    estimates = (R * runs * phi**2).reshape(runs, R).mean(axis=1)
    count = int(np.count_nonzero(np.abs(estimates - 0.5) >= t - 1e-9))
    yield tails.assert_rate_equals(count, runs, exact, alpha, beta=MISS)
    far, bound = 0.4, 2 * math.exp(-2 * R * 0.4**2)
    count = int(np.count_nonzero(np.abs(estimates - 0.5) >= far - 1e-9))
    yield tails.assert_rate_at_most(count, runs, bound, alpha, beta=MISS)
