"""A pattern far from the others costs these no digits."""

from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference.idealized import learn_metric, metric
from gramcheck.reference.idealized.engines.span import span_of_pairs
from gramcheck.reference.idealized.metric import Metric

FORMS = ("as-printed", "clip", "constrained")
PAIRS = [(1, 2), (3, 4)], [(0, 1), (1, 3), (2, 4)]
FAR = [1e2, 1e3, 1e6, 3e7, 1e8, 1e10, 1e12]


def optimum(far):
    """Of patterns along five axes, the first one ``far`` from the origin, C_S = C_D = 1, nu = 1/2.

    At the optimum gamma is 0, the last two dissimilar pairs have alphas at their bound, 1/3, and
    lengths 2, and similar ones have 0. The first dissimilar pair has a squared length l and an
    inner product of 1 with the second one, so that dt^2 = a l^2 + 1/3 = l. As every alpha is
    nonnegative on D and 0 on S, the cone changes nothing.
    """
    length = Fraction(far) ** 2 + 1
    a, b = (length - Fraction(1, 3)) / length**2, Fraction(1, 3)
    square = a**2 * length**2 + 2 * b**2 * 4 + 2 * a * b
    return float(a * length + 2 * b * 2 - square / 2)


def patterns(far):
    return np.diag([far, 1.0, 1.0, 1.0, 1.0])


@pytest.mark.parametrize("psd", FORMS)
@pytest.mark.parametrize("columns", [5, 9])
@pytest.mark.parametrize("far", FAR)
def test_a_metric_of_many_columns_or_few(far, columns, psd):
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(columns, columns)))[0]
    X = patterns(far) @ Q[:5]  # rotations change nothing but digits
    learned = learn_metric(X, *PAIRS, 1.0, 1.0, 0.5, psd=psd)
    assert learned.primal == pytest.approx(optimum(far), rel=1e-9)


def test_coordinates_keep_the_digits_of_every_difference():
    """Clusters at distances up to 1e12, of sizes down to 1e-12, with pairs within and across."""
    rng = np.random.default_rng(0)
    centers, sizes = rng.normal(size=(4, 1, 40)), np.array([1e-12, 1.0, 1e6, 1e12])
    centers *= np.array([0.0, 1e3, 1e9, 1e12])[:, None, None]
    X = (centers + sizes[:, None, None] * rng.normal(size=(4, 5, 40))).reshape(20, 40)
    pairs = np.column_stack(np.triu_indices(20, 1))
    Z = span_of_pairs(X, pairs).Z
    assert Z.shape[1] == 19
    z = X[pairs[:, 0]].astype(np.longdouble) - X[pairs[:, 1]]
    lengths = np.sqrt(np.square(z).sum(axis=1))
    cosines = (z @ z.T) / np.outer(lengths, lengths)
    got = (Z @ Z.T) / np.outer(lengths, lengths)
    assert np.abs(got - cosines).max() <= 1e-14


def clusters(p):
    """Three points near each of five, the last of which are far and in no order."""
    rng = np.random.default_rng(p)
    centers = rng.normal(size=(5, 1, p)) * np.array([0.0, 1.0, 1e4, 1e17, 1e9])[:, None, None]
    return rng.permutation((centers + rng.normal(size=(5, 3, p))).reshape(15, p))


@pytest.mark.parametrize("many", [1, 14], ids=["few", "many blocks"])
@pytest.mark.parametrize("p", [1, 3, 12])
def test_distances_of_near_points_are_those_of_their_differences(p, many, monkeypatch):
    """Whichever point comes first, and in both parts of an indefinite metric."""
    monkeypatch.setattr(metric, "_BLOCK", 2**21 if many == 1 else 3 * p)
    rng = np.random.default_rng(0)
    P, N = rng.normal(size=(p, p)), 0.1 * rng.normal(size=(p, 1))
    X = clusters(p)
    z = X[:, None].astype(np.longdouble) - X
    above, below = np.square(z @ P).sum(axis=2), np.square(z @ N).sum(axis=2)
    lengths = np.square(z).sum(axis=2) * np.square(P).sum()
    for first in range(15):
        order = np.roll(np.arange(15), first)
        for parts, wanted in (((P, N[:, :0]), above), ((P, N), above - below)):
            learned = Metric(*parts)
            for got in (
                learned.squared_distances(X[order]),
                learned.squared_distances(X[order], X[order]),
                learned.squared_distances(X[order], X)[:, order],
            ):
                off = np.abs(got - wanted[np.ix_(order, order)])
                assert (off <= 1e-12 * lengths[np.ix_(order, order)]).all()
