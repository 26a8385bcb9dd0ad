"""Time warping in blocks sized by the window: the plain recurrence's bits, in little memory."""

import numpy as np
import pytest

from gramcheck.reference import antidiagonals
from gramcheck.reference.d2ke import cdist, dtw
from gramcheck.reference.d2ke.engines import local_costs, time_warping
from tests.reference.memory import peak_of

MEGABYTE = 2**20


def plain(x, y, window):
    """The recurrence cell by cell, squares added channel by channel."""
    band = len(x) + len(y) if window is None else max(window, abs(len(x) - len(y)))
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0
    for i in range(1, len(x) + 1):
        for j in range(max(1, i - band), min(len(y), i + band) + 1):
            cost = sum((x[i - 1] - y[j - 1]) ** 2)
            D[i, j] = cost + min(D[i - 1, j], D[i, j - 1], D[i - 1, j - 1])
    return D[-1, -1]


@pytest.mark.parametrize("window", [None, 0, 1, 4])
@pytest.mark.parametrize("channels", [1, 3, 5])
def test_distances_have_the_bits_of_the_plain_recurrence(channels, window, monkeypatch):
    rng = np.random.default_rng(channels)
    X, Y = (
        [rng.normal(size=(n, channels)) for n in rng.choice([1, 2, 9, 10, 25], count)]
        for count in (6, 8)
    )
    expected = [[plain(x, y, window) for y in Y] for x in X]
    for strip, block, shortest in [(1, 1, 2), (60, 400, 2), (2**13, 2**18, 32)]:
        monkeypatch.setattr(antidiagonals, "_STRIP", strip)
        monkeypatch.setattr(time_warping, "_BLOCK_BYTES", block)
        monkeypatch.setattr(local_costs, "SHORTEST_LOOP", shortest)
        for loop in (0, 1000):  # points are written out for no pairs, or for all
            monkeypatch.setattr(local_costs, "_LOOP", loop)
            got = cdist(X, Y, "dtw", local_cost="sqeuclidean", window=window)
            np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("window", [None, 0, 3])
@pytest.mark.parametrize("local_cost", ["euclidean", "sqeuclidean"])
@pytest.mark.parametrize("channels", [1, 3])
def test_one_pair_has_the_bits_of_many(channels, local_cost, window):
    rng = np.random.default_rng(6)
    X = [rng.normal(size=(n, channels)) for n in (1, 2, 13, 40)]
    many = cdist(X, list(X), "dtw", local_cost=local_cost, window=window)
    single = [[dtw(x, y, local_cost=local_cost, window=window) for y in X] for x in X]
    np.testing.assert_array_equal(single, many)


@pytest.mark.parametrize(("channels", "window"), [(1, None), (3, None), (3, 25), (22, 25)])
def test_memory_does_not_grow_with_the_number_of_pairs(channels, window):
    """Of all pairs the costs of one table would take 400 x 300 x 300 numbers, 290 MB."""
    rng = np.random.default_rng(2)
    X = [rng.normal(size=(300, channels)) for _ in range(20)]
    peak, _ = peak_of(lambda: cdist(X, list(X), "dtw", window=window))
    assert peak < 48 * MEGABYTE


def test_no_diagonal_beyond_the_end_of_every_pair_is_asked_for():
    """The longest series of the two sides are not in one pair here."""
    asked = []

    def costs(s, low, high):
        asked.append(s)
        return np.zeros((high + 1 - low, 2))

    n, m = np.array([30, 12]), np.array([5, 10])
    found = time_warping._sweep(n, m, 2, lambda *_: costs)
    assert found.tolist() == [0.0, 0.0]
    assert max(asked) == 35
