"""Sections 2, 3.1 and 4: ideal kernel, alignment, Proposition 1; toy data and the Rand index."""

import itertools
import math

import numpy as np
import pytest

from gramcheck.reference.idealized import (
    alignment,
    alignment_threshold,
    ideal_kernel,
    idealize,
    make_toy,
    rand_index,
)


def kernel(n, seed, rank=None):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, rank or n))
    return X @ X.T


def indefinite(n, seed):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


def naive_alignment(K, L):
    product = math.fsum(k * m for k, m in zip(K.flat, L.flat, strict=True))
    norms = [math.sqrt(math.fsum(k * k for k in A.flat)) for A in (K, L)]
    return product / (norms[0] * norms[1])


def test_ideal_kernel_entry_by_entry():
    y = ["b", "a", "b", "c"]
    weights = {"a": 2.0, "b": 0.5, "c": 3.0}
    plain, weighted = ideal_kernel(y), ideal_kernel(y, weights)
    for (i, a), (j, b) in itertools.product(enumerate(y), repeat=2):
        assert plain[i, j] == (a == b)
        assert weighted[i, j] == (weights[a] if a == b else 0.0)
    assert np.array_equal(ideal_kernel([7, 7]), np.ones((2, 2)))


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_alignment_is_the_cosine_at_every_scale(scale):
    K, L = kernel(6, 0), indefinite(6, 1)
    assert abs(alignment(scale * K, L) - naive_alignment(K, L)) <= 1e-14
    assert alignment(scale * K, K) == pytest.approx(1.0, abs=1e-15)
    assert alignment(-K, scale * K) == pytest.approx(-1.0, abs=1e-15)


def test_idealized_kernel_moves_distances_as_equation_3_says():
    K, y, gamma = kernel(7, 2), [0, 1, 0, 2, 1, 1, 2], 1.7

    def squared_distances(K):
        d = np.diag(K)
        return d[:, None] + d - 2 * K

    moved = squared_distances(idealize(K, y, gamma)) - squared_distances(K)
    assert np.abs(moved - gamma * (1 - ideal_kernel(y))).max() <= 1e-13


@pytest.mark.parametrize("seed", range(40))
def test_alignment_grows_whatever_the_threshold(seed):
    """K1: strictly, below the threshold too, for indefinite kernels too."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, size=8)
    K = indefinite(8, seed) - (0.5 if seed % 2 else 0.0)
    gammas = np.concatenate([[0.0], np.geomspace(1e-3, 1e3, 30)])
    values = [alignment(idealize(K, y, g), ideal_kernel(y)) for g in gammas]
    assert (np.diff(values) > 0).all()
    if alignment_threshold(K, y) > 1e-3:  # printed: no growth is claimed there
        assert values[1] > values[0]


def test_alignment_of_a_multiple_of_the_ideal_kernel_cannot_grow():
    y = [0, 0, 1, 1, 1]
    assert alignment(idealize(2 * ideal_kernel(y), y, 5.0), ideal_kernel(y)) == pytest.approx(
        1.0, abs=1e-15
    )


def test_alignment_threshold_is_what_proposition_1_prints():
    K, y = indefinite(5, 3), [0, 1, 1, 0, 1]
    product = sum(K[i, j] for i in range(5) for j in range(5) if y[i] == y[j])
    assert abs(alignment_threshold(K, y) + product / (2**2 + 3**2)) <= 1e-14
    assert alignment_threshold(kernel(5, 3), y) <= 0  # vacuous for a kernel


def test_toy_data_have_the_stated_moments():
    """Means within 5 standard errors and variances within 5 of theirs: alpha below 1e-4."""
    n = 4000
    X, y = make_toy(n, np.random.default_rng(0))
    assert X.shape == (2 * n, 11)
    assert y.tolist() == [1] * n + [2] * n
    for label, mean in ((1, 3.0), (2, -3.0)):
        rows = X[y == label]
        assert abs(rows[:, 0].mean() - mean) <= 5 / math.sqrt(n)
        assert abs(rows[:, 0].var() - 1) <= 5 * math.sqrt(2 / n)
    assert (np.abs(X[:, 1:].mean(axis=0)) <= 5 * 5 / math.sqrt(2 * n)).all()
    assert (np.abs(X[:, 1:].var(axis=0) - 25) <= 5 * 25 * math.sqrt(1 / n)).all()
    assert make_toy(3, np.random.default_rng(0), irrelevant=0)[0].shape == (6, 1)


def test_rand_index_is_footnote_9_pair_by_pair():
    rng = np.random.default_rng(4)
    for _ in range(30):
        n = int(rng.integers(2, 12))
        a, b = rng.integers(0, 3, n), rng.integers(0, 4, n)
        pairs = list(itertools.combinations(range(n), 2))
        agree = sum((a[i] == a[j]) == (b[i] == b[j]) for i, j in pairs)
        assert rand_index(a, b) == agree / len(pairs)
    assert rand_index(["x", "x", "y"], [5, 5, 1]) == 1.0
    every = np.arange(200_000)  # no table of labels by clusters
    assert rand_index(every, every[::-1]) == 1.0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ideal_kernel([0, 1], {0: 1.0}), ValueError, r"class_weights .* none for \[1\]"),
        (lambda: ideal_kernel([0, 1], {0: 1, 1: 1, 2: 1}), ValueError, r"got \[2\] too"),
        (lambda: ideal_kernel([0, 1], {0: 1, 1: 0}), ValueError, r"class_weights\[1\] .* positive"),
        (lambda: ideal_kernel([0, 1], [1, 1]), TypeError, "class_weights must map"),
        (lambda: ideal_kernel([]), ValueError, "y must have at least 1"),
        (lambda: alignment(np.eye(2), np.zeros((2, 2))), ValueError, "L must not be zero"),
        (lambda: alignment(np.eye(2), np.eye(3)), ValueError, "L must have shape"),
        (lambda: alignment([[0, 1], [2, 0]], np.eye(2)), ValueError, "K must be symmetric"),
        (lambda: idealize(np.eye(2), [0, 1], -1), ValueError, "gamma must be nonnegative"),
        (lambda: idealize(np.eye(2), [0, 1, 1], 1), ValueError, "y must be a vector of length 2"),
        (lambda: idealize([[1, np.nan], [np.nan, 1]], [0, 1], 1), ValueError, "K .* NaN"),
        (lambda: make_toy(0, np.random.default_rng()), ValueError, "n_per_class"),
        (lambda: make_toy(1, 0), TypeError, "rng must be"),
        (lambda: idealize(1.7e308 * np.eye(2), [0, 1], 1.7e308), ValueError, "overflow"),
        (lambda: ideal_kernel(["a", "a\0"]), ValueError, "y must not end in null characters"),
        (lambda: ideal_kernel([b"a\0", b"b"]), ValueError, "y must not end in null characters"),
        (lambda: rand_index([1], [1]), ValueError, "labels must have at least 2 patterns"),
        (lambda: rand_index([1, 2], [1]), ValueError, "clusters must be a vector of length 2"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
