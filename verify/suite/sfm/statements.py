"""Section IV-B: Theorem 1's bound, the exact variance, and what Tables IV and V must show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import close_to
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.definitions.sfm import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all

FORMS = ("printed", "corrected")


@check("sfm/theorem-1", place="Theorem 1; erratum S2", needs="sfm.concentration_bound", since="0.1")
@for_all(
    epsilon=strategies.log_uniform(1e-3, 2),
    D=st.integers(1, 10**5).map(lambda k: 2 * k),
    examples=[{"epsilon": 0.5, "D": 128}],
)
def concentration_bound_is_its_formula(target: Any, epsilon: float, D: int) -> Iterator[Outcome]:
    """Printed 2 / (epsilon^2 D), corrected 1 / (epsilon^2 D); not cut at 1."""
    for form in FORMS:
        expected = statements.concentration_bound(epsilon, D, form)
        yield close_to(expected, target.sfm.concentration_bound(epsilon, D, form=form), ulps=4)


UNIT = st.floats(0, 1) | st.sampled_from([0.0, 1.0, 0.5, 1e-9])


@check(
    "sfm/variance-at-most-1",
    place="Theorem 1, proof; erratum S2",
    needs="sfm.feature_variance",
    since="0.1",
)
@for_all(
    k=st.lists(UNIT, min_size=1, max_size=4),
    D=st.integers(1, 10**4).map(lambda k: 2 * k),
    examples=[{"k": [0.0, 0.5, 1.0], "D": 128}],
)
def variance_of_features_is_exact(target: Any, k: list[float], D: int) -> Iterator[Outcome]:
    """(1 - k^2) / D of a number, and elementwise of a vector and of a matrix."""
    expected = [statements.feature_variance(value, D) for value in k]
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
    D=st.sampled_from([2, 128, 512, 2048, 8192, 16384]),
    seed=strategies.seeds(),
    examples=[{"n": 3, "D": 128, "seed": 0}],
)
def average_error_is_predicted_from_the_kernel(
    target: Any, n: int, D: int, seed: int
) -> Iterator[Outcome]:
    """Mean and deviation of |N(0, (1 - k^2) / D)| over all i <= j, the diagonal among them."""
    points = np.random.default_rng(seed).exponential(size=n)
    K = np.exp(-np.abs(np.subtract.outer(points, points)))
    for kernel in (K, np.zeros((n, n))):
        expected = statements.predicted_average_error(kernel.tolist(), D)
        # the deviation is the root of a difference: of one that is 0 the roundings' root is left
        yield close_to(
            expected, target.sfm.predicted_average_error(kernel, D), rtol=1e-12, atol=1e-7 / D
        )


@check(
    "sfm/average-error",
    place="Section VII-B, Tables IV and V; erratum S16",
    needs="sfm.predicted_average_error",
    since="0.1",
)
def average_error_of_far_strings_is_that_of_the_tables(target: Any, run: Any) -> Iterator[Outcome]:
    """For k = 0: sqrt(2 / (pi D)) and sqrt((1 - 2 / pi) / D), at every D of the tables."""
    for D in (128, 512, 2048, 8192, 16384):
        percent = definitions.normal_average_error(D)
        got = target.sfm.predicted_average_error(np.zeros((3, 3)), D)
        yield close_to([value / 100 for value in percent], got, ulps=30)
