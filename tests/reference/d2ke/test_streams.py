"""Random objects: the stated draws in the stated order, which only this package promises.

Their distributions are what the conformance suite checks.
"""

import math

import numpy as np
import pytest

from gramcheck.reference.d2ke import (
    data_sample,
    random_series,
    random_sets,
    random_strings,
    representatives,
)


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


def test_data_are_the_stated_draws():
    X, R = ["a", "b", "c", "d"], 200
    assert data_sample(X, R, seeded(8)) == [X[i] for i in seeded(8).integers(4, size=R)]


def test_representatives_are_drawn_without_replacement():
    """Each of 6 objects as often first as the others, to 6 standard deviations."""
    rounds, rng = 4_000, seeded(9)
    drawn = [representatives(range(6), 3, rng) for _ in range(rounds)]
    assert all(len(set(each)) == 3 for each in drawn)
    firsts = np.bincount([each[0] for each in drawn])
    assert np.abs(firsts - rounds / 6).max() < 6 * math.sqrt(rounds * 5 / 36)


def test_representatives_give_places_and_objects_alike():
    X = ["u", "v", "w", "x"]
    places = representatives(range(4), 4, seeded())
    assert sorted(places) == [0, 1, 2, 3]
    assert representatives(X, 4, seeded()) == [X[i] for i in places]
