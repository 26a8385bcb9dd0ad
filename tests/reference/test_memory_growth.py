"""Memory at ten times the number, and at ten times the length, of the objects of a collection.

Beyond its result a call holds the blocks that it works on, and what it must keep of every object;
that is bounded in megabytes.
"""

import numpy as np
import pytest

from gramcheck.reference import d2ke, idealized, sfm
from gramcheck.reference.d2ke.engines import diagonals, edit_distances, hausdorff, time_warping
from gramcheck.reference.sfm.engines import feature_blocks, pair_sweep
from tests.reference.memory import peak_of

MEGABYTE = 2**20


def series(number, length, channels=1):
    """Some of them shorter than others, by up to a fifth."""
    rng = np.random.default_rng(number)
    lengths = length - rng.integers(0, length // 5, number)
    return [rng.normal(size=(n, channels)) for n in lengths]


def words(number, length):
    rng = np.random.default_rng(number)
    return ["".join(rng.choice([*"ACGT"], length - k % 5)) for k in range(number)]


def between(objects, distance, few=20, **options):
    """Distances of some objects from a few of them."""

    def called(number, length):
        X = objects(number, length)
        return lambda: d2ke.cdist(X, X[:few], distance, **options)

    return called


def series_of_22_channels(number, length):
    X, Y = series(number, length, 22), series(2, length, 22)
    return lambda: d2ke.cdist(X, Y, "dtw")


def one_pair(number, length):
    """A series of that length beside one of so many hundreds of points."""
    x, y = series(1, length), series(1, 100 * number)
    return lambda: d2ke.cdist(x, y, "dtw")


def kernel(function, objects, *options):
    """A kernel of some objects and five of them."""

    def called(number, length):
        X = objects(number, length)
        return lambda: function(X, X[:5], *options)

    return called


def counts(number, length):
    return np.random.default_rng(0).poisson(1.0, size=(number, length))


def sfm_features(number, length):
    strings = words(number, length)
    return lambda: sfm.sfmcgk(strings, 1024, 1.0, np.random.default_rng(0))


# a call by number and length, its small size, and megabytes at ten times the number, or the length
CALLS = {
    "levenshtein": (between(words, "levenshtein", 100), (400, 50), 3.0, 7.0),
    "dtw": (between(series, "dtw"), (20, 30), 3.0, 3.0),
    "dtw with a window": (between(series, "dtw", window=3), (60, 50), 10.0, 8.0),
    "dtw of one pair": (one_pair, (2, 90), 1.0, 1.0),
    "dtw of 22 channels": (series_of_22_channels, (2, 270), 20.0, 8.0),  # a table of 16 MB, or none
    "modified_hausdorff": (between(series, "modified_hausdorff"), (20, 20), 3.0, 11.0),
    "global_alignment_kernel": (kernel(sfm.global_alignment_kernel, series, 1.0), (40, 30), 8, 11),
    "local_alignment_kernel": (kernel(sfm.local_alignment_kernel, words), (40, 30), 10, 10),
    "mismatch_kernel": (kernel(sfm.mismatch_kernel, words, 5, 1), (40, 100), 13.0, 4.0),
    "sfm": (sfm_features, (40, 100), 11.0, 9.0),
    "laplacian_kernel": (kernel(sfm.laplacian_kernel, counts, 1.0), (60, 60), 1.3, 1.3),
}


def held(name, by_number, by_length):
    """Megabytes beyond the result."""
    called, (number, length), *_ = CALLS[name]
    called(number, length)()  # imports, caches
    peak, result = peak_of(called(by_number * number, by_length * length))
    return (peak - result.nbytes) / MEGABYTE


@pytest.mark.parametrize("name", CALLS)
def test_ten_times_as_many_stay_within_the_bound(name):
    assert held(name, 10, 1) <= CALLS[name][2]


@pytest.mark.parametrize("name", CALLS)
def test_ten_times_as_long_stay_within_the_bound(name):
    assert held(name, 1, 10) <= CALLS[name][3]


# The limits of blocks, set so high that all pairs, or all columns, are one block. With many
# channels that is the table of all costs, which a single pair has, too.
WARPING = {(time_warping, size): 2**40 for size in ("_BLOCK_BYTES", "_INPUT_BYTES", "_SORTED")}
SWEEPS = {(pair_sweep, "_CELLS"): 2**40, (pair_sweep, "_CALLS"): 2**40}
ONE_BLOCK = {
    "levenshtein": {(edit_distances, "_MOST_TEXTS"): 2**40, (diagonals, "BYTES"): 2**40},
    "dtw": WARPING,
    "dtw with a window": WARPING,
    "dtw of one pair": {
        (time_warping, f"_CELLS_{limit}"): 2**40 for limit in ("IN_CALLS", "AT_ONCE")
    },
    "dtw of 22 channels": WARPING,
    "modified_hausdorff": {(hausdorff, "_SHORTEST_ROW"): 2**40},
    "global_alignment_kernel": SWEEPS,
    "local_alignment_kernel": SWEEPS,
    "sfm": {(feature_blocks, "_COLUMNS"): (2**16, 2**16)},
}


@pytest.mark.parametrize("name", ONE_BLOCK)
def test_blocks_of_any_size_do_not(name, monkeypatch):
    for place, size in ONE_BLOCK[name].items():
        monkeypatch.setattr(*place, size)
    exceeds_its_bounds(name)


def all_pairs_of_words(X, Y, k, m):
    """A table of all words of X beside all of Y, of their first letters alone."""
    x, y = (np.frombuffer("".join(s[: 1 - k] for s in side).encode(), np.uint8) for side in (X, Y))
    return np.count_nonzero(x[:, None] != y, axis=1)


def all_differences(X, Y, beta):
    """Of each coordinate of all pairs."""
    return np.exp(-np.abs(X[:, None] - Y).sum(axis=-1) / beta)


OTHER_WAYS = {
    "mismatch_kernel": kernel(all_pairs_of_words, words, 5, 1),
    "laplacian_kernel": kernel(all_differences, counts, 1.0),
}


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_other_ways_do_not(name, monkeypatch):
    monkeypatch.setitem(CALLS, name, (OTHER_WAYS[name], *CALLS[name][1:]))
    exceeds_its_bounds(name)


def exceeds_its_bounds(name):
    by_number, by_length = CALLS[name][2:]
    assert held(name, 10, 1) > by_number
    assert held(name, 1, 10) > by_length


def test_every_bound_has_a_way_that_does_not_keep_it():
    assert {*ONE_BLOCK, *OTHER_WAYS} == set(CALLS)


@pytest.mark.parametrize(("learn", "holds"), [("learn_metric", True), ("dual_program", False)])
def test_memory_of_a_learned_metric_is_not_quadratic_in_the_pairs(learn, holds):
    """Section 3.2.1: the Hessian of (14) has the square of their number; (11) needs p x p."""
    y = np.arange(60) % 3
    X = np.random.default_rng(0).normal(size=(60, 5)) + 2 * y[:, None]
    pairs = np.column_stack(np.triu_indices(60, 1))
    alike = y[pairs[:, 0]] == y[pairs[:, 1]]
    arguments = X, pairs[alike], pairs[~alike], 1.0, 1.0, 0.3
    idealized.learn_metric(X, [[0, 3]], [[0, 1]], 1.0, 1.0, 0.3)  # imports
    peak, _ = peak_of(lambda: getattr(idealized, learn)(*arguments))
    assert (peak < 8 * len(pairs) ** 2 / 4) == holds
