"""Sums over pairs in a few products, and divergences whose digits are not lost beside 1."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

from gramcheck.reference.kcr.engines.few_columns import divergence_at, ideal_of
from gramcheck.reference.kcr.engines.pairs import laplacian, laplacian_product


def test_a_product_with_the_laplacian_is_that_of_its_matrix():
    rng = np.random.default_rng(3)
    weights, X = rng.normal(size=(9, 9)), rng.normal(size=(9, 2))
    np.testing.assert_allclose(laplacian_product(weights, X), laplacian(weights) @ X, atol=1e-14)


def exact_divergence(squared, y):
    """sum_i KL(p0 || p) in fifty digits."""
    with localcontext() as context:
        context.prec = 50
        total = Decimal(0)
        for i, row in enumerate(squared):
            others = [j for j in range(len(y)) if j != i]
            same = [j for j in others if y[j] == y[i]]
            sums = sum((-Decimal(row[j])).exp() for j in others)
            total += sum(
                (sums.ln() + Decimal(row[j]) - Decimal(len(same)).ln()) / len(same) for j in same
            )
        return float(total)


@pytest.mark.parametrize("spread", [0.0, 1e-6, 1e-3, 0.3, 0.9, 5.0, 900.0])
@pytest.mark.parametrize("between", [40.0, 3.0])
def test_a_divergence_keeps_its_digits_however_near_it_is_to_0(spread, between):
    """Ten and more within a class of six, and so much more to the other: rows near p0 and far.

    Less than its part in 1e-12 is lost, or what is lost where roundings of the distances, of a part
    eps, are weighed by p0 - p. With log sum exp and the entropies apart, 1e-14 of the sum's terms
    would be, which at 1e-6 and 40 leaves no digit.
    """
    rng = np.random.default_rng(7)
    y = np.arange(12) % 2
    half = rng.uniform(size=(12, 12))
    squared = 10 + between * (y[:, None] != y) + spread * (half + half.T)
    exact = exact_divergence(squared, y)
    found = divergence_at(squared.copy(), ideal_of(y))
    weighed = np.finfo(float).eps * float((np.abs(found.weights) * squared).sum())
    assert abs(found.value - exact) <= 1e-12 * exact + 2 * weighed
