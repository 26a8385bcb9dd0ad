"""Pairs: against loops over all of them; the heuristic of 3.2.5 against its definition."""

import itertools

import numpy as np
import pytest

from gramcheck.reference.errors import IndefiniteError
from gramcheck.reference.idealized import (
    nearest_pairs,
    nearest_pairs_from_kernel,
    pairs_from_labels,
    pairs_from_side_information,
    random_similar_pairs,
)


def components(n, pairs):
    neighbors = {i: set() for i in range(n)}
    for i, j in pairs:
        neighbors[i].add(j)
        neighbors[j].add(i)
    left, count = set(range(n)), 0
    while left:
        reached, count = [left.pop()], count + 1
        while reached:
            new = neighbors[reached.pop()] & left
            left -= new
            reached.extend(new)
    return count


def naive_nearest(distance, similar, dissimilar, m, R):
    everything = [tuple(sorted(p)) for p in [*similar, *dissimilar]]
    if R == "median":
        values = sorted(distance(i, j) for i, j in everything)
        half = len(values) // 2
        R = values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2
    chosen = []
    for pairs in (similar, dissimilar):
        kept = set()
        for i in {k for pair in pairs for k in pair}:
            partners = [(b if a == i else a) for a, b in pairs if i in (a, b)]
            near = sorted((distance(i, j), j) for j in partners if distance(i, j) <= R)
            kept |= {tuple(sorted((i, j))) for _, j in near[:m]}
        chosen.append(sorted(kept))
    return chosen


def test_pairs_from_labels_are_all_pairs_in_order():
    y = ["b", "a", "b", "c", "a"]
    S, D = pairs_from_labels(y)
    every = list(itertools.combinations(range(5), 2))
    assert [tuple(p) for p in S] == [p for p in every if y[p[0]] == y[p[1]]]
    assert [tuple(p) for p in D] == [p for p in every if y[p[0]] != y[p[1]]]
    assert pairs_from_labels([1, 2])[0].shape == (0, 2)


def test_side_information_leaves_the_complement():
    S, D = pairs_from_side_information([[3, 1], [0, 2]], 4)
    assert S.tolist() == [[0, 2], [1, 3]]
    assert D.tolist() == [[0, 1], [0, 3], [1, 2], [2, 3]]


@pytest.mark.parametrize("seed", range(20))
def test_random_similar_pairs_leave_exactly_the_components(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(8, 40))
    y = rng.integers(0, 3, n)
    for fraction in (0.5, 0.7, 0.9):
        S = random_similar_pairs(y, rng, fraction)
        assert components(n, S.tolist()) == round(fraction * n)
        assert all(y[i] == y[j] and i < j for i, j in S)
        assert [tuple(p) for p in S] == sorted({tuple(p) for p in S})


def test_random_similar_pairs_are_uniform():
    """First pair of 4 patterns of one class: 6 equally likely; chi-square at alpha 1e-6.

    Of 1200 draws, a pair with probability 1/6 + 0.08 gives a statistic of 60 in the mean.
    """
    rng = np.random.default_rng(0)
    counts = {}
    for _ in range(1200):
        pair = tuple(random_similar_pairs([0] * 4, rng, 0.75)[0])
        counts[pair] = counts.get(pair, 0) + 1
    assert len(counts) == 6
    assert sum((c - 200) ** 2 / 200 for c in counts.values()) <= 35.9  # chi2.isf(1e-6, 5)


@pytest.mark.parametrize("seed", range(25))
def test_nearest_pairs_are_their_definition(seed):
    """Integer coordinates: many ties, all distances exact before the root."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 15))
    X = rng.integers(-2, 3, size=(n, 2)).astype(float)
    every = rng.permutation(list(itertools.combinations(range(n), 2)))
    cut = int(rng.integers(1, len(every)))
    similar, dissimilar = every[:cut], every[cut:][:, ::-1]
    for m, R in ((1, "median"), (2, "median"), (3, np.inf), (5, 2.0)):

        def distance(i, j):
            return float(np.sqrt(((X[i] - X[j]) ** 2).sum()))

        want = naive_nearest(distance, similar.tolist(), dissimilar.tolist(), m, R)
        if not all(want):
            with pytest.raises(ValueError, match="must have a pair within R"):
                nearest_pairs(X, similar, dissimilar, m, R)
            continue
        got = nearest_pairs(X, similar, dissimilar, m, R)
        assert [[tuple(p) for p in pairs] for pairs in got] == want
        from_kernel = nearest_pairs_from_kernel(X @ X.T, similar, dissimilar, m, R)
        assert [[tuple(p) for p in pairs] for pairs in from_kernel] == want


def test_nearest_pairs_in_another_metric():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 3.0], [1.0, 7.5]])
    similar, dissimilar = [[0, 1], [1, 2], [0, 2]], [[0, 3]]
    euclidean, _ = nearest_pairs(X, similar, dissimilar, m=1, R=np.inf)
    assert euclidean.tolist() == [[0, 1], [1, 2]]
    vertical = np.diag([0.0, 1.0])  # 2 is as far from 0 as from 1, and the smaller index is nearer
    assert nearest_pairs(X, similar, dissimilar, 1, np.inf, vertical)[0].tolist() == [
        [0, 1],
        [0, 2],
    ]
    assert nearest_pairs(X, similar, dissimilar, 1, 7.5, vertical)[1].tolist() == [[0, 3]]
    with pytest.raises(ValueError, match="dissimilar must have a pair within R"):
        nearest_pairs(X, similar, dissimilar, 1, 7.5)


X4 = np.arange(8.0).reshape(4, 2)
S1, D1 = [[0, 1]], [[1, 2]]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pairs_from_labels([1, 1]), ValueError, "y must have at least 2 classes"),
        (lambda: pairs_from_side_information([[True, 2]], 3), TypeError, "booleans among them"),
        (lambda: pairs_from_side_information([], 3), ValueError, "similar .* got none"),
        (lambda: pairs_from_side_information([[0, 1]], 2), ValueError, "leave out a pair"),
        (lambda: random_similar_pairs([0, 1, 2], np.random.default_rng()), ValueError, "between 3"),
        (lambda: random_similar_pairs([0, 0], np.random.default_rng(), 0.9), ValueError, "leave"),
        (lambda: random_similar_pairs([0, 0], 1), TypeError, "rng must be"),
        (lambda: nearest_pairs(X4, [[0, 4]], D1), ValueError, r"similar .* got \(0, 4\) in row 0"),
        (lambda: nearest_pairs(X4, [[0, -1]], D1), ValueError, r"got \(0, -1\)"),
        (lambda: nearest_pairs(X4, [[0, 0]], D1), ValueError, "different patterns"),
        (lambda: nearest_pairs(X4, [[0, 1], [1, 0]], D1), ValueError, r"\(0, 1\) again"),
        (lambda: nearest_pairs(X4, S1, [[1, 0]]), ValueError, r"\(0, 1\) in both"),
        (lambda: nearest_pairs(X4, S1, []), ValueError, "dissimilar .* got none"),
        (lambda: nearest_pairs(X4, [[0.0, 1.0]], D1), TypeError, "similar must hold integers"),
        (lambda: nearest_pairs(X4, [0, 1], D1), ValueError, r"shape \(any, 2\)"),
        (lambda: nearest_pairs(X4, S1, D1, m=0), ValueError, "m must be at least 1"),
        (lambda: nearest_pairs(X4, S1, D1, R="mean"), ValueError, "R must be one of"),
        (lambda: nearest_pairs(X4, S1, D1, R=0), ValueError, "R must be positive"),
        (lambda: nearest_pairs(X4, S1, D1, metric=-np.eye(2)), IndefiniteError, "metric must be"),
        (lambda: nearest_pairs(X4, S1, D1, metric=np.eye(3)), ValueError, "metric must have shape"),
        (lambda: nearest_pairs_from_kernel(-X4 @ X4.T, S1, D1), IndefiniteError, "K must be"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_an_indefinite_kernel_comes_with_its_witness():
    K = np.diag([1.0, -2.0, 3.0, 1.0])
    with pytest.raises(IndefiniteError) as caught:
        nearest_pairs_from_kernel(K, S1, D1)
    x = caught.value.witness
    assert x @ K @ x == pytest.approx(caught.value.eigenvalue) == pytest.approx(-2.0)


@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_distances_of_a_metric_are_roots_of_its_form(angle):
    """Neighbors and radius by loops; along (4, 1/4) neither M itself nor its square is the same."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    c, s = np.cos(angle), np.sin(angle)
    Q = np.array([[c, -s], [s, c]])
    M = Q @ np.diag([4.0, 0.25]) @ Q.T
    S, D = pairs_from_labels(np.arange(12) % 2)
    lengths = {
        (i, j): np.sqrt((X[i] - X[j]) @ M @ (X[i] - X[j])) for i, j in np.vstack([S, D]).tolist()
    }
    for R in (1.5, "median"):
        radius = np.median(list(lengths.values())) if R == "median" else R
        got = nearest_pairs(X, S, D, m=2, R=R, metric=M)
        for pairs, found in zip((S, D), got, strict=True):
            wanted = set()
            for k in range(12):
                near = [(lengths[i, j], i, j) for i, j in pairs.tolist() if k in (i, j)]
                near = sorted(entry for entry in near if entry[0] <= radius)
                wanted |= {entry[1:] for entry in near[:2]}
            assert set(map(tuple, found.tolist())) == wanted
