"""The brute-force definitions of D2KE's baselines: values by hand, and properties."""

import math

import numpy as np

from gramcheck.verify.definitions import d2ke, exact
from tests.verify.rounding import EPS, roundings


def test_knn_by_hand():
    D, y = [[1, 1, 2], [3, 1, 1]], ["b", "a", "a"]
    assert d2ke.knn_predict(D, y, 1) == ["b", "a"]  # equal distances: the smaller index
    assert d2ke.knn_predict(D, y, 2) == ["a", "a"]  # one vote each: the smaller label
    assert d2ke.knn_predict(D, y, 2, ties="nearest") == ["b", "a"]  # of one vote each the first
    assert d2ke.knn_predict(D, y, 3) == ["a", "a"]
    assert d2ke.knn_predict(D, y, 3, ties="nearest") == ["a", "a"]  # two votes against one


def test_distance_substitution_by_hand():
    assert roundings(d2ke.dsk_rbf([[0, 2]], 0.25)[0][1], math.exp(-1)) <= 1
    assert d2ke.dsk_nd([[0, 2, 3]]) == [[0, -4, -9]]
    assert d2ke.dsk_nd([[0, 2, 3]], beta=1) == [[0, -2, -3]]
    assert d2ke.dsk_nd([[0, 2, 3]], beta=0) == [[-1, -1, -1]]


def test_distance_substitution_with_an_origin_is_the_inner_product():
    path = d2ke.path_space(4)
    assert d2ke.dsk_nd(path, origin=0) == [[i * j for j in range(4)] for i in range(4)]
    assert d2ke.dsk_nd(path, origin=2) == [[(i - 2) * (j - 2) for j in range(4)] for i in range(4)]
    corner = [row[1:] for row in path[:2]]
    assert d2ke.dsk_nd(corner, origin=([0, 1], [1, 2, 3])) == [[0, 0, 0], [1, 2, 3]]


def test_a_kernel_machine_by_hand():
    # 1 and -1 on a line are told apart by f(x) = x, with a = 1/2 each
    K, y, c = [[1, -1], [-1, 1]], [1, -1], [0.5, -0.5]
    assert d2ke.kernel_machine_values(K, c, 0.25) == [1.25, -0.75]
    assert d2ke.kernel_machine_violation(K, y, 1, c, 0) == 0
    assert d2ke.kernel_machine_violation(K, y, 1, c, 0.25) == 0.25
    assert d2ke.kernel_machine_violation(K, y, 0.25, c, 0) == 0.25  # a is above C
    assert d2ke.kernel_machine_violation(K, y, 1, [0.25, -0.25], 0) == 0.5  # margins of 1/2
    assert d2ke.kernel_machine_violation(K, y, 0.25, [0.25, -0.25], 0) == 0  # no more a is allowed
    assert d2ke.kernel_machine_violation(K, y, 1, [-0.25, 0.25], 0) == 1.5
    assert d2ke.kernel_machine_violation([[1]], [1], 1, [0.5], 0.5) == 0.5  # sum of c


def test_pairs_of_classes_vote():
    values = {("a", "b"): [1, -1, 1], ("a", "c"): [1, 1, -1], ("b", "c"): [-1, 1, 1]}
    assert d2ke.one_vs_one(values, ["a", "b", "c"]) == ["a", "b", "a"]  # the third: one vote each


def test_eigenvalues_by_rotations():
    rng = np.random.default_rng(10)
    for n in (1, 2, 5):
        A = rng.normal(size=(n, n))
        A += A.T
        with exact.exact():
            values, vectors = exact.symmetric_eigen(A)
        V = np.array(vectors, dtype=float)
        assert (
            np.max(np.abs(np.sort(np.array(values, dtype=float)) - np.linalg.eigvalsh(A))) < 1e-13
        )
        assert np.max(np.abs(V @ V.T - np.eye(n))) < 1e-14
        assert np.max(np.abs(V @ A @ V.T - np.diag(np.array(values, dtype=float)))) < 1e-13


def test_embedding_by_hand():
    # three points in a row are -1, 0, 1 about their centroid, up to a sign; 1/2 beyond the middle
    X, [new] = d2ke.pseudo_euclidean_embedding(d2ke.path_space(3), 1, [[1.5, 0.5, 0.5]])
    sign = math.copysign(1, X[2][0])
    assert np.max(np.abs(sign * np.ravel(X) - [-1, 0, 1])) <= 2 * EPS
    assert abs(sign * new[0] - 0.5) <= EPS


def test_leading_axes_are_those_of_largest_size():
    # cycle of four: d^2 is circulant (0, 1, 4, 1), eigenvalues 6, -4, 2, -4; centered and times
    # -1/2 they are 0, 2, -1, 2
    cycle = [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    assert d2ke.embedding_signs(cycle, 4) == [1, 1, -1, 0]


def test_centered_gram_matrix():
    D = np.array(d2ke.cdist(["", "a", "bb"], ["", "a", "bb"], "levenshtein"))
    H = np.eye(3) - 1 / 3
    assert np.max(np.abs(d2ke.centered_gram(D) + H @ D**2 @ H / 2)) < 1e-15


def test_representative_set_map():
    X, R = ["a", "bb"], ["b", "abb"]
    assert d2ke.representative_set_map(X, R, "levenshtein") == [[1, 2], [1, 1]]
    got = d2ke.representative_set_map(X, R, "levenshtein", gamma=0.5)
    assert roundings(got[0][1], math.exp(-1) / 2**0.5) <= 2


def test_signed_squared_distances_by_hand():
    # 4 + 9 - 16 and 1 + 0 - 0, of differences (2, 3, 4) and (-1, 0, 0)
    X, Y = [[3, 5, 1]], [[1, 2, -3], [4, 5, 1]]
    assert d2ke.signed_squared_distances(X, Y, [1, 1, -1]) == [[-3.0, 1.0]]
