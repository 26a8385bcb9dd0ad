"""Random objects: the stated draws in the stated order, and the stated distributions.

The statistical tests use exact tails, each split so that a whole test gives a false alarm with
probability at most 1e-9 whatever the seed.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from gramcheck.reference.d2ke import (
    data_sample,
    enumerate_strings,
    random_series,
    random_sets,
    random_strings,
    representatives,
)

ALPHA = 1e-9


def assert_frequencies(counts, probabilities, total):
    """Every count within the exact binomial tails of its probability."""
    for count, p in zip(counts, probabilities, strict=True):
        tail = ALPHA / len(counts) / 2
        assert stats.binom.cdf(count, total, p) > tail, (count, total, p)
        assert stats.binom.sf(count - 1, total, p) > tail, (count, total, p)


def assert_distribution(sample, cdf):
    """Within the band of Dvoretzky, Kiefer and Wolfowitz (constant by Massart)."""
    sample = np.sort(sample)
    n = len(sample)
    F = cdf(sample)
    band = math.sqrt(math.log(2 / ALPHA) / (2 * n))
    assert np.maximum(np.arange(1, n + 1) / n - F, F - np.arange(n) / n).max() < band


def seeded(seed=11):
    return np.random.default_rng(seed)


def cut(entries, lengths):
    """Consecutive pieces, one at a time."""
    pieces, entries = [], list(entries)
    for length in lengths:
        pieces.append(entries[:length])
        entries = entries[length:]
    assert not entries
    return pieces


@pytest.mark.parametrize("lengths", [(0, 4), (3, 3), (0, 0)])
def test_strings_are_the_stated_draws(lengths):
    rng = seeded()
    drawn = rng.integers(lengths[0], lengths[1] + 1, size=40)
    letters = ["xyz"[i] for i in rng.integers(3, size=drawn.sum())]
    expected = ["".join(piece) for piece in cut(letters, drawn)]
    assert random_strings(40, "xyz", lengths, seeded()) == expected
    assert random_strings(40, ["x", "y", "z"], lengths, seeded()) == expected


def test_series_are_the_stated_draws():
    rng = seeded()
    drawn = rng.integers(2, 6, size=20)
    expected = cut(rng.normal(0, 0.3, size=(drawn.sum(), 3)), drawn)
    got = random_series(20, 3, 0.3, (2, 5), seeded())
    for a, b in zip(expected, got, strict=True):
        assert np.array_equal(a, b)


def test_sets_are_the_stated_draws():
    rng = seeded()
    drawn = rng.integers(1, 4, size=20)
    expected = cut(rng.standard_normal((drawn.sum(), 5)), drawn)
    for a, b in zip(expected, random_sets(20, 5, (1, 3), seeded()), strict=True):
        np.testing.assert_allclose(b, [v / math.hypot(*v) for v in a], rtol=1e-15)


def test_shapes_and_types():
    series = random_series(3, 1, 1.0, (1, 2), seeded())
    sets = random_sets(3, 1, (1, 2), seeded())
    for objects in (series, sets):
        assert isinstance(objects, list)
        assert all(x.ndim == 2 and x.shape[1] == 1 and 1 <= len(x) <= 2 for x in objects)
    assert set(np.concatenate(sets).ravel()) <= {-1.0, 1.0}


def test_a_generator_moves_on():
    rng = seeded()
    assert random_strings(5, "ab", (5, 9), rng) != random_strings(5, "ab", (5, 9), rng)


def test_lengths_are_uniform_with_both_ends():
    R = 30_000
    for objects in (
        random_strings(R, "ab", (2, 6), seeded(1)),
        random_series(R, 1, 1.0, (2, 6), seeded(2)),
        random_sets(R, 2, (2, 6), seeded(3)),
    ):
        lengths = [len(x) for x in objects]
        assert min(lengths) >= 2
        assert max(lengths) <= 6
        assert_frequencies([lengths.count(n) for n in range(2, 7)], [0.2] * 5, R)


def test_strings_have_the_probabilities_of_the_enumeration():
    R = 60_000
    omegas, weights = enumerate_strings("abc", (0, 3))
    drawn = random_strings(R, "abc", (0, 3), seeded(4))
    assert set(drawn) <= set(omegas)
    assert_frequencies([drawn.count(w) for w in omegas], weights, R)


@pytest.mark.parametrize("lengths", [(0, 0), (0, 3), (2, 4)])
@pytest.mark.parametrize("alphabet", ["a", "ba", "xyz"])
def test_enumeration_is_complete_and_in_order(alphabet, lengths):
    omegas, weights = enumerate_strings(alphabet, lengths)
    sizes = range(lengths[0], lengths[1] + 1)
    expected = [
        ("".join(letters), 1 / len(sizes) / len(alphabet) ** n)
        for n in sizes
        for letters in itertools.product(alphabet, repeat=n)
    ]
    assert omegas == [w for w, _ in expected]
    np.testing.assert_allclose(weights, [p for _, p in expected], rtol=1e-15)
    assert math.fsum(weights) == pytest.approx(1, abs=1e-14)


def test_series_are_normal_with_the_stated_deviation():
    x = np.concatenate(random_series(4_000, 3, 2.5, (5, 15), seeded(5)))
    for channel in x.T:
        assert_distribution(channel, stats.norm(scale=2.5).cdf)
    square = (x**2).sum() / 2.5**2
    assert stats.chi2.cdf(square, x.size) > ALPHA / 2
    assert stats.chi2.sf(square, x.size) > ALPHA / 2


def test_series_have_independent_neighbors():
    """x_t + x_(t+1) and across channels: variance 2 sigma^2, exactly normal."""
    x = np.concatenate(random_series(20_000, 2, 1.0, (2, 2), seeded(6)))
    for total in (x[::2] + x[1::2], x.sum(axis=1, keepdims=True)):
        square = (total[:, 0] ** 2).sum() / 2
        assert stats.chi2.cdf(square, len(total)) > ALPHA / 4
        assert stats.chi2.sf(square, len(total)) > ALPHA / 4


@pytest.mark.parametrize("dimension", [2, 3, 10])
def test_vectors_are_uniform_on_the_sphere(dimension):
    """A projection u of a uniform unit vector has (1 + u) / 2 ~ Beta((d - 1)/2, (d - 1)/2)."""
    v = np.concatenate(random_sets(10_000, dimension, (5, 15), seeded(7)))
    np.testing.assert_allclose(np.linalg.norm(v, axis=1), 1, rtol=1e-15 * dimension)
    beta = stats.beta((dimension - 1) / 2, (dimension - 1) / 2)
    axis, diagonal = v[:, 0], v.sum(axis=1) / math.sqrt(dimension)
    for u in (axis, diagonal):
        assert_distribution((1 + u) / 2, beta.cdf)


def test_data_sample_is_drawn_with_replacement():
    X, R = ["a", "b", "c", "d"], 20_000
    drawn = data_sample(X, R, seeded(8))
    assert drawn == [X[i] for i in seeded(8).integers(4, size=R)]
    assert_frequencies([drawn.count(x) for x in X], [0.25] * 4, R)


def test_representatives_are_drawn_without_replacement():
    rounds, firsts, members = 4_000, [], []
    rng = seeded(9)
    for _ in range(rounds):
        drawn = representatives(range(6), 3, rng)
        assert len(set(drawn)) == 3
        firsts.append(drawn[0])
        members += drawn
    assert_frequencies([firsts.count(i) for i in range(6)], [1 / 6] * 6, rounds)
    assert_frequencies([members.count(i) for i in range(6)], [0.5] * 6, rounds)


def test_representatives_give_places_and_objects_alike():
    X = ["u", "v", "w", "x"]
    places = representatives(range(4), 4, seeded())
    assert sorted(places) == [0, 1, 2, 3]
    assert representatives(X, 4, seeded()) == [X[i] for i in places]


RNG = np.random.default_rng(0)
BAD = [
    (lambda: random_strings(0, "ab", (1, 2), RNG), ValueError, "R must be at least 1, got 0"),
    (lambda: random_strings(2.0, "ab", (1, 2), RNG), TypeError, "R must be an integer, got 2.0"),
    (lambda: random_strings(True, "ab", (1, 2), RNG), TypeError, "R must be an integer"),
    (lambda: random_strings(2, "", (1, 2), RNG), ValueError, "alphabet must not be empty"),
    (lambda: random_strings(2, "aba", (1, 2), RNG), ValueError, r"repeat .* got \['a'\]"),
    (lambda: random_strings(2, ["ab"], (1, 2), RNG), ValueError, r"alphabet\[0\] must be a single"),
    (lambda: random_strings(2, [1, 2], (1, 2), RNG), TypeError, r"alphabet\[0\] must be a str"),
    (lambda: random_strings(2, 5, (1, 2), RNG), TypeError, "alphabet must be a str or"),
    (lambda: random_strings(2, {"a"}, (1, 2), RNG), TypeError, "alphabet must be a str or"),
    (lambda: random_strings(2, "ab", (2, 1), RNG), ValueError, "lengths must be .* low <= high"),
    (lambda: random_strings(2, "ab", (-1, 1), RNG), ValueError, r"lengths\[0\] must be at least 0"),
    (lambda: random_strings(2, "ab", (1, 2.5), RNG), TypeError, r"lengths\[1\] must be an integer"),
    (lambda: random_strings(2, "ab", 3, RNG), TypeError, "lengths must be a pair"),
    (lambda: random_strings(2, "ab", (1, 2, 3), RNG), TypeError, "lengths must be a pair"),
    (lambda: random_strings(2, "ab", (1, 2), 0), TypeError, "rng must be .*Generator, got 0"),
    (
        lambda: random_strings(2, "ab", (1, 2), np.random.RandomState(0)),
        TypeError,
        "rng must be",
    ),
    (lambda: random_series(2, 0, 1.0, (1, 2), RNG), ValueError, "n_channels must be at least 1"),
    (lambda: random_series(2, 1, 0.0, (1, 2), RNG), ValueError, "sigma must be positive"),
    (lambda: random_series(2, 1, np.inf, (1, 2), RNG), ValueError, "sigma must be finite"),
    (lambda: random_series(2, 1, 1.0, (0, 2), RNG), ValueError, r"lengths\[0\] must be at least 1"),
    (lambda: random_series(0, 1, 1.0, (1, 2), RNG), ValueError, "R must be at least 1"),
    (lambda: random_series(1, 1, 1.0, (1, 2), None), TypeError, "rng must be"),
    (lambda: random_sets(2, 0, (1, 2), RNG), ValueError, "dimension must be at least 1"),
    (lambda: random_sets(2, 3, (0, 2), RNG), ValueError, r"sizes\[0\] must be at least 1"),
    (lambda: random_sets(2, 3, (3, 2), RNG), ValueError, "sizes must be a pair"),
    (lambda: random_sets(2, 3, (1, 2), 5), TypeError, "rng must be"),
    (lambda: enumerate_strings("ab", (1, 60)), ValueError, r"at most 16777216 strings, got 2\^60"),
    (lambda: enumerate_strings("aa", (1, 2)), ValueError, "alphabet must not repeat"),
    (lambda: enumerate_strings("ab", (2, 1)), ValueError, "lengths must be a pair"),
    (lambda: data_sample([], 1, RNG), ValueError, "X must not be empty"),
    (lambda: data_sample("ab", 1, RNG), TypeError, "X must be a sequence of objects, got a bare"),
    (lambda: data_sample(["a"], 0, RNG), ValueError, "R must be at least 1"),
    (lambda: data_sample(["a"], 1, 3), TypeError, "rng must be"),
    (lambda: representatives(["a"], 2, RNG), ValueError, "R must be between 1 and 1, got 2"),
    (lambda: representatives(["a"], 1, 3), TypeError, "rng must be"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
