"""What is known of the random features of strings: moments of products, and means of cosines.

Strings come in pairs, each pair over letters of its own. So different pairs meet independent
numbers, and one call has as many draws as pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify import tails
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.suite.sfm.problems import dense

MISS = 1e-3
LETTERS = 0x4E00  # from here up to the surrogates there are 35,000 characters


def pairs_of_strings(first: str, second: str, count: int) -> list[str]:
    """The two strings again and again, one after the other, each time over letters of their own."""
    kinds = sorted(set(first + second))
    found = []
    for k in range(count):
        own = str.maketrans({c: chr(LETTERS + k * len(kinds) + i) for i, c in enumerate(kinds)})
        found += [first.translate(own), second.translate(own)]
    return found


def moments_of_products(
    features: Any, first: str, second: str, powers: tuple[float, ...], alpha: float
) -> Iterator[Outcome]:
    """Three tests at ``alpha``, of z(x)'z(y) over pairs; ``powers`` are E k and E k^2.

    For D = 2 products are cosines: their mean E k, and that of their squares. For D = 16 they are
    means of eight, all different ones: the mean square is E k^2 + (1 - E k^2) / D.
    """
    k, k_squared = powers
    n = max(
        tails.samples_needed_for_mean(size, low, 1.01, alpha, beta=MISS)
        for size, low in ((0.1, -1.01), (0.06, 0.0))
    )
    for D in (2, 16):
        Z = dense(features(pairs_of_strings(first, second, n), D))
        yield equal((2 * n, D), Z.shape)
        yield close_to(np.full((2 * n, D // 2), 2 / D), Z[:, ::2] ** 2 + Z[:, 1::2] ** 2, ulps=8)
        products = (Z[::2] * Z[1::2]).sum(axis=1)
        if D == 2:
            yield tails.assert_true_mean_equals(products, k, -1.01, 1.01, alpha, beta=MISS)
        square = k_squared + (1 - k_squared) / D
        yield tails.assert_true_mean_equals(products**2, square, 0.0, 1.01, alpha, beta=MISS)


def mean_of_cosines(features: Any, string: str, expected: float, alpha: float) -> Outcome:
    """A test at ``alpha``: of each two features the second is a cosine, with a known mean.

    It is E cos s = exp(-||x||_1 / beta), which tells the norm of x; a sine has the mean 0. Of one
    string the D / 2 cosines of a call are uncorrelated, and different calls are independent.
    """
    D = 128
    variance = float(definitions.feature_variance(expected, D))
    n = tails.samples_needed_for_mean(0.2, -1.01, 1.01, alpha, variance=variance, beta=MISS)
    rows = np.array([dense(features([string], D))[0] for _ in range(n)])
    means = math.sqrt(D / 2) * rows[:, 1::2].mean(axis=1)
    return tails.assert_true_mean_equals(
        means, expected, -1.01, 1.01, alpha, variance=variance, beta=MISS
    )
