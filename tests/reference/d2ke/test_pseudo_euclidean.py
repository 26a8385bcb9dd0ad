"""The pseudo-Euclidean embedding where rounding could order or count its coordinates."""

import numpy as np
import pytest
import scipy as sp

from gramcheck.reference.d2ke import pseudo_euclidean_embedding


def signed_squares(X):
    """For each coordinate its eigenvalue's magnitude."""
    return (X**2).sum(axis=0)


@pytest.mark.parametrize("size", [1.0, 1 / 3, 1e-60, 1e60])
def test_of_eigenvalues_2_and_minus_2_the_positive_come_first(size):
    """Two pairs far apart from each other: H D2 H / -2 has the eigenvalues 2, 2, -2 and 0."""
    D = np.fliplr(2 * np.eye(4)) * size
    X = pseudo_euclidean_embedding(D, 4)
    assert signed_squares(X) / size**2 == pytest.approx([2, 2, 2, 0])
    # products of the rows by the first two coordinates are those of the positive eigenvalues
    positive = X[:, :2] @ X[:, :2].T / size**2
    assert positive == pytest.approx(np.eye(4) - np.fliplr(np.eye(4)), abs=1e-12)


def test_eigenvalues_apart_are_ordered_by_magnitude_whatever_their_sign():
    G = np.diag([3.0, -5.0, 4.0])
    basis = sp.linalg.null_space(np.ones((1, 4)))
    G = basis @ G @ basis.T
    squares = G.diagonal()[:, None] + G.diagonal() - 2 * G
    D = np.sqrt(squares + 20 * (1 - np.eye(4)))  # which adds 10 to every eigenvalue
    assert signed_squares(pseudo_euclidean_embedding(D, 4)) == pytest.approx([14, 13, 5, 0])


def test_distances_of_fewer_digits_have_no_coordinates_of_their_roundings():
    points = np.random.default_rng(0).random((12, 2))
    D = sp.spatial.distance.squareform(sp.spatial.distance.pdist(points))
    centered = points - points.mean(axis=0)
    expected = np.linalg.svd(centered, compute_uv=False) ** 2
    for dtype, rtol in ((np.float64, 1e-12), (np.float32, 1e-5)):
        X = pseudo_euclidean_embedding(D.astype(dtype), 12)
        assert signed_squares(X[:, :2]) == pytest.approx(expected, rel=rtol)
        assert not X[:, 2:].any()
