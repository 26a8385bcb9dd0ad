"""Strategies draw what they say, and the special cases they promise do come up.

That distances are metrics or not, and kernels definite or not, is in the tests of those verdicts.
"""

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from gramcheck.verify import strategies

# the first that comes up will do, and is not made small
SEARCH = settings(
    max_examples=2000,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def repeats_a_row(x):
    return len(np.unique(x, axis=0)) < len(x)


@pytest.mark.parametrize(
    ("strategy", "special"),
    [
        (strategies.strings(), lambda s: s == ""),
        (strategies.strings(), lambda s: len(s) >= 10),
        (strategies.unicode_strings(), lambda s: any(ord(c) > 0xFFFF for c in s)),
        (strategies.unicode_strings(), lambda s: "\ud800" in s),
        (strategies.unicode_strings(), lambda s: "\u0301" in s),
        (strategies.string_collections(), lambda X: len(set(X)) < len(X)),
        (strategies.string_collections(), lambda X: "" in X and len(X) > 1),
        (strategies.series(), lambda x: len(x) == 1),
        (strategies.series(), lambda x: x.shape[1] > 1 and len(x) > 2),
        (strategies.series(), lambda x: len(x) > 2 and (x == x[0]).all() and x[0].any()),
        (strategies.flat_series(), lambda x: x.ndim == 1 and len(np.unique(x)) < len(x)),
        (strategies.vector_sets(), repeats_a_row),
        (strategies.pairs(strategies.strings()), lambda pair: pair[0] == pair[1] != ""),
        (strategies.weights(3, positive=False), lambda p: (p == 0).any()),
        (strategies.weighted_values(), lambda problem: len(set(problem[0])) < len(problem[0])),
        (strategies.weighted_values(), lambda problem: min(problem[0]) < -1e4),
        (strategies.distance_matrices(), lambda D: (D + np.eye(len(D)) == 0).any()),
        (strategies.kernels(), lambda K: len(K) > 2 and np.linalg.matrix_rank(K) < len(K)),
        (strategies.labels(4), lambda y: y.dtype.kind == "U"),
        (strategies.labels(4), lambda y: set(y.tolist()) == {-1, 1}),
        (strategies.edited_strings(), lambda t: t[2] == 4),
    ],
)
def test_special_cases_come_up(strategy, special):
    find(strategy, special, settings=SEARCH)


@given(strategies.long_strings(sizes=(63, 64, 65)))
def test_long_strings_have_exactly_the_sizes_asked_for(s):
    assert len(s) in (63, 64, 65)
    assert set(s) <= set("acgt")


@given(strategies.edited_strings())
def test_edits_are_an_upper_bound_of_the_distance(drawn):
    from gramcheck.verify.definitions.d2ke import levenshtein

    x, y, edits = drawn
    assert levenshtein(x, y) <= edits
    assert set(x + y) <= set("ab")


@given(strategies.collections(strategies.vector_sets, min_size=2))
def test_collections_share_a_number_of_columns(X):
    assert len({x.shape[1] for x in X}) == 1
    assert all(len(x) >= 1 and x.dtype == np.float64 for x in X)


@given(strategies.pairs(strategies.series))
def test_pairs_share_a_number_of_columns(pair):
    assert pair[0].shape[1] == pair[1].shape[1]


@given(strategies.series() | strategies.vector_sets(2))
def test_coordinates_are_moderate(x):
    assert x.ndim == 2
    assert np.abs(x).max() <= 100


@given(strategies.weighted_values())
def test_weights_are_a_distribution(problem):
    values, weights = problem
    assert len(values) == len(weights)
    assert abs(sum(weights) - 1) < 1e-15 * len(weights)
    assert min(weights) > 0


@given(st.data(), st.floats(1e-6, 1), st.floats(1, 1e6))
def test_log_uniform_stays_in_its_range(data, low, high):
    assert low <= data.draw(strategies.log_uniform(low, high)) <= high


@given(st.integers(2, 4), st.data())
def test_every_class_is_present(classes, data):
    y = data.draw(strategies.labels(8, classes))
    assert len(y) == 8
    assert len(np.unique(y)) == classes


@given(strategies.generators())
def test_generators_are_fresh(rng):
    fresh = np.random.default_rng(rng.bit_generator.seed_seq.entropy)
    assert rng.bit_generator.state == fresh.bit_generator.state
