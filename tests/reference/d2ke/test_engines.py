"""The engines of the distances and the blocks of the kernel agree with the definitions.

Lengths, sizes and blocks are forced past every boundary. That the plain cases are right is what the
conformance suite checks.
"""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gramcheck.reference.d2ke import (
    cdist,
    distances,
    kernel,
    levenshtein,
    pseudo_euclidean_embedding,
    random_strings,
    soft_distance,
)
from gramcheck.reference.d2ke.engines import (
    bit_parallel,
    edit_distance,
    features,
    hausdorff,
    local_costs,
    time_warping,
)
from gramcheck.reference.d2ke.engines.linear_systems import CHOLESKY_CONDITION
from gramcheck.reference.d2ke.engines.ridge import ridge
from gramcheck.verify.definitions import d2ke as definitions
from tests.reference.memory import peak_of

EPS = np.finfo(float).eps


def by_columns(X, Y):
    """Levenshtein distances by the engine for many pairs, however few they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit_distance, "_FEW_PAIRS", 0)
        return cdist(X, Y, "levenshtein")


def table(distance, X, Y, **options):
    return np.array([[distance(x, y, **options) for y in Y] for x in X])


def strings_of(rng, count, lengths, alphabet="ab"):
    letters = list(alphabet)
    return ["".join(rng.choice(letters, n)) for n in rng.choice(np.atleast_1d(lengths), count)]


def series_of(rng, count, longest, channels):
    return [rng.normal(size=(n, channels)) for n in rng.integers(1, longest + 1, count)]


# Levenshtein: one pair in Python's integers, many in words, the definition


ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)


@given(st.lists(ANY_TEXT, min_size=1, max_size=12), st.lists(st.text("ab"), min_size=1))
@example(["", "a"], [""])
@example(["\ud83d", "\ude00\ud83d"], ["\U0001f600", "\ud83d\ude00"])
@example(["e\u0301"], ["\u00e9"])
def test_both_engines_of_levenshtein_are_the_definition(X, Y):
    """Lone surrogates are letters, neighboring ones do not merge, nothing is normalized."""
    expected = table(definitions.levenshtein, X, Y)
    np.testing.assert_array_equal(by_columns(X, Y), expected)
    np.testing.assert_array_equal(table(levenshtein, X, Y), expected)


WORD_ENDS = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193]


@pytest.mark.parametrize("alphabet", ["ab", "abcdefgh"])
def test_levenshtein_at_word_ends(alphabet):
    """Lengths around every width of a lane, as patterns and as texts."""
    rng = np.random.default_rng(1)
    X = [strings_of(rng, 1, n, alphabet)[0] for n in WORD_ENDS]
    # near relatives of long strings: carries then run across several words
    Y = [x[: len(x) // 3] + "b" + x[len(x) // 3 + 1 : -1] for x in X] + ["a" * 130, "ab" * 97]
    np.testing.assert_array_equal(by_columns(X, Y), table(levenshtein, X, Y))


@pytest.mark.parametrize("length", [*range(58, 71), 128, 192, 256, 257, 384, 385, 512, 513])
def test_levenshtein_one_pair_equals_words(length):
    """Python's long integers against words of 64 bits, with carries through all of them."""
    rng = np.random.default_rng(length)
    X = ["a" * length, "b" + "a" * (length - 1), *strings_of(rng, 2, length)]
    Y = ["a" * (length - 1) + "b", "a" * (length + 1), *strings_of(rng, 3, length + 40)]
    np.testing.assert_array_equal(by_columns(X, Y), table(levenshtein, X, Y))


@pytest.mark.parametrize("block_bytes", [1, 64, 1000])
@pytest.mark.parametrize("texts", [1, 3, 512])
def test_levenshtein_in_small_blocks(block_bytes, texts, monkeypatch):
    monkeypatch.setattr(edit_distance, "_BLOCK_BYTES", block_bytes)
    monkeypatch.setattr(edit_distance, "_MAX_TEXTS", texts)
    monkeypatch.setattr(edit_distance, "_TEXT_CELLS", 60)
    monkeypatch.setattr(edit_distance, "_ROWS", 4)
    rng = np.random.default_rng(block_bytes)
    X = strings_of(rng, 11, [0, 3, 8, 30, 33, 70, 140])
    Y = strings_of(rng, 13, [0, 1, 2, 5, 20, 66])
    np.testing.assert_array_equal(by_columns(X, Y), table(levenshtein, X, Y))


def test_trie_holds_each_prefix_once():
    X = ["", "a", "ab", "abc", "abd", "abd", "b"]
    (members,) = edit_distance._classes(X, np.arange(128))
    ((_, trie),) = members.tries()
    assert trie.size == len({x[:n] for x in X for n in range(1, len(x) + 1)})
    assert trie.points.shape == (trie.size,)
    assert trie.depth == 3
    assert trie.lengths.tolist() == [0, 1, 1, 2, 3, 3, 3]


def test_small_workspaces_are_shared_by_blocks_of_every_width():
    """A last block is narrower than the others; views of the memory are made for each width."""
    rng = np.random.default_rng(6)
    X = strings_of(rng, 70, [40, 50])
    (members,) = edit_distance._classes(X, np.arange(128))
    ((_, trie),) = members.tries()
    workspace = bit_parallel.Workspace(members.patterns.lane, trie, 32)
    for first, last in [(0, 32), (32, 64), (64, 70), (0, 32)]:
        block = members.patterns.block(slice(first, last))
        got = bit_parallel.walk(block, trie, workspace)[trie.places]
        strings = members.strings
        some = [strings[i] for i in members.by_length[first:last]]
        np.testing.assert_array_equal(got, table(levenshtein, strings, some))


def test_edit_distances_of_a_data_set_take_little_more_than_their_matrix():
    """A third of it; without blocks they take three times as much as it."""
    rng = np.random.default_rng(0)
    X = random_strings(1600, "ACGT", (60, 60), rng)  # as long as splice junctions
    Y = random_strings(1024, "ACGT", (2, 50), rng)
    peak, D = peak_of(lambda: cdist(X, Y, "levenshtein"))
    assert peak - D.nbytes < D.nbytes


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
    monkeypatch.setattr(distances, "_LARGEST_WHOLE", smallest)
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
        got = distances._whole(X := [[0.0]] * n, X, lambda X, Y: rng.normal(size=(len(X), len(Y))))
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
