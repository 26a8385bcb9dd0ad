"""The engines of the distances and the blocks of the kernel agree with the definitions.

Lengths, sizes and blocks are forced past every boundary. That the plain cases are right is what the
conformance suite checks.
"""

import itertools

import numpy as np
import pytest

from gramcheck.reference.d2ke import (
    cdist,
    distances,
    kernel,
    pseudo_euclidean_embedding,
    soft_distance,
)
from gramcheck.reference.d2ke.engines import (
    features,
    hausdorff,
    local_costs,
    time_warping,
)
from gramcheck.reference.d2ke.engines.linear_systems import CHOLESKY_CONDITION
from gramcheck.reference.d2ke.engines.ridge import ridge
from gramcheck.verify.definitions import d2ke as definitions

EPS = np.finfo(float).eps


def table(distance, X, Y, **options):
    return np.array([[distance(x, y, **options) for y in Y] for x in X])


def strings_of(rng, count, lengths, alphabet="ab"):
    letters = list(alphabet)
    return ["".join(rng.choice(letters, n)) for n in rng.choice(np.atleast_1d(lengths), count)]


def series_of(rng, count, longest, channels):
    return [rng.normal(size=(n, channels)) for n in rng.integers(1, longest + 1, count)]


# time warping and Hausdorff: blocks of pairs, tables of local costs, products and differences


@pytest.mark.parametrize("options", [{}, {"local_cost": "sqeuclidean"}, {"window": 2}])
@pytest.mark.parametrize("channels", [1, 3, 22])
def test_dtw_in_small_blocks(options, channels, monkeypatch):
    """Every block size, and costs both with and without a table."""
    rng = np.random.default_rng(3)
    X, Y = series_of(rng, 7, 12, channels), series_of(rng, 6, 12, channels)
    expected = np.array(definitions.cdist(X, Y, definitions.dtw, **options), dtype=float)
    for block, costs in itertools.product([1, 500, 3000], [1, 2000, 10**6]):
        monkeypatch.setattr(time_warping, "_BLOCK_BYTES", block)
        monkeypatch.setattr(time_warping, "_INPUT_BYTES", costs)
        monkeypatch.setattr(local_costs, "SHORTEST_LOOP", 2)
        monkeypatch.setattr(local_costs, "_PIECE", costs // 50)
        np.testing.assert_allclose(cdist(X, Y, "dtw", **options), expected, rtol=60 * EPS)


def test_dtw_keeps_small_differences_far_from_the_origin():
    """A cost that the matrix product cannot resolve is computed from the difference."""
    rng = np.random.default_rng(7)
    x = rng.normal(size=(30, 22)) + 1e4
    y = x + 1e-5 * rng.normal(size=x.shape)
    np.testing.assert_allclose(cdist([x], [y], "dtw"), [[definitions.dtw(x, y)]], rtol=100 * EPS)


@pytest.mark.parametrize("dimension", [2, 12])
def test_modified_hausdorff_in_small_blocks(dimension, monkeypatch):
    rng = np.random.default_rng(9)
    X, Y = series_of(rng, 9, 11, dimension), series_of(rng, 10, 16, dimension)
    Y += [X[0], X[3][::-1]]
    expected = np.array(definitions.cdist(X, Y, definitions.modified_hausdorff), dtype=float)
    for rows, columns in [(1, 1), (5, 3), (7, 40)]:
        monkeypatch.setattr(hausdorff, "_ROWS", rows)
        monkeypatch.setattr(hausdorff, "_COLUMNS", columns)
        got = cdist(X, Y, "modified_hausdorff")
        np.testing.assert_allclose(got, expected, rtol=60 * EPS)
        assert got[0, -2] == got[3, -1] == 0


def test_modified_hausdorff_computes_small_minima_from_differences():
    """Points 1e-7 apart, 1e3 from one another's clusters: the matrix product sees only zero."""
    rng = np.random.default_rng(11)
    centers = 1e3 * rng.normal(size=(15, 20))
    x, y = (centers + 1e-7 * rng.normal(size=centers.shape) for _ in range(2))
    expected = [[definitions.modified_hausdorff(x, y)]]
    np.testing.assert_allclose(cdist([x], [y], "modified_hausdorff"), expected, rtol=60 * EPS)


@pytest.mark.parametrize("smallest", [1, 3])
def test_symmetry_is_used_without_changing_the_result(smallest, monkeypatch):
    for limit in ("_LARGEST_WHOLE", "_LARGEST_OF_STRINGS"):
        monkeypatch.setattr(distances, limit, smallest)
    rng = np.random.default_rng(13)
    for name, X in [
        ("levenshtein", strings_of(rng, 21, range(20))),
        ("dtw", series_of(rng, 17, 12, 22)),
        ("modified_hausdorff", series_of(rng, 17, 12, 22)),
    ]:
        got = cdist(X, X, name)
        np.testing.assert_array_equal(got, got.T)
        np.testing.assert_allclose(got, cdist(X, list(X), name), rtol=60 * EPS)


def test_symmetric_results_are_mirrored_where_roundings_differ():
    rng = np.random.default_rng(17)
    for n in (5, 200):
        got = distances._whole(
            X := [[0.0]] * n, X, lambda X, Y: rng.normal(size=(len(X), len(Y))), 64
        )
        np.testing.assert_array_equal(got, got.T)


# the kernel and the soft distance, some omegas at a time


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("block", [1, 13, 2**22])
@pytest.mark.filterwarnings("ignore::gramcheck.reference.errors.UnderflowWarning")  # meant
def test_kernels_in_blocks_are_their_definitions(monkeypatch, weighted, block):
    monkeypatch.setattr(features, "_BLOCK", block)
    rng = np.random.default_rng(0)
    X, Y, omegas = (strings_of(rng, n, range(5)) for n in (7, 5, 11))
    p = rng.dirichlet(np.ones(11)) if weighted else None
    for gamma in (0.5, 1e3):
        for function, definition in (
            (kernel, definitions.kernel),
            (soft_distance, definitions.soft_distance),
        ):
            got = function(X, Y, omegas, gamma, "levenshtein", p)
            expected = definition(X, Y, omegas, gamma, "levenshtein", p)
            np.testing.assert_allclose(got, np.array(expected, dtype=float), rtol=1e-12)


def test_a_kernel_of_equal_arguments_is_symmetric_to_the_last_bit_and_at_most_1():
    X = strings_of(np.random.default_rng(2), 40, range(9))
    K = kernel(X, X, X, 0.5, "levenshtein")
    np.testing.assert_array_equal(K, K.T)
    assert all(kernel(["a"], ["a"], ["a"] * R, 1.0, "levenshtein") <= 1 for R in range(1, 60))


# the embedding's own choices


def test_embedding_signs_are_fixed_and_a_tie_goes_to_the_first_entry():
    D = np.random.default_rng(1).random((9, 9)) + 0.5
    X = pseudo_euclidean_embedding((D + D.T) * (1 - np.eye(9)), 3)
    for column in X.T:
        assert next(v for v in column if abs(v) >= np.abs(column).max() * (1 - 1e-8)) > 0
    X = pseudo_euclidean_embedding([[0.0, 2.0], [2.0, 0.0]], 1)
    np.testing.assert_allclose(X, [[1.0], [-1.0]], rtol=1e-14)


def test_new_rows_keep_their_digits_in_thin_directions():
    """Scales 1 and 1e-5: without centering, roundings of the large scale swamp the small one."""
    P = np.random.default_rng(4).normal(size=(30, 2)) * [1, 1e-5] + 3
    D = np.linalg.norm(P[:, None] - P, axis=2)
    X, again = pseudo_euclidean_embedding(D, 2, D)
    assert np.abs(again - X)[:, 1].max() < 1e-9 < 1e-4 * np.abs(X[:, 1]).max()


@pytest.mark.parametrize("shape", [(30, 10), (10, 30)])
def test_a_refinement_restores_what_squaring_loses(shape):
    """Just before singular values are taken in the place of Cholesky's factors."""
    rng = np.random.default_rng(0)
    U, _, Vt = np.linalg.svd(rng.normal(size=shape), full_matrices=False)
    s, targets = np.logspace(0, -6, 10), rng.normal(size=(shape[0], 1))
    lam = np.square(s).sum() / (0.9 * CHOLESKY_CONDITION)
    expected = (Vt.T * (s / (s**2 + lam))) @ (U.T @ targets)
    got = ridge((U * s) @ Vt, targets, 2 * lam / shape[0], False).T
    assert np.abs(got - expected).max() < 1e-10 * np.abs(expected).max()
