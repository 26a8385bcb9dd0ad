"""A pattern far from the others costs these no digits, or the metric is refused."""

from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference import images
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized import (
    learn_metric,
    learn_metric_from_kernel,
    learn_metric_from_kernels,
)
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


@pytest.mark.parametrize("psd", FORMS)
@pytest.mark.parametrize("far", FAR)
def test_a_metric_of_a_kernel(far, psd):
    """In the metric of the optimum dt^2 is 2/3 between the second and third pattern, and a more."""
    K = patterns(far) ** 2
    learned = learn_metric_from_kernel(K, *PAIRS, 1.0, 1.0, 0.5, psd=psd)
    assert learned.primal == pytest.approx(optimum(far), rel=1e-9)
    wanted = 2 / 3 + 1 / (far**2 + 1)
    assert learned.squared_distances(K)[1, 2] == pytest.approx(wanted, abs=1e-7)


def two_clusters(far):
    """No pattern is one from which both clusters are near; integers, so that K is exact."""
    near = [[0, 0, 0], [1, 0, 0], [0, 1, 1]]
    X = np.array([*near, [far, 0, 0], [far + 1, 1, 0], [far, 0, 1], [far, 2, 1]])
    return X, [(0, 1), (3, 4)], [(1, 3), (0, 2), (3, 5), (4, 6)], 1.0, 1.0, 0.5


@pytest.mark.parametrize("psd", FORMS)
@pytest.mark.parametrize("far", [1e2, 1e3, 1e4])
def test_two_clusters_have_the_metric_of_their_patterns(far, psd):
    X, *problem = two_clusters(far)
    learned = learn_metric_from_kernel(X @ X.T, *problem, psd=psd)
    assert learned.primal == pytest.approx(learn_metric(X, *problem, psd=psd).primal, rel=1e-7)


@pytest.mark.parametrize("psd", FORMS)
@pytest.mark.parametrize("far", [1e6, 1e7, 4e7])
def test_two_clusters_that_leave_no_digits_are_refused(far, psd):
    X, *problem = two_clusters(far)
    with pytest.raises(ConvergenceError, match=r"few digits|relative to the terms"):
        learn_metric_from_kernel(X @ X.T, *problem, psd=psd)


def test_distances_of_a_kernel_of_few_digits_are_judged_by_these():
    """Beside 1 they have 1e-7; patterns that they do not tell apart are no reason to refuse."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(4, 2)), 2, axis=0) + 1e-5 * rng.normal(size=(8, 2))
    K = np.exp(-np.square(X[:, None] - X).sum(axis=2) / 2)
    problem = [(0, 1), (2, 3), (4, 6)], [(0, 2), (4, 5), (1, 7)], 1.0, 1.0, 0.5
    wanted = learn_metric_from_kernel(K, *problem).primal
    for learned in (
        learn_metric_from_kernel(K.astype(np.float32), *problem),
        learn_metric_from_kernels([K.astype(np.float32) / 2] * 2, *problem),
    ):
        assert learned.primal == pytest.approx(wanted, rel=1e-5)


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
    monkeypatch.setattr(images, "_BLOCK", 2**21 if many == 1 else 3 * p)
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
