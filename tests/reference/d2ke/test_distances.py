"""The three distances: fast kernels against naive twins, across every block boundary."""

import itertools
import math
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gramcheck.reference.d2ke import (
    bit_parallel,
    cdist,
    distances,
    dtw,
    edit_distance,
    hausdorff,
    levenshtein,
    modified_hausdorff,
    time_warping,
)

EPS = np.finfo(float).eps


# the naive twins: each distance as its definition says it


def naive_levenshtein(x, y):
    previous = list(range(len(y) + 1))
    for i, a in enumerate(x, 1):
        row = [i]
        for j, b in enumerate(y, 1):
            row.append(min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b)))
        previous = row
    return previous[-1]


def naive_dtw(x, y, local_cost="euclidean", window=None):
    x, y = (np.reshape(s, (len(s), -1)).tolist() for s in (x, y))
    band = math.inf if window is None else max(window, abs(len(x) - len(y)))
    D = np.full((len(x) + 1, len(y) + 1), math.inf)
    D[0, 0] = 0
    for i, a in enumerate(x, 1):
        for j, b in enumerate(y, 1):
            if abs(i - j) <= band:
                cost = math.dist(a, b)
                cost = cost if local_cost == "euclidean" else cost**2
                D[i, j] = cost + min(D[i - 1, j], D[i, j - 1], D[i - 1, j - 1])
    return D[-1, -1]


def naive_modified_hausdorff(x, y):
    x, y = (np.reshape(s, (len(s), -1)).tolist() for s in (x, y))
    forward = math.fsum(min(math.dist(a, b) for b in y) for a in x) / len(x)
    backward = math.fsum(min(math.dist(a, b) for a in x) for b in y) / len(y)
    return max(forward, backward)


def by_columns(X, Y):
    """Levenshtein distances by the kernel for many pairs, however few they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit_distance, "_LANES_PER_WORD", 0)
        return cdist(X, Y, "levenshtein")


def table(naive, X, Y, **options):
    return np.array([[naive(x, y, **options) for y in Y] for x in X])


def assert_close(got, expected, rtol):
    assert got.shape == expected.shape
    assert got.dtype == np.float64
    error = np.abs(got - expected)
    worst = np.unravel_index(np.argmax(error - rtol * expected), error.shape)
    assert (error <= rtol * expected).all(), (worst, got[worst], expected[worst])


def strings_of(rng, count, lengths, alphabet="ab"):
    letters = list(alphabet)
    return ["".join(rng.choice(letters, n)) for n in rng.choice(np.atleast_1d(lengths), count)]


def series_of(rng, count, longest, channels):
    return [rng.normal(size=(n, channels)) for n in rng.integers(1, longest + 1, count)]


# Levenshtein


@pytest.mark.parametrize(("letters", "longest"), [("ab", 6), ("abc", 4)])
def test_levenshtein_of_all_short_strings(letters, longest):
    X = ["".join(word) for n in range(longest + 1) for word in itertools.product(letters, repeat=n)]
    expected = table(naive_levenshtein, X, X)
    for Y in (X, list(X)):  # with and without the use of symmetry
        got = cdist(X, Y, "levenshtein")
        assert got.dtype == np.int64
        np.testing.assert_array_equal(got, expected)
    np.testing.assert_array_equal(table(levenshtein, X, X), expected)


@given(st.lists(st.text("ab"), min_size=1, max_size=12), st.lists(st.text("abc"), min_size=1))
@example(["", "a"], [""])
def test_levenshtein_over_few_letters(X, Y):
    expected = table(naive_levenshtein, X, Y)
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), expected)
    np.testing.assert_array_equal(by_columns(X, Y), expected)


ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)


@given(st.lists(ANY_TEXT, min_size=1, max_size=15), st.lists(ANY_TEXT, min_size=1, max_size=15))
@example(["\ud83d", "\ude00\ud83d"], ["\U0001f600", "\ud83d\ude00"])
@example(["e\u0301"], ["\u00e9"])
def test_levenshtein_of_any_text(X, Y):
    """Lone surrogates are letters, neighboring ones do not merge, nothing is normalized."""
    expected = table(naive_levenshtein, X, Y)
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
    np.testing.assert_array_equal(by_columns(X, Y), table(naive_levenshtein, X, Y))


@pytest.mark.parametrize("length", [*range(58, 71), 128, 192, 256, 257, 384, 385, 512, 513])
def test_levenshtein_one_pair_equals_words(length):
    """Python's long integers against words of 64 bits, with carries through all of them."""
    rng = np.random.default_rng(length)
    X = ["a" * length, "b" + "a" * (length - 1), *strings_of(rng, 2, length)]
    Y = ["a" * (length - 1) + "b", "a" * (length + 1), *strings_of(rng, 3, length + 40)]
    np.testing.assert_array_equal(by_columns(X, Y), table(levenshtein, X, Y))


def test_levenshtein_of_thousands_of_letters():
    x = "ab" * 2000
    assert levenshtein(x, x[1:]) == 1
    assert levenshtein(x, "c" * 3000) == 4000
    y = x[:1000] + "c" + x[1001:3000] + x[3003:]
    np.testing.assert_array_equal(cdist([x, y], [y, ""], "levenshtein"), [[4, 4000], [0, 3997]])


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
    np.testing.assert_array_equal(by_columns(X, Y), table(naive_levenshtein, X, Y))


def test_levenshtein_of_many_strings_with_common_prefixes():
    rng = np.random.default_rng(5)
    stems = strings_of(rng, 6, [5, 30])
    X = [stem + tail for stem in stems for tail in strings_of(rng, 20, [0, 1, 4, 20])]
    Y = [x[:-1] for x in X] + X[:7] + [""]
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), table(levenshtein, X, Y))


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
    workspace = bit_parallel.Workspace(members.patterns, trie, 32)
    for first, last in [(0, 32), (32, 64), (64, 70), (0, 32)]:
        block = members.patterns.block(slice(first, last))
        got = bit_parallel.walk(block, trie, workspace)[trie.places]
        strings = members.strings
        np.testing.assert_array_equal(got, table(levenshtein, strings, strings[first:last]))


# dynamic time warping

OPTIONS = [
    {},
    {"local_cost": "sqeuclidean"},
    {"window": 0},
    {"window": 1, "local_cost": "sqeuclidean"},
    {"window": 3},
    {"window": 1000},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("channels", [1, 2, 5, 22])
def test_dtw_is_its_definition(options, channels):
    rng = np.random.default_rng(channels)
    X, Y = series_of(rng, 9, 14, channels), series_of(rng, 8, 9, channels)
    expected = table(naive_dtw, X, Y, **options)
    assert_close(cdist(X, Y, "dtw", **options), expected, 60 * EPS)
    assert_close(cdist(Y, X, "dtw", **options), expected.T, 60 * EPS)
    assert_close(table(partial(dtw, **options), X[:3], Y[:3]), expected[:3, :3], 60 * EPS)


FEW_VALUES = st.lists(st.sampled_from([-1.0, 0.0, 0.25, 2.0]), min_size=1, max_size=9)


@given(
    st.lists(FEW_VALUES, min_size=1, max_size=6),
    st.lists(FEW_VALUES, min_size=1, max_size=6),
    st.sampled_from(OPTIONS),
)
@example([[0.0]], [[0.0, 0.0]], {"window": 0})
def test_dtw_with_ties_and_constant_series(X, Y, options):
    """Sums of these values are exact, so that the results must be equal."""
    got = cdist(X, Y, "dtw", **options)
    np.testing.assert_array_equal(got, table(naive_dtw, X, Y, **options))


@pytest.mark.parametrize("options", [{}, {"local_cost": "sqeuclidean"}, {"window": 2}])
@pytest.mark.parametrize("channels", [1, 3, 22])
def test_dtw_in_small_blocks(options, channels, monkeypatch):
    """Every block size, and costs both with and without a table."""
    rng = np.random.default_rng(3)
    X, Y = series_of(rng, 7, 12, channels), series_of(rng, 6, 12, channels)
    expected = table(naive_dtw, X, Y, **options)
    for block, costs in itertools.product([1, 500, 3000], [1, 2000, 10**6]):
        monkeypatch.setattr(time_warping, "_BLOCK_BYTES", block)
        monkeypatch.setattr(time_warping, "_TABLE_BYTES", costs)
        monkeypatch.setattr(time_warping, "_SHORTEST_LOOP", 2)
        monkeypatch.setattr(time_warping, "_PIECE", costs // 50)
        assert_close(cdist(X, Y, "dtw", **options), expected, 60 * EPS)


@pytest.mark.parametrize("channels", [1, 2, 22])
@pytest.mark.parametrize("options", OPTIONS)
def test_dtw_of_equal_series_is_exactly_zero(channels, options):
    rng = np.random.default_rng(4)
    X = [x + 1e6 for x in series_of(rng, 20, 30, channels)]
    Y = [x.copy() for x in X]
    assert not cdist(X, Y, "dtw", **options).diagonal().any()
    assert not cdist(X, X, "dtw", **options).diagonal().any()
    assert dtw(X[0], Y[0], **options) == 0


def test_dtw_keeps_small_differences_far_from_the_origin():
    """A cost that the matrix product cannot resolve is computed from the difference."""
    rng = np.random.default_rng(7)
    x = rng.normal(size=(30, 22)) + 1e4
    y = x + 1e-5 * rng.normal(size=x.shape)
    assert_close(cdist([x], [y], "dtw"), np.array([[naive_dtw(x, y)]]), 100 * EPS)


def test_dtw_is_no_metric():
    """Erratum D3."""
    assert dtw([0, 1], [0, 1, 1]) == 0
    assert dtw([0, 1], [0]) == 1
    assert dtw([0, 1, 1], [0]) == 2


def test_dtw_takes_no_root_and_does_not_normalize():
    assert dtw([0, 0], [3, 3]) == 6
    assert dtw([0, 0], [3, 3], local_cost="sqeuclidean") == 18
    assert dtw([[0, 0]], [[3, 4]]) == 5


# modified Hausdorff


@pytest.mark.parametrize("dimension", [1, 2, 8, 9, 40])
def test_modified_hausdorff_is_its_definition(dimension):
    rng = np.random.default_rng(dimension)
    X, Y = series_of(rng, 9, 14, dimension), series_of(rng, 8, 25, dimension)
    expected = table(naive_modified_hausdorff, X, Y)
    assert_close(cdist(X, Y, "modified_hausdorff"), expected, 60 * EPS)
    assert_close(table(modified_hausdorff, X[:3], Y[:3]), expected[:3, :3], 60 * EPS)


@given(st.lists(FEW_VALUES, min_size=1, max_size=8), st.lists(FEW_VALUES, min_size=1, max_size=8))
def test_modified_hausdorff_with_repeated_points(X, Y):
    expected = table(naive_modified_hausdorff, X, Y)
    assert_close(cdist(X, Y, "modified_hausdorff"), expected, 4 * EPS)
    assert_close(cdist(X, X, "modified_hausdorff"), table(naive_modified_hausdorff, X, X), 4 * EPS)


@pytest.mark.parametrize("dimension", [2, 12])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (5, 3), (7, 40)])
def test_modified_hausdorff_in_small_blocks(dimension, rows, columns, monkeypatch):
    monkeypatch.setattr(hausdorff, "_ROWS", rows)
    monkeypatch.setattr(hausdorff, "_COLUMNS", columns)
    rng = np.random.default_rng(9)
    X, Y = series_of(rng, 9, 11, dimension), series_of(rng, 10, 16, dimension)
    Y += [X[0], X[3][::-1]]
    expected = table(naive_modified_hausdorff, X, Y)
    got = cdist(X, Y, "modified_hausdorff")
    assert_close(got, expected, 60 * EPS)
    assert got[0, -2] == 0
    assert got[3, -1] == 0


@pytest.mark.parametrize("dimension", [1, 12, 166])
def test_modified_hausdorff_of_equal_sets_is_exactly_zero(dimension):
    rng = np.random.default_rng(10)
    X = [x + 1e5 for x in series_of(rng, 10, 20, dimension)]
    shuffled = [rng.permutation(x) for x in X]
    assert not cdist(X, shuffled, "modified_hausdorff").diagonal().any()
    assert not cdist(X, X, "modified_hausdorff").diagonal().any()
    assert modified_hausdorff(X[0], X[0]) == 0


def test_modified_hausdorff_computes_small_minima_from_differences():
    """Points 1e-7 apart, 1e3 from one another's clusters: the matrix product sees only zero."""
    rng = np.random.default_rng(11)
    centers = 1e3 * rng.normal(size=(15, 20))
    x, y = (centers + 1e-7 * rng.normal(size=centers.shape) for _ in range(2))
    expected = np.array([[naive_modified_hausdorff(x, y)]])
    assert_close(cdist([x], [y], "modified_hausdorff"), expected, 60 * EPS)


def test_modified_hausdorff_of_large_sets():
    rng = np.random.default_rng(12)
    x, y = rng.normal(size=(1044, 166)), rng.normal(size=(530, 166))
    squares = np.array([np.square(x - b).sum(axis=1) for b in y])
    expected = max(np.sqrt(squares.min(axis=k)).mean() for k in (0, 1))
    got = cdist([x, x[:3]], [y], "modified_hausdorff")
    assert_close(got[:1], np.array([[expected]]), 60 * EPS)


def test_modified_hausdorff_divides_by_the_right_sizes():
    """Erratum D1: sums over the M points of x have to be divided by M."""
    assert modified_hausdorff([0, 1, 2], [0]) == 1
    assert modified_hausdorff([0], [0, 1, 2]) == 1


def test_modified_hausdorff_is_no_metric():
    """Erratum D2."""
    a, b, c = [0, 1], [0, 0.1, 1], [0]
    assert modified_hausdorff(a, c) == 0.5
    assert modified_hausdorff(a, b) + modified_hausdorff(b, c) < 0.41
    assert modified_hausdorff([0, 1], [0, 0, 1]) == 0
    assert modified_hausdorff([0, 0, 1], [0]) == pytest.approx(1 / 3, rel=EPS)


# collections


@pytest.mark.parametrize("smallest", [1, 3])
def test_symmetry_is_used_without_changing_the_result(smallest, monkeypatch):
    monkeypatch.setattr(distances, "_SMALLEST_HALF", smallest)
    rng = np.random.default_rng(13)
    for name, X in [
        ("levenshtein", strings_of(rng, 21, range(20))),
        ("dtw", series_of(rng, 17, 12, 2)),
        ("dtw", series_of(rng, 17, 12, 22)),
        ("modified_hausdorff", series_of(rng, 17, 12, 22)),
    ]:
        got = cdist(X, X, name)
        np.testing.assert_array_equal(got, got.T)
        assert not got.diagonal().any()
        expected = cdist(X, list(X), name)
        assert (np.abs(got - expected) <= 60 * EPS * expected).all()


def test_symmetric_results_are_mirrored_where_roundings_differ():
    rng = np.random.default_rng(17)
    for n in (5, 200):
        got = distances._whole(X := [[0.0]] * n, X, lambda X, Y: rng.normal(size=(len(X), len(Y))))
        np.testing.assert_array_equal(got, got.T)


def test_vectors_are_series_and_sets_of_scalars():
    rng = np.random.default_rng(14)
    X = [rng.normal(size=n) for n in (1, 4, 7)]
    columns = [x[:, None] for x in X]
    for name in ("dtw", "modified_hausdorff"):
        np.testing.assert_array_equal(cdist(X, X, name), cdist(columns, columns, name))
    np.testing.assert_array_equal(
        cdist(np.array(X[1])[:, None], [[0.0]], "dtw")[:, 0], np.abs(X[1])
    )


def test_input_is_not_changed():
    rng = np.random.default_rng(15)
    for channels in (1, 22):
        X, Y = series_of(rng, 5, 9, channels), series_of(rng, 4, 9, channels)
        before = [x.copy() for x in X + Y]
        for name in ("dtw", "modified_hausdorff"):
            cdist(X, Y, name)
        for x, old in zip(X + Y, before, strict=True):
            np.testing.assert_array_equal(x, old)


def test_results_do_not_depend_on_the_calls_before():
    rng = np.random.default_rng(16)
    X, Y = strings_of(rng, 30, range(80)), strings_of(rng, 20, range(80))
    first = cdist(X, Y, "levenshtein")
    cdist(Y, X[::-1], "levenshtein")
    np.testing.assert_array_equal(cdist(X, Y, "levenshtein"), first)


def test_a_callable_is_called_for_every_pair():
    got = cdist(["a", "bcd"], [1, 2, 3], lambda x, y: len(x) - y)
    np.testing.assert_array_equal(got, [[0.0, -1.0, -2.0], [2.0, 1.0, 0.0]])
    assert got.dtype == np.float64
