"""The five systems of Section 5 against loops, identities and scikit-learn."""

import math
from collections import Counter

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from gramcheck.reference.d2ke import (
    cdist,
    distance_substitution_inner_product,
    dsk_nd,
    dsk_rbf,
    feature_map,
    knn_predict,
    pseudo_euclidean_embedding,
    representative_set_map,
)

EPS = np.finfo(float).eps


def euclidean(n=12, m=5, dimension=3, seed=0):
    """Points, new points, and the distances among and to the first."""
    rng = np.random.default_rng(seed)
    P, Q = rng.normal(size=(n, dimension)), rng.normal(size=(m, dimension))
    D = np.linalg.norm(P[:, None] - P, axis=2)
    return P, Q, D, np.linalg.norm(Q[:, None] - P, axis=2)


def not_euclidean(n=9, seed=1):
    D = np.random.default_rng(seed).random((n, n)) + 0.5
    D = D + D.T
    np.fill_diagonal(D, 0)
    return D


def naive_knn(row, y, k, ties="smallest"):
    nearest = sorted(range(len(row)), key=lambda j: (row[j], j))[:k]
    votes = Counter(y[j] for j in nearest)
    if ties == "nearest":
        return next(y[j] for j in nearest if votes[y[j]] == max(votes.values()))
    return min(votes, key=lambda label: (-votes[label], label))


@pytest.mark.parametrize("ties", ["smallest", "nearest"])
@pytest.mark.parametrize("k", [1, 2, 3, 7, 20])
def test_knn_with_ties_of_votes_and_distances(k, ties):
    rng = np.random.default_rng(k)
    D = rng.integers(0, 4, size=(200, 20))
    y = np.array(["b", "c", "a"])[rng.integers(3, size=20)]
    expected = [naive_knn(row, y.tolist(), k, ties) for row in D.tolist()]
    assert knn_predict(D, y, k, ties).tolist() == expected


def test_knn_gives_ties_of_votes_to_the_smallest_label_unless_asked():
    assert knn_predict([[1.0, 2.0]], [9, 4], 2).tolist() == [4]
    assert knn_predict([[1.0, 2.0]], [9, 4], 2, ties="nearest").tolist() == [9]


@pytest.mark.parametrize("k", [1, 5])
def test_knn_is_that_of_scikit_learn_where_no_distances_tie(k):
    _, _, _, D_new = euclidean(40, 30)
    y = np.random.default_rng(2).integers(3, size=40)
    peer = KNeighborsClassifier(k, metric="precomputed", algorithm="brute")
    expected = peer.fit(np.zeros((40, 40)), y).predict(D_new)
    assert np.array_equal(knn_predict(D_new, y, k), expected)


def test_dsk_rbf():
    D = np.array([[0.0, 2.0], [3.0, 0.5]])
    expected = [[math.exp(-0.3 * d * d) for d in row] for row in D]
    np.testing.assert_allclose(dsk_rbf(D, 0.3), expected, rtol=1e-15)


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_dsk_nd_entry_by_entry(beta):
    D = euclidean()[2]
    np.testing.assert_allclose(
        dsk_nd(D, beta), [[-(d**beta) for d in row] for row in D], rtol=1e-14
    )
    expected = [
        [-(D[i, j] ** beta - D[i, 4] ** beta - D[j, 4] ** beta) / 2 for j in range(len(D))]
        for i in range(len(D))
    ]
    np.testing.assert_allclose(dsk_nd(D, beta, origin=4), expected, atol=1e-14 * D.max() ** beta)


def test_dsk_nd_defaults_to_the_squared_distance():
    D = np.array([[0.0, 3.0]])
    assert np.array_equal(dsk_nd(D), [[0.0, -9.0]])


def test_the_substitution_of_a_euclidean_distance_is_the_inner_product():
    P, Q, D, D_new = euclidean()
    expected = (P - P[3]) @ (P - P[3]).T
    np.testing.assert_allclose(distance_substitution_inner_product(D, 3), expected, atol=1e-13)
    O = np.array([0.3, -1.0, 2.0])  # noqa: E741 - the letter of the source
    origin = (np.linalg.norm(Q - O, axis=1), np.linalg.norm(P - O, axis=1))
    got = distance_substitution_inner_product(D_new, origin)
    np.testing.assert_allclose(got, (Q - O) @ (P - O).T, atol=1e-13)


def literal_embedding(D, R):
    """X = Q |L|^(1/2) with H written out; columns up to sign."""
    n = len(D)
    H = np.eye(n) - np.ones((n, n)) / n
    L, Q = np.linalg.eigh(-H @ D**2 @ H / 2)
    keep = sorted(range(n), key=lambda i: -abs(L[i]))[:R]
    return Q[:, keep] * np.sqrt(np.abs(L[keep])), L[keep], Q[:, keep], H


@pytest.mark.parametrize("R", [1, 4, 8])
def test_embedding_is_the_definition(R):
    D = not_euclidean()
    D_new = np.random.default_rng(3).random((4, len(D)))
    X, X_new = pseudo_euclidean_embedding(D, R, D_new)
    expected, L, Q, H = literal_embedding(D, R)
    assert (L < 0).any() == (R == 8)  # both signs are embedded
    signs = np.sign((X * expected).sum(axis=0))
    np.testing.assert_allclose(X, expected * signs, atol=1e-12)
    mean = (D**2).mean(axis=0)
    new = -(D_new**2 - mean) @ H @ Q @ np.diag(np.sqrt(np.abs(L)) / L) / 2
    np.testing.assert_allclose(X_new, new * signs, atol=1e-12)
    assert np.array_equal(X, pseudo_euclidean_embedding(D, R))


def test_embedding_of_euclidean_distances_gives_them_back():
    _, _, D, D_new = euclidean()
    X, X_new = pseudo_euclidean_embedding(D, 3, D_new)
    np.testing.assert_allclose(np.linalg.norm(X[:, None] - X, axis=2), D, atol=1e-13)
    np.testing.assert_allclose(np.linalg.norm(X_new[:, None] - X, axis=2), D_new, atol=1e-12)


def test_embedding_of_squared_distances_by_signs():
    """With all eigenvalues: D^2 is the difference of squared distances of both kinds."""
    D = not_euclidean()
    X = pseudo_euclidean_embedding(D, len(D))
    _, L, _, _ = literal_embedding(D, len(D))
    differences = (X[:, None] - X) ** 2
    np.testing.assert_allclose(differences @ np.sign(L), D**2, atol=1e-12)


def test_embedding_puts_old_rows_where_they_were():
    D = not_euclidean()
    X, again = pseudo_euclidean_embedding(D, 7, D)
    np.testing.assert_allclose(again, X, atol=1e-11)


def test_new_rows_keep_their_digits_in_thin_directions():
    """Scales 1 and 1e-5: without centering, roundings of the large scale swamp the small one."""
    P = np.random.default_rng(4).normal(size=(30, 2)) * [1, 1e-5] + 3
    D = np.linalg.norm(P[:, None] - P, axis=2)
    X, again = pseudo_euclidean_embedding(D, 2, D)
    assert np.abs(again - X)[:, 1].max() < 1e-9 < 1e-4 * np.abs(X[:, 1]).max()


def test_transductive_embedding_is_that_of_all_objects_together():
    P, Q, D, D_new = euclidean()
    Z = np.vstack([P, Q])
    together = np.linalg.norm(Z[:, None] - Z, axis=2)
    X = pseudo_euclidean_embedding(together, 3)
    np.testing.assert_allclose(np.linalg.norm(X[:, None] - X, axis=2), together, atol=1e-13)
    train, test = pseudo_euclidean_embedding(D, 3, D_new)
    assert not np.allclose(X, np.vstack([train, test]), atol=1e-3)  # another center and axes


def test_embedding_signs_are_fixed():
    for D in (not_euclidean(), euclidean()[2]):
        X = pseudo_euclidean_embedding(D, 3)
        for column in X.T:
            largest = next(v for v in column if abs(v) >= np.abs(column).max() * (1 - 1e-8))
            assert largest > 0


def test_a_tie_for_the_largest_entry_goes_to_the_first():
    X = pseudo_euclidean_embedding([[0.0, 2.0], [2.0, 0.0]], 1)
    np.testing.assert_allclose(X, [[1.0], [-1.0]], rtol=1e-14)


def test_embedding_has_zeros_beyond_the_nonzero_eigenvalues():
    _, _, D, D_new = euclidean(n=6)
    for R in (5, 6, 10):
        X, X_new = pseudo_euclidean_embedding(D, R, D_new)
        assert X.shape == (6, R)
        assert X_new.shape == (5, R)
        assert X[:, :3].any(axis=0).all()
        assert not X[:, 3:].any()
        assert not X_new[:, 3:].any()
    assert not pseudo_euclidean_embedding(np.zeros((3, 3)), 2).any()


def test_representative_set_raw_and_exponential():
    X, held_out = ["ab", "b", ""], ["a", "bb"]
    raw = representative_set_map(X, held_out, "levenshtein")
    assert raw.dtype == np.float64
    assert np.array_equal(raw, cdist(X, held_out, "levenshtein"))
    got = representative_set_map(X, held_out, "levenshtein", gamma=0.4)
    expected = [[math.exp(-0.4 * d) / math.sqrt(2) for d in row] for row in raw]
    np.testing.assert_allclose(got, expected, rtol=1e-14)
    assert np.array_equal(got, feature_map(X, held_out, 0.4, "levenshtein"))


D2 = np.array([[0.0, 1.0], [1.0, 0.0]])
BAD = [
    (lambda: knn_predict(D2, [0, 1], 3), ValueError, "k must be between 1 and 2, got 3"),
    (lambda: knn_predict(D2, [0, 1], 0), ValueError, "k must be between 1 and 2, got 0"),
    (lambda: knn_predict(D2, [0, 1], 1.0), TypeError, "k must be an integer"),
    (lambda: knn_predict(D2, [0, 1], 1, "nearst"), ValueError, "did you mean 'nearest'"),
    (lambda: knn_predict(D2, [0, 1], 1, None), TypeError, "ties must be one of"),
    (lambda: knn_predict(-D2, [0, 1], 1), ValueError, "D must be nonnegative distances"),
    (lambda: knn_predict(D2 * np.nan, [0, 1], 1), ValueError, "D must not contain NaN"),
    (lambda: knn_predict(D2, [0, 1, 0], 1), ValueError, "y must be a vector of length 2"),
    (lambda: knn_predict(D2, [1, 1], 1), ValueError, r"y must have at least 2 classes, got \[1\]"),
    (lambda: knn_predict(D2, "ab", 1), TypeError, "y must be a vector of labels"),
    (lambda: dsk_rbf(D2, 0), ValueError, "gamma must be positive"),
    (lambda: dsk_rbf(-D2, 1), ValueError, "D must be nonnegative"),
    (lambda: dsk_nd(D2, 2.5), ValueError, "beta must be at most 2, got 2.5"),
    (lambda: dsk_nd(D2, -1), ValueError, "beta must be nonnegative"),
    (lambda: dsk_nd(D2, 2, origin=2), ValueError, "origin must be between 0 and 1, got 2"),
    (lambda: dsk_nd(D2, 2, origin=-1), ValueError, "origin must be between 0 and 1, got -1"),
    (lambda: dsk_nd(D2, 2, origin=0.5), TypeError, "origin must be an integer"),
    (lambda: dsk_nd(D2[:1], 2, origin=0), ValueError, "D .* must be square"),
    (lambda: dsk_nd(D2, 2, origin=([1.0],)), ValueError, "origin must be a pair"),
    (lambda: dsk_nd(D2, 2, origin=([1.0], [1.0, 2])), ValueError, r"origin\[0\] must have shape"),
    (lambda: dsk_nd(D2, 2, ([1, 2], [1, -2])), ValueError, r"origin\[1\] must be nonnegative"),
    (
        lambda: distance_substitution_inner_product(D2, None),
        TypeError,
        "origin must be an index or a pair",
    ),
    (lambda: pseudo_euclidean_embedding(D2[:1], 1), ValueError, "D must be square"),
    (
        lambda: pseudo_euclidean_embedding([[0, 1], [2, 0]], 1),
        ValueError,
        r"D must be symmetric, got \|D - D'\| up to 1",
    ),
    (lambda: pseudo_euclidean_embedding(D2 + 1, 1), ValueError, "D must have a zero diagonal"),
    (lambda: pseudo_euclidean_embedding(D2 * np.nan, 1), ValueError, "D must not contain NaN"),
    (lambda: pseudo_euclidean_embedding(D2, 0), ValueError, "R must be at least 1, got 0"),
    (lambda: pseudo_euclidean_embedding(D2, 1, [[1.0]]), ValueError, "D_new must have shape"),
    (lambda: pseudo_euclidean_embedding(D2, 1, [[1, -1]]), ValueError, "D_new must be nonnegative"),
    (lambda: representative_set_map(["a"], [], "levenshtein"), ValueError, "representatives must"),
    (lambda: representative_set_map("a", ["a"], "levenshtein"), TypeError, "X must be a sequence"),
    (
        lambda: representative_set_map(["a"], ["a"], "levenshtein", gamma=0),
        ValueError,
        "gamma must be positive",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
