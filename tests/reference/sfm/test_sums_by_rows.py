"""GAK of few cells, a row of the table at a time, as one call on a pair is computed."""

import numpy as np
import pytest

from gramcheck.reference.sfm import global_alignment_kernel
from gramcheck.reference.sfm.engines import linear_sums
from tests.reference.sfm.test_linear_sums import (
    GLOBAL,
    assert_as_exact_as_stated,
    proteins,
    series,
)


@pytest.fixture
def taken(monkeypatch):
    """Shapes of the tables that were computed by rows."""
    shapes, by_rows = [], linear_sums._by_rows

    def noted(x, y, sigma, lanes):
        shapes.append((x.shape[1], len(lanes.n), y.shape[1]))
        return by_rows(x, y, sigma, lanes)

    monkeypatch.setattr(linear_sums, "_by_rows", noted)
    return shapes


@pytest.mark.parametrize("channels", [1, 3])
def test_series_are_as_exact_as_stated(channels, taken):
    rng = np.random.default_rng(channels)
    X, Y = series(rng, [1, 2, 17, 30], channels), series(rng, [1, 5, 17, 24], channels)
    got = global_alignment_kernel(X, Y, 5.0, form="log")
    assert_as_exact_as_stated(got, X, Y, GLOBAL, 5.0)
    assert taken


def test_strings_are_as_exact_as_stated(taken):
    rng = np.random.default_rng(1)
    X, Y = proteins(rng, [1, 9, 30]), [*proteins(rng, [1, 12, 24]), "W" * 31]
    got = global_alignment_kernel(X, Y, 0.5, form="log")
    assert_as_exact_as_stated(got, X, Y, GLOBAL, 0.5)
    assert taken


def test_an_empty_string_is_aligned_with_itself_alone(taken):
    X = ["", "I", "LIVER"]
    expected = np.full(3, -np.inf)
    expected[0] = 0.0
    np.testing.assert_array_equal(global_alignment_kernel(X, X, 1.0, form="log")[0], expected)
    assert taken


# of 880 bits 100 cells have 8.8 each, of which a diagonal may grow by 1.27
@pytest.mark.parametrize(("fall", "by_rows"), [(7.52, True), (7.54, False)])
@pytest.mark.parametrize("far", [slice(None), slice(25), slice(25, None), slice(None, None, 2)])
def test_no_number_leaves_float64(fall, by_rows, far, taken):
    """Points as far apart as they may be, and others that are equal, so that cells grow."""
    x, y = np.zeros(50), np.zeros(50)
    y[far] = np.sqrt(2 * np.log(2) * (fall - 1))
    with np.errstate(all="raise"):
        got = global_alignment_kernel([x], [y], 1.0, form="log")
    assert_as_exact_as_stated(got, [x], [y], GLOBAL, 1.0)
    assert bool(taken) == by_rows


@pytest.mark.parametrize(("sigma", "by_rows"), [(0.471, True), (0.469, False)])
def test_no_number_leaves_float64_among_letters(sigma, by_rows, taken):
    """Of which a pair that differs has 1 + 1 / (sigma^2 log 2) bits: 7.53 here, too."""
    x, y = "a" * 50, "b" * 50
    with np.errstate(all="raise"):
        got = global_alignment_kernel([x], [y], sigma, form="log")
    assert_as_exact_as_stated(got, [x], [y], GLOBAL, sigma)
    assert bool(taken) == by_rows


def test_a_band_and_many_cells_are_left_to_diagonals(taken):
    rng = np.random.default_rng(2)
    (x,), many = series(rng, [20], 1), series(rng, [20] * 42, 1)
    global_alignment_kernel([x], [x], 5.0, 25, form="log")
    global_alignment_kernel([x], many, 5.0, form="log")  # 20 x 20 x 42 cells
    assert not taken
    global_alignment_kernel([x], many[:40], 5.0, form="log")
    assert taken == [(20, 40, 20)]
