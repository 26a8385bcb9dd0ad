"""Sums over pairs in a few products, and divergences whose digits are not lost beside 1."""

from decimal import Decimal, localcontext
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.reference.kcr import kmlcc
from gramcheck.reference.kcr.engines import few_columns
from gramcheck.reference.kcr.engines.divergence import (
    _beyond_linear_entropy,
    _beyond_linear_exp,
    divergence_at,
    ideal_of,
)
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
            if not same:
                continue
            sums = sum((-Decimal(row[j])).exp() for j in others)
            total += sum(
                (sums.ln() + Decimal(row[j]) - Decimal(len(same)).ln()) / len(same) for j in same
            )
        return float(total)


LABELS = np.array([0] * 5 + [1] * 4 + [2] * 2 + [3])  # the last one has no class


def distances(spread, between, base):
    """Within classes base and more, the third one farther apart; so much more to the others."""
    half = np.random.default_rng(7).uniform(size=(len(LABELS),) * 2)
    other = LABELS[:, None] != LABELS
    wide = (LABELS[:, None] == 2) & (LABELS == 2)
    return base + between * other + 7 * wide + spread * (half + half.T)


@pytest.mark.parametrize("base", [0.0, 10.0])
@pytest.mark.parametrize("spread", [0.0, 1e-8, 1e-6, 1e-3, 0.3, 0.9, 5.0, 900.0])
@pytest.mark.parametrize("between", [40.0, 5.0])
def test_a_divergence_keeps_its_digits_however_near_it_is_to_0(spread, between, base):
    """Rows near p0 and far: less than a part of 1e-11 is lost, or what the distances leave.

    Their roundings, of a part eps, are weighed by p0 - p. With log sum exp and the entropies apart,
    1e-14 of the sum's terms would be lost, which at 1e-6 and 40 leaves no digit.
    """
    squared = distances(spread, between, base)
    exact = exact_divergence(squared, LABELS)
    found = divergence_at(squared.copy(), ideal_of(LABELS))
    weighed = np.finfo(float).eps * float((np.abs(found.weights) * squared).sum())
    assert abs(found.value - exact) <= 1e-11 * exact + 2 * weighed
    assert not found.p[-1].any()


@pytest.mark.parametrize("seed", [0, 4, 33])
def test_no_bound_is_above_its_objective_however_small_the_penalty(seed):
    """With entropies apart, whose difference is 1e-10, they were by up to 2e-5, to a gap of 0."""
    rng, y = np.random.default_rng(seed), np.arange(14) % 2
    X = rng.normal(size=(14, 3)) * 1e-3 + y[:, None]
    found = kmlcc(X @ X.T, y, 1e-12, 600, 1e-5)
    assert 0 < found.lower_bound <= (1 + 1e-9) * found.objective


@pytest.mark.parametrize("size", [3e-9, 1e-6, 3e-5, 9.9e-5, 1.1e-4, 1e-2, 0.7])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_what_is_beyond_the_linear_part_has_its_digits(size, sign):
    with localcontext() as context:
        context.prec = 50
        x = Decimal(sign * size)
        of_exp, of_entropy = x.exp() - 1 - x, (1 + x) * (1 + x).ln() - x
    (found,) = _beyond_linear_exp(np.array([sign * size]))
    assert abs(found / float(of_exp) - 1) < 1e-11
    (found,) = _beyond_linear_entropy(np.array([sign * size]))
    assert abs(found / float(of_entropy) - 1) < 1e-11


def test_newtons_products_are_differences_of_the_gradient(monkeypatch):
    """At points in turn, as what depends on the point alone is kept."""
    asked = {}

    def minimize(fun, x0, **given):
        asked.update(given, fun=fun)
        return SimpleNamespace(x=x0, nit=0)

    monkeypatch.setattr(few_columns.sp.optimize, "minimize", minimize)
    rng, y = np.random.default_rng(5), np.arange(9) % 3
    Z, factors = rng.normal(size=(9, 4)), rng.normal(size=(2, 8))
    few_columns._newton(Z, ideal_of(y), 0.3, factors[0].reshape(4, 2), 1, 1e-3)
    for point, direction in zip(factors[[0, 1, 0]], rng.normal(size=(3, 8)), strict=True):
        step = 1e-5 * direction
        (_, ahead), (_, behind) = asked["fun"](point + step), asked["fun"](point - step)
        product = asked["hessp"](point, direction)
        np.testing.assert_allclose(product, (ahead - behind) / 2e-5, rtol=1e-6, atol=1e-7)
