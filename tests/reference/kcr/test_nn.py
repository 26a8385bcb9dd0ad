"""The k-NN rule and Kernel-NN against loops."""

from collections import Counter

import numpy as np
import pytest

from gramcheck.reference.kcr import gaussian_kernel, kernel_nn, knn_error, knn_predict


def by_hand(row, y, k):
    nearest = sorted(range(len(row)), key=lambda j: (row[j], j))[:k]
    votes = Counter(y[j] for j in nearest)
    return min(votes, key=lambda label: (-votes[label], label))


@pytest.mark.parametrize("k", [1, 2, 3, 8])
def test_ties_of_votes_and_distances(k):
    rng = np.random.default_rng(k)
    D, y = rng.integers(0, 4, size=(100, 12)), np.array(["b", "c", "a"] * 4)
    expected = [by_hand(row, y.tolist(), k) for row in D.tolist()]
    assert knn_predict(D, y, k).tolist() == expected
    assert knn_predict(D**2, y, k).tolist() == expected
    truth = rng.choice(["a", "b", "c"], 100)
    wrong = sum(one != other for one, other in zip(expected, truth, strict=True))
    assert knn_error(D, y, truth, k) == wrong / 100


@pytest.mark.parametrize("k", [1, 3])
def test_kernel_nn_compares_rows_of_the_kernel(k):
    rng = np.random.default_rng(k)
    X, new, y = rng.normal(size=(20, 3)), rng.normal(size=(15, 3)), np.arange(20) % 3
    K, K_new = gaussian_kernel(X, s=0.7), gaussian_kernel(new, X, s=0.7)
    rows = [[sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) for z in K] for x in K_new]
    assert kernel_nn(K_new, K, y, k).tolist() == [by_hand(row, y.tolist(), k) for row in rows]
    # not the nearest in feature space, whose order is that of the points themselves
    plain = knn_predict(np.linalg.norm(new[:, None] - X, axis=2), y, k)
    assert (kernel_nn(K_new, K, y, k) != plain).any()


def test_one_training_point_is_its_own_neighbor():
    X, y = np.random.default_rng(0).normal(size=(9, 2)), np.arange(9) % 2
    K = gaussian_kernel(X)
    np.testing.assert_array_equal(kernel_nn(K, K, y), y)
    assert knn_error(np.linalg.norm(X[:, None] - X, axis=2), y, y) == 0.0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: knn_predict(-np.ones((2, 3)), [0, 1, 1]), "distances must be nonnegative"),
        (lambda: knn_predict(np.full((2, 3), np.nan), [0, 1, 1]), "distances must not contain NaN"),
        (lambda: knn_predict(np.ones((2, 3)), [0, 1]), "y must be a vector of length 3"),
        (lambda: knn_predict(np.ones((2, 3)), [1, 1, 1]), "y must have at least 2 classes"),
        (lambda: knn_predict(np.ones((2, 3)), [0, 1, 1], 4), "k must be between 1 and 3"),
        (lambda: knn_error(np.ones((2, 3)), [0, 1, 1], [0]), "y_test must be a vector of length 2"),
        (lambda: kernel_nn(np.ones((2, 4)), np.eye(3), [0, 1, 1]), "K_test must have shape"),
        (lambda: kernel_nn(np.ones((2, 3)), np.ones((3, 2)), [0, 1, 1]), "K_train must be square"),
        (
            lambda: kernel_nn(np.ones((2, 2)), [[1.0, 0.5], [0.1, 1.0]], [0, 1]),
            "K_train must be symmetric",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
